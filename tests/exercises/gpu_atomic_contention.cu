// Predicted queues beside measured times. Short queues hide behind the launch,
// so the time of an empty launch is taken off and more threads are used as well.

#include "gpu.h"
#include "trees.h"

static unsigned *d_counters;

static float time_of(enum contributor who, unsigned threads)
{
    return gpu_time_ms(20, [=] { GPU_CHECK(run_count(who, threads, 256, 1, d_counters)); });
}

static void compare(unsigned threads)
{
    static const char *const names[] = { "thread", "warp", "block" };
    const float per_block = time_of(EACH_BLOCK, threads);
    printf("%u threads, block 256, one address:\n", threads);
    for (int who = EACH_THREAD; who <= EACH_BLOCK; who++) {
        const struct contention c = contention_of((enum contributor)who, threads, 256, 1);
        const float ms = time_of((enum contributor)who, threads);
        printf("  an atomic per %-6s queue %8u, predicted %7.1f times as slow, measured %5.1f "
               "(%.4f ms)\n",
               names[who], c.queue, c.slowdown, ms / per_block, ms);
    }
}

int main(void)
{
    GPU_CHECK(cudaMalloc(&d_counters, sizeof *d_counters));
    GPU_CHECK(cudaMemset(d_counters, 0, sizeof *d_counters));
    printf("On this GPU (%s), launches included:\n", gpu_name());
    compare(10000);
    compare(1u << 24);
    printf(
        "A queue costs less per atomic than its length says: the hardware adds up the lanes of a "
        "warp that want one address before they join it.\n");
    return 0;
}
