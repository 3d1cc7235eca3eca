#include "error_name.h"

#include <cuda_runtime_api.h>

const char *error_name(int code)
{
    return cudaGetErrorName((cudaError_t)code);
}
