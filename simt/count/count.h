/*
 * Counters of simulated kernels, in Nsight Compute's words: what a program,
 * a test or a harness can ask for. Programs built with simtcc --profile or
 * --check have them; in others every function below is a null pointer:
 *
 *     if (simt_count_last != NULL && simt_count_last("reduce", &counts) == 0) ...
 *
 * All functions are for the host, between launches.
 */
#ifndef SIMT_COUNT_H
#define SIMT_COUNT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A request is one instruction of a warp with at least one lane taking part;
 * "lanes" counts the lanes of all requests. docs/counters.md defines each. */
enum simt_counter {
    SIMT_COUNT_SHARED_LOAD_REQUESTS,
    SIMT_COUNT_SHARED_LOAD_LANES,
    SIMT_COUNT_SHARED_LOAD_WAVEFRONTS,
    SIMT_COUNT_SHARED_LOAD_CONFLICTS,
    SIMT_COUNT_SHARED_STORE_REQUESTS,
    SIMT_COUNT_SHARED_STORE_LANES,
    SIMT_COUNT_SHARED_STORE_WAVEFRONTS,
    SIMT_COUNT_SHARED_STORE_CONFLICTS,
    SIMT_COUNT_SHARED_ATOMIC_REQUESTS,
    SIMT_COUNT_SHARED_ATOMIC_LANES,
    SIMT_COUNT_SHARED_ATOMIC_WAVEFRONTS,
    SIMT_COUNT_SHARED_ATOMIC_CONFLICTS,
    SIMT_COUNT_SHARED_ATOMIC_QUEUE, /* largest: lanes of one request at one address */
    SIMT_COUNT_GLOBAL_LOAD_REQUESTS,
    SIMT_COUNT_GLOBAL_LOAD_LANES,
    SIMT_COUNT_GLOBAL_LOAD_SECTORS, /* of 32 bytes: what is moved */
    SIMT_COUNT_GLOBAL_LOAD_BYTES,   /* what lanes want of it */
    SIMT_COUNT_GLOBAL_STORE_REQUESTS,
    SIMT_COUNT_GLOBAL_STORE_LANES,
    SIMT_COUNT_GLOBAL_STORE_SECTORS,
    SIMT_COUNT_GLOBAL_STORE_BYTES,
    SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS,
    SIMT_COUNT_GLOBAL_ATOMIC_LANES,
    SIMT_COUNT_GLOBAL_ATOMIC_SECTORS,
    SIMT_COUNT_GLOBAL_ATOMIC_QUEUE, /* largest: lanes of one request at one address */
    SIMT_COUNT_CONSTANT_LOAD_REQUESTS,
    SIMT_COUNT_BARRIERS,           /* instructions of a warp, as the opcode BAR */
    SIMT_COUNT_BARRIERS_COMPLETED, /* of blocks */
    SIMT_COUNT_WARP_SYNCS,
    SIMT_COUNT_SHUFFLES,
    SIMT_COUNT_VOTES,
    SIMT_COUNT_MATCHES,
    SIMT_COUNT_REDUCTIONS,
    SIMT_COUNT_FENCES,
    SIMT_COUNT_BASIC_BLOCKS, /* entered by a warp */
    SIMT_COUNT_BASIC_BLOCK_LANES,
    SIMT_COUNT_BRANCHES,           /* ends of basic blocks that go on in more than one way */
    SIMT_COUNT_DIVERGENT_BRANCHES, /* those whose lanes went different ways */
    SIMT_COUNTERS
};

/* A word such as shared_load_wavefronts: the column of the CSV. */
const char *simt_counter_name(enum simt_counter counter) __attribute__((weak));
/* Nsight Compute's metric, NULL where it has none. */
const char *simt_counter_metric(enum simt_counter counter) __attribute__((weak));

struct simt_count_launch {
    const char *kernel;
    uint64_t id; /* 1, 2, ... in order of launch */
    unsigned grid[3], block[3];
    size_t static_shared_bytes, dynamic_shared_bytes; /* per block */
    uint64_t blocks, threads, warps;                  /* of the grid */
    unsigned blocks_per_sm;                           /* that one multiprocessor holds at once */
    double occupancy;                                 /* its share of the most warps, 0 to 1 */
    uint64_t hottest; /* atomics on the most wanted address of global memory */
    int lockstep;     /* 0: lanes ran one by one, a request is a lane */
    int error;        /* 0, or the CUDA error that ended the launch early */
    uint64_t value[SIMT_COUNTERS];
};

/* Fills *launch with the last launch of the kernel of this name (without
 * template arguments), of any kernel for NULL. Returns 0, or -1 if there was none. */
int simt_count_last(const char *kernel, struct simt_count_launch *launch) __attribute__((weak));

/* Launches counted so far, of all kernels. */
size_t simt_count_launches(void) __attribute__((weak));
/* Launch 0, 1, ... in order; 0, or -1 behind the last. */
int simt_count_launch(size_t index, struct simt_count_launch *launch) __attribute__((weak));

struct simt_count_line {
    const char *file; /* as the compiler was given it */
    unsigned line;    /* 0: no debug information */
    uint64_t value[SIMT_COUNTERS];
};

/* Calls visit for each source line that counted anything in the last launch of the
 * kernel, by file and line. Returns how many; 0 if there was no launch. */
size_t simt_count_lines(const char *kernel,
                        void (*visit)(const struct simt_count_line *line, void *context),
                        void *context) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
