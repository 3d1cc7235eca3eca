// 4: a block has 48 KB of static shared memory
__global__ void k(float *out)
{
    __shared__ float tile[16384];
    tile[threadIdx.x] = 1;
    out[0] = tile[0];
}
int main() { k<<<1, 32>>>(nullptr); }
