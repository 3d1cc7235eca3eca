// What kernels do wrong with memory that they took from the device's heap, one mistake for each
// number on the command line: see test_detect_heap.c, which knows the lines.
#include <cstdio>
#include <cstdlib>

__global__ void takes(int **kept, int count)
{
    int *p = (int *)malloc(4 * sizeof(int));
    for (int i = 0; i < count; i++)
        p[i] = i; // 10: past the end
    *kept = p;
}

__global__ void gives(int **kept)
{
    free(*kept); // 16
}

__global__ void reads(int **kept, int *out)
{
    *out = **kept; // 21: after the launch that freed it
}

__global__ void reads_in_same_launch(int *out)
{
    int *p = new int(3);
    delete p;
    *out = *p; // 28
}

__global__ void gives_twice()
{
    int *p = new int(3);
    delete p;
    delete p; // 35
}

__global__ void gives_inside(size_t by)
{
    int *p = new int[8]();
    free(p + by); // 41
}

__global__ void gives_the_hosts(int *out)
{
    free(out); // 46
}

__global__ void reads_unset(int *out)
{
    int *p = new int[8];
    *out = p[3]; // 52
    delete[] p;
}

__global__ void races(int **kept)
{
    if (threadIdx.x == 0)
        *kept = new int(0);
    __syncthreads();
    **kept = threadIdx.x; // 61
}

int main(int argc, char **argv)
{
    int **kept, *out, *host;
    cudaMalloc(&kept, sizeof *kept);
    cudaMallocManaged(&out, sizeof *out);
    switch (argc > 1 ? atoi(argv[1]) : 0) {
    case 1:
        takes<<<1, 1>>>(kept, 5);
        break;
    case 2:
        takes<<<1, 1>>>(kept, 4);
        gives<<<1, 1>>>(kept);
        reads<<<1, 1>>>(kept, out);
        break;
    case 3:
        reads_in_same_launch<<<1, 1>>>(out);
        break;
    case 4:
        gives_twice<<<1, 1>>>();
        break;
    case 5:
        gives_inside<<<1, 1>>>(2);
        break;
    case 6:
        gives_the_hosts<<<1, 1>>>(out);
        break;
    case 7:
        reads_unset<<<1, 1>>>(out);
        break;
    case 8:
        races<<<1, 64>>>(kept);
        break;
    case 9:
        takes<<<1, 1>>>(kept, 4);
        cudaMemcpy(&host, kept, sizeof host, cudaMemcpyDeviceToHost);
        cudaFree(host); // 99
        break;
    }
    cudaDeviceSynchronize();
    cudaFree(kept);
    cudaFree(out);
}
