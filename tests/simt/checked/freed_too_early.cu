// Memory that is freed behind its last use. WRONG: before it.
__global__ void set(int *data)
{
    *data = 1; // BUG: use-after-free
}

int main()
{
    int *data;
    cudaMalloc(&data, sizeof *data);
#ifdef WRONG
    cudaFree(data);
    set<<<1, 1>>>(data);
#else
    set<<<1, 1>>>(data);
    cudaFree(data);
#endif
    cudaDeviceSynchronize();
    return 0;
}
