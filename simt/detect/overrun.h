/* Indices that an array's type does not allow: array-bounds. */
#ifndef SIMT_DETECT_OVERRUN_H
#define SIMT_DETECT_OVERRUN_H

#include "event.h"

/* Keeps the place; any worker. */
void overrun_seen(const struct simt_overrun *overrun);
/* Makes findings of the places, except where the address itself was found to be
 * outside of shared or global memory: that says more. At the launch's end. */
void overrun_settle(const struct simt_launch_info *launch);

#endif
