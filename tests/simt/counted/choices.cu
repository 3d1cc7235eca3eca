// global_load_requests: 2, shared_store_requests: 4, shared_load_requests: 64, barriers: 8, global_store_requests: 1
/* A store on each side of a branch that all lanes take together: clang makes one of them, which
 * has no line. */
#include <cstdio>

__global__ void choose(const float *a, float *out, int n)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        int from = k * 32 + i;
        if (from < n)
            tile[i] = a[from];
        else
            tile[i] = 0;
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += tile[j];
        __syncthreads();
    }
    out[i] = sum;
}

int main()
{
    float *a, *out;
    cudaMalloc(&a, 128 * sizeof *a);
    cudaMemset(a, 0, 128 * sizeof *a);
    cudaMalloc(&out, 32 * sizeof *out);
    choose<<<1, 32>>>(a, out, 64);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(out);
}
