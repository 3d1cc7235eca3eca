# Lets a step of the ladder finish with one atomicAdd per block, in one launch:
#
#   sed -f docs/claims/one_atomic.sed steps/03_sequential/reduce.cu
#
# The launch makes the step's number of blocks itself, and the harness is told
# that there is no second pass. Steps 07 and 08 work with any number of blocks;
# 1024 * BLOCK floats for each are 1024 blocks at 2^28 floats.
s/^\(#define ELEMENTS_PER_BLOCK\) GRID_STRIDE$/\1 (1024 * BLOCK)/
s/out\[blockIdx\.x\] = \(.*\);/atomicAdd(out, \1);/
s/^    reduce<<</    blocks = (unsigned)((n + ELEMENTS_PER_BLOCK - 1) \/ ELEMENTS_PER_BLOCK);\
    cudaMemsetAsync(d_out, 0, sizeof *d_out); \/\/ the sum of nothing, to add to\
    if (blocks > 0)\
        reduce<<</
s/{ launch, BLOCK, ELEMENTS_PER_BLOCK }/{ launch, BLOCK, ONE_BY_ONE }/
