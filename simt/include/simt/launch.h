/*
 * What the rewriter's output needs: launches, and a place in each block for a
 * __shared__ variable. Programs never call these by name.
 *
 * Nothing here holds a call in a function of its own, so that the core finds the
 * user's line at the return address; nothing needs exceptions or type
 * information.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include "../vector_types.h"
#include "base.h"

struct CUstream_st;

namespace simt
{

/* ---- launches -------------------------------------------------------------- */

/* Keeps <<<grid, block, shared, stream>>> for the launch that follows. */
SIMT_INLINE int configure(dim3 grid, dim3 block, size_t shared_bytes = 0,
                          CUstream_st *stream = nullptr)
{
    const simt_config config = {
        { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared_bytes, stream, 0
    };
    if (simt_on_device())
        simt_trap("a launch inside device code (dynamic parallelism) is not supported");
    return simt_configure(&config);
}

/* Where kernel_of waits for its answer; NULL otherwise. */
inline thread_local const simt_kernel **asked = nullptr;

/* What a kernel calls with its parameters, which are copied once for the launch,
 * and by the body's own parameters once for each lane. */
template <class Lane> SIMT_INLINE void launch_lane(const simt_kernel &kernel, const Lane &lane)
{
    simt_launch_sized(
        &kernel, [](const void *closure) { (*static_cast<const Lane *>(closure))(); }, &lane,
        sizeof lane);
}

template <class Body, class... Arguments>
SIMT_INLINE void launch_body(const simt_kernel &kernel, const Arguments &...arguments)
{
    constexpr auto body = Body::simt_entry();
    if (asked)
        *asked = &kernel;
    else
        launch_lane(kernel, [=] { body(arguments...); });
}

/* The same with a body that is a lambda. */
template <class Body, class... Arguments>
SIMT_INLINE void launch_kernel(const simt_kernel &kernel, Body body, const Arguments &...arguments)
{
    if (asked)
        *asked = &kernel;
    else
        launch_lane(kernel, [=] { body(arguments...); });
}

template <class T> struct bare {
    typedef T type;
};
template <class T> struct bare<T &> {
    typedef T type;
};
template <class T> struct bare<T &&> {
    typedef T type;
};

/* Bytes that stand for an argument whose value does not matter. */
template <class T> struct blank {
    alignas(T) static inline unsigned char bytes[sizeof(T)] = {};
};

template <class T> inline T &&blank_value()
{
    return static_cast<T &&>(
        *reinterpret_cast<typename bare<T>::type *>(blank<typename bare<T>::type>::bytes));
}

/* The description of a kernel, given its address. NULL for a host function. */
template <class... Parameters> inline const simt_kernel *kernel_of(void (*kernel)(Parameters...))
{
    const simt_kernel *found = nullptr;
    asked = &found;
    kernel(blank_value<Parameters>()...);
    asked = nullptr;
    return found;
}

/* ---- structs that calls take and leave ---------------------------------------- */

/* A copy by itself of what is handed to a function by value, or returned: in
 * the call instrumentation does not see it. */
template <class T> SIMT_INLINE constexpr T value(T copy)
{
    return copy;
}

/* ---- __shared__ variables --------------------------------------------------- */

constexpr size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

struct place {
    void *memory;
};

template <class T> struct element {
    typedef T type;
};
template <class T, size_t n> struct element<T[n]> {
    typedef typename element<T>::type type;
};

} // namespace simt

inline void *operator new(size_t, simt::place place) noexcept
{
    return place.memory;
}

namespace simt
{

/* CUDA allows a constructor here when its body is empty, and never calls it.
 * Whether it is empty is seen by what it leaves in memory. */
template <class T> inline bool constructor_writes()
{
    alignas(T) unsigned char bytes[sizeof(T)];
    for (unsigned char &byte : bytes)
        byte = 0xA5;
    __asm__ volatile("" : : "r"(bytes) : "memory");
    new (place{ bytes }) T;
    __asm__ volatile("" : : "r"(bytes) : "memory");
    bool writes = false;
    for (const unsigned char byte : bytes)
        writes |= byte != 0xA5;
    return writes;
}

/* Runs Tell::tell() before main. */
template <class Tell> struct told {
    static const bool done;
};
template <class Tell> const bool told<Tell>::done = (Tell::tell(), true);

/* A variable that the function with this description declares or uses. */
inline void declare(const simt_kernel &kernel, const simt_shared_slot &slot)
{
    simt_declare_shared(&kernel, nullptr, &slot);
}

inline void declare(const simt_function &function, const simt_shared_slot &slot)
{
    simt_declare_shared(&function, function.name, &slot);
}

/* This block's copy of a static __shared__ variable. */
template <class T> SIMT_INLINE T &shared(simt_shared_slot *slot)
{
    if constexpr (!__is_trivially_constructible(T)) {
        static const bool writes = constructor_writes<typename element<T>::type>();
        if (writes)
            simt_trap("a __shared__ variable's constructor must do nothing");
    }
    return *static_cast<T *>(simt_shared_static(slot));
}

/* ---- __device__, __constant__ and __managed__ variables ----------------------- */

struct symbol {
    symbol(const char *name, const volatile void *address, size_t bytes, simt_symbol_space space,
           const char *file, unsigned line)
    {
        simt_register_symbol(name, const_cast<void *>(address), bytes, space, file, line);
    }
};

} // namespace simt

#endif
