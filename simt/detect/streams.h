/*
 * Races between streams: kernels and copies that nothing orders, which touch the
 * same memory. Nothing is done, and nothing kept, until a program makes a stream.
 */
#ifndef SIMT_DETECT_STREAMS_H
#define SIMT_DETECT_STREAMS_H

#include "state.h"

/* What the host does, in its order. */
void streams_op(const struct simt_stream_op *op);
void streams_copied(const struct simt_host_copy *copy);
void streams_released(void); /* cudaFree waits for the device */

/* The kernel of the launch that begins. */
void streams_launched(const struct simt_launch_info *launch);
void streams_access(struct worker_state *worker, struct block_state *block,
                    const struct simt_access *access);

#endif
