// One cluster: up to 16 blocks that run side by side and reach into each other's
// shared memory. Their sums meet there, without a trip to global memory.
#ifndef CLUSTER_CUH
#define CLUSTER_CUH

#include <cooperative_groups.h>

#include "block.cuh"

#define CLUSTER_BLOCKS 16 // more than every Hopper GPU has to offer: ask first
#define CLUSTER_THREADS 1024

__global__ __launch_bounds__(CLUSTER_THREADS) static void sum_cluster(const float *in, float *out,
                                                                      unsigned n)
{
#if __CUDA_ARCH__ >= 900
    __shared__ float partial[CLUSTER_THREADS / 32];
    __shared__ float sums[CLUSTER_BLOCKS]; // block 0's are used
    const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    const unsigned tid = threadIdx.x;
    cluster.barrier_arrive(); // I am here ...
    float sum = reduce_block<CLUSTER_THREADS>(sum_share<CLUSTER_THREADS>(in, n), partial);
    cluster.barrier_wait(); // ... and so is block 0, by now
    if (tid == 0)
        *cluster.map_shared_rank(&sums[blockIdx.x], 0) = sum;
    cluster.sync(); // all have written to block 0, which is still there
    if (blockIdx.x == 0 && tid < 32) {
        sum = reduce_warp(tid < CLUSTER_BLOCKS ? sums[tid] : 0.0f);
        if (tid == 0)
            *out = sum;
    }
#endif
}

static cudaLaunchConfig_t cluster_config(cudaLaunchAttribute *shape, cudaStream_t stream)
{
    cudaLaunchConfig_t config = {};
    shape->id = cudaLaunchAttributeClusterDimension;
    shape->val.clusterDim.x = CLUSTER_BLOCKS;
    shape->val.clusterDim.y = shape->val.clusterDim.z = 1;
    config.gridDim = CLUSTER_BLOCKS;
    config.blockDim = CLUSTER_THREADS;
    config.attrs = shape;
    config.numAttrs = 1;
    config.stream = stream;
    return config;
}

// Prepares the kernel; false when this device has no room for such a cluster.
static bool cluster_prepare()
{
    cudaLaunchAttribute shape;
    const cudaLaunchConfig_t config = cluster_config(&shape, 0);
    int clusters = 0;
    const bool fits =
        cudaFuncSetAttribute(sum_cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) ==
            cudaSuccess &&
        cudaOccupancyMaxActiveClusters(&clusters, sum_cluster, &config) == cudaSuccess;
    if (!fits)
        cudaGetLastError(); // it was a question, not an error
    return fits && clusters > 0;
}

static cudaError_t cluster_launch(const float *d_in, float *d_out, size_t n, cudaStream_t stream)
{
    cudaLaunchAttribute shape;
    const cudaLaunchConfig_t config = cluster_config(&shape, stream);
    return cudaLaunchKernelEx(&config, sum_cluster, d_in, d_out, (unsigned)n);
}

#endif
