/* Warp operations: masks, sources, widths, and who was asked by __activemask. */
#ifndef SIMT_DETECT_WARP_OPS_H
#define SIMT_DETECT_WARP_OPS_H

#include "state.h"

void warp_op_completed(struct block_state *block, const struct simt_warp_op *op);

#endif
