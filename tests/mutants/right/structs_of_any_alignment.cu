// Structs of 8 bytes that need an alignment of 4 only, at addresses that are no
// multiples of 8: a GPU copies them word by word.

#include "../mutant.h"

enum { N = 64, BLOCK = 64 };

struct entry {
    float value;
    int index;
};

struct row {
    int length;
    entry entries[2];
};

__global__ void pick(const float *in, row *rows, entry *last, float *out)
{
    const int tid = threadIdx.x;
    rows[tid].length = 2;
    for (int i = 0; i < 2; i++)
        rows[tid].entries[i] = entry{ in[tid], i };
    const entry mine = rows[tid].entries[1];
    last[tid] = mine;
    out[tid] = mine.value;
}

int main()
{
    float *in = new_input(N), *out = new_array(N);
    row *rows;
    entry *last;
    CHECK(cudaMalloc((void **)&rows, N * sizeof *rows));
    CHECK(cudaMalloc((void **)&last, N * sizeof *last));
    pick<<<1, BLOCK>>>(in, rows, last, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(rows));
    CHECK(cudaFree(last));
    return status;
}
