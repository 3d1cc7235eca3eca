/*
 * The precision lab's ways, inputs and judge.
 */
#ifndef PRECISION_H
#define PRECISION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The ways; each has its own bound. */
enum {
    PRECISION_ONE_THREAD,
    PRECISION_TREE,
    PRECISION_NEUMAIER,
    PRECISION_DOUBLE,
    PRECISION_INT32,
    PRECISION_INT64
};
enum { PRECISION_FLOATS, PRECISION_INTEGERS }; /* inputs */

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. */
size_t precision_bytes(size_t n);
void precision_fill(int input, void *in, size_t n, uint64_t seed);
bool precision_judge(size_t way, const void *in, size_t n, const void *out, char *text,
                     size_t size);

#ifdef __cplusplus
}
#endif

#endif
