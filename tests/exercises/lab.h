/*
 * A bench for calls of the learner's function: device memory around which
 * everything is watched.
 */
#ifndef LAB_H
#define LAB_H

#include "counters.h"
#include "data.h"

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* Puts bytes on the device that must not change. `shift` bytes lie between a
 * 256-byte boundary and the data. Findings call it by the learner's name for it. */
const void *lab_input(const char *name, const void *bytes, size_t count, size_t shift);

/* Device memory full of LAB_POISON. */
void *lab_output(const char *name, size_t count);

/* A NaN as float and double, an unlikely number as unsigned. */
#define LAB_POISON 0xfffbfffbu

/* Call right before and right after the learner's function, with its result.
 * lab_after waits for the device and ends the check if there is an error other
 * than `allowed`, a finding, a changed input, or a write outside an output. */
void lab_before(void);
void lab_after(cudaError_t status, cudaError_t allowed);

/* What was counted from lab_before to lab_after. */
void lab_counters(struct counters *counters);

/* Scores what was counted from lab_before to lab_after: sectors, shared
 * wavefronts, barriers, atomics, launches. */
void lab_score(void);

/* Copies an output to the host. */
void lab_read(const void *d_output, void *host, size_t count);

/* Gives all memory back. */
void lab_clear(void);

/* Host memory; ends the check when there is none. */
void *lab_memory(size_t bytes);

/* Shapes that are worth trying, ascending in n. Block sizes change, powers of
 * two and others; some grids have a thread for each element, some must stride. */
struct lab_case {
    unsigned n, blocks, block;
};
enum { LAB_CASES = 112 };
struct lab_case lab_case(int i);

/* "n = 33, 2 blocks of 64": says so with judge_trying, followed by more. */
void lab_trying(struct lab_case shape, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sums floats with the learner's function; for lab_explain_sum. */
typedef double lab_sum(const float *in, size_t n, unsigned blocks, unsigned block);

/* Explains a wrong sum by experiments: adds "short by elements 992…1023: the
 * last partial warp" to the reasons. Returns 0 if it found nothing to say. */
int lab_explain_sum(lab_sum *sum, size_t n, unsigned blocks, unsigned block);

#endif
