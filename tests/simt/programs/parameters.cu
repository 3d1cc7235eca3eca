// Kernel parameters: structs, arrays in structs, defaults, no names, functions.
#include <cstdio>

struct Shape {
    int n;
    float weights[4];
};
typedef int (*unary)(int);

__global__ void by_value(Shape shape, float *out)
{
    shape.n += threadIdx.x;
    shape.weights[threadIdx.x % 4] *= 2;
    out[threadIdx.x] = shape.n + shape.weights[threadIdx.x % 4];
}

__global__ void constant(const __grid_constant__ Shape shape, const int, float out[], int offset = 2)
{
    out[offset] = shape.weights[shape.n];
}

__global__ void nested(const float *const *rows, float (*square)[2], unsigned, unsigned long long big,
                       bool flag, char letter, const Shape *__restrict__ shapes)
{
    square[1][0] = rows[0][0] + rows[1][1] + (float)(big >> 32) + flag + (letter - 'a') + shapes->n;
}

__global__ void own_copy(int n, int *out)
{
    for (; n > 0; n--)
        out[threadIdx.x] += n;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] += n;
}

int main()
{
    Shape shape = { 1, { 1, 2, 3, 4 } }, *shapes;
    float *out, **rows;
    int *counts;
    cudaMallocManaged(&out, 8 * sizeof *out);
    cudaMallocManaged(&rows, 2 * sizeof *rows);
    cudaMallocManaged(&shapes, sizeof *shapes);
    cudaMallocManaged(&counts, 4 * sizeof *counts);
    *shapes = shape;
    by_value<<<1, 8>>>(shape, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%g ", out[i]);
    printf("\n");
    constant<<<1, 1>>>(shape, 0, out);
    constant<<<1, 1>>>(shape, 0, out, 3);
    rows[0] = out;
    rows[1] = out + 1;
    nested<<<1, 1>>>(rows, (float(*)[2])(out + 4), 1, 5ull << 32, true, 'c', shapes);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[2], out[3], out[6]);
    for (int i = 0; i < 4; i++)
        counts[i] = 0;
    own_copy<<<1, 4>>>(4, counts);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
}
