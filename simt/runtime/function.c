/*
 * Kernels as objects of the API: attributes and occupancy.
 */
#include "runtime.h"

#include "simt/simt.h"
#include "simt/kernel_calls.h"

enum {
    GRANULE = 128,          /* bytes; shared memory is given out in these */
    ASSUMED_REGISTERS = 32, /* a kernel may use so many and fill an SM */
    COMPUTE_CAPABILITY = 90
};

static cudaError_t check(const void *result, const struct simt_kernel *kernel)
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    return result ? cudaSuccess : cudaErrorInvalidValue;
}

static unsigned most_threads(const struct simt_kernel *kernel)
{
    return kernel->max_threads && kernel->max_threads < SIMT_MAX_BLOCK ? kernel->max_threads
                                                                       : SIMT_MAX_BLOCK;
}

/* Dynamic bytes that a launch may ask for as things stand. */
static size_t dynamic_room(const struct simt_kernel *kernel)
{
    const size_t limit = simt_dynamic_limit(kernel), fixed = simt_static_bytes(kernel);
    return limit > SIMT_STATIC_SHARED ? limit : SIMT_STATIC_SHARED - fixed;
}

cudaError_t simt_function_attributes(struct cudaFuncAttributes *attributes,
                                     const struct simt_kernel *kernel)
{
    const cudaError_t error = check(attributes, kernel);
    if (error)
        return LEAVE_AS("cudaFuncGetAttributes", error);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = simt_static_bytes(kernel),
        .maxThreadsPerBlock = (int)most_threads(kernel),
        .numRegs = ASSUMED_REGISTERS,
        .ptxVersion = COMPUTE_CAPABILITY,
        .binaryVersion = COMPUTE_CAPABILITY,
        .maxDynamicSharedSizeBytes = (int)dynamic_room(kernel),
        .preferredShmemCarveout = cudaSharedmemCarveoutDefault,
    };
    return LEAVE_AS("cudaFuncGetAttributes", cudaSuccess);
}

cudaError_t simt_function_set(const struct simt_kernel *kernel, enum cudaFuncAttribute attribute,
                              int value)
{
    cudaError_t error = check("", kernel);
    if (error)
        return LEAVE_AS("cudaFuncSetAttribute", error);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (size_t)value + simt_static_bytes(kernel) > SIMT_BLOCK_SHARED_OPT_IN)
            error = cudaErrorInvalidValue;
        else
            error = (cudaError_t)simt_set_dynamic_limit(kernel, (size_t)value);
        break;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            error = cudaErrorInvalidValue;
        break;
    default:
        error = cudaErrorInvalidValue;
    }
    return LEAVE_AS("cudaFuncSetAttribute", error);
}

cudaError_t simt_function_cache(const struct simt_kernel *kernel, enum cudaFuncCache config)
{
    cudaError_t error = check("", kernel);
    if (!error && (unsigned)config > cudaFuncCachePreferEqual)
        error = cudaErrorInvalidValue;
    return LEAVE_AS("cudaFuncSetCacheConfig", error);
}

cudaError_t simt_function_banks(const struct simt_kernel *kernel, enum cudaSharedMemConfig config)
{
    cudaError_t error = check("", kernel);
    if (!error && (unsigned)config > cudaSharedMemBankSizeEightByte)
        error = cudaErrorInvalidValue;
    return LEAVE_AS("cudaFuncSetSharedMemConfig", error);
}

cudaError_t simt_function_name(const char **name, const struct simt_kernel *kernel)
{
    const cudaError_t error = check(name, kernel);
    if (!error)
        *name = kernel->name;
    return LEAVE_AS("cudaFuncGetName", error);
}

/* Blocks per SM; 0 with more dynamic memory than a launch may ask for. */
static unsigned blocks_per_sm(const struct simt_kernel *kernel, unsigned block_size, size_t dynamic)
{
    if (dynamic > dynamic_room(kernel))
        return 0;
    return simt_blocks_per_sm(block_size, simt_static_bytes(kernel) + dynamic);
}

cudaError_t simt_occupancy(int *blocks, const struct simt_kernel *kernel, int block_size,
                           size_t shared_bytes, unsigned flags)
{
    cudaError_t error = check(blocks, kernel);
    if (!error && (block_size <= 0 || (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)))
        error = cudaErrorInvalidValue;
    if (!error)
        *blocks = (int)blocks_per_sm(kernel, (unsigned)block_size, shared_bytes);
    return LEAVE_AS("cudaOccupancyMaxActiveBlocksPerMultiprocessor", error);
}

/* The most dynamic bytes with which `blocks` blocks still share an SM. */
static size_t shared_for(const struct simt_kernel *kernel, size_t blocks)
{
    const size_t reserved = SIMT_SM_SHARED - SIMT_BLOCK_SHARED_OPT_IN;
    const size_t fixed = simt_static_bytes(kernel) + reserved;
    const size_t share = SIMT_SM_SHARED / blocks / GRANULE * GRANULE;
    return share > fixed ? share - fixed : 0;
}

cudaError_t simt_occupancy_shared(size_t *shared_bytes, const struct simt_kernel *kernel,
                                  int blocks, int block_size)
{
    cudaError_t error = check(shared_bytes, kernel);
    if (!error && (block_size <= 0 || blocks <= 0 ||
                   (unsigned)blocks > blocks_per_sm(kernel, (unsigned)block_size, 0)))
        error = cudaErrorInvalidValue;
    if (!error)
        *shared_bytes = shared_for(kernel, (size_t)blocks);
    return LEAVE_AS("cudaOccupancyAvailableDynamicSMemPerBlock", error);
}

cudaError_t simt_occupancy_best(int *grid, int *block, const struct simt_kernel *kernel,
                                size_t (*shared_of)(int block_size, void *context), void *context,
                                int limit)
{
    unsigned best = 0, best_size = 0, best_blocks = 0;
    cudaError_t error = check(grid, kernel);
    if (!error && (!block || limit < 0))
        error = cudaErrorInvalidValue;
    if (error)
        return LEAVE_AS("cudaOccupancyMaxPotentialBlockSize", error);
    const unsigned most = most_threads(kernel);
    const unsigned first = limit && (unsigned)limit < most ? (unsigned)limit : most;
    /* The first try may be no multiple of a warp; the others are. */
    for (unsigned size = first; size > 0; size = (size - 1) / SIMT_WARP_SIZE * SIMT_WARP_SIZE) {
        const unsigned blocks = blocks_per_sm(kernel, size, shared_of((int)size, context));
        if (blocks * size > best) {
            best = blocks * size;
            best_size = size;
            best_blocks = blocks;
        }
    }
    *grid = (int)(best_blocks * SIMT_SM_COUNT);
    *block = (int)best_size;
    return LEAVE_AS("cudaOccupancyMaxPotentialBlockSize", cudaSuccess);
}
