// The sum of what one load of 16 bytes brings.
#ifndef ADD4_CUH
#define ADD4_CUH

__device__ inline float add4(float4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}

#endif
