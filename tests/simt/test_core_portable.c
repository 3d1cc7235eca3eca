/*
 * The portable fibers pass the same tests as those in assembly. They stand in
 * this file, so the linker does not take the library's own.
 */
#define SIMT_PORTABLE_FIBERS 1
#include "fiber_portable.c"

#include "test_core_fiber.c"
