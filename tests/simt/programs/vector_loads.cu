// float4 and int2: vector loads with a scalar tail.
#include <cstdio>

__device__ inline float4 operator+(const float4 &a, const float4 &b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

struct __align__(8) Sample {
    float value;
    int weight;
};

__global__ void sum4(const float *in, float *out, size_t n)
{
    __shared__ float4 tile[64];
    float4 mine = { 0, 0, 0, 0 };
    const float4 *in4 = reinterpret_cast<const float4 *>(in);
    for (size_t i = threadIdx.x; i < n / 4; i += blockDim.x)
        mine = mine + in4[i];
    if (threadIdx.x < n % 4)
        mine.x += in[n - 1 - threadIdx.x];
    tile[threadIdx.x] = mine;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            tile[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = (tile[0].x + tile[0].y) + (tile[0].z + tile[0].w);
}

__global__ void weigh(const Sample *in, int2 *out, int n)
{
    int2 sum = make_int2(0, 0);
    for (int i = 0; i < n; ++i) {
        sum.x += (int)in[i].value * in[i].weight;
        sum.y += in[i].weight;
    }
    *out = sum;
}

int main()
{
    const size_t n = 1003;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, sizeof *out);
    for (size_t i = 0; i < n; i++)
        in[i] = (float)(i & 63);
    sum4<<<1, 64>>>(in, out, n);
    cudaDeviceSynchronize();
    printf("%.0f\n", *out);

    Sample *samples;
    int2 *pair;
    cudaMallocManaged(&samples, 3 * sizeof *samples);
    cudaMallocManaged(&pair, sizeof *pair);
    for (int i = 0; i < 3; i++)
        samples[i] = Sample{ i + 1.0f, 10 * i };
    weigh<<<1, 1>>>(samples, pair, 3);
    cudaDeviceSynchronize();
    printf("%d %d, %zu %zu\n", pair->x, pair->y, sizeof(Sample), alignof(float4));
}
