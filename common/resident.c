#include "resident.h"

#include <cuda_runtime_api.h>

unsigned resident_blocks(unsigned sms, unsigned threads_per_sm, unsigned blocks_per_sm,
                         unsigned block)
{
    unsigned per_sm = block > 0 ? threads_per_sm / block : 0;
    if (blocks_per_sm > 0 && per_sm > blocks_per_sm) {
        per_sm = blocks_per_sm;
    }
    const unsigned blocks = sms * per_sm;
    return blocks > 0 ? blocks : 1;
}

static unsigned attribute(enum cudaDeviceAttr which)
{
    int device = 0, value = 0;
    const int known = cudaGetDevice(&device) == cudaSuccess &&
                      cudaDeviceGetAttribute(&value, which, device) == cudaSuccess;
    return known && value > 0 ? (unsigned)value : 0;
}

unsigned resident_blocks_here(unsigned block)
{
    return resident_blocks(attribute(cudaDevAttrMultiProcessorCount),
                           attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
                           attribute(cudaDevAttrMaxBlocksPerMultiprocessor), block);
}
