// Classes for host and device: members, operators, templates, inheritance.
#include <cmath>
#include <cstdio>

class Complex {
public:
    __host__ __device__ Complex(double re = 0, double im = 0) : re_(re), im_{ im } {}
    __host__ __device__ Complex operator*(const Complex &o) const
    {
        return Complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_);
    }
    __host__ __device__ Complex &operator+=(const Complex &o)
    {
        re_ += o.re_;
        im_ += o.im_;
        return *this;
    }
    __device__ bool operator<(const Complex &o) const { return norm() < o.norm(); }
    __host__ __device__ double norm() const;
    __host__ __device__ explicit operator bool() const { return re_ != 0 || im_ != 0; }
    double re_, im_;

private:
    static constexpr int dimensions = 2;
    friend __global__ void powers(Complex, Complex *, int);
};

__host__ __device__ double Complex::norm() const
{
    return re_ * re_ + im_ * im_;
}

template <class T, int N> struct Small {
    T v[N];
    __device__ T &operator[](int i) { return v[i]; }
    __device__ const T &operator[](int i) const { return v[i]; }
    __device__ T operator()(int a, int b = 0) const { return v[a] + v[b]; }
    template <class U> __device__ operator Small<U, N>() const
    {
        Small<U, N> r;
        for (int i = 0; i < N; i++) r[i] = (U)v[i];
        return r;
    }
};

struct Base {
    int b;
    __device__ int get() const { return b; }
};
struct Derived : public Base {
    int d;
    __device__ Derived(int x) : Base{ x }, d(x + 1) { }
    __device__ int get() const { return Base::get() + d; }
};

__global__ void powers(Complex z, Complex *out, int n)
{
    Complex p(1.0), sum;
    for (int i = 0; i < threadIdx.x; i++)
        p = p * z;
    sum += p;
    if (threadIdx.x < n && sum)
        out[threadIdx.x] = sum < Complex(100) ? sum : Complex(-1, Complex::dimensions);
}

__global__ void small(int *out)
{
    Small<float, 3> s = { { 1.5f, 2.5f, 3.5f } };
    s[1] += 10;
    Small<int, 3> t = s;
    *out = t[0] + 10 * t(1, 2) + 1000 * Derived(3).get();
}

int main()
{
    Complex *out;
    int *number;
    cudaMallocManaged(&out, 8 * sizeof *out);
    cudaMallocManaged(&number, sizeof *number);
    powers<<<1, 8>>>(Complex(1, 1), out, 8);
    powers<<<1, 8>>>(20.0, out + 6, 2);
    small<<<1, 1>>>(number);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("(%g,%g) ", out[i].re_, out[i].im_);
    printf("%d %g\n", *number, std::sqrt(Complex(3, 4).norm()));
}
