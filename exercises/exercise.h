/*
 * What the exercises hand in: one function each, called by the checks.
 *
 * Device pointers are called d_…; everything else lives on the host. Results
 * are device memory that holds garbage before the call. A check calls the
 * function many times, with other sizes, blocks and data each time.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#ifdef __cplusplus
#include <cuda_runtime.h>
#else
#include <cuda_runtime_api.h>
#endif
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 01 associativity ---------------------------------------------------- */

struct triple {
    float a, b, c;
};

/* Three floats, the first of them a, for which (a + b) + c and a + (b + c)
 * differ. b and c are at most 2^32 times as large as a; all sums stay finite.
 * 2^-60 <= |a| <= 2^60. */
struct triple counter_example(float a);

/* ---- 02 tree depth ------------------------------------------------------- */

struct tree {
    unsigned depth;    /* additions that must wait for each other */
    unsigned barriers; /* __syncthreads() that a block passes */
};

/* The tree of step 03 that adds up one block: as it stands there, or with its
 * last warp unrolled as in step 05. A power of two, 32 <= block <= 1024, and
 * one element per thread. */
struct tree tree_of(unsigned block, int last_warp_unrolled);

/* ---- 03 bank conflicts --------------------------------------------------- */

/* How step 01, 02 and 03 pick the cells that are added to. */
enum addressing { INTERLEAVED, STRIDED, SEQUENTIAL };

struct shared_load {
    unsigned requests;   /* warps that load at all */
    unsigned wavefronts; /* passes that shared memory needs to serve them all */
};

/* The one load of partial[k] that a block makes in the round of this stride.
 * Cells are floats. block and stride are powers of two, 32 <= block <= 1024,
 * 1 <= stride < block. */
struct shared_load shared_load_of(enum addressing how, unsigned block, unsigned stride);

/* ---- 04 atomic contention ------------------------------------------------ */

/* Who adds to the total: each thread, one lane per warp that has summed its
 * warp first, or one thread per block that has summed its block first. */
enum contributor { EACH_THREAD, EACH_WARP, EACH_BLOCK };

struct contention {
    unsigned queue;  /* atomics that meet at the most wanted address */
    double slowdown; /* this queue / the queue of EACH_BLOCK, same block and addresses */
};

/* `threads` >= 1 threads (those beyond, in the last block, do nothing) in
 * blocks of `block`, a multiple of 32. Contributor i adds to address
 * i % addresses. */
struct contention contention_of(enum contributor who, unsigned threads, unsigned block,
                                unsigned addresses);

/* ---- 05 argmin ----------------------------------------------------------- */

struct minimum {
    float value;
    unsigned index;
};

/* The smallest of n floats and where it is; ties go to the lowest index. NaN
 * counts only if all are NaN: then the first of them. -0.0 equals 0.0.
 * block: a multiple of 32 up to 1024. d_partial: room for `blocks` pairs.
 * n = 0: returns cudaErrorInvalidValue and leaves *d_out alone. */
cudaError_t argmin(const float *d_in, unsigned n, unsigned blocks, unsigned block,
                   struct minimum *d_partial, struct minimum *d_out);

/* ---- 06 load balance ----------------------------------------------------- */

/* Elements first, first + step, first + 2 * step, …: count of them. */
struct share {
    size_t first, step, count;
};

/* What thread `thread` of `threads` adds up when n elements are dealt out: each
 * element to one thread, no thread with two more than another. */
struct share share_on_host(size_t n, size_t thread, size_t threads);

/* Lets a grid add up n floats by these shares: d_shares[t] is thread t's share,
 * d_sums[t] its sum, d_visits[i] goes up by one each time element i is added. */
cudaError_t add_shares(const float *d_in, size_t n, unsigned blocks, unsigned block,
                       struct share *d_shares, float *d_sums, unsigned *d_visits);

/* ---- 07 double precision ------------------------------------------------- */

/* The sum of n doubles in double precision. block: a multiple of 32. */
cudaError_t sum_double(const double *d_in, size_t n, unsigned blocks, unsigned block,
                       double *d_out);

/* ---- 08 two dimensions --------------------------------------------------- */

/* Sums of a matrix of floats, row after row; row r begins r * pitch BYTES
 * behind d_in. What lies between the end of a row and the next is not data.
 * d_rows: `rows` floats, d_columns: `columns` floats, d_total: one float.
 * rows and columns are at least 1. */
cudaError_t matrix_sums(const float *d_in, size_t rows, size_t columns, size_t pitch, float *d_rows,
                        float *d_columns, float *d_total);

/* ---- 09 conditional sum -------------------------------------------------- */

struct selected {
    float sum;
    unsigned count;
};

/* Sum and number of the elements that are greater than threshold. NaN is not
 * greater than anything. block: a multiple of 32. n may be 0. */
cudaError_t conditional_sum(const float *d_in, size_t n, float threshold, unsigned blocks,
                            unsigned block, struct selected *d_out);

/* ---- 10 a billion elements ----------------------------------------------- */

/* Where the elements come from, a tile at a time. */
struct source;

/* Brings elements first … first + count - 1 to the device and returns where
 * they are (16-byte aligned). They stay until the next call. NULL when count
 * is 0 or exceeds source_most. */
const float *source_tile(struct source *source, size_t first, size_t count);

/* How many elements the device has room for at once. */
size_t source_most(const struct source *source);

/* The sum of the source's n elements, each fetched once. Returns in *sum. */
cudaError_t sum_all(struct source *source, size_t n, double *sum);

#ifdef __cplusplus
}
#endif

#endif
