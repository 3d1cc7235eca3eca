/* Votes, fences and address spaces come with cuda_runtime.h. */
#ifndef SIMT_SM_20_INTRINSICS_H
#define SIMT_SM_20_INTRINSICS_H

#include "cuda_runtime.h"

#endif
