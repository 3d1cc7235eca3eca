// C++17: parameter packs, fold expressions, if constexpr, structured bindings.
#include <cstdio>
#include <type_traits>

template <class... T> __global__ void sum_of(double *out, T... values)
{
    *out = (0.0 + ... + values);
}

template <class First, class... Rest> __global__ void count(int *out, First, Rest...)
{
    *out = 1 + sizeof...(Rest);
}

template <int... sizes> __global__ void largest(int *out)
{
    int best = 0;
    ((best = sizes > best ? sizes : best), ...);
    *out = best;
}

struct Range {
    int low, high;
};

template <typename T, int BLOCK> __global__ void spread(const T *in, T *out)
{
    __shared__ Range ranges[BLOCK];
    ranges[threadIdx.x] = { (int)in[threadIdx.x], (int)in[threadIdx.x] };
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            auto [low, high] = ranges[threadIdx.x];
            const auto &[other_low, other_high] = ranges[threadIdx.x + s];
            ranges[threadIdx.x] = { low < other_low ? low : other_low,
                                    high > other_high ? high : other_high };
        }
        __syncthreads();
    }
    if constexpr (std::is_floating_point_v<T>)
        out[threadIdx.x] = (T)(ranges[0].high - ranges[0].low) / 2;
    else
        out[threadIdx.x] = ranges[0].high - ranges[0].low;
}

int main()
{
    double *out;
    int *number, *in;
    float *real;
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&number, sizeof *number);
    cudaMallocManaged(&in, 64 * sizeof *in);
    cudaMallocManaged(&real, 64 * sizeof *real);
    sum_of<<<1, 1>>>(out, 1, 2.5f, 3.25, (short)4);
    count<<<1, 1>>>(number, 'a', 2, 3.0);
    cudaDeviceSynchronize();
    printf("%g %d\n", *out, *number);
    largest<3, 9, 4><<<1, 1>>>(number);
    cudaDeviceSynchronize();
    printf("%d\n", *number);
    for (int i = 0; i < 64; i++)
        real[i] = (float)(in[i] = (i * 29) % 64 + 5);
    spread<int, 64><<<1, 64>>>(in, in);
    spread<float, 64><<<1, 64>>>(real, real);
    cudaDeviceSynchronize();
    printf("%d %g\n", in[63], real[0]);
}
