# Gives step 05 the last warp of old books: volatile, and nothing that orders
# the lanes. See docs/claims.md.
#
#   sed -f docs/claims/volatile_warp.sed steps/05_unroll_last_warp/reduce.cu
/^__device__ static float reduce_warp/,/^}/c\
__device__ static float reduce_warp(float)\
{\
    volatile float *s = partial;\
    const unsigned tid = threadIdx.x;\
    s[tid] += s[tid + 32];\
    s[tid] += s[tid + 16];\
    s[tid] += s[tid + 8];\
    s[tid] += s[tid + 4];\
    s[tid] += s[tid + 2];\
    s[tid] += s[tid + 1];\
    return s[tid];\
}
