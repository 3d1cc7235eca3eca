// 10^9 elements on a real GPU: the sum must be right, and the time near that of
// reading the elements once and doing nothing with them.

#include "exercise.h"
#include "gpu.h"

static const double least_share = 0.70; // of the read ceiling

struct source {
    const float *d_in; // all of them, in device memory
    size_t n;
};

size_t source_most(const struct source *source)
{
    return source->n;
}

const float *source_tile(struct source *source, size_t first, size_t count)
{
    return count > 0 && first + count <= source->n ? source->d_in + first : NULL;
}

// 0, 1, 2, …, 15, 0, 1, …: the sum of 16 neighbours is 120.
__global__ void fill(float *out, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        out[i] = (float)(i % 16);
}

// Reads everything; the comparison only keeps the loads.
__global__ void read(const float4 *in, size_t quads, float *out)
{
    float sum = 0.0f;
    for (size_t q = blockIdx.x * (size_t)blockDim.x + threadIdx.x; q < quads;
         q += (size_t)gridDim.x * blockDim.x) {
        const float4 v = in[q];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    if (sum < 0.0f)
        *out = sum;
}

static size_t elements_that_fit(void)
{
    size_t free_bytes, total, n = 1000000000;
    GPU_CHECK(cudaMemGetInfo(&free_bytes, &total));
    while (n * sizeof(float) > free_bytes / 10 * 9)
        n /= 2;
    return n;
}

static double reference(size_t n)
{
    const size_t rest = n % 16;
    return 120.0 * (double)(n / 16) + (double)(rest * (rest - 1) / 2) * (rest > 0);
}

int main(void)
{
    const size_t n = elements_that_fit();
    float *d_in;
    double sum = 0.0;
    cudaError_t status = cudaSuccess;
    GPU_CHECK(cudaMalloc(&d_in, n * sizeof *d_in));
    fill<<<1024, 256>>>(d_in, n);
    GPU_CHECK(cudaDeviceSynchronize());
    struct source source = { d_in, n };
    const float ms = gpu_time_ms(10, [&] { status = sum_all(&source, n, &sum); });
    GPU_CHECK(status);
    int sms;
    GPU_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    const float ceiling =
        gpu_time_ms(10, [&] { read<<<8 * sms, 256>>>((const float4 *)d_in, n / 4, d_in); });
    GPU_CHECK(cudaGetLastError());
    const double share = (double)ceiling / ms, bytes = (double)n * sizeof(float);
    printf("On this GPU (%s): %zu elements in %.3f ms, %.0f GB/s, %.0f %% of the read ceiling "
           "(%.0f GB/s)\n",
           gpu_name(), n, ms, bytes / ms / 1e6, 100 * share, bytes / ceiling / 1e6);
    if (!(sum <= reference(n) && sum >= reference(n))) {
        printf("The sum is wrong: expected %.0f, got %.17g\n", reference(n), sum);
        return 1;
    }
    if (!(share >= least_share)) {
        printf("A design should reach %.0f %%: are there enough blocks, and are loads float4?\n",
               100 * least_share);
        return 1;
    }
    return 0;
}
