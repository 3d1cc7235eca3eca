/*
 * assert, also for device code: there it ends the launch with cudaErrorAssert
 * and a message that names the line, the block and the thread. Like the
 * system's header, which it builds on, it may be included again after NDEBUG
 * was changed, so it has no include guard.
 */
#pragma GCC system_header /* #include_next is no ISO C */
#include_next <assert.h>

#if defined(__CUDACC__) && !defined(NDEBUG)

#include "simt/base.h"

#undef assert
#define assert(condition)                                                                          \
    (static_cast<bool>(condition) ? (void)0                                                        \
     : simt_on_device()           ? simt_assert_failed("Assertion `" #condition "' failed.")       \
                        : simt_host_assert_failed(#condition, __FILE__, __LINE__, __func__))

extern "C" [[noreturn]] void simt_host_assert_failed(const char *condition, const char *file,
                                                     unsigned line, const char *function);

#endif
