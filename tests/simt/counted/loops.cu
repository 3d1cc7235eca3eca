// global_store_requests: 1, shared_atomic_requests: 3, barriers: 4
/* Lanes leave a loop at different times: what follows it they do together. */
#include <cstdio>

__global__ void sums(const int *length, const int *value, int *out, int n)
{
    __shared__ int bin[8];
    int i = threadIdx.x;
    if (i < 8)
        bin[i] = 0;
    __syncthreads();
    int run = 0, before = -1;
    for (int k = i; k < n; k += blockDim.x) { // only lanes below 8 go round twice
        int now = value[k];
        if (now == before) {
            run++;
        } else {
            if (run > 0)
                atomicAdd(&bin[before], run); // the second time round
            run = 1;
            before = now;
        }
    }
    if (run > 0)
        atomicAdd(&bin[before], run);
    __syncthreads();
    if (i < 8) {
        int sum = 0;
        for (int k = 0; k < length[i]; k++)
            sum += value[k] + bin[i];
        out[i] = sum;
    }
}

int main()
{
    int h[72], *length, *value, *out;
    for (int i = 0; i < 72; i++)
        h[i] = i / 5 % 8;
    cudaMalloc(&length, sizeof h);
    cudaMalloc(&value, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(value, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 72; i++)
        h[i] = i;
    cudaMemcpy(length, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(length, value, out, 72);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(length);
    cudaFree(value);
    cudaFree(out);
}
