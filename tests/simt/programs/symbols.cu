// __constant__, __device__ and __managed__ variables of many shapes.
#include <cstdio>
#include <cstring>

#define TAPS 5
struct Box {
    int low, high;
};
namespace filter
{
__constant__ int taps[TAPS];
static __device__ const int table[] = { 2, 3, 5, 7 };
} // namespace filter
__constant__ float scale = 0.5f;
__device__ int total, parts[4] = { 1, 2, 3, 4 };
__device__ Box box = { -3, 9 };
__device__ int *where;
__device__ volatile int flag;
__managed__ int shared_counter = 40;
__device__ __managed__ float grid2d[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
__device__ int twice(int x) { return 2 * x; }
__device__ int (*operation)(int) = twice;

__global__ void use(int *out)
{
    int sum = 0;
    for (int i = 0; i < TAPS; i++)
        sum += filter::taps[i] * filter::table[i % 4];
    out[0] = sum;
    out[1] = (int)(scale * 100);
    out[2] = box.high - box.low;
    out[3] = operation(21);
    total = sum + parts[3];
    where = &parts[2];
    *where = 77;
    flag = 1;
    atomicAdd(&shared_counter, 2);
    grid2d[1][2] += 0.5f;
}

int main()
{
    int host[TAPS] = { 1, 10, 100, 1000, 10000 };
    float three = 3;
    int *out, result[4], device_total, device_parts[4];
    size_t bytes;
    void *address;
    cudaMalloc(&out, sizeof result);
    cudaMemcpyToSymbol(filter::taps, host, sizeof host);
    cudaMemcpyToSymbol(scale, &three, sizeof three);
    use<<<1, 1>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&device_total, total, sizeof device_total);
    cudaMemcpyFromSymbol(device_parts, parts, sizeof(int) * 2, sizeof(int) * 2);
    cudaGetSymbolSize(&bytes, parts);
    cudaGetSymbolAddress(&address, parts);
    cudaMemcpy(device_parts + 2, (int *)address + 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
    printf("total %d, parts %d %d %d, %zu bytes\n", device_total, device_parts[0], device_parts[1],
           device_parts[2], bytes);
    printf("managed %d %g\n", shared_counter, grid2d[1][2]);
    return 0;
}
