// exit status: 4. Host code with exceptions, smart pointers and threads around kernels.
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

class cuda_error : public std::runtime_error {
public:
    cuda_error(cudaError_t e, int line)
        : std::runtime_error(std::string(cudaGetErrorName(e)) + " in line " + std::to_string(line))
    {
    }
};

static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess)
        throw cuda_error(e, line);
}
#define CUDA(call) check((call), __LINE__)

struct device_free {
    void operator()(void *p) const noexcept { cudaFree(p); }
};
template <typename T> using device_ptr = std::unique_ptr<T[], device_free>;

template <typename T> device_ptr<T> make_device(const std::vector<T> &from)
{
    T *p = nullptr;
    CUDA(cudaMalloc(&p, from.size() * sizeof(T)));
    device_ptr<T> owner(p);
    CUDA(cudaMemcpy(p, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return owner;
}

template <typename T> __global__ void total(const T *in, std::size_t n, T *out)
{
    __shared__ T part[64];
    T mine{};
    for (std::size_t i = threadIdx.x; i < n; i += 64)
        mine += in[i];
    part[threadIdx.x] = mine;
    for (unsigned s = 32; __syncthreads(), s > 0; s /= 2)
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
    if (threadIdx.x == 0)
        *out = part[0];
}

int main()
try {
    std::vector<long long> numbers(1000), result(1);
    std::iota(numbers.begin(), numbers.end(), 1);
    auto in = make_device(numbers), out = make_device(result);
    std::thread worker([&] { total<<<1, 64>>>(in.get(), numbers.size(), out.get()); });
    worker.join();
    CUDA(cudaMemcpy(result.data(), out.get(), sizeof(long long), cudaMemcpyDeviceToHost));
    std::cout << result[0] << std::endl;
    try {
        total<<<1, 4096>>>(in.get(), numbers.size(), out.get());
        CUDA(cudaGetLastError());
    } catch (const cuda_error &) {
        std::cout << "caught" << std::endl;
    }
    CUDA(cudaSetDevice(-5));
    return 0;
} catch (const std::exception &e) {
    std::cout << e.what() << std::endl;
    return 4;
}
