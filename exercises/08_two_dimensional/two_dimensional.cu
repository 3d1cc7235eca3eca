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
    // Your code here: stride along the row, then a tree in partial[].
}

// Who should walk down which column?
__global__ void column_sums(const float *in, size_t rows, size_t columns, size_t pitch, float *out)
{
    // Your code here.
}

extern "C" cudaError_t matrix_sums(const float *d_in, size_t rows, size_t columns, size_t pitch,
                                   float *d_rows, float *d_columns, float *d_total)
{
    // Your code here: three launches.
    return cudaGetLastError();
}
// <<< your code
