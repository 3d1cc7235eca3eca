// Kernels whose address is kept as void *, in variables and tables.
#include <cstdio>
#include <map>
#include <string>

__global__ void add(int *x, int n) { atomicAdd(x, n); }
template <int K> __global__ void times(int *x) { *x *= K; }
namespace other {
__global__ void __launch_bounds__(128) clear(int *x) { *x = 0; }
}
extern "C" __global__ void negate(int *x) { *x = -*x; }
static void no_kernel(int *) {}

static const void *const table[] = { (const void *)add, (void *)&other::clear };

static void launch(const void *kernel, unsigned threads, void **arguments)
{
    cudaError_t error = cudaLaunchKernel(kernel, dim3(1), dim3(threads), arguments, 0, 0);
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorName(error));
}

int main()
{
    int *x, n = 5;
    cudaMallocManaged(&x, sizeof *x);
    *x = 1;
    void *both[] = { &x, &n }, *one[] = { &x };
    void *chosen = (void *)add;
    launch(chosen, 3, both);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    std::map<std::string, void *> names;
    names["times"] = reinterpret_cast<void *>(times<3>);
    names["negate"] = (void *)(negate);
    launch(names["times"], 1, one);
    launch(names["negate"], 1, one);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    launch(table[1], 1, one);
    launch(table[0], 1, both);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    void (*pointer)(int *) = times<7>;
    chosen = (void *)pointer;
    cudaLaunchKernel(chosen, dim3(1), dim3(1), one, 0, 0);
    cudaDeviceSynchronize();
    printf("%d\n", *x);

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, table[1]);
    printf("%d threads\n", attributes.maxThreadsPerBlock);
    int blocks = 0;
    const void *kept = (const void *)negate;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kept, 1024, 0);
    printf("%d blocks\n", blocks);
    cudaFuncSetAttribute(kept, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    launch(table[1], 256, one);
    launch((void *)no_kernel, 1, one);
    return 0;
}
