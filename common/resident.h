/*
 * How many blocks a device holds at once.
 */
#ifndef RESIDENT_H
#define RESIDENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks of `block` threads that fit on `sms` multiprocessors with room for threads_per_sm threads
 * and blocks_per_sm blocks (0: no limit) each. Registers and shared memory may allow fewer. At
 * least 1. */
unsigned resident_blocks(unsigned sms, unsigned threads_per_sm, unsigned blocks_per_sm,
                         unsigned block);

/* The same for the current device. 1 when it cannot be asked: the launch will say why. */
unsigned resident_blocks_here(unsigned block);

#ifdef __cplusplus
}
#endif

#endif
