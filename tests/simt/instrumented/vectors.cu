// A kernel that moves short vectors: each load and each store is one access.
__global__ void kernel(float *out, int n)
{
    const float4 four = reinterpret_cast<const float4 *>(out)[n];
    const float2 two = reinterpret_cast<const float2 *>(out)[n + 9];
    const float4 hinted = __ldg(reinterpret_cast<const float4 *>(out) + n + 5);
    reinterpret_cast<float4 *>(out)[n + 3] = make_float4(four.y, four.x, two.y, hinted.w);
    out[n] = four.z + four.w + two.x + hinted.x + hinted.y + hinted.z;
}
