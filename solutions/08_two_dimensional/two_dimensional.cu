// Exercise 08: rows, columns, everything
//
// A matrix lies in memory row after row. Sums of rows and sums of columns read
// the same floats, yet who reads which decides how many 32-byte sectors the
// memory must deliver: neighbouring lanes want neighbouring floats, both times.

#include "exercise.h"

enum { BLOCK = 256 };
extern __shared__ float partial[]; // BLOCK floats

// Where row r begins; pitch is in bytes.
__device__ inline const float *row(const float *in, size_t pitch, size_t r)
{
    return (const float *)((const char *)in + r * pitch);
}

// >>> your code
// Block r adds up row r.
__global__ void row_sums(const float *in, size_t columns, size_t pitch, float *out)
{
    const unsigned tid = threadIdx.x;
    float sum = 0.0f;
    for (size_t c = tid; c < columns; c += BLOCK)
        sum += row(in, pitch, blockIdx.x)[c];
    partial[tid] = sum;
    __syncthreads();

    for (unsigned stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = partial[0];
}

// Each thread walks down one column; its neighbours walk down the next ones.
__global__ void column_sums(const float *in, size_t rows, size_t columns, size_t pitch, float *out)
{
    const size_t c = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (c >= columns)
        return;
    float sum = 0.0f;
    for (size_t r = 0; r < rows; r++)
        sum += row(in, pitch, r)[c];
    out[c] = sum;
}

extern "C" cudaError_t matrix_sums(const float *d_in, size_t rows, size_t columns, size_t pitch,
                                   float *d_rows, float *d_columns, float *d_total)
{
    const unsigned bytes = BLOCK * sizeof(float), column_blocks = (columns + BLOCK - 1) / BLOCK;
    row_sums<<<rows, BLOCK, bytes>>>(d_in, columns, pitch, d_rows);
    column_sums<<<column_blocks, BLOCK>>>(d_in, rows, columns, pitch, d_columns);
    row_sums<<<1, BLOCK, bytes>>>(d_rows, rows, 0, d_total); // the row sums are a row
    return cudaGetLastError();
}
// <<< your code
