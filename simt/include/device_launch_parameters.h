/* threadIdx and its relatives come with cuda_runtime.h. */
#ifndef SIMT_DEVICE_LAUNCH_PARAMETERS_H
#define SIMT_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
