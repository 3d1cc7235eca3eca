// CUDA's special functions in both precisions, against values that a script computed with 60 digits
// (mpmath; the inverses by bisection). Each must be within 8 units in the last place; CUDA's manual
// allows 7.
#include <cmath>
#include <cstdio>

const int POINTS = 8;

struct Point {
    double x, value;
    float of_float; // the value at (float)x
};

__device__ const Point sinpi_points[POINTS] = {
    { 0x1p-2, 0x1.6a09e667f3bcdp-1, 0x1.6a09e6p-1f },
    { -0x1p-1, -0x1p+0, -0x1p+0f },
    { 0x1.12e0be826d695p-30, 0x1.afc6f70213be6p-29, 0x1.afc6f6p-29f },
    { 0x1.999999999999ap-4, 0x1.3c6ef372fe95p-2, 0x1.3c6ef4p-2f },
    { 0x1.4cccccccccccdp+0, -0x1.9e3779b97f4a8p-1, -0x1.9e3776p-1f },
    { -0x1.ecccccccccccdp+2, 0x1.9e3779b97f4a5p-1, 0x1.9e3786p-1f },
    { 0x1.2d687ep+20, -0x1.87de2a6aea963p-2, -0x1.87de2ap-2f },
    { 0x1.fffffffffffffp+51, -0x1p+0, 0 },
};

__device__ const Point cospi_points[POINTS] = {
    { 0x1p-2, 0x1.6a09e667f3bcdp-1, 0x1.6a09e6p-1f },
    { 0x1.fef9db22d0e56p-2, 0x1.9bc62f04cce0ep-9, 0x1.9bc4d4p-9f },
    { 0x1.12e0be826d695p-30, 0x1p+0, 0x1p+0f },
    { 0x1.999999999999ap-4, 0x1.e6f0e134454ffp-1, 0x1.e6f0e2p-1f },
    { 0x1.4cccccccccccdp+0, -0x1.2cf2304755a5dp-1, -0x1.2cf234p-1f },
    { -0x1.ecccccccccccdp+2, 0x1.2cf2304755a62p-1, 0x1.2cf22p-1f },
    { 0x1.2d687ep+20, 0x1.d906bcf328d46p-1, 0x1.d906bcp-1f },
    { 0x1.ffffffffffffep+51, -0x1p+0, 0x1p+0f },
};

__device__ const Point normcdf_points[POINTS] = {
    { 0, 0x1p-1, 0x1p-1f },
    { -0x1p+0, 0x1.44ed0bb7cb20bp-3, 0x1.44ed0cp-3f },
    { 0x1p+0, 0x1.aec4bd120d37dp-1, 0x1.aec4bep-1f },
    { -0x1.6p+2, 0x1.463cfa9c7fce7p-26, 0x1.463cfap-26f },
    { -0x1.88p+3, 0x1.be9c1975636c8p-114, 0x1.be9c1ap-114f },
    { -0x1.2cp+5, 0x1.08eda98086fd1p-1021, 0 },
    { 0x1.d99999999999ap+1, 0x1.fff1ded757241p-1, 0x1.fff1dep-1f },
    { 0x1.1p+3, 0x1p+0, 0x1p+0f },
};

__device__ const Point normcdfinv_points[POINTS] = {
    { 0x1.000d1b71758e2p-1, 0x1.06d6ca8553fcp-12, 0x1.06e1f4p-12f },
    { 0x1p-2, -0x1.5956b87528a49p-1, -0x1.5956b8p-1f },
    { 0x1.0624dd2f1a9fcp-10, -0x1.8b8cbb7204471p+1, -0x1.8b8cbcp+1f },
    { 0x1.b7cdfd9d7bdbbp-34, -0x1.97203597a2155p+2, -0x1.972036p+2f },
    { 0x1.56e1fc2f8f359p-997, -0x1.286074064c26ep+5, -INFINITY },
    { 0x1.fae147ae147aep-1, 0x1.29c5c4630ff0ep+1, 0x1.29c5c8p+1f },
    { 0x1.8p-1, 0x1.5956b87528a49p-1, 0x1.5956b8p-1f },
    { 0x1.ffffde7210be9p-1, 0x1.30381a97985efp+2, 0x1.300c6ap+2f },
};

__device__ const Point erfinv_points[POINTS] = {
    { 0x1.19799812dea11p-40, 0x1.f2e6c291f30e8p-41, 0x1.f2e6c2p-41f },
    { -0x1.3333333333333p-2, -0x1.1700774485ed2p-2, -0x1.170078p-2f },
    { 0x1p-1, 0x1.e861fbb24c00ap-2, 0x1.e861fcp-2f },
    { 0x1.051eb851eb852p-1, 0x1.f3d6444db0a4ap-2, 0x1.f3d644p-2f },
    { 0x1.ccccccccccccdp-1, 0x1.29c0146770651p+0, 0x1.29c014p+0f },
    { -0x1.ff7ced916872bp-1, -0x1.29d311405cdb4p+1, -0x1.29d326p+1f },
    { 0x1.ffffffaa19c47p-1, 0x1.0357dae0de3ep+2, INFINITY },
    { -0x1.999999999999ap-4, -0x1.6bf442539fd74p-4, -0x1.6bf442p-4f },
};

__device__ const Point erfcinv_points[POINTS] = {
    { 0x1.19799812dea11p-40, 0x1.42b09d87bea74p+2, 0x1.42b09ep+2f },
    { 0x1.3333333333333p-2, 0x1.773a9da42b45p-1, 0x1.773a9ep-1f },
    { 0x1p-1, 0x1.e861fbb24c00ap-2, 0x1.e861fcp-2f },
    { 0x1.051eb851eb852p-1, 0x1.dd0ca888f8b2bp-2, 0x1.dd0caap-2f },
    { 0x1.6666666666666p+0, -0x1.7bb4df2d20c8ep-2, -0x1.7bb4dep-2f },
    { 0x1.ffbe76c8b4396p+0, -0x1.29d311405cde5p+1, -0x1.29d2c4p+1f },
    { 0x1.56e1fc2f8f359p-997, 0x1.a359fd2c5e942p+4, INFINITY },
    { 0x1.0000002af31dcp+0, -0x1.30815822883d6p-27, 0 },
};

__device__ const Point erfcx_points[POINTS] = {
    { 0, 0x1p+0, 0x1p+0f },
    { -0x1.4p+1, 0x1.02f4266323b2ap+10, 0x1.02f426p+10f },
    { 0x1p-1, 0x1.3b3bc3c98b0f3p-1, 0x1.3b3bc4p-1f },
    { 0x1.d99999999999ap+1, 0x1.2df26665aa166p-3, 0x1.2df266p-3f },
    { 0x1.4p+3, 0x1.cbe831f997124p-5, 0x1.cbe832p-5f },
    { 0x1.8e66666666666p+4, 0x1.72eefdc51e449p-6, 0x1.72eefep-6f },
    { 0x1.a8p+4, 0x1.5c92036f02bcep-6, 0x1.5c9204p-6f },
    { 0x1.86ap+16, 0x1.7a9f084b432a7p-18, 0x1.7a9f08p-18f },
};

__device__ const Point cyl_bessel_i0_points[POINTS] = {
    { 0, 0x1p+0, 0x1p+0f },
    { 0x1.4f8b588e368f1p-17, 0x1.000000001b7cep+0, 0x1p+0f },
    { -0x1.6666666666666p-1, 0x1.20556505038abp+0, 0x1.205564p+0f },
    { 0x1.a666666666666p+1, 0x1.8f8741ee3e5c2p+2, 0x1.8f874p+2f },
    { 0x1.18p+4, 0x1.d30969fecbef6p+21, 0x1.d3096ap+21f },
    { 0x1.de66666666666p+4, 0x1.49e932ccf2077p+39, 0x1.49e92ap+39f },
    { 0x1.e19999999999ap+4, 0x1.919a0403bf8efp+39, 0x1.919a0ep+39f },
    { 0x1.5ep+9, 0x1.c8cdeeadb5dfp+1003, INFINITY },
};

__device__ const Point cyl_bessel_i1_points[POINTS] = {
    { 0x1.5798ee2308c3ap-27, 0x1.5798ee2308c3ap-28, 0x1.5798eep-28f },
    { 0x1.4f8b588e368f1p-17, 0x1.4f8b588e4892cp-18, 0x1.4f8b58p-18f },
    { -0x1.6666666666666p-1, -0x1.7cce06b865a71p-2, -0x1.7cce06p-2f },
    { 0x1.a666666666666p+1, 0x1.4b94d4736b383p+2, 0x1.4b94d4p+2f },
    { 0x1.18p+4, 0x1.c57d802438261p+21, 0x1.c57d8p+21f },
    { 0x1.de66666666666p+4, 0x1.4458a511122f7p+39, 0x1.44589ep+39f },
    { 0x1.e19999999999ap+4, 0x1.8adf86aedf153p+39, 0x1.8adf9p+39f },
    { -0x1.5ep+9, -0x1.c87a5f5ceb9dfp+1003, -INFINITY },
};

// Units in the last place between two values.
__device__ long long apart(double x, double y)
{
    const long long a = __double_as_longlong(x), b = __double_as_longlong(y);
    return x == y ? 0 : a > b ? a - b : b - a;
}

__device__ long long apart(float x, float y)
{
    const int a = __float_as_int(x), b = __float_as_int(y);
    return x == y ? 0 : a > b ? (long long)a - b : (long long)b - a;
}

#define RUN(name)                                                                                  \
    for (int i = 0; i < POINTS; i++) {                                                             \
        const Point p = name##_points[i];                                                          \
        if (apart(name(p.x), p.value) > 8)                                                         \
            printf("%s(%a) is %a, not %a\n", #name, p.x, name(p.x), p.value);                      \
        if (apart(name##f((float)p.x), p.of_float) > 8)                                            \
            printf("%sf(%a) is %a, not %a\n", #name, p.x, name##f((float)p.x), p.of_float);        \
        if (name((float)p.x) != name##f((float)p.x))                                               \
            printf("%s(float) is another function\n", #name);                                      \
    }

__global__ void points(){ RUN(sinpi) RUN(cospi) RUN(normcdf) RUN(normcdfinv) RUN(erfinv)
                              RUN(erfcinv) RUN(erfcx) RUN(cyl_bessel_i0) RUN(cyl_bessel_i1) }

__global__ void exact()
{
    float s, c;
    double sd, cd;
    sincospif(1.5f, &s, &c);
    sincospi(-0.5, &sd, &cd);
    printf("%g %g %g %g\n", s, c, sd, cd);
    printf("%g %g %g %g %g\n", sinpi(1.0), cospi(1.0), sinpif(-0.0f), cospif(2.5f), sinpi(1e300));
    printf("%d %d\n", std::isnan(sinpi(INFINITY)), std::isnan(cospif(NAN)));
    printf("%g %g %g %g\n", erfinv(1.0), erfinvf(-1.0f), erfcinv(0.0), erfcinvf(2.0f));
    printf("%g %g %g %g\n", normcdfinv(0.0), normcdfinvf(1.0f), normcdf(-INFINITY),
           normcdff(INFINITY));
    printf("%g %g %g %g\n", erfinv(0.0), erfcinv(1.0), normcdfinv(0.5), erfcxf(INFINITY));
    printf("%d %d %d\n", std::isnan(erfinv(1.5)), std::isnan(erfcinvf(-1.0f)),
           std::isnan(normcdfinv(2.0)));
    printf("%g %g\n", cyl_bessel_i0f(0.0f), cyl_bessel_i1(0.0));
}

__global__ void lengths()
{
    const float f[5] = { 1, 2, 3, 4, 5 };
    const double d[5] = { 2, 4, 6, 8, 10 };
    printf("%.6f %.6f %.6f %.6f\n", norm3d(2.0, 3.0, 6.0), norm3df(2, 3, 6),
           norm4d(1.0, 1.0, 3.0, 5.0), norm4df(1, 1, 3, 5));
    printf("%.6f %.6f %.6f %.6f\n", rnorm3d(2.0, 3.0, 6.0), rnorm3df(2, 3, 6),
           rnorm4d(1.0, 1.0, 3.0, 5.0), rnorm4df(1, 1, 3, 5));
    printf("%.5f %.5f %.5f %.5f\n", norm(5, d), normf(5, f), rnorm(5, d), rnormf(5, f));
    printf("%g %g %g\n", norm4d(1e300, 1e300, 1e300, 1e300), norm4df(1e38f, 1e38f, 1e38f, 1e38f),
           norm3df(1e-30f, 1e-30f, 1e-30f) / 1e-30f);
    printf("%.6f %.6f\n", rhypot(3.0, 4.0), rhypotf(3, 4));
}

int main()
{
    points<<<1, 1>>>();
    exact<<<1, 1>>>();
    lengths<<<1, 1>>>();
    cudaDeviceSynchronize();
}
