// A kernel that uses many device functions and touches memory once.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void kernel(float *out, int n)
{
    const unsigned all = 0xffffffffu;
    float v = threadIdx.x + blockIdx.y * blockDim.z + gridDim.x;
    v += __shfl_down_sync(all, v, 1);
    v += __shfl_xor_sync(all, (double)v, 2);
    v += __shfl_sync(all, (long long)n, 2, 8);
    __syncwarp();
    __syncthreads();
    v += __syncthreads_count(n > 2) + __ballot_sync(all, v > 1) + __any_sync(all, 1);
    v += __match_any_sync(all, v) + __reduce_add_sync(all, n) + __activemask();
    v += atomicAdd(out, v) + atomicCAS((int *)out, 1, 2);
    v += atomicMax((unsigned long long *)out, 5ull);
    __threadfence();
    v = min(v, 2.0f) + max(n, 3) + __popc(n) + __brev(n) + __byte_perm(n, n, 0x1234);
    v += __float2int_rn(v) + __int_as_float(n) + rsqrtf(v) + __fmaf_rn(v, v, v);
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    v += tile.shfl_down(v, 2) + cg::reduce(tile, v, cg::plus<float>());
    v += cg::reduce(tile, n, cg::plus<int>());
    cg::coalesced_group g = cg::coalesced_threads();
    v += g.shfl(v, 0) + g.size() + g.thread_rank();
    cg::sync(tile);
    const float4 four = make_float4(v, v, v, v);
    const dim3 size(1, 2, 3);
    v += four.x + size.y;
    if (n == 77)
        __trap();
    out[1] = v;
}
// __reduce_add_sync: nvcc: sm_80 and newer
