/*
 * Calls that take a kernel by name: launches through the API, attributes and
 * occupancy. They are templates, because a kernel's parameters are in its type
 * only; the rewriter drops the casts to void * that CUDA programs write. Where a
 * kernel becomes a void * to be kept, handle() remembers what it was.
 */
#ifndef SIMT_KERNEL_API_H
#define SIMT_KERNEL_API_H

#include <type_traits>
#include <utility>

#include "../cuda_runtime_api.h"
#include "base.h"
#include "kernel_calls.h"
#include "launch.h"

namespace simt
{

/* The description of a kernel, NULL for NULL. */
template <class... P> SIMT_INLINE const ::simt_kernel *describe(void (*kernel)(P...))
{
    return kernel ? kernel_of(kernel) : nullptr;
}

/* The same for what handle() made of one. */
SIMT_INLINE const ::simt_kernel *describe(const void *kernel)
{
    const simt_known_kernel *known = simt_find_kernel(kernel);
    return known ? known->describe(kernel) : nullptr;
}

template <class... P, size_t... I>
SIMT_INLINE void call_with(void (*kernel)(P...), [[maybe_unused]] void **arguments,
                           std::index_sequence<I...>)
{
    kernel(*static_cast<std::remove_reference_t<P> *>(arguments[I])...);
}

/* Launches by call(), which names the kernel. */
template <class Call>
SIMT_INLINE cudaError_t launch_call(size_t parameters, dim3 grid, dim3 block, void **arguments,
                                    size_t shared_bytes, cudaStream_t stream, int cooperative,
                                    Call call)
{
    if (parameters > 0 && !arguments)
        return simt_call_refused(cudaErrorInvalidValue);
    const simt_config config = {
        { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared_bytes, stream, cooperative
    };
    const cudaError_t before = simt_call_begin(&config);
    call();
    return simt_call_end(before);
}

template <class... P>
SIMT_INLINE cudaError_t launch_by_pointer(void (*kernel)(P...), dim3 grid, dim3 block,
                                          void **arguments, size_t shared_bytes,
                                          cudaStream_t stream, int cooperative)
{
    if (!kernel)
        return simt_call_refused(cudaErrorInvalidDeviceFunction);
    return launch_call(sizeof...(P), grid, block, arguments, shared_bytes, stream, cooperative,
                       [&] { call_with(kernel, arguments, std::index_sequence_for<P...>()); });
}

/* A launch of what handle() made of a kernel. */
SIMT_INLINE cudaError_t launch_by_pointer(const void *kernel, dim3 grid, dim3 block,
                                          void **arguments, size_t shared_bytes,
                                          cudaStream_t stream, int cooperative)
{
    const simt_known_kernel *known = simt_find_kernel(kernel);
    if (!known)
        return simt_call_refused(cudaErrorInvalidResourceHandle);
    return launch_call(known->parameters, grid, block, arguments, shared_bytes, stream, cooperative,
                       [&] { known->call(kernel, arguments); });
}

/* `(void *)kernel`: its address, with which the calls below find it again. */
template <class... P> inline void *handle(void (*kernel)(P...))
{
    static const simt_known_kernel known = {
        sizeof...(P), [](const void *address) { return describe((void (*)(P...))address); },
        [](const void *address, void **arguments) {
            call_with((void (*)(P...))address, arguments, std::index_sequence_for<P...>());
        }
    };
    return simt_keep_kernel(__builtin_bit_cast(const void *, kernel), &known);
}

/* Another pointer that has a kernel's name. */
template <class T> inline void *handle(T *other)
{
    return const_cast<void *>(static_cast<const volatile void *>(other));
}

} // namespace simt

template <class K>
SIMT_INLINE cudaError_t cudaLaunchKernel(K *kernel, dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    return simt::launch_by_pointer(kernel, grid, block, arguments, shared_bytes, stream, 0);
}

/* All blocks are resident at once, so cooperative_groups::this_grid() may wait. */
template <class K>
SIMT_INLINE cudaError_t cudaLaunchCooperativeKernel(K *kernel, dim3 grid, dim3 block,
                                                    void **arguments, size_t shared_bytes = 0,
                                                    cudaStream_t stream = nullptr)
{
    return simt::launch_by_pointer(kernel, grid, block, arguments, shared_bytes, stream, 1);
}

template <class K>
SIMT_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, K *kernel)
{
    return simt_function_attributes(attributes, simt::describe(kernel));
}

/* Dynamic shared memory beyond 48 KB must be asked for here, up to 227 KB. */
template <class K>
SIMT_INLINE cudaError_t cudaFuncSetAttribute(K *kernel, cudaFuncAttribute attribute, int value)
{
    return simt_function_set(simt::describe(kernel), attribute, value);
}

/* Hints: checked, and without effect. */
template <class K> SIMT_INLINE cudaError_t cudaFuncSetCacheConfig(K *kernel, cudaFuncCache config)
{
    return simt_function_cache(simt::describe(kernel), config);
}

template <class K>
SIMT_INLINE cudaError_t cudaFuncSetSharedMemConfig(K *kernel, cudaSharedMemConfig config)
{
    return simt_function_banks(simt::describe(kernel), config);
}

template <class K> SIMT_INLINE cudaError_t cudaFuncGetName(const char **name, K *kernel)
{
    return simt_function_name(name, simt::describe(kernel));
}

/* Blocks that one multiprocessor holds, by threads and shared memory. */
template <class K>
SIMT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K *kernel,
                                                                      int block_size,
                                                                      size_t shared_bytes)
{
    return simt_occupancy(blocks, simt::describe(kernel), block_size, shared_bytes, 0);
}

template <class K>
SIMT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, K *kernel, int block_size, size_t shared_bytes, unsigned flags)
{
    return simt_occupancy(blocks, simt::describe(kernel), block_size, shared_bytes, flags);
}

template <class K>
SIMT_INLINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared_bytes, K *kernel,
                                                                  int blocks, int block_size)
{
    return simt_occupancy_shared(shared_bytes, simt::describe(kernel), blocks, block_size);
}

/* The largest block of those that fill a multiprocessor best, and the smallest
 * grid that fills the device with it. shared_of(block) gives dynamic bytes. */
template <class F, class K>
SIMT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                       K *kernel, F shared_of,
                                                                       int limit = 0)
{
    return simt_occupancy_best(
        grid, block, simt::describe(kernel),
        [](int size, void *context) -> size_t { return (*static_cast<F *>(context))(size); },
        &shared_of, limit);
}

template <class K>
SIMT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K *kernel,
                                                           size_t shared_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [shared_bytes](int) { return shared_bytes; }, limit);
}

template <class K>
SIMT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                                    K *kernel, size_t shared_bytes,
                                                                    int limit, unsigned flags)
{
    if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
        return simt_call_refused(cudaErrorInvalidValue);
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared_bytes, limit);
}

#endif
