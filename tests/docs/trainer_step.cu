// One block of a step, with an operator and a size that the trainer offers:
//
//   PROGRAM OPERATOR BLOCK NUMBERS...
//
// The step's own source is compiled for each of them, with a type of ours for its
// float: `+=` and `+` apply the operator, and the 0.0f of threads without an element
// becomes the identity. Run with SIMT_TRACE to see what the block does. The build
// names the step, so this file is nothing by itself. nvcc: never
#include "harness.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#undef REQUIRE_POWER_OF_TWO
#undef REQUIRE_WHOLE_WARPS
#define REQUIRE_POWER_OF_TWO(block) static_assert((block) > 0, "")
#define REQUIRE_WHOLE_WARPS(block) static_assert((block) > 0, "")
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define ALWAYS_INLINE __attribute__((always_inline)) inline

#define DEFINE_OPERATOR(NAME, IDENTITY, EXPRESSION)                                                \
    struct NAME {                                                                                  \
        static constexpr float identity = IDENTITY;                                                \
        static ALWAYS_INLINE float of(float a, float b)                                            \
        {                                                                                          \
            return EXPRESSION;                                                                     \
        }                                                                                          \
    }
namespace operators
{
DEFINE_OPERATOR(add, 0.0f, a + b);
DEFINE_OPERATOR(mul, 1.0f, a *b);
DEFINE_OPERATOR(max, -INFINITY, a < b ? b : a);
DEFINE_OPERATOR(min, INFINITY, b < a ? b : a);
DEFINE_OPERATOR(all, 1.0f, (float)((int)(a != 0.0f) & (int)(b != 0.0f))); // both are loaded, always
DEFINE_OPERATOR(any, 0.0f, (float)((int)(a != 0.0f) | (int)(b != 0.0f)));
DEFINE_OPERATOR(band, -1.0f, (float)((int)a &(int)b));
DEFINE_OPERATOR(bor, 0.0f, (float)((int)a | (int)b));
} // namespace operators

// A float whose addition is the operator. The only literal in a kernel is 0.0f.
template <typename Op> struct number {
    float value;
    number() = default;
    // By its float: the copy of a struct is announced to the trace as a whole.
    ALWAYS_INLINE number(const number &from) : value(from.value)
    {
    }
    ALWAYS_INLINE number &operator=(const number &from)
    {
        value = from.value;
        return *this;
    }
    ALWAYS_INLINE number(float) : value(Op::identity)
    {
    }
    ALWAYS_INLINE number &operator+=(number right)
    {
        value = Op::of(value, right.value);
        return *this;
    }
    friend ALWAYS_INLINE number operator+(number left, number right)
    {
        return left += right;
    }
};
// Read as one float4.
template <typename Op> struct alignas(16) four {
    number<Op> x, y, z, w;
    ALWAYS_INLINE four(const four &from)
    {
        const float4 v = reinterpret_cast<const float4 &>(from);
        x.value = v.x, y.value = v.y, z.value = v.z, w.value = v.w;
    }
};
template <typename Op>
ALWAYS_INLINE number<Op> __shfl_xor_sync(unsigned mask, number<Op> sum, unsigned stride)
{
    sum.value = __shfl_xor_sync(mask, sum.value, (int)stride);
    return sum;
}

// What can be run: a list that the instances enter themselves in.
struct instance {
    const char *name;
    unsigned block;
    void (*run)(const void *in, void *out, int n);
    const instance *next;
    instance(const char *name, unsigned block, void (*run)(const void *, void *, int))
        : name(name), block(block), run(run), next(first)
    {
        first = this;
    }
    static inline const instance *first = nullptr;
};

#define OPERATOR add
#include "trainer_operator.h"
#define OPERATOR mul
#include "trainer_operator.h"
#define OPERATOR max
#include "trainer_operator.h"
#define OPERATOR min
#include "trainer_operator.h"
#define OPERATOR all
#include "trainer_operator.h"
#define OPERATOR any
#include "trainer_operator.h"
#define OPERATOR band
#include "trainer_operator.h"
#define OPERATOR bor
#include "trainer_operator.h"

static int run(const instance *at, int n, char **numbers)
{
    float host[1024], *in, *out, result = 0.0f;
    for (int i = 0; i < n; i++)
        host[i] = strtof(numbers[i], nullptr);
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof *out) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, (size_t)n * sizeof *in, cudaMemcpyHostToDevice);
    at->run(in, out, n);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
    printf("%.9g\n", (double)result);
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 3 + 1024) {
        fprintf(stderr, "usage: %s OPERATOR BLOCK NUMBERS...\n", argv[0]);
        return 2;
    }
    for (const instance *at = instance::first; at != nullptr; at = at->next) {
        if (strcmp(at->name, argv[1]) == 0 && at->block == strtoul(argv[2], nullptr, 10))
            return run(at, argc - 3, argv + 3);
    }
    fprintf(stderr, "there is no %s of block %s here\n", argv[1], argv[2]);
    return 2;
}
