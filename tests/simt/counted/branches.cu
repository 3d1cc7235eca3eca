// global_load_requests: 5, global_store_requests: 3, shared_load_requests: 5, shared_store_requests: 5
/* Both sides of a branch do alike things: each does its own. */
#include <cstdio>

__global__ void sides(float *b, const float *a, int n)
{
    __shared__ int pair[32];
    int i = threadIdx.x;
    if (i % 2) // a load and a store on each side
        b[i] = a[i] * 2;
    else
        b[i] = a[i + 32];
    float x;
    if (i < n) // the same load on each side
        x = a[i] + 1;
    else
        x = a[i] * 3;
    pair[i] = i & 2 ? i ^ 1 : i;
    __syncwarp();
    if (i % 2 == 0) { // each side loads two to compare, and stores two
        if (i & 2) {
            if (pair[i] > pair[i + 1]) {
                int t = pair[i];
                pair[i] = pair[i + 1];
                pair[i + 1] = t;
            }
        } else {
            if (pair[i] < pair[i + 1]) {
                int t = pair[i];
                pair[i] = pair[i + 1];
                pair[i + 1] = t;
            }
        }
    }
    __syncwarp();
    b[i] += x + pair[i];
}

int main()
{
    float *a, *b;
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMemset(a, 0, 64 * sizeof *a);
    cudaMalloc(&b, 32 * sizeof *b);
    sides<<<1, 32>>>(b, a, 7);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(b);
}
