/*
 * What the runtime API has to say about a launch before the core runs it, and
 * launches that come through the API.
 */
#include "runtime.h"

#include "error.h"
#include "event.h"
#include "simt/simt.h"
#include "simt/kernel_calls.h"

int simt_launch_allowed(const struct simt_kernel *kernel, const struct simt_config *config)
{
    (void)kernel;
    if (simt_device_count() == 0)
        return cudaErrorNoDevice;
    if (!simt_stream_valid(config->stream))
        return cudaErrorInvalidResourceHandle;
    return 0;
}

cudaError_t simt_call_begin(const struct simt_config *config)
{
    const cudaError_t before = (cudaError_t)simt_take_error();
    simt_configure_at(config, __builtin_return_address(0));
    return before;
}

/* The caller gets the error as a result, so it stands as told. */
static cudaError_t told(cudaError_t error, const void *pc)
{
    const struct simt_api_result result = { .what = "cudaLaunchKernel",
                                            .code = (int)error,
                                            .pc = pc };
    simt_emit_api_result(&result);
    return error;
}

cudaError_t simt_call_end(cudaError_t before)
{
    const cudaError_t error = (cudaError_t)simt_get_error();
    if (!error)
        simt_set_error((int)before, 0);
    return told(error, __builtin_return_address(0));
}

cudaError_t simt_call_refused(cudaError_t error)
{
    return LEAVE_AS("cudaLaunchKernel", error);
}
