// The sum of each column is wanted, and the kernel adds up the rows.
// Expected: wrong: rows and columns are swapped

#include "../mutant.h"

enum { ROWS = 16, COLUMNS = 16 };

__global__ void sum_columns(const float *in, float *out)
{
    const int column = threadIdx.x;
    float sum = 0;
    for (int row = 0; row < ROWS; row++)
        sum += in[column * ROWS + row];
    out[column] = sum;
}

int main()
{
    float *in = new_input(ROWS * COLUMNS), *out = new_array(COLUMNS), want = 0;
    for (int row = 0; row < ROWS; row++)
        want += value_at(row * COLUMNS);
    sum_columns<<<1, COLUMNS>>>(in, out);
    wait();
    const int status = verdict(first_of(out), want, "rows and columns are swapped");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
