/*
 * Cooperative groups: tiles of 1 to 32 threads of a warp.
 */
#ifndef SIMT_CG_TILE_H
#define SIMT_CG_TILE_H

#include "cg_coalesced.h"

namespace cooperative_groups
{

template <unsigned Size, class Parent = void> class thread_block_tile : public details::warp_group
{
    static_assert(Size <= 32, "simt: a tile has at most 32 threads");
    static_assert(Size && !(Size & (Size - 1)), "a tile's size is a power of two");

  public:
    SIMT_INLINE static constexpr unsigned size()
    {
        return Size;
    }
    SIMT_INLINE static constexpr unsigned num_threads()
    {
        return Size;
    }
    SIMT_INLINE static unsigned thread_rank()
    {
        return simt_thread() % Size;
    }

    template <class T> SIMT_INLINE T shfl(const T &value, int rank) const
    {
        return details::shuffle(mask_, value, SIMT_SHFL_IDX, (unsigned)rank, Size);
    }
    template <class T> SIMT_INLINE T shfl_up(const T &value, unsigned delta) const
    {
        return details::shuffle(mask_, value, SIMT_SHFL_UP, delta, Size);
    }
    template <class T> SIMT_INLINE T shfl_down(const T &value, unsigned delta) const
    {
        return details::shuffle(mask_, value, SIMT_SHFL_DOWN, delta, Size);
    }
    template <class T> SIMT_INLINE T shfl_xor(const T &value, unsigned lanes) const
    {
        return details::shuffle(mask_, value, SIMT_SHFL_XOR, lanes, Size);
    }

    SIMT_INLINE unsigned ballot(int predicate) const
    {
        return simt_vote_ballot(mask_, predicate) >> shift();
    }
    template <class T> SIMT_INLINE unsigned match_any(T value) const
    {
        return __match_any_sync(mask_, value) >> shift();
    }
    template <class T> SIMT_INLINE unsigned match_all(T value, int &predicate) const
    {
        return __match_all_sync(mask_, value, &predicate) >> shift();
    }

    /* For tiled_partition: the tile of this lane in a parent that begins at
     * thread `start` of the block and has `threads`. */
    SIMT_INLINE thread_block_tile(unsigned start, unsigned threads)
        : warp_group(tile_lanes(), (simt_thread() - start) / Size, (threads + Size - 1) / Size)
    {
    }

    /* A tile<16> takes any tile of 16 threads, whatever that is a part of. */
    template <class Other>
    SIMT_INLINE thread_block_tile(const thread_block_tile<Size, Other> &tile) : warp_group(tile)
    {
    }

  private:
    SIMT_INLINE static unsigned shift()
    {
        return simt_lane() & ~(Size - 1) & 31u;
    }
    /* The tile's lanes that exist: a block's last tile may be partial. */
    SIMT_INLINE static unsigned tile_lanes()
    {
        return (0xffffffffu >> (32 - Size)) << shift() & details::warp_lanes();
    }
};

template <unsigned Size>
SIMT_INLINE thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<Size, thread_block>(0, details::block_threads());
}

template <unsigned Size, unsigned Outer, class Parent>
SIMT_INLINE thread_block_tile<Size, thread_block_tile<Outer, Parent>>
tiled_partition(const thread_block_tile<Outer, Parent> &)
{
    static_assert(Size <= Outer, "a tile is no larger than its parent");
    return thread_block_tile<Size, thread_block_tile<Outer, Parent>>(
        simt_thread() - simt_thread() % Outer, Outer);
}

/* Tiles whose size, 1 to 32 and a power of two, is known at run time only. */
SIMT_INLINE thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        simt_trap("tiled_partition: a tile has 1, 2, 4, 8, 16 or 32 threads");
    const unsigned rank = (unsigned)parent.thread_rank();
    const unsigned all =
        details::access::is_block(parent) ? details::warp_lanes() : details::access::mask(parent);
    const unsigned in_warp = details::access::is_block(parent) ? simt_lane() : rank;
    unsigned mask = 0, rest = all;
    for (unsigned i = 0; rest; rest &= rest - 1, i++)
        if (i / size == in_warp / size)
            mask |= rest & (0u - rest);
    return details::access::part(mask);
}

/* The running thread alone. */
SIMT_INLINE thread_block_tile<1> this_thread()
{
    return thread_block_tile<1>(0, details::block_threads());
}

} // namespace cooperative_groups

#endif
