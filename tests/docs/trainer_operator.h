// The step for one OPERATOR at each block size that the trainer offers and the step
// allows: WHOLE_WARPS is defined for a step that needs those.
#ifndef WHOLE_WARPS
#define BLOCK 8
#include "trainer_instance.h"
#define BLOCK 16
#include "trainer_instance.h"
#endif
#define BLOCK 32
#include "trainer_instance.h"
#define BLOCK 64
#include "trainer_instance.h"
#undef OPERATOR
