// 5: a __device__ lambda needs the option --extended-lambda
template <class F> __global__ void apply(F f) { f(threadIdx.x); }
int main()
{
    auto f = [] __device__(int i) { printf("%d\n", i); };
    apply<<<1, 4>>>(f);
}
