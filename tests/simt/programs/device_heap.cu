// malloc, free, new and delete in kernels take memory of the device's heap: NULL when it is full,
// memory that a later kernel may read and free. On the host they are the host's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct Node {
    int value;
    Node *next;
};

__device__ Node *lists[64];

__global__ void build(int length)
{
    for (int i = 0; i < length; i++) {
        Node *node = (Node *)malloc(sizeof(Node));
        if (node == NULL)
            return;
        *node = { (int)threadIdx.x + i, lists[threadIdx.x] };
        lists[threadIdx.x] = node;
    }
}

__global__ void sum(int *sums)
{
    for (const Node *node = lists[threadIdx.x]; node; node = node->next)
        sums[threadIdx.x] += node->value;
}

__global__ void clear()
{
    while (Node *node = lists[threadIdx.x]) {
        lists[threadIdx.x] = node->next;
        free(node);
    }
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape()
    {
    }
};

struct Square : Shape {
    float side, *copy;
    __device__ Square(float s) : side(s), copy(new float(s))
    {
    }
    __device__ float area() const override
    {
        return side * *copy;
    }
    __device__ ~Square() override
    {
        delete copy;
    }
};

struct alignas(64) Wide {
    int values[16];
};

struct Pooled {
    int value;
    __device__ static void *operator new(size_t, void *place)
    {
        return place;
    }
};

__global__ void objects(Shape **shapes, int *out)
{
    shapes[threadIdx.x] = new Square(threadIdx.x + 1);
    Wide *wide = new Wide[2]();
    int *one = new (int)(5), room[1], *placed = new (room) int(7);
    Pooled *pooled = new (room) Pooled;
    pooled->value = *placed + 1;
    out[threadIdx.x] =
        (size_t)wide % 64 == 0 && wide[1].values[3] == 0 && *one == 5 && room[0] == 8;
    delete[] wide;
    delete one;
    delete (int *)nullptr;
}

__global__ void areas(Shape **shapes, float *out)
{
    out[threadIdx.x] = shapes[threadIdx.x]->area();
    delete shapes[threadIdx.x];
}

// Fills the heap, and empties it.
__global__ void fill(int *pieces)
{
    char *held[32];
    int count = 0;
    for (; count < 32; count++) {
        held[count] = new char[1 << 20];
        if (held[count] == nullptr)
            break;
    }
    *pieces = count;
    while (count > 0)
        delete[] held[--count];
}

// More than the heap in all, never much at once.
__global__ void turn_over(int *lost)
{
    for (int i = 0; i < 300; i++) {
        int *some = (int *)malloc(512);
        if (some == NULL)
            atomicAdd(lost, 1);
        else
            some[127] = i;
        free(some);
    }
}

// Each thread one small piece: there are more than the system has mappings.
__global__ void many(int **pieces, int *lost)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    pieces[i] = (int *)malloc(16);
    if (pieces[i] == NULL)
        atomicAdd(lost, 1);
    else
        *pieces[i] = i;
}

__global__ void many_gone(int **pieces, int *wrong)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (pieces[i] != NULL && *pieces[i] != i)
        atomicAdd(wrong, 1);
    free(pieces[i]);
}

__global__ void zeros(int *out)
{
    int *some = (int *)malloc(64);
    memset(some, 0, 64);
    *out = some[5] + __isGlobal(some);
    free(some);
}

__host__ __device__ int squares(int n)
{
    int *all = new int[n], total = 0;
    for (int i = 0; i < n; i++)
        all[i] = i * i;
    for (int i = 0; i < n; i++)
        total += all[i];
    delete[] all;
    return total;
}

__global__ void both_sides(int *out)
{
    *out = squares(10);
}

int main()
{
    int *out, **pieces;
    float *area;
    Shape **shapes;
    size_t limit;
    cudaMallocManaged(&out, 64 * sizeof *out);
    cudaMallocManaged(&area, 4 * sizeof *area);
    cudaMalloc(&shapes, 4 * sizeof *shapes);
    cudaMalloc(&pieces, 40960 * sizeof *pieces);
    cudaMemset(out, 0, 64 * sizeof *out);
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    printf("%zu bytes\n", limit);

    build<<<1, 64>>>(5);
    sum<<<1, 64>>>(out);
    clear<<<1, 64>>>();
    cudaDeviceSynchronize();
    printf("lists %d %d\n", out[0], out[63]);

    objects<<<1, 4>>>(shapes, out);
    areas<<<1, 4>>>(shapes, area);
    cudaDeviceSynchronize();
    printf("objects %d%d%d%d %g %g\n", out[0], out[1], out[2], out[3], area[0], area[3]);

    fill<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("full %d\n", out[0] >= 4 && out[0] <= 8);
    out[0] = out[1] = out[2] = 0;
    turn_over<<<4, 64>>>(out);
    many<<<160, 256>>>(pieces, out + 1);
    many_gone<<<160, 256>>>(pieces, out + 2);
    cudaDeviceSynchronize();
    printf("lost %d %d, wrong %d\n", out[0], out[1], out[2]);
    zeros<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("zeros %d\n", *out);

    both_sides<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::vector<int> host(1000, *out);
    std::unique_ptr<char, decltype(&std::free)> text(strdup("the host's"), std::free);
    char *large = new char[64 << 20];
    std::string word(100, 'x');
    printf("%d %d %zu %s %d\n", squares(10), host[999], word.size(), text.get(), large != nullptr);
    delete[] large;
    cudaFree(out);
    cudaFree(area);
    cudaFree(shapes);
    cudaFree(pieces);
    printf("%s\n", cudaGetErrorString(cudaDeviceReset()));
}
