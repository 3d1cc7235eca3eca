// Warp primitives: what every lane gets
//
// The lanes of a warp read each other's registers. shfl_down and shfl_up come
// from a distance, shfl_xor from a partner (a butterfly), shfl from a lane by
// number; a lane whose source would lie outside keeps its own value. Five
// rounds make a sum: with down only lane 0 has all of it, with xor every lane.
// Cost: all lanes of the mask must come to the call, and the redux instruction
// that does the five rounds at once takes integers only (compute capability
// 8.0 and later).

#include "warp.h"

#include <cuda_runtime.h>

#define ALL 0xffffffff

__device__ static int sum_down(int value)
{
    for (unsigned distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL, value, distance);
    return value;
}

__device__ static int sum_xor(int value)
{
    for (unsigned partner = 16; partner > 0; partner /= 2)
        value += __shfl_xor_sync(ALL, value, partner);
    return value;
}

__device__ static int max_xor(int value)
{
    for (unsigned partner = 16; partner > 0; partner /= 2)
        value = max(value, __shfl_xor_sync(ALL, value, partner));
    return value;
}

__device__ static int sum_redux(int value)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    return __reduce_add_sync(ALL, value);
#else
    return sum_xor(value); // before Ampere the five rounds are all there is
#endif
}

__global__ static void primitive(int which, const int *in, int *out)
{
    const unsigned lane = threadIdx.x;
    const int value = in[lane];
    int result = 0;
    switch (which) { // the same for all lanes
    case SHUFFLE_DOWN:
        result = __shfl_down_sync(ALL, value, 16);
        break;
    case SHUFFLE_UP:
        result = __shfl_up_sync(ALL, value, 1);
        break;
    case SHUFFLE_XOR:
        result = __shfl_xor_sync(ALL, value, 1);
        break;
    case SHUFFLE_INDEX:
        result = __shfl_sync(ALL, value, 5);
        break;
    case SUM_DOWN:
        result = sum_down(value);
        break;
    case SUM_XOR:
        result = sum_xor(value);
        break;
    case MAX_XOR:
        result = max_xor(value);
        break;
    case SUM_REDUX:
        result = sum_redux(value);
        break;
    case BALLOT:
        result = (int)__ballot_sync(ALL, value > 4);
        break;
    case MATCH:
        result = (int)__popc(__match_any_sync(ALL, value));
        break;
    }
    out[lane] = result;
}

void warp_launch(int which, const int *d_in, int *d_out)
{
    primitive<<<1, LANES>>>(which, d_in, d_out);
}
