/* Barriers, divergence and deadlock on the portable fibers: see test_core_portable.c. */
#define SIMT_PORTABLE_FIBERS 1
#include "fiber_portable.c"

#include "test_core_barrier.c"
