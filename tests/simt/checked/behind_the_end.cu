// Elements of an array. WRONG: as many as there are threads, and three of those are behind its end.
__global__ void set(int *data, int n)
{
#ifdef WRONG
    n = blockDim.x;
#endif
    if (threadIdx.x < n)
        data[threadIdx.x] = 1; // BUG: global-bounds
}

int main()
{
    const int n = 29;
    int *data;
    cudaMalloc(&data, n * sizeof(int));
    set<<<1, 32>>>(data, n);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
