// Launches whose arguments, or whose configuration, come from functions that launch.
#include <cstdio>

static int *counter;

__global__ void add(int *x, int n) { atomicAdd(x, n); }

// Adds n once for each of `threads` threads, and returns what is there then.
static int added(int threads, int n)
{
    int value;
    add<<<1, threads>>>(counter, n);
    cudaMemcpy(&value, counter, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

static int added_twice()
{
    add<<<2, 3>>>(counter, added(4, 1));
    return added(1, 0);
}

static void show(const char *what)
{
    int value;
    const char *error = cudaGetErrorName(cudaGetLastError());
    cudaMemcpy(&value, counter, sizeof value, cudaMemcpyDeviceToHost);
    printf("%s: %d, %s\n", what, value, error);
}

int main()
{
    cudaMalloc(&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    add<<<2, 3>>>(counter, added(5, 100));
    show("one inside another");
    add<<<1, 2>>>(counter, added_twice());
    show("three deep");
    add<<<added(1, 0) > 0 ? 2 : 1, 2>>>(counter, 1);
    show("in the configuration");
    for (int i = 0; i < 100; i++) {
        try {
            add<<<1, 1>>>(counter, i < 99 ? throw 1 : 1);
        } catch (int) {
        }
    }
    show("arguments that throw");
    return 0;
}
