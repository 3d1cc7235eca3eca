#include "grid.h"

#include "fail.h"
#include "resident.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

/* 0 when the device cannot be asked: the launch will say what is wrong. */
static unsigned attribute(enum cudaDeviceAttr which)
{
    int device = 0, value = 0;
    const int known = cudaGetDevice(&device) == cudaSuccess &&
                      cudaDeviceGetAttribute(&value, which, device) == cudaSuccess;
    return known && value > 0 ? (unsigned)value : 0;
}

unsigned grid_multiprocessors(void)
{
    const unsigned count = attribute(cudaDevAttrMultiProcessorCount);
    return count > 0 ? count : 1;
}

unsigned grid_for(size_t n, unsigned block, size_t each)
{
    size_t most = resident_blocks_here(block);
    if (most > GRID_MOST) {
        most = GRID_MOST;
    }
    const size_t covers = each * block, busy = n / covers + (n % covers != 0);
    const size_t blocks = busy < most ? busy : most;
    return blocks > 0 ? (unsigned)blocks : 1;
}

unsigned grid_capability(void)
{
    return 10 * attribute(cudaDevAttrComputeCapabilityMajor) +
           attribute(cudaDevAttrComputeCapabilityMinor);
}

void grid_require_capability(unsigned least, const char *idea)
{
    const unsigned has = grid_capability();
    if (has >= least) {
        return;
    }
    fprintf(stderr, "%s needs compute capability %u.%u or later: this GPU has %u.%u\n", idea,
            least / 10, least % 10, has / 10, has % 10);
    exit(EXIT_NO_DEVICE);
}
