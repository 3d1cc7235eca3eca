// 3: textures are not supported

__global__ void k(cudaTextureObject_t texture, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
int main() {}
