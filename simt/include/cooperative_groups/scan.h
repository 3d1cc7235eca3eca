/*
 * Cooperative groups: inclusive and exclusive scans over a tile or a coalesced
 * group, in the order of ranks.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_SCAN_H
#define SIMT_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups
{

template <class Group, class T, class Op>
SIMT_INLINE T inclusive_scan(const Group &group, T value, Op op)
{
    const unsigned rank = (unsigned)group.thread_rank();
    for (unsigned delta = 1; delta < (unsigned)group.size(); delta *= 2) {
        const T before = group.shfl_up(value, delta);
        if (rank >= delta)
            value = op(before, value);
    }
    return value;
}

template <class Group, class T> SIMT_INLINE T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}

/* Rank 0 gets T(). */
template <class Group, class T, class Op>
SIMT_INLINE T exclusive_scan(const Group &group, T value, Op op)
{
    const T before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? T() : before;
}

template <class Group, class T> SIMT_INLINE T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
