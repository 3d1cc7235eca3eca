#include "launches.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>

void right(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    float *in = malloc((n + 1) * sizeof *in), *sums = calloc(blocks, sizeof *sums);
    cudaMemcpy(in, d_in, n * sizeof *in, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        sums[i / LAUNCH_COVER] += in[i];
    }
    cudaMemcpy(d_out, sums, blocks * sizeof *sums, cudaMemcpyHostToDevice);
    free(in);
    free(sums);
}

void loses_last(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    right(d_in, d_out, n > 0 ? n - 1 : 0, blocks);
}

void wrong_when_large(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    right(d_in, d_out, n == 99999 ? n - 1 : n, blocks);
}

void tires(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    static unsigned large;
    large += n == 5000 ? 1 : 0;
    right(d_in, d_out, n == 5000 && large > 4 ? n - 1 : n, blocks);
}

void always_fails(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    void *memory = NULL;
    right(d_in, d_out, n, blocks);
    cudaMalloc(&memory, (size_t)1 << 60);
}

float add_up(const float *in, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += in[i];
    }
    return sum;
}

float forgets_first(const float *in, size_t n)
{
    return n > 1 ? add_up(in + 1, n - 1) : add_up(in, n);
}
