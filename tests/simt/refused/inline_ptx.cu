// 6: inline PTX (asm) is not supported
__device__ unsigned lane_id()
{
    unsigned lane;
    // The special register of the lane.
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__global__ void k(unsigned *out) { out[threadIdx.x] = lane_id(); }
int main() { k<<<1, 32>>>(nullptr); }
