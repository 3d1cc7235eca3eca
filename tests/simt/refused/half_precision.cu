// 2: half precision (cuda_fp16.h) is not supported
#include <cuda_fp16.h>
__global__ void k(half *x) { x[0] = __float2half(1.0f); }
int main() {}
