/* __ldg and its relatives come with cuda_runtime.h. */
#ifndef SIMT_SM_32_INTRINSICS_H
#define SIMT_SM_32_INTRINSICS_H

#include "cuda_runtime.h"

#endif
