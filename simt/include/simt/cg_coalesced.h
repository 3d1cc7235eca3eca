/*
 * Cooperative groups: what the parts of a warp share, and the group of the
 * lanes that are together right now.
 */
#ifndef SIMT_CG_COALESCED_H
#define SIMT_CG_COALESCED_H

#include <type_traits>

#include "cg_block.h"
#include "warp.h"

namespace cooperative_groups
{

namespace details
{

/* A shuffle of any type that can be copied as bytes. Types of one register
 * move in one shuffle, others in one for each 4 bytes. */
template <class T>
SIMT_INLINE T shuffle(unsigned mask, const T &value, enum simt_shuffle how, unsigned operand,
                      int width)
{
    static_assert(std::is_trivially_copyable_v<T>, "a shuffled value is copied as bytes");
    if constexpr (std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8)) {
        return ::simt::shuffle(mask, value, how, operand, width);
    } else {
        constexpr size_t count = (sizeof(T) + 3) / 4;
        unsigned words[count] = {};
        T result;
        __builtin_memcpy(words, &value, sizeof(T));
        for (size_t i = 0; i < count; i++)
            words[i] = ::simt::shuffle(mask, words[i], how, operand, width);
        __builtin_memcpy(&result, words, sizeof(T));
        return result;
    }
}

/* The lane that holds the n-th one of a mask, counted from 0. */
SIMT_INLINE unsigned nth_lane(unsigned mask, unsigned n)
{
    for (; n > 0; n--)
        mask &= mask - 1;
    return (unsigned)__builtin_ctz(mask);
}

/* The bits of value that stand under the ones of mask, moved together. */
SIMT_INLINE unsigned pack(unsigned value, unsigned mask)
{
    unsigned packed = 0;
    for (unsigned to = 0; mask; mask &= mask - 1, to++)
        packed |= (value >> __builtin_ctz(mask) & 1u) << to;
    return packed;
}

/* What tiles and coalesced groups have in common. */
class warp_group : public thread_group
{
  public:
    /* Which part of a partition this is, and of how many. */
    SIMT_INLINE unsigned meta_group_rank() const
    {
        return part_;
    }
    SIMT_INLINE unsigned meta_group_size() const
    {
        return parts_;
    }
    SIMT_INLINE void sync() const
    {
        simt_warp_sync(mask_);
    }
    SIMT_INLINE int any(int predicate) const
    {
        return simt_vote_any(mask_, predicate);
    }
    SIMT_INLINE int all(int predicate) const
    {
        return simt_vote_all(mask_, predicate);
    }

  protected:
    SIMT_INLINE warp_group(unsigned mask, unsigned part, unsigned parts)
        : thread_group(kind::warp_part, mask), part_(part), parts_(parts)
    {
    }

  private:
    unsigned part_, parts_;
};

} // namespace details

class coalesced_group : public details::warp_group
{
  public:
    SIMT_INLINE unsigned size() const
    {
        return (unsigned)__builtin_popcount(mask_);
    }
    SIMT_INLINE unsigned num_threads() const
    {
        return size();
    }
    SIMT_INLINE unsigned thread_rank() const
    {
        return (unsigned)__builtin_popcount(mask_ & details::lanes_below());
    }

    /* Shuffles by rank in the group. Beyond its ends a thread keeps its value. */
    template <class T> SIMT_INLINE T shfl(const T &value, int rank) const
    {
        return from(value, (unsigned)rank % size());
    }
    template <class T> SIMT_INLINE T shfl_up(const T &value, unsigned delta) const
    {
        const unsigned rank = thread_rank();
        return from(value, rank >= delta ? rank - delta : rank);
    }
    template <class T> SIMT_INLINE T shfl_down(const T &value, unsigned delta) const
    {
        const unsigned rank = thread_rank();
        return from(value, delta < size() - rank ? rank + delta : rank);
    }

    /* Bit r of a mask stands for the thread of rank r. */
    SIMT_INLINE unsigned ballot(int predicate) const
    {
        return details::pack(simt_vote_ballot(mask_, predicate), mask_);
    }
    template <class T> SIMT_INLINE unsigned match_any(T value) const
    {
        return details::pack(__match_any_sync(mask_, value), mask_);
    }
    template <class T> SIMT_INLINE unsigned match_all(T value, int &predicate) const
    {
        return details::pack(__match_all_sync(mask_, value, &predicate), mask_);
    }

  private:
    SIMT_INLINE coalesced_group(unsigned mask, unsigned part, unsigned parts)
        : warp_group(mask, part, parts)
    {
    }

    template <class T> SIMT_INLINE T from(const T &value, unsigned rank) const
    {
        return details::shuffle(mask_, value, SIMT_SHFL_IDX, details::nth_lane(mask_, rank), 32);
    }

    friend struct details::access;
};

namespace details
{

/* What other groups' makers may see and do. */
struct access {
    SIMT_INLINE static unsigned mask(const thread_group &group)
    {
        return group.mask_;
    }
    SIMT_INLINE static bool is_block(const thread_group &group)
    {
        return group.kind_ == kind::block;
    }
    SIMT_INLINE static thread_group part(unsigned mask)
    {
        return thread_group(kind::warp_part, mask);
    }
    SIMT_INLINE static coalesced_group coalesced(unsigned mask, unsigned part, unsigned parts)
    {
        return coalesced_group(mask, part, parts);
    }
};

} // namespace details

/* The lanes of this warp that run here together. */
SIMT_INLINE coalesced_group coalesced_threads()
{
    return details::access::coalesced(simt_coalesced_mask(), 0, 1);
}

/* Parts a tile or a coalesced group: threads of one label come together, parts
 * are numbered in the order of their first threads. */
template <class Group, class Label>
SIMT_INLINE coalesced_group labeled_partition(const Group &group, Label label)
{
    const unsigned all = details::access::mask(group);
    const unsigned mine = __match_any_sync(all, label);
    const int is_first = (mine & details::lanes_below()) == 0;
    const unsigned firsts = simt_vote_ballot(all, is_first);
    const unsigned first = 1u << __builtin_ctz(mine);
    return details::access::coalesced(mine, (unsigned)__builtin_popcount(firsts & (first - 1)),
                                      (unsigned)__builtin_popcount(firsts));
}

/* Threads with a true predicate on one side, the others on the other. */
template <class Group>
SIMT_INLINE coalesced_group binary_partition(const Group &group, bool predicate)
{
    const unsigned all = details::access::mask(group);
    const unsigned yes = simt_vote_ballot(all, predicate);
    return details::access::coalesced(predicate ? yes : all & ~yes, predicate ? 0 : 1, 2);
}

} // namespace cooperative_groups

#endif
