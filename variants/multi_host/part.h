/*
 * One rank's part of the array, and its sum, piece by piece. Knows nothing of MPI.
 */
#ifndef PART_H
#define PART_H

#include "device.h"
#include "fail.h"
#include "indexed.h"
#include "input.h"

#include <stddef.h>
#include <stdint.h>

struct part {
    struct share share;
    struct input_file *file; /* holds the whole array; NULL: made from the index */
    float *piece;            /* host memory for a piece of the file */
    float *d_piece;          /* device memory for a piece of the data */
    float *d_sum;
    size_t piece_floats;
    double sum;            /* of the share */
    double right, allowed; /* what it should be, and how far from it it may be */
};

/* Allocates room for a piece on the current device. Returns 0 or the status of *why; part_close
 * in any case. */
int part_open(struct part *part, struct share share, struct input_file *file, bool simulated,
              struct failure *why);

/* Sums the share into part->sum, and says in ->right and ->allowed how good that is. */
int part_sum(struct part *part, struct failure *why);

/* Frees the memory; the file stays open. */
void part_close(struct part *part);

#endif
