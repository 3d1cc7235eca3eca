/*
 * Cooperative groups: reduce. All threads of the group get the result. Groups
 * are tiles and coalesced groups.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define SIMT_COOPERATIVE_GROUPS_REDUCE_H

#include <type_traits>

#include "../cooperative_groups.h"

namespace cooperative_groups
{

template <class T = void> struct plus {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return x + y;
    }
};
template <class T = void> struct less {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return y < x ? y : x;
    }
};
template <class T = void> struct greater {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return x < y ? y : x;
    }
};
template <class T = void> struct bit_and {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return x & y;
    }
};
template <class T = void> struct bit_or {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return x | y;
    }
};
template <class T = void> struct bit_xor {
    SIMT_INLINE T operator()(T x, T y) const
    {
        return x ^ y;
    }
};

namespace details
{

/* Whether the hardware has one instruction for this reduction, and which. */
template <class Op, class T> struct in_one_go {
    static constexpr bool value = false;
};

#define SIMT_IN_ONE_GO(op, how)                                                                    \
    template <class T> struct in_one_go<op<T>, T> {                                                \
        static constexpr bool value = std::is_same_v<T, int> || std::is_same_v<T, unsigned>;       \
        static constexpr enum simt_reduce code = how;                                              \
    };

SIMT_IN_ONE_GO(plus, SIMT_ADD)
SIMT_IN_ONE_GO(less, SIMT_MIN)
SIMT_IN_ONE_GO(greater, SIMT_MAX)
SIMT_IN_ONE_GO(bit_and, SIMT_AND)
SIMT_IN_ONE_GO(bit_or, SIMT_OR)
SIMT_IN_ONE_GO(bit_xor, SIMT_XOR)

#undef SIMT_IN_ONE_GO

/* A butterfly over a tile. */
template <unsigned Size, class Parent, class T, class Op>
SIMT_INLINE T reduce_by_shuffles(const thread_block_tile<Size, Parent> &tile, T value, Op op)
{
    for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2)
        value = op(value, tile.shfl_xor(value, lanes));
    return value;
}

/* A tree over the ranks of any group; rank 0 tells the others. */
template <class T, class Op>
SIMT_INLINE T reduce_by_shuffles(const coalesced_group &group, T value, Op op)
{
    const unsigned size = group.size(), rank = group.thread_rank();
    unsigned half = 1;
    while (half < size)
        half *= 2;
    for (half /= 2; half > 0; half /= 2) {
        const T other = group.shfl_down(value, half);
        if (rank < half && rank + half < size)
            value = op(value, other);
    }
    return group.shfl(value, 0);
}

} // namespace details

template <class Group, class T, class Op> SIMT_INLINE T reduce(const Group &group, T value, Op op)
{
    using one = details::in_one_go<std::decay_t<Op>, T>;
    if constexpr (one::value)
        return (T)simt_reduce(details::access::mask(group), (unsigned)value, one::code,
                              std::is_signed_v<T>);
    else
        return details::reduce_by_shuffles(group, value, op);
}

} // namespace cooperative_groups

#endif
