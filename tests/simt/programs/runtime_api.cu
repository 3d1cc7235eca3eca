// The runtime API's C++ forms: typed pointers, symbols, kernels by name.
#include <cstdio>

struct item {
    double key;
    int value;
};

__constant__ int bias;
__device__ item best = { 1.5, 7 };

__global__ void fill(item *items, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        items[i] = item{ best.key * i, best.value + bias };
}

__global__ void __launch_bounds__(128) bounded(int *out)
{
    out[blockIdx.x] = blockIdx.x;
}

template <int N> __global__ void many(int *out, float, item x)
{
    extern __shared__ int scratch[];
    scratch[threadIdx.x] = N + x.value;
    __syncthreads();
    out[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
}

static void show(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main()
{
    const int n = 100;
    item *items, *pinned, *managed, *pitched;
    int *out;
    size_t pitch, bytes;
    cudaStream_t stream;
    cudaEvent_t event;
    show("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    show("event", cudaEventCreate(&event, cudaEventBlockingSync));
    show("async", cudaMallocAsync(&items, n * sizeof *items, stream));
    show("pinned", cudaMallocHost(&pinned, n * sizeof *pinned));
    show("pinned with flags", cudaMallocHost(&managed, 64, cudaHostAllocPortable));
    show("managed", cudaMallocManaged(&managed, n * sizeof *managed));
    show("pitched", cudaMallocPitch(&pitched, &pitch, 10 * sizeof *pitched, 3));
    show("out", cudaMalloc(&out, 4096 * sizeof *out));

    const int ten = 10;
    show("to symbol", cudaMemcpyToSymbol(bias, &ten, sizeof ten));
    show("to symbol, too much", cudaMemcpyToSymbol(bias, &ten, 8));
    item *where;
    show("address", cudaGetSymbolAddress((void **)&where, best));
    show("size", cudaGetSymbolSize(&bytes, best));
    printf("%zu bytes\n", bytes);
    int host_variable = 0;
    show("no symbol", cudaGetSymbolSize(&bytes, host_variable));

    int count = n;
    void *arguments[] = { &items, &count };
    show("launch", cudaLaunchKernel((const void *)fill, dim3(2), dim3(64), arguments, 0, stream));
    show("copy", cudaMemcpyAsync(pinned, items, n * sizeof *items, cudaMemcpyDeviceToHost, stream));
    show("record", cudaEventRecord(event, stream));
    show("wait", cudaEventSynchronize(event));
    printf("%g %d\n", pinned[99].key, pinned[99].value);

    show("prefetch", cudaMemPrefetchAsync(
                         managed, 64, cudaMemLocation{ cudaMemLocationTypeHost, 0 }, 0, stream));
    show("advise", cudaMemAdvise(managed, 64, cudaMemAdviseSetReadMostly,
                                 cudaMemLocation{ cudaMemLocationTypeDevice, 0 }));

    void *one[] = { &out };
    show("cooperative",
         cudaLaunchCooperativeKernel((void *)bounded, dim3(2112), dim3(128), one, 0, 0));
    show("too many",
         cudaLaunchCooperativeKernel((void *)bounded, dim3(2113), dim3(128), one, 0, 0));
    show("last", cudaGetLastError());

    float unused = 0;
    item x = { 0, 5 };
    void *three[] = { &out, &unused, &x };
    show("template",
         cudaLaunchKernel((void *)many<3>, dim3(1), dim3(32), three, 32 * sizeof(int), 0));
    int first = 0;
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);

    cudaFuncAttributes attributes;
    show("attributes", cudaFuncGetAttributes(&attributes, many<3>));
    printf("%d threads, %d bytes\n", attributes.maxThreadsPerBlock,
           attributes.maxDynamicSharedSizeBytes);
    show("attributes", cudaFuncGetAttributes(&attributes, (const void *)bounded));
    printf("%d threads\n", attributes.maxThreadsPerBlock);
    show("more",
         cudaFuncSetAttribute(many<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
    show("too much",
         cudaFuncSetAttribute(many<4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 << 10));
    int blocks, grid, block;
    show("occupancy",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many<3>, 256, 100 << 10));
    printf("%d blocks\n", blocks);
    show("occupancy",
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many<4>, 256, 100 << 10));
    printf("%d blocks\n", blocks);
    show("best", cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    printf("%d blocks of %d\n", grid, block);
    show("best", cudaOccupancyMaxPotentialBlockSizeVariableSMem(
                     &grid, &block, many<4>, [](int size) { return size * sizeof(double); }));
    printf("%d blocks of %d\n", grid, block);
    show("cache", cudaFuncSetCacheConfig(fill, cudaFuncCachePreferL1));

    show("free", cudaFreeAsync(items, stream));
    show("free", cudaFree(pitched));
    show("free", cudaFreeHost(pinned));
    show("free twice", cudaFreeHost(pinned));
    show("destroy", cudaStreamDestroy(stream));
    show("destroy", cudaEventDestroy(event));
}
