// A table's rows as one array, by a pointer; the end of a thread's own array as a
// pointer that is not followed; a struct's last array, longer than its type says.

#include "../mutant.h"

enum { ROWS = 4, COLUMNS = 32, N = ROWS * COLUMNS, KEPT = 4 };

struct list {
    int length;
    float value[1]; // as many as there is memory for
};

__global__ void reduce(const float *in, list *out)
{
    __shared__ float table[ROWS][COLUMNS];
    float *const all = &table[0][0];
    float kept[KEPT];
    const int tid = threadIdx.x;
    for (int i = tid; i < N; i += COLUMNS)
        all[i] = in[i];
    __syncthreads();
    for (int i = 0; i < KEPT; i++)
        kept[i] = table[i % ROWS][tid];
    float sum = 0;
    for (const float *at = kept, *const end = &kept[KEPT]; at != end; at++)
        sum += *at;
    if (tid == 0)
        out->length = COLUMNS;
    out->value[tid] = sum;
}

int main()
{
    float *in = new_input(N);
    list *out, *host = (list *)malloc(sizeof *host + COLUMNS * sizeof(float));
    CHECK(cudaMalloc((void **)&out, sizeof *out + COLUMNS * sizeof(float)));
    CHECK(cudaMemset(out, 0, sizeof *out + COLUMNS * sizeof(float)));
    reduce<<<1, COLUMNS>>>(in, out);
    wait();
    CHECK(cudaMemcpy(host, out, sizeof *host + COLUMNS * sizeof(float), cudaMemcpyDeviceToHost));
    float sum = 0;
    const float *values = host->value;
    for (int i = 0; i < host->length; i++)
        sum += values[i];
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(sum, N);
}
