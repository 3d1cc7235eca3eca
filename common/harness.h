/*
 * The one header a step includes.
 *
 * A step is a kernel, its launch and a table of three numbers. Everything
 * around it (command line, data, verification, timing, report) is the harness.
 * The harness does not know which step runs.
 */
#ifndef HARNESS_H
#define HARNESS_H

#ifdef __cplusplus
#include <cuda_runtime.h>
#endif
#include <stddef.h>
#include <stdint.h>

/* Refuse, when the program is compiled, a block size that the kernel cannot
 * work with. Both also hold what the hardware asks: whole warps, at most 1024. */
#define REQUIRE_WHOLE_WARPS(block)                                                                 \
    static_assert(                                                                                 \
        (block) >= 32 && (block) <= 1024 && (block) % 32 == 0,                                     \
        "BLOCK must be a multiple of 32 from 32 to 1024: a block is made of whole warps")
#define REQUIRE_POWER_OF_TWO(block)                                                                \
    static_assert((block) >= 32 && (block) <= 1024 && ((block) & ((block)-1)) == 0,                \
                  "BLOCK must be 32, 64, 128, 256, 512 or 1024: this tree halves the block")

#ifdef __cplusplus
extern "C" {
#endif

/* elements_per_block of a kernel whose blocks stride over the whole grid: any
 * number of blocks is right, and the harness launches what the device holds. */
#define GRID_STRIDE ((size_t)0)

/* elements_per_block of a kernel or library call that needs no second pass. */
#define ONE_PASS ((size_t)-1)

/* The same, but the n elements are added to one sum one after the other, so that its
 * rounding error is a loop's and not a tree's. */
#define ONE_BY_ONE ((size_t)-2)

struct step {
    /* Launches one pass: block b leaves its sum of n floats in d_out[b].
     * d_in is 4-byte aligned and holds n floats, d_out holds `blocks` floats;
     * both are device memory, they do not overlap. n may be 0: the sum of
     * nothing is 0. blocks is at least 1. Errors are left to the harness. */
    void (*launch)(const float *d_in, float *d_out, size_t n, unsigned blocks);
    unsigned block;            /* threads per block */
    size_t elements_per_block; /* floats one block covers, or one of the three above */
};

/* Runs a step that launches kernels. Returns the exit status of the program:
 * 0 verified, 1 wrong result or device error, 2 usage or bad input, 3 no such
 * device. Prints the report on standard output, errors on standard error. */
int harness_main(int argc, char **argv, const struct step *step);

/* The same for a sum on the host: `reduce` returns the sum of n floats at in,
 * added one after the other, and its error is judged accordingly. */
int harness_main_host(int argc, char **argv, float (*reduce)(const float *in, size_t n));

#ifdef __cplusplus
}
#endif

#endif
