/* Barriers that not all threads of the block reach. */
#ifndef SIMT_DETECT_BARRIER_H
#define SIMT_DETECT_BARRIER_H

#include "state.h"

void barrier_arrived(struct block_state *block, const struct simt_barrier_arrival *arrival);
void barrier_completed(struct block_state *block);

#endif
