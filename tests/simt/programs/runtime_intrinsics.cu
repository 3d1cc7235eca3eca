// Integer and floating-point intrinsics with the values that the hardware gives.
#include <cstdio>
#include <math_constants.h>

__global__ void integers(long long *o)
{
    const unsigned xs[] = { 0, 1, 2, 0x80000000u, 0xffffffffu, 0x12345678u, 0x00f0f000u };
    int k = 0;
    for (unsigned x : xs) {
        const unsigned long long y = (unsigned long long)x << 20;
        o[k++] = __popc(x);
        o[k++] = __popcll(y);
        o[k++] = __clz((int)x);
        o[k++] = __clzll((long long)y);
        o[k++] = __ffs((int)x);
        o[k++] = __ffsll((long long)y);
        o[k++] = __brev(x);
        o[k++] = (long long)__brevll(y);
        o[k++] = __byte_perm(x, 0x9abcdef0u, 0x7531);
        o[k++] = __byte_perm(x, 0x9abcdef0u, 0xfb40);
        o[k++] = __funnelshift_l(x, 0xdeadbeefu, 37);
        o[k++] = __funnelshift_r(x, 0xdeadbeefu, 37);
        o[k++] = __funnelshift_lc(x, 0xdeadbeefu, 37);
        o[k++] = __funnelshift_rc(x, 0xdeadbeefu, 9);
        o[k++] = __mulhi((int)x, -123456789);
        o[k++] = __umulhi(x, 0xcafebabeu);
        o[k++] = __mul64hi((long long)(y * 77777), -1234567890123456789ll);
        o[k++] = (long long)__umul64hi(y * 77777, 0xcafebabedeadbeefull);
        o[k++] = __mul24((int)x, 0x00abcdef);
        o[k++] = __umul24(x, 0x00abcdefu);
        o[k++] = __sad((int)x, 5, 3u);
        o[k++] = __usad(x, 5u, 3u);
        o[k++] = __hadd((int)x, 8);
        o[k++] = __uhadd(x, 8u);
        o[k++] = min((int)x, 7) + max((int)x, -7);
        o[k++] = min(x, 7u) + max(x, 7u);
        o[k++] = min((int)x, 7u);
        o[k++] = max((long long)x, -1ll);
    }
}

__global__ void conversions(long long *o)
{
    const float xs[] = { 0.0f,         0.5f,         1.5f,          2.5f,         -0.5f,
                         -1.5f,        3e9f,         -3e9f,         1e20f,        -1e20f,
                         CUDART_NAN_F, CUDART_INF_F, -CUDART_INF_F, 2147483647.0f };
    int k = 0;
    for (float x : xs) {
        const double d = (double)x * 1.0000000001;
        o[k++] = __float2int_rn(x);
        o[k++] = __float2int_rz(x);
        o[k++] = __float2int_ru(x);
        o[k++] = __float2int_rd(x);
        o[k++] = __float2uint_rn(x);
        o[k++] = __float2uint_rz(x);
        o[k++] = __float2uint_ru(x);
        o[k++] = __float2uint_rd(x);
        o[k++] = __float2ll_rn(x);
        o[k++] = __float2ll_rz(x);
        o[k++] = (long long)__float2ull_rn(x);
        o[k++] = (long long)__float2ull_rz(x);
        o[k++] = __double2int_rn(d);
        o[k++] = __double2int_rz(d);
        o[k++] = __double2uint_rn(d);
        o[k++] = __double2uint_rz(d);
        o[k++] = __double2ll_rn(d);
        o[k++] = (long long)__double2ull_ru(d);
        o[k++] = __float_as_int(x);
        o[k++] = __float_as_uint(x);
        o[k++] = __double_as_longlong(d);
        o[k++] = __double2hiint(d);
        o[k++] = __double2loint(d);
        o[k++] = __double_as_longlong(__hiloint2double(__double2hiint(d), 5));
        o[k++] = __float_as_int(__int_as_float(__float_as_int(x) ^ 1));
        o[k++] = __float_as_int(__saturatef(x));
        o[k++] = __float_as_int(__double2float_rn(d));
        o[k++] = __float_as_int(__int2float_rn(__float_as_int(x)));
        o[k++] = __float_as_int(__uint2float_rn(__float_as_uint(x)));
        o[k++] = __float_as_int(__ll2float_rn(__double_as_longlong(d)));
        o[k++] = __double_as_longlong(__ll2double_rn(__double_as_longlong(d)));
    }
}

// Correctly rounded, so the same everywhere.
__global__ void exact(float *f, double *d)
{
    const float a = 1.1f, b = 3.3333f, c = -3.666629f;
    int k = 0;
    f[k++] = __fadd_rn(a, b);
    f[k++] = __fsub_rn(a, b);
    f[k++] = __fmul_rn(a, b);
    f[k++] = __fdiv_rn(a, b);
    f[k++] = __fmaf_rn(a, b, c);
    f[k++] = __fadd_rn(__fmul_rn(a, b), c);
    f[k++] = fmaf(a, b, c);
    f[k++] = __frcp_rn(b);
    f[k++] = __fsqrt_rn(b);
    f[k++] = sqrtf(a);
    f[k++] = fminf(a, NAN);
    f[k++] = fmaxf(NAN, b);
    f[k++] = min(a, b);
    f[k++] = max(CUDART_NAN_F, b);
    f[k++] = fabsf(c);
    f[k++] = floorf(c);
    f[k++] = ceilf(c);
    f[k++] = truncf(c);
    f[k++] = rintf(2.5f);
    f[k++] = roundf(2.5f);
    f[k++] = fmodf(c, a);
    f[k++] = copysignf(a, c);
    f[k++] = ldexpf(a, 5);
    f[k++] = min(1.0f, CUDART_INF_F);
    k = 0;
    const double x = 1.1, y = 3.3333, z = -3.66663;
    d[k++] = __dadd_rn(x, y);
    d[k++] = __dsub_rn(x, y);
    d[k++] = __dmul_rn(x, y);
    d[k++] = __ddiv_rn(x, y);
    d[k++] = __fma_rn(x, y, z);
    d[k++] = __dadd_rn(__dmul_rn(x, y), z);
    d[k++] = fma(x, y, z);
    d[k++] = __drcp_rn(y);
    d[k++] = __dsqrt_rn(y);
    d[k++] = fmin(x, y);
    d[k++] = max(a, y);
    d[k++] = min(x, b);
}

// Close, not equal: true where the relative error is below the bound.
__global__ void close(int *o)
{
    int k = 0;
    for (float x = 0.1f; x < 4.0f; x += 0.7f) {
        o[k++] = fabsf(__expf(x) - expf(x)) <= 1e-5f * expf(x);
        o[k++] = fabsf(__logf(x) - logf(x)) <= 1e-5f;
        o[k++] = fabsf(__sinf(x) - sinf(x)) <= 1e-5f;
        o[k++] = fabsf(__cosf(x) - cosf(x)) <= 1e-5f;
        o[k++] = fabsf(__powf(x, 1.5f) - x * sqrtf(x)) <= 1e-4f * x;
        o[k++] = fabsf(rsqrtf(x) * sqrtf(x) - 1) <= 1e-6f;
        o[k++] = fabsf(__fdividef(1, x) * x - 1) <= 1e-6f;
        o[k++] = fabs(rsqrt((double)x) * sqrt((double)x) - 1) <= 1e-14;
        o[k++] = fabsf(rcbrtf(x) * cbrtf(x) - 1) <= 1e-6f;
        o[k++] = fabsf(rhypotf(x, 1) * hypotf(x, 1) - 1) <= 1e-6f;
        o[k++] = fabsf(norm3df(x, x, x) - x * 1.7320508f) <= 1e-5f * x;
        float s, c;
        __sincosf(x, &s, &c);
        o[k++] = fabsf(s * s + c * c - 1) <= 1e-5f;
        o[k++] = fabsf(__log2f(x) - log2f(x)) + fabsf(__log10f(x) - log10f(x)) <= 1e-5f;
        o[k++] = fabsf(__exp10f(x) - exp10f(x)) <= 1e-4f * exp10f(x);
    }
    o[k] = -1;
}

int main()
{
    long long *o;
    cudaMallocManaged(&o, 1 << 16);
    integers<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7 * 28; i++)
        printf("%llx%c", o[i], i % 14 == 13 ? '\n' : ' ');
    conversions<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 14 * 31; i++)
        printf("%llx%c", o[i], i % 31 == 30 ? '\n' : ' ');
    float *f = (float *)o;
    double *d = (double *)(o + 1000);
    exact<<<1, 1>>>(f, d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 24; i++)
        printf("%a\n", f[i]);
    for (int i = 0; i < 12; i++)
        printf("%a\n", d[i]);
    int *c = (int *)o, good = 0, bad = 0;
    close<<<1, 1>>>(c);
    cudaDeviceSynchronize();
    for (int i = 0; c[i] >= 0; i++) {
        good += c[i] == 1;
        bad += c[i] != 1;
        if (c[i] != 1)
            printf("function %d is off\n", i % 14);
    }
    printf("%d close, %d off\n", good, bad);
}
