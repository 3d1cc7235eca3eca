// global_load_requests: 3, shared_store_requests: 4, shared_load_requests: 3, global_store_requests: 3, barriers: 2
/* Copies and fills of a size that the compiler knows, and a barrier between two equal conditions. */
#include <cstdio>
#include <cstring>

struct record {
    char name[12];
    int id;
    double v[3];
};

__global__ void copy(const record *in, record *out, int n)
{
    __shared__ record tile[32];
    int i = threadIdx.x;
    memset(&tile[i], 0, sizeof tile[i]);
    if (i < n) {
        memcpy(tile[i].name, in[i].name, 8);
        memcpy(&tile[i].id, &in[i].id, sizeof tile[i].id);
        memcpy(tile[i].v, in[i].v, sizeof tile[i].v);
    }
    __syncthreads();
    if (i < n) {
        memcpy(&out[i], &tile[31 - i], sizeof out[i]);
    }
    __syncwarp();
    if (i < n) {
        memcpy(&out[i].id, &tile[i].id, sizeof out[i].id);
        memcpy(out[i].name, tile[i].name, 8);
    }
    __syncthreads();
}

int main()
{
    record *in, *out;
    cudaMalloc(&in, 32 * sizeof *in);
    cudaMemset(in, 1, 32 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    copy<<<1, 32>>>(in, out, 20);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
