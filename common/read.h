/*
 * The harness's own kernels: they read memory, as fast as the device can, and
 * keep nothing.
 */
#ifndef READ_H
#define READ_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { READ_BLOCK = 512 }; /* threads per block of read_all */

/* Launches `blocks` blocks that read count floats at d_data once (16-byte
 * aligned, count a multiple of 4). d_sink is one float on the device; it is not
 * written in practice. */
void read_all(const float *d_data, size_t count, unsigned blocks, float *d_sink);

/* Launches one warp that does nothing. */
void read_nothing(void);

#ifdef __cplusplus
}
#endif

#endif
