// 6: a launch inside device code
__global__ void child(int *x) { *x = 1; }
__global__ void parent(int *x)
{
    if (threadIdx.x == 0)
        child<<<1, 1>>>(x);
}
int main() { parent<<<1, 32>>>(nullptr); }
