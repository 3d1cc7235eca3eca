#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct pair {
    float value;
    int index;
};
__global__ void blocks(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    __shared__ int s[96];
    s[block.thread_rank()] = block.thread_rank();
    block.sync();
    out[block.thread_rank()] = s[block.size() - 1 - block.thread_rank()] * 1000 +
                               block.group_index().x * 100 + block.thread_index().y;
    cg::sync(block);
    if (cg::thread_rank(block) == 0)
        out[96] = block.num_threads() + block.group_dim().x;
}
template <int N> __global__ void tiles(int *out)
{
    auto tile = cg::tiled_partition<N>(cg::this_thread_block());
    const int t = threadIdx.x;
    int *o = out + t * 12;
    o[0] = tile.thread_rank();
    o[1] = tile.size();
    o[2] = tile.meta_group_rank();
    o[3] = tile.meta_group_size();
    o[4] = tile.shfl(t, 1);
    o[5] = tile.shfl_up(t, 1);
    o[6] = tile.shfl_down(t, 2);
    o[7] = tile.shfl_xor(t, N > 1 ? 1 : 0);
    o[8] = tile.ballot(t % 3 == 0);
    o[9] = tile.any(t == 5) * 2 + tile.all(t < 16);
    o[10] = tile.match_any(t / 4);
    int p;
    o[11] = tile.match_all(t / 8, p) + 1000 * p;
    tile.sync();
}
__global__ void nested(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto quad = cg::tiled_partition<4>(warp);
    out[threadIdx.x] = quad.meta_group_rank() * 100 + quad.meta_group_size() +
                       quad.shfl((int)threadIdx.x, 0) * 10000;
    cg::thread_group g = cg::tiled_partition(cg::this_thread_block(), 8);
    out[64 + threadIdx.x] = (int)g.thread_rank() * 100 + (int)g.size();
    g.sync();
}
__global__ void coalesced(int *out)
{
    const int t = threadIdx.x;
    for (int i = 0; i < 8; i++)
        out[t * 8 + i] = -1;
    if (t % 3 == 1) {
        cg::coalesced_group g = cg::coalesced_threads();
        int *o = out + t * 8;
        o[0] = g.thread_rank();
        o[1] = g.size();
        o[2] = g.shfl(t, 0);
        o[3] = g.shfl_up(t, 2);
        o[4] = g.shfl_down(t, 1);
        o[5] = g.ballot(t % 2);
        o[6] = g.any(t == 4) * 2 + g.all(t > 0);
        o[7] = cg::reduce(g, t, cg::plus<int>());
        g.sync();
    }
}
__global__ void partitions(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int t = threadIdx.x;
    auto odd = cg::binary_partition(warp, t % 2);
    out[t * 6] = odd.thread_rank();
    out[t * 6 + 1] = odd.size();
    out[t * 6 + 2] = cg::reduce(odd, t, cg::plus<int>());
    auto label = cg::labeled_partition(warp, t / 5);
    out[t * 6 + 3] = label.thread_rank();
    out[t * 6 + 4] = label.size();
    out[t * 6 + 5] = label.shfl(t, 0);
}
__global__ void reduces(float *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto oct = cg::tiled_partition<8>(cg::this_thread_block());
    const int t = threadIdx.x;
    float *o = out + t * 10;
    o[0] = cg::reduce(warp, (float)t, cg::plus<float>());
    o[1] = cg::reduce(oct, (float)t, cg::greater<float>());
    o[2] = cg::reduce(oct, t - 3, cg::less<int>());
    o[3] = cg::reduce(oct, (unsigned)t, cg::bit_or<unsigned>());
    o[4] = cg::reduce(oct, (unsigned)t, cg::bit_xor<unsigned>());
    o[5] = cg::reduce(oct, t | 8, cg::bit_and<int>());
    o[6] = (float)cg::reduce(warp, (double)t * 0.5, cg::plus<double>());
    pair mine = { (float)((t * 7) % 32), t };
    pair best = cg::reduce(warp, mine, [](pair a, pair b) { return b.value > a.value ? b : a; });
    o[7] = best.value * 100 + best.index;
    o[8] = cg::inclusive_scan(oct, t, cg::plus<int>());
    o[9] = cg::exclusive_scan(oct, t, cg::plus<int>());
}
__global__ void partial(int *out)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[threadIdx.x] = tile.shfl_xor((int)threadIdx.x, 1);
    tile.sync();
}
__global__ void grid_sum(int *data, int *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    for (unsigned long long i = grid.thread_rank(); i < (unsigned)n; i += grid.size())
        data[i] = (int)i;
    grid.sync();
    if (grid.thread_rank() == 0) {
        int s = 0;
        for (int i = 0; i < n; i++)
            s += data[i];
        out[0] = s;
        out[1] = (int)grid.num_blocks();
        out[2] = grid.is_valid();
    }
    grid.sync();
    if (grid.block_rank() == grid.num_blocks() - 1 && threadIdx.x == 0)
        out[3] = out[0] + 1;
}
static int *buffer;
static void show(const char *name, int rows, int columns)
{
    printf("%s:\n", name);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            printf("%d%c", buffer[i * columns + j], j + 1 < columns ? ' ' : '\n');
}
int main()
{
    cudaMallocManaged(&buffer, 1 << 16);
    blocks<<<2, dim3(48, 2)>>>(buffer);
    cudaDeviceSynchronize();
    buffer[0] %= 100;
    show("blocks", 1, 1);
    printf("%d\n", buffer[96]);
    blocks<<<1, dim3(48, 2)>>>(buffer);
    cudaDeviceSynchronize();
    show("block", 8, 12);
    tiles<32><<<1, 32>>>(buffer);
    cudaDeviceSynchronize();
    show("tile 32", 32, 12);
    tiles<8><<<1, 64>>>(buffer);
    cudaDeviceSynchronize();
    show("tile 8", 64, 12);
    tiles<1><<<1, 32>>>(buffer);
    cudaDeviceSynchronize();
    show("tile 1", 32, 12);
    nested<<<1, 64>>>(buffer);
    cudaDeviceSynchronize();
    show("nested", 8, 16);
    coalesced<<<1, 32>>>(buffer);
    cudaDeviceSynchronize();
    show("coalesced", 32, 8);
    partitions<<<1, 32>>>(buffer);
    cudaDeviceSynchronize();
    show("partitions", 32, 6);
    float *f = (float *)buffer;
    reduces<<<1, 32>>>(f);
    cudaDeviceSynchronize();
    printf("reduces:\n");
    for (int i = 0; i < 32; i++) {
        for (int j = 0; j < 10; j++)
            printf("%g ", f[i * 10 + j]);
        printf("\n");
    }
    partial<<<1, 48>>>(buffer);
    cudaDeviceSynchronize();
    show("partial", 3, 16);
    int n = 1000;
    int *out = buffer + 2000;
    void *args[] = { &buffer, &out, &n };
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)grid_sum, dim3(4), dim3(64),
                                                                args, 0, 0)));
    cudaDeviceSynchronize();
    printf("grid %d %d %d %d\n", out[0], out[1], out[2], out[3]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
