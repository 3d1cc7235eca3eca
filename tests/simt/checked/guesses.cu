// Loops of atomicCAS that begin with a plain read: of 2 bytes, with other reads before the atomic,
// and of a pair that is read in two halves. WRONG: the pair's index is also read for its own
// sake; the atomic that follows has a read of its own.
#include <cstdio>

enum { THREADS = 64, BLOCKS = 4, N = THREADS * BLOCKS };

__device__ void add_one(unsigned short *place)
{
    unsigned short old = *place, assumed;
    do {
        assumed = old;
        old = atomicCAS(place, assumed, (unsigned short)(assumed + 1));
    } while (old != assumed);
}

__device__ void add_product(double *sum, const float *a, const float *b, const float *c)
{
    unsigned long long *bits = (unsigned long long *)sum, old = *bits, assumed;
    do {
        assumed = old;
        const double more = *a * *b * *c;
        old = atomicCAS(bits, assumed, __double_as_longlong(__longlong_as_double(assumed) + more));
    } while (old != assumed);
}

struct __align__(8) best
{
    float value;
    int index;
};

__device__ void take_less(best *least, best mine)
{
    best now = *least;
    while (mine.value < now.value) {
        const unsigned long long wanted = *(unsigned long long *)&now;
        const unsigned long long found =
            atomicCAS((unsigned long long *)least, wanted, *(unsigned long long *)&mine);
        if (found == wanted)
            break;
        now = *(best *)&found;
    }
}

__global__ void reduce(const float *in, unsigned short *count, double *sum, best *least, int *seen)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < N; i += gridDim.x * THREADS) {
        add_one(count);
        add_product(sum, &in[i], &in[(i + 1) % N], &in[(i + 2) % N]);
#ifdef WRONG
        seen[i] = least->index; // BUG: global-race
#else
        seen[i] = i;
#endif
        take_less(least, best{ in[i], i });
    }
}

int main()
{
    static float values[N];
    for (int i = 0; i < N; i++)
        values[i] = 1 + (i * 37 + 5) % 101;
    const best none = { 1e30f, -1 };
    float *in;
    unsigned short *count;
    double *sum;
    best *least;
    int *seen;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&count, sizeof *count);
    cudaMalloc(&sum, sizeof *sum);
    cudaMalloc(&least, sizeof *least);
    cudaMalloc(&seen, N * sizeof *seen);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof *count);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemcpy(least, &none, sizeof none, cudaMemcpyHostToDevice);
    reduce<<<BLOCKS / 2, THREADS>>>(in, count, sum, least, seen);
    unsigned short counted = 0;
    cudaMemcpy(&counted, count, sizeof counted, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(count);
    cudaFree(sum);
    cudaFree(least);
    cudaFree(seen);
    return counted != N;
}
