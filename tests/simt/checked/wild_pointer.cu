// A pointer out of a table of pointers. WRONG: one that nobody made, far from all memory.
#include <cstdint>

__global__ void set(int *const *table)
{
    *table[threadIdx.x] = 1; // BUG: global-bounds
}

int main()
{
    int *data, **table;
    cudaMalloc(&data, sizeof *data);
    cudaMalloc(&table, sizeof *table);
#ifdef WRONG
    int *const entry = reinterpret_cast<int *>(static_cast<uintptr_t>(0x123456789abc));
#else
    int *const entry = data;
#endif
    cudaMemcpy(table, &entry, sizeof entry, cudaMemcpyHostToDevice);
    set<<<1, 1>>>(table);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(table);
    return 0;
}
