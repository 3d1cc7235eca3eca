/*
 * The scan lab's ways and its judge.
 */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCAN_UP_SWEEP, SCAN_BOTH_SWEEPS }; /* ways: only out[n], the sum; also out[0..n), the scan */

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. */
size_t scan_bytes(size_t n);
void scan_fill(int input, void *in, size_t n, uint64_t seed);
bool scan_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
