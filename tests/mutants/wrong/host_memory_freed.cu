// Memory from malloc is given to cudaFree.
// Expected: invalid-free

#include "../mutant.h"

enum { N = 1000 };

int main()
{
    float *data = (float *)malloc(N * sizeof(float));
    const cudaError_t error = cudaFree(data); // BUG: invalid-free
    printf("%s\n", cudaGetErrorName(error));
    free(data);
    return error != cudaSuccess;
}
