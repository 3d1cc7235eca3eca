// Kernels in namespaces, in extern "C", static, declared before they are defined.
#include <cstdio>

namespace sums
{
__global__ void one(int *out);
template <class T, bool fast> __global__ void two(T *out);

inline namespace v1
{
namespace detail
{
__device__ __forceinline__ int helper(int x) { return x + 1; }
} // namespace detail
} // namespace v1
} // namespace sums

extern "C" {
__global__ void three(int *out) { *out = 3; }
static __global__ void four(int *out);
}

namespace
{
__global__ void hidden(int *out, int = 0, float unused = 1.0f) { *out = 5; }
} // namespace

__global__ void sums::one(int *out)
{
    *out = sums::detail::helper(0);
}

template <class T, bool fast> __global__ void sums::two(T *out)
{
    *out = fast ? 2 : -2;
}

namespace a::b
{
struct Tag {
    static constexpr int value = 6;
};
template <class T> static __global__ void tagged(int *out) { *out = T::value; }
} // namespace a::b

int main()
{
    using namespace sums;
    int *out, a = 3, b = 2;
    cudaMallocManaged(&out, 8 * sizeof *out);
    sums::one<<<1, 1>>>(out);
    sums::two<int, (3 > 2)><<<1, 1>>>(out + 1);
    ::three<<<1, 1>>>(out + 2);
    four<<<1, 1>>>(out + 3);
    hidden<<<1, 1>>>(out + 4);
    a::b::tagged<a::b::Tag><<<dim3(a > b), 1>>>(out + 5);
    ::sums::two<int, (1 << 1 > 2)><<<1, 1>>>(out + 6);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        printf("%d ", out[i]);
    printf("\n");
}

__global__ void four(int *out) { *out = 4; }
