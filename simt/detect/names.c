#include "names.h"

static const struct {
    const char *text, *severity, *summary, *advice;
} names[FINDING_NAMES] = {
    [FINDING_SHARED_RACE] = { "shared-race", "error",
                              "two threads touch one place in shared memory and nothing orders "
                              "them",
                              "put __syncthreads() (within a warp: __syncwarp()) between the two, "
                              "where all threads of the block reach it" },
    [FINDING_GLOBAL_RACE] = { "global-race", "error",
                              "two threads touch one place in global memory and nothing orders "
                              "them",
                              "blocks of a grid run in any order: use an atomic, or write to a "
                              "place of its own and read in the next kernel; a hand-over needs "
                              "__threadfence() before the atomic" },
    [FINDING_STREAM_RACE] = { "stream-race", "error",
                              "two streams touch one place and nothing orders them",
                              "let the later stream wait: cudaEventRecord in the one, "
                              "cudaStreamWaitEvent in the other; or use one stream for both" },
    [FINDING_BARRIER_DIVERGENCE] = { "barrier-divergence", "error",
                                     "threads of one block wait at different barriers",
                                     "all threads of a block must reach the same __syncthreads(): "
                                     "move it out of the branch or loop" },
    [FINDING_BARRIER_EXITED] = { "barrier-exited", "error",
                                 "a barrier is reached after threads of the block have left",
                                 "do not return early: keep all threads to the last "
                                 "__syncthreads() and guard the work with an if" },
    [FINDING_SHARED_BOUNDS] = { "shared-bounds", "error", "an index outside of a shared array",
                                "compare the index with the array's length; dynamic shared memory "
                                "has the size of the third launch parameter, in bytes" },
    [FINDING_GLOBAL_BOUNDS] = { "global-bounds", "error",
                                "an index outside of an allocation in global memory",
                                "guard the access with if (i < n): the last block has more "
                                "threads than elements" },
    [FINDING_ARRAY_BOUNDS] = { "array-bounds", "error",
                               "an index that the array's type does not have",
                               "compare the index with the array's length; of an array of arrays "
                               "each index with its own" },
    [FINDING_MISALIGNED] = { "misaligned-access", "error",
                             "an address that is not a multiple of the access's size",
                             "a float4 needs a 16-byte boundary: handle the head of the array one "
                             "by one, or allocate it aligned" },
    [FINDING_SHARED_UNINIT] = { "shared-uninit", "error",
                                "shared memory is read before anything was written to it",
                                "shared memory starts with garbage in each block: write every "
                                "element that is read, also those beyond n" },
    [FINDING_GLOBAL_UNINIT] = { "global-uninit", "error",
                                "global memory is read before anything was written to it",
                                "cudaMalloc does not clear memory: copy data in, or cudaMemset it, "
                                "before the kernel adds to it or the host reads it" },
    [FINDING_WARP_MASK] = { "warp-mask", "error", "a mask names lanes that do not make the call",
                            "let all lanes that the mask names make the call, or compute the "
                            "mask with __ballot_sync before the branch" },
    [FINDING_WARP_INACTIVE_LANE] = { "warp-inactive-lane", "error",
                                     "a shuffle reads from a lane that does not take part",
                                     "keep all lanes of the warp in the shuffle and let those "
                                     "without data hold the identity (0 for a sum)" },
    [FINDING_WARP_WIDTH] = { "warp-width", "error",
                             "a shuffle's width is not a power of two up to 32",
                             "the width must be 1, 2, 4, 8, 16 or 32" },
    [FINDING_WARP_ACTIVEMASK] = { "warp-activemask", "error",
                                  "__activemask() decides who takes part in a warp operation",
                                  "__activemask() says who happens to run together, not who came "
                                  "through the branch: use __ballot_sync before it" },
    [FINDING_LAUNCH_CONFIG] = { "launch-config", "error", "a launch that the device refuses",
                                "a grid and a block need at least 1 and a block at most 1024 "
                                "threads; shared memory has limits as well" },
    [FINDING_API_ERROR] = { "api-error", "error", "a call of the CUDA runtime fails",
                            "check what each call returns; cudaGetErrorString says it in words" },
    [FINDING_UNCHECKED_ERROR] = { "unchecked-error", "warning",
                                  "an error of a launch that nobody looked at",
                                  "call cudaGetLastError() after the launch, and check what "
                                  "cudaDeviceSynchronize() returns" },
    [FINDING_USE_AFTER_FREE] = { "use-after-free", "error", "memory is used after it was freed",
                                 "free the memory after the last kernel or copy that uses it" },
    [FINDING_DOUBLE_FREE] = { "double-free", "error", "memory is freed twice",
                              "free each allocation once; set the pointer to NULL after it" },
    [FINDING_INVALID_FREE] = { "invalid-free", "error",
                               "a pointer is freed that no allocation returned",
                               "free exactly what cudaMalloc returned, with the function that "
                               "belongs to it: cudaFree, cudaFreeHost, free" },
    [FINDING_LEAK] = { "leak", "warning", "memory is not freed when the program ends",
                       "call cudaFree for it before the program ends" },
    [FINDING_HOST_ACCESS] = { "host-access", "error", "host code touches device memory",
                              "copy it with cudaMemcpy, or allocate it with cudaMallocManaged" },
    [FINDING_HOST_POINTER] = { "host-pointer", "error", "a kernel touches the host's memory",
                               "pass a pointer from cudaMalloc or cudaMallocManaged to the kernel, "
                               "and copy the data with cudaMemcpy" },
    [FINDING_NULL_POINTER] = { "null-pointer", "error", "a kernel follows a null pointer",
                               "check that cudaMalloc succeeded and that the right pointer is "
                               "passed" },
    [FINDING_CONSTANT_WRITE] = { "constant-write", "error",
                                 "a kernel writes to __constant__ memory",
                                 "a kernel can only read it: set it with cudaMemcpyToSymbol" },
    [FINDING_MISSING_SYNC] = { "missing-sync", "error",
                               "host code touches managed memory while a kernel may still run",
                               "call cudaDeviceSynchronize() after the launch, before the host "
                               "looks at the result" },
    [FINDING_DEADLOCK] = { "deadlock", "error", "threads wait for each other for ever",
                           "every thread of the block must reach the same barriers, and every "
                           "lane named in a mask the same warp operation" },
    [FINDING_RUNAWAY] = { "runaway", "error", "a kernel does not come to an end",
                          "look for a loop whose condition never becomes false" },
    [FINDING_DIVISION_BY_ZERO] = { "division-by-zero", "error",
                                   "an integer is divided by zero in a kernel",
                                   "a GPU goes on with a meaningless value here: test the divisor "
                                   "first" },
    [FINDING_STACK_OVERFLOW] = { "stack-overflow", "error", "a thread uses more stack than it has",
                                 "end the recursion, or make local arrays smaller" },
    [FINDING_DEVICE_ASSERT] = { "device-assert", "error", "an assert in a kernel fails",
                                "the condition that the kernel relies on is false here" },
    [FINDING_KERNEL_STOPPED] = { "kernel-stopped", "error", "a kernel ends with an error", "" },
};

const char *finding_text(enum finding_name name)
{
    return names[name].text;
}

const char *finding_severity(enum finding_name name)
{
    return names[name].severity;
}

const char *finding_summary(enum finding_name name)
{
    return names[name].summary;
}

const char *finding_advice(enum finding_name name)
{
    return names[name].advice;
}
