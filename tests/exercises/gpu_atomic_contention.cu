// Predicted queues beside measured times: short queues hide behind the launch,
// so more threads than the question's are used as well.

#include "gpu.h"
#include "trees.cu" // the same kernels as on the simulated GPU

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
    printf("Short queues hide behind the launch; long ones come near the prediction.\n");
    return 0;
}
