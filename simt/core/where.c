/* Where am I: the functions behind threadIdx and its relatives. */
#include "schedule.h"

struct simt_dim3 simt_thread_index(void)
{
    return threadIdx;
}

struct simt_dim3 simt_block_index(void)
{
    return blockIdx;
}

struct simt_dim3 simt_block_size(void)
{
    return blockDim;
}

struct simt_dim3 simt_grid_size(void)
{
    return gridDim;
}

int simt_on_device(void)
{
    return simt_self != NULL && simt_self->block != NULL;
}

unsigned simt_thread(void)
{
    return simt_on_device() ? simt_self->block->current : 0;
}

unsigned simt_lane(void)
{
    return simt_thread() % SIMT_WARP_SIZE;
}
