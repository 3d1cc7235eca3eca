// Structs with gaps of 3, 4 and 12 bytes, copied inside of the device and then to the host.

#include "../mutant.h"

enum { N = 100 };

struct item {
    int index;
    char flag; // 3 bytes follow
    float first;
    double sum;
    float fraction; // 4 bytes follow
};

struct wide {
    float4 sums;
    int count; // 12 bytes follow
};

__global__ void fill(struct item *items, struct wide *wide, int n)
{
    const int i = threadIdx.x;
    if (i < n) {
        items[i].index = i;
        items[i].flag = 1;
        items[i].first = 0.0f;
        items[i].sum = i + 1;
        items[i].fraction = 0.0f;
        wide[i].sums = make_float4(0, 0, 0, 0);
        wide[i].count = 1;
    }
}

template <class T> void copy_through(T *host, const T *device, int n)
{
    T *copy;
    CHECK(cudaMalloc((void **)&copy, n * sizeof(T)));
    CHECK(cudaMemcpy(copy, device, n * sizeof(T), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(host, copy, n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(copy));
}

int main()
{
    static struct item items[N];
    static struct wide wide[N];
    struct item *device;
    struct wide *device_wide;
    float sum = 0;
    CHECK(cudaMalloc((void **)&device, sizeof items));
    CHECK(cudaMalloc((void **)&device_wide, sizeof wide));
    fill<<<1, 128>>>(device, device_wide, N);
    wait();
    copy_through(items, device, N);
    copy_through(wide, device_wide, N);
    for (int i = 0; i < N; i++)
        sum += (float)items[i].sum * items[i].flag * wide[i].count;
    CHECK(cudaFree(device));
    CHECK(cudaFree(device_wide));
    return verdict_sum(sum, N);
}
