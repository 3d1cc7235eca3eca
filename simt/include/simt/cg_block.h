/*
 * Cooperative groups: the group of any kind, the block and the grid.
 */
#ifndef SIMT_CG_BLOCK_H
#define SIMT_CG_BLOCK_H

#include "base.h"
#include "index.h"
#include "sync.h"

namespace cooperative_groups
{

namespace details
{

/* Threads in the block of the running lane. */
SIMT_INLINE unsigned block_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

/* The lanes of the running warp that exist: the last warp may be partial. */
SIMT_INLINE unsigned warp_lanes()
{
    const unsigned first = simt_thread() - simt_lane();
    const unsigned left = block_threads() - first;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

/* The lanes below this one. */
SIMT_INLINE unsigned lanes_below()
{
    return (1u << simt_lane()) - 1;
}

enum class kind { block, warp_part };
struct access;

} // namespace details

/* A block or a part of a warp, when which one is known at run time only. */
class thread_group
{
  public:
    SIMT_INLINE unsigned long long size() const
    {
        return kind_ == details::kind::block ? details::block_threads()
                                             : (unsigned)__builtin_popcount(mask_);
    }
    SIMT_INLINE unsigned long long num_threads() const
    {
        return size();
    }
    SIMT_INLINE unsigned long long thread_rank() const
    {
        return kind_ == details::kind::block
                   ? simt_thread()
                   : (unsigned)__builtin_popcount(mask_ & details::lanes_below());
    }
    SIMT_INLINE void sync() const
    {
        if (kind_ == details::kind::block)
            simt_barrier();
        else
            simt_warp_sync(mask_);
    }

  protected:
    SIMT_INLINE thread_group(details::kind kind, unsigned mask) : kind_(kind), mask_(mask)
    {
    }

    details::kind kind_;
    unsigned mask_; /* lanes, for a part of a warp */

    friend struct details::access;
};

class thread_block : public thread_group
{
  public:
    SIMT_INLINE static void sync()
    {
        simt_barrier();
    }
    SIMT_INLINE static unsigned thread_rank()
    {
        return simt_thread();
    }
    SIMT_INLINE static unsigned size()
    {
        return details::block_threads();
    }
    SIMT_INLINE static unsigned num_threads()
    {
        return details::block_threads();
    }
    SIMT_INLINE static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    SIMT_INLINE static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    SIMT_INLINE static dim3 group_dim()
    {
        return blockDim;
    }
    SIMT_INLINE static dim3 dim_threads()
    {
        return blockDim;
    }

  private:
    SIMT_INLINE thread_block() : thread_group(details::kind::block, 0)
    {
    }
    friend thread_block this_thread_block();
};

SIMT_INLINE thread_block this_thread_block()
{
    return thread_block();
}

/* All blocks of a cooperative launch. */
class grid_group
{
  public:
    SIMT_INLINE bool is_valid() const
    {
        return simt_is_cooperative() != 0;
    }
    SIMT_INLINE void sync() const
    {
        simt_grid_barrier();
    }
    SIMT_INLINE static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    SIMT_INLINE static unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    SIMT_INLINE static unsigned long long num_threads()
    {
        return num_blocks() * details::block_threads();
    }
    SIMT_INLINE static unsigned long long size()
    {
        return num_threads();
    }
    SIMT_INLINE static unsigned long long thread_rank()
    {
        return block_rank() * details::block_threads() + simt_thread();
    }
    SIMT_INLINE static dim3 dim_blocks()
    {
        return gridDim;
    }
    SIMT_INLINE static dim3 group_dim()
    {
        return gridDim;
    }
    SIMT_INLINE static dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }

  private:
    SIMT_INLINE grid_group()
    {
    }
    friend grid_group this_grid();
};

SIMT_INLINE grid_group this_grid()
{
    return grid_group();
}

/* The same as functions, for any group. */
template <class Group> SIMT_INLINE void sync(const Group &group)
{
    group.sync();
}

template <class Group> SIMT_INLINE auto thread_rank(const Group &group)
{
    return group.thread_rank();
}

template <class Group> SIMT_INLINE auto group_size(const Group &group)
{
    return group.size();
}

} // namespace cooperative_groups

#endif
