// exit status: 3. Errors are found, named and handed on by the exit status.
#include <cstdio>
#include <cstdlib>

static int failures;

#define TRY(call)                                                                                  \
    if (cudaError_t e = (call)) {                                                                  \
        printf("line %d: %s failed: %s\n", __LINE__, #call, cudaGetErrorName(e));                  \
        failures++;                                                                                \
    }

__global__ void nothing() {}

int main()
{
    TRY(cudaMemcpy(nullptr, nullptr, 4, (cudaMemcpyKind)77));
    nothing<<<1, 2048>>>();
    printf("%s\n", cudaPeekAtLastError() == cudaSuccess ? "accepted" : "refused");
    printf("%s\n", cudaGetLastError() == cudaSuccess ? "accepted" : "refused");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    nothing<<<0, 32>>>();
    if (cudaGetLastError() != cudaSuccess) failures++;
    nothing<<<1, 32>>>();
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaSetDevice(1000));
    cudaGetLastError();
    nothing<<<1, 1>>>();
    TRY(cudaGetLastError());
    exit(failures);
}
