// The tree of step 03 in OpenCL, for the simulators that run it: one block
// leaves its sum in out[group].
__kernel void reduce(__global const float *in, __global float *out, ulong n,
                     __local float *partial)
{
    const uint tid = get_local_id(0);
    const ulong i = get_global_id(0);

    partial[tid] = (i < n) ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (tid == 0)
        out[get_group_id(0)] = partial[0];
}
