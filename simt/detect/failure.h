/* Launches that end badly: the core's failures as findings. */
#ifndef SIMT_DETECT_FAILURE_H
#define SIMT_DETECT_FAILURE_H

#include "event.h"

void failure_found(const struct simt_failure *failure);

#endif
