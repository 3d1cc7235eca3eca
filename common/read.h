/*
 * The harness's own kernels: they read memory, as fast as the device can, and
 * keep nothing. The read ceiling is the faster of two ways: plain loads of 16
 * bytes, and bulk copies into shared memory, which keep more bytes in flight.
 */
#ifndef READ_H
#define READ_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    READ_BLOCK = 512, /* threads per block of read_all */
    READ_SHAPES = 2   /* of read_bulk: chunks, and how many of them are in flight */
};

/* A thread whose floats add up to this writes it to d_sink: so a single one among zeros
 * shows that it was read. Nothing else is ever written. */
#define READ_MARK (-1.2345678e-38f)

/* Launches `blocks` blocks that read count floats at d_data once (16-byte
 * aligned, count a multiple of 4). d_sink is one float on the device. */
void read_all(const float *d_data, size_t count, unsigned blocks, float *d_sink);

/* The same by bulk copies, in shape 0..READ_SHAPES - 1, with as many blocks as `sms`
 * multiprocessors hold. Returns false, and launches nothing, where that cannot be: on a GPU
 * before compute capability 9.0, one with too little shared memory, or the simulator. */
bool read_bulk(unsigned shape, const float *d_data, size_t count, unsigned sms, float *d_sink);

/* Launches one warp that does nothing. */
void read_nothing(void);

#ifdef __cplusplus
}
#endif

#endif
