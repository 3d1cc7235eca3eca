/*
 * Cooperative groups: memcpy_async. The copy is done when the call returns;
 * wait still has to be called before other threads' parts are read.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

/* The threads of the group share the work, element by element. `count` is in
 * bytes. */
template <class Group, class T>
SIMT_INLINE void memcpy_async(const Group &group, T *to, const T *from, size_t count)
{
    const size_t step = (size_t)group.size();
    for (size_t i = (size_t)group.thread_rank(); i < count / sizeof(T); i += step)
        to[i] = from[i];
}

template <class Group> SIMT_INLINE void wait(const Group &group)
{
    group.sync();
}

template <unsigned Stages, class Group> SIMT_INLINE void wait_prior(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
