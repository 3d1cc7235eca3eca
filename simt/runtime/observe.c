/*
 * What observers hear of the runtime API.
 */
#include "runtime.h"

#include "error.h"
#include "event.h"

#include <string.h>

cudaError_t simt_api_leave(struct simt_call call, cudaError_t error)
{
    const struct simt_api_result result = { .what = call.what, .code = (int)error, .pc = call.pc };
    simt_set_error((int)error, 0);
    simt_emit_api_result(&result);
    return error;
}

void simt_api_allocated(const void *pointer)
{
    struct simt_allocation found;
    if (simt_memory_find(pointer, &found))
        simt_emit_allocated(&found);
}

void simt_api_copied(struct simt_call call, void *to, const void *from, size_t bytes,
                     cudaStream_t stream)
{
    const struct simt_host_copy copy = { .what = call.what,
                                         .to = to,
                                         .from = from,
                                         .bytes = bytes,
                                         .pc = call.pc,
                                         .stream = stream,
                                         .is_async = strstr(call.what, "Async") != NULL };
    simt_emit_copied(&copy);
}

cudaError_t simt_api_release(struct simt_call call, void *pointer, unsigned kinds)
{
    struct simt_allocation found;
    const int known = simt_memory_find(pointer, &found);
    const enum simt_release result = simt_memory_release(pointer, kinds, call.pc, NULL);
    simt_emit_released(known ? &found : NULL, result, call.pc);
    return result == SIMT_RELEASED ? cudaSuccess : cudaErrorInvalidValue;
}
