// A kernel that uses its parameters and touches no memory, to compare with.
__global__ void kernel(float *out, int n)
{
    if (n == 77 && !out)
        __trap();
}
