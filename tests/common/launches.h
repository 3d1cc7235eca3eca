/*
 * Launches and sums of programs that the harness must judge: right ones, and wrong ones. The
 * host does the work on copies; each block of LAUNCH_COVER elements leaves a sum.
 */
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include <stddef.h>

enum { LAUNCH_COVER = 256 };

void right(const float *d_in, float *d_out, size_t n, unsigned blocks);
void loses_last(const float *d_in, float *d_out, size_t n, unsigned blocks);

/* Wrong at n = 99999 only. */
void wrong_when_large(const float *d_in, float *d_out, size_t n, unsigned blocks);

/* Right while it is verified, and wrong from some run on, at n = 5000. */
void tires(const float *d_in, float *d_out, size_t n, unsigned blocks);

/* Right, but a call fails. */
void always_fails(const float *d_in, float *d_out, size_t n, unsigned blocks);

/* On the host. */
float add_up(const float *in, size_t n);
float forgets_first(const float *in, size_t n);

#endif
