/* Atomic functions come with cuda_runtime.h. */
#ifndef SIMT_DEVICE_ATOMIC_FUNCTIONS_H
#define SIMT_DEVICE_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
