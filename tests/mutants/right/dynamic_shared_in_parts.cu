// Dynamic shared memory that holds two arrays of different types.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    extern __shared__ unsigned char memory[];
    double *partial = (double *)memory;
    int *count = (int *)(memory + BLOCK * sizeof(double));
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    count[tid] = i < n;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            partial[tid] += partial[tid + stride];
            count[tid] += count[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = count[0] > 0 ? (float)partial[0] : NAN;
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    reduce<<<GRID, BLOCK, BLOCK *(sizeof(double) + sizeof(int))>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
