// Grids and blocks of three dimensions, given in many ways.
#include <cstdio>

__device__ __host__ inline unsigned volume(dim3 d) { return d.x * d.y * d.z; }

__global__ void mark(unsigned *seen, unsigned *count)
{
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned global = block * volume(blockDim) + thread;
    seen[global] += 1;
    atomicAdd(count, 1u);
}

__global__ void row_sums(const int *matrix, int *sums, int columns)
{
    __shared__ int tile[4][33];
    int mine = 0;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        mine += matrix[row * columns + c];
    tile[threadIdx.y][threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int c = 1; c < 32; c++)
            mine += tile[threadIdx.y][c];
        sums[row] = mine;
    }
}

int main()
{
    unsigned *seen, *count;
    cudaMallocManaged(&seen, 5000 * sizeof *seen);
    cudaMallocManaged(&count, sizeof *count);
    cudaMemset(seen, 0, 5000 * sizeof *seen);
    cudaMemset(count, 0, sizeof *count);
    dim3 grid(3, 2, 4), block(8, 4, 2);
    mark<<<grid, block>>>(seen, count);
    mark<<<dim3(10), dim3(16, 2)>>>(seen, count);
    mark<<<dim3{ 2, 2, 2 }, 32u>>>(seen, count);
    mark<<<5, dim3(1, 1, 64)>>>(seen, count);
    cudaDeviceSynchronize();
    printf("%u threads, the first seen %u times, the last %u\n", *count, seen[0],
           seen[volume(grid) * volume(block) - 1]);

    const int rows = 8, columns = 50;
    int *matrix, *sums;
    cudaMallocManaged(&matrix, rows * columns * sizeof *matrix);
    cudaMallocManaged(&sums, rows * sizeof *sums);
    for (int i = 0; i < rows * columns; i++)
        matrix[i] = i / columns + (i % columns == 0);
    row_sums<<<dim3(1, rows / 4), dim3(32, 4)>>>(matrix, sums, columns);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++)
        printf("%d ", sums[r]);
    printf("\n");
}
