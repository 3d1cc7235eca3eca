/*
 * What the simulated GPU counted between two points, in the words of the
 * checks. All sums over every launch since counters_start.
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct counters {
    uint64_t launches, blocks, threads;
    uint64_t barriers; /* completed __syncthreads, all blocks */
    uint64_t shared_load_requests, shared_load_wavefronts;
    uint64_t global_load_sectors, global_load_bytes; /* moved in 32-byte sectors; used */
    uint64_t global_store_sectors;
    uint64_t atomics;       /* on global memory, one per lane */
    uint64_t longest_queue; /* atomics at the most wanted address */
};

void counters_start(void);

/* Fills *counters with what happened since counters_start. */
void counters_read(struct counters *counters);

/* Findings of the detectors since counters_start: returns their number and
 * writes their lines, "file.cu:42: error: …", as many as fit. */
unsigned counters_findings(char *lines, size_t size);

/* From now on the detectors print nothing themselves. */
void counters_quiet(void);

#endif
