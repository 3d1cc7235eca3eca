// 4: a __shared__ variable cannot be initialised
__global__ void k(int *out)
{
    __shared__ int sum = 0;
    atomicAdd(&sum, 1);
    out[threadIdx.x] = sum;
}
int main() {}
