/*
 * Errors of the runtime API: names, sentences, and the last one.
 */
#include "runtime.h"

#include "error.h"
#include "event.h"
#include "gate.h"
#include "simt/simt.h"

struct error_text {
    int code;
    const char *name, *sentence;
};

#define SIMT_ERROR(name, number, sentence) { number, #name, sentence },
static const struct error_text error_texts[] = {
#include "simt/error_list.h"
};

static const struct error_text *find_error(cudaError_t error)
{
    for (size_t i = 0; i < sizeof error_texts / sizeof *error_texts; i++)
        if (error_texts[i].code == (int)error)
            return &error_texts[i];
    return NULL;
}

const char *cudaGetErrorName(cudaError_t error)
{
    const struct error_text *text = find_error(error);
    return text ? text->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    const struct error_text *text = find_error(error);
    return text ? text->sentence : "unrecognized error code";
}

/* Observers want to know that the error was asked for. */
static cudaError_t asked(struct simt_call call, int error)
{
    const struct simt_api_result result = { .what = call.what, .code = error, .pc = call.pc };
    simt_emit_api_result(&result);
    return (cudaError_t)error;
}

cudaError_t cudaGetLastError(void)
{
    return asked(CALL, simt_take_error());
}

cudaError_t cudaPeekAtLastError(void)
{
    return asked(CALL, simt_get_error());
}

/* Stands here because every program that calls the API links this file. */
__attribute__((constructor)) static void install_gate(void)
{
    simt_set_launch_gate(simt_launch_allowed);
}

cudaError_t simt_api_query(void)
{
    if (simt_on_device())
        return cudaErrorNotSupported;
    return simt_device_count() ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t simt_api_enter(void)
{
    const cudaError_t error = simt_api_query();
    return error ? error : (cudaError_t)simt_sticky_error();
}
