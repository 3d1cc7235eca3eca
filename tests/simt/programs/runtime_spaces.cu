// Address spaces, loads and stores with hints, clocks, pauses, device-side assert
// and symbols.
#include <cstdio>
#include <cassert>

__constant__ float scale[4];
__device__ int counter = 5;
__device__ float table[3] = { 1, 2, 3 };

__global__ void spaces(int *o, const float4 *in, float *values)
{
    __shared__ int s[64];
    extern __shared__ float dynamic[];
    const int t = threadIdx.x;
    s[t] = t;
    dynamic[t] = t * 2;
    __syncthreads();
    const float4 v = __ldg(in + t);
    values[t] = v.x + __ldcg(&in[t].y) + __ldcs(&in[t].z) + __ldca(&in[t].w) + __ldcv(&in[t].w) +
                dynamic[31 - t];
    __stcg(values + 32 + t, v.x * scale[t % 4]);
    __stcs(values + 64 + t, table[t % 3]);
    __stwt(values + 96 + t, (float)counter);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    const long long before = clock64();
    __nanosleep(10);
    const long long after = clock64();
    o[t] = __isShared(&s[t]) * 1 + __isShared(&dynamic[t]) * 2 + __isGlobal(&o[t]) * 4 +
           __isGlobal(&s[t]) * 8 + __isShared(&o[t]) * 16 + (after > before) * 32;
    o[32 + t] = (int)(__cvta_generic_to_shared(&s[t]) - __cvta_generic_to_shared(&s[0]));
    assert(after > before);
}

int main()
{
    int *o;
    float4 *in;
    float *values, factors[4] = { 1, 10, 100, 1000 };
    cudaMallocManaged(&o, 64 * sizeof *o);
    cudaMallocManaged(&in, 32 * sizeof *in);
    cudaMallocManaged(&values, 128 * sizeof *values);
    for (int i = 0; i < 32; i++)
        in[i] = make_float4(i, 1, 2, 3);
    cudaMemcpyToSymbol(scale, factors, sizeof factors);
    int seven = 7;
    cudaMemcpyToSymbol(counter, &seven, sizeof seven);
    void *where = nullptr;
    size_t bytes = 0;
    cudaGetSymbolAddress(&where, table);
    cudaGetSymbolSize(&bytes, table);
    float third = 30;
    cudaMemcpy((float *)where + 2, &third, sizeof third, cudaMemcpyHostToDevice);
    spaces<<<1, 32, 32 * sizeof(float)>>>(o, in, values);
    printf("%s, %zu bytes\n", cudaGetErrorName(cudaDeviceSynchronize()), bytes);
    for (int i = 0; i < 32; i++)
        printf("%d %d %g %g %g %g\n", o[i], o[32 + i], values[i], values[32 + i], values[64 + i],
               values[96 + i]);
    float back[3];
    cudaMemcpyFromSymbol(back, table, sizeof back);
    printf("%g %g %g\n", back[0], back[1], back[2]);
}
