// Short vectors: sizes, alignments, constructors, and dim3.
#include <cstdio>
#include <cstddef>

#define SHOW(T) printf("%-10s %zu %zu\n", #T, sizeof(T), alignof(T))
#define SHOW4(p)                                                                                   \
    SHOW(p##1);                                                                                    \
    SHOW(p##2);                                                                                    \
    SHOW(p##3);                                                                                    \
    SHOW(p##4)

struct __align__(16) particle
{
    float3 position;
    float mass;
};

__global__ void move(const float4 *in, float4 *out, const int2 *a, int2 *b, double2 *d, particle *p)
{
    const int i = threadIdx.x;
    float4 v = in[i];
    v.x += 1;
    v.w = v.y * v.z;
    out[i] = v;
    b[i] = make_int2(a[i].y, a[i].x);
    d[i] = make_double2(v.x, v.w);
    p[i].position = make_float3(v.x, v.y, v.z);
    p[i].mass = v.w;
    const uchar4 c = make_uchar4(250 + i, 2, 3, 4);
    b[i].x += c.x;
    const float4 *again = reinterpret_cast<const float4 *>(p);
    out[i].z += again[i].w;
}

int main()
{
    SHOW4(char);
    SHOW4(uchar);
    SHOW4(short);
    SHOW4(ushort);
    SHOW4(int);
    SHOW4(uint);
    SHOW4(long);
    SHOW4(ulong);
    SHOW4(longlong);
    SHOW4(ulonglong);
    SHOW4(float);
    SHOW(double1);
    SHOW(double2);
    SHOW(double3);
    SHOW(dim3);
    SHOW(particle);
    dim3 one, two(3, 4), three = { 5, 6, 7 };
    uint3 u = make_uint3(1, 2, 3);
    dim3 from(u);
    uint3 back = three;
    printf("%u %u %u, %u %u %u, %u, %u\n", one.x, one.y, one.z, two.x, two.y, two.z, from.z,
           back.y);
    float4 braces = { 1, 2, 3, 4 }, zero = {}, part = { 5 };
    printf("%g %g %g %g\n", braces.w, zero.x, part.x, part.y);
    float4 *in, *out;
    int2 *a, *b;
    double2 *d;
    particle *p;
    cudaMallocManaged(&in, 64);
    cudaMallocManaged(&out, 64);
    cudaMallocManaged(&a, 64);
    cudaMallocManaged(&b, 64);
    cudaMallocManaged(&d, 64);
    cudaMallocManaged(&p, 64);
    for (int i = 0; i < 4; i++) {
        in[i] = make_float4(i, i + 1, i + 2, i + 3);
        a[i] = make_int2(i * 10, i * 20);
    }
    move<<<1, 4>>>(in, out, a, b, d, p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++)
        printf("%g %g %g %g | %d %d | %g %g | %g %g\n", out[i].x, out[i].y, out[i].z, out[i].w,
               b[i].x, b[i].y, d[i].x, d[i].y, p[i].position.z, p[i].mass);
}
