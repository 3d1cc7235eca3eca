/* Types come with cuda_runtime.h. */
#ifndef SIMT_BUILTIN_TYPES_H
#define SIMT_BUILTIN_TYPES_H

#include "cuda_runtime.h"

#endif
