#define _POSIX_C_SOURCE 200809L
#include "device.h"

#include "read.h"
#include "resident.h"

#include <stdio.h>
#include <unistd.h>

int device_check(cudaError_t error, const char *call, const char *file, int line,
                 struct failure *why)
{
    if (error == cudaSuccess) {
        return 0;
    }
    return fail(why, EXIT_WRONG, "%s:%d: %s: %s: %s", file, line, call, cudaGetErrorName(error),
                cudaGetErrorString(error));
}

int device_check_launch(const char *call, unsigned grid, unsigned block, bool wait,
                        const char *file, int line, struct failure *why)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess && wait) {
        error = cudaDeviceSynchronize();
    }
    const int status = device_check(error, call, file, line, why);
    if (status != 0) {
        append(why->text, sizeof why->text, " (grid %u, block %u)", grid, block);
    }
    return status;
}

enum backend device_backend(void)
{
#ifdef __SIMT__
    return BACKEND_SIMT;
#else
    return BACKEND_CUDA;
#endif
}

const char *device_backend_name(enum backend backend)
{
    return backend == BACKEND_SIMT ? "simt" : "cuda";
}

static bool gpu_node_exists(void)
{
    return access("/dev/nvidia0", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

int device_explain(cudaError_t error, int driver, int toolkit, struct failure *why)
{
    if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction) {
        return fail(why, EXIT_NO_DEVICE,
                    "this program holds no code for this GPU; build it with the "
                    "GPU's architecture in CMAKE_CUDA_ARCHITECTURES");
    }
    if (driver == 0) {
        return fail(why, EXIT_NO_DEVICE,
                    "no NVIDIA driver was found; the simt build of this program "
                    "needs none");
    }
    if (error == cudaErrorInsufficientDriver || error == cudaErrorUnsupportedPtxVersion) {
        return fail(why, EXIT_NO_DEVICE,
                    "the NVIDIA driver is too old: it knows CUDA %d.%d, this "
                    "program was built with %d.%d; update the driver or build "
                    "with an older toolkit",
                    driver / 1000, driver % 1000 / 10, toolkit / 1000, toolkit % 1000 / 10);
    }
    if (error == cudaErrorNoDevice) {
        return fail(why, EXIT_NO_DEVICE,
                    "no NVIDIA GPU was found; the simt build of this program "
                    "needs none");
    }
    return fail(why, EXIT_NO_DEVICE, "the GPU cannot be used: %s: %s", cudaGetErrorName(error),
                cudaGetErrorString(error));
}

static int explain_now(cudaError_t error, struct failure *why)
{
    int driver = 0, toolkit = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&toolkit);
    return device_explain(error, driver, toolkit, why);
}

static int check_backend(enum backend wanted, struct failure *why)
{
    const enum backend built = device_backend();
    if (wanted == BACKEND_ANY || wanted == built) {
        return 0;
    }
    return fail(why, EXIT_NO_DEVICE,
                "this program was built for %s; build/%s holds the %s programs "
                "where they could be built",
                device_backend_name(built), device_backend_name(wanted),
                device_backend_name(wanted));
}

static int list_devices(int wanted, int count, struct failure *why)
{
    fail(why, EXIT_NO_DEVICE, "there is no device %d; there %s", wanted, count == 1 ? "is" : "are");
    for (int k = 0; k < count && k < 8; k++) {
        struct cudaDeviceProp properties;
        const bool known = cudaGetDeviceProperties(&properties, k) == cudaSuccess;
        append(why->text, sizeof why->text, "%s %d (%s)", k > 0 ? "," : "", k,
               known ? properties.name : "unknown");
    }
    if (count > 8) {
        append(why->text, sizeof why->text, " and %d more", count - 8);
    }
    return EXIT_NO_DEVICE;
}

static unsigned attribute(enum cudaDeviceAttr which, int ordinal)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, ordinal) == cudaSuccess && value > 0
               ? (unsigned)value
               : 0;
}

static int read_properties(struct device *device, struct failure *why)
{
    struct cudaDeviceProp properties;
    const int k = device->ordinal;
    const int status = CUDA_TRY(cudaGetDeviceProperties(&properties, k), why);
    if (status != 0) {
        return status;
    }
    snprintf(device->name, sizeof device->name, "%s", properties.name);
    device->memory_bytes = properties.totalGlobalMem;
    device->sms = attribute(cudaDevAttrMultiProcessorCount, k);
    device->threads_per_sm = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, k);
    device->blocks_per_sm = attribute(cudaDevAttrMaxBlocksPerMultiprocessor, k);
    device->l2_bytes = attribute(cudaDevAttrL2CacheSize, k);
    return 0;
}

static void say_why(struct device *device)
{
    device->simulated = device_backend() == BACKEND_SIMT;
    const char *reason = "an NVIDIA GPU and its driver are here";
    if (device->simulated) {
        reason = gpu_node_exists() ? "this is the simt build, though a GPU is here"
                                   : "this machine has no NVIDIA GPU";
    }
    snprintf(device->why, sizeof device->why, "%s", reason);
}

int device_open(const struct options *options, struct device *device, struct failure *why)
{
    int count = 0;
    *device = (struct device){ .ordinal = options->device };
    const int status = check_backend(options->backend, why);
    if (status != 0) {
        return status;
    }
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        return explain_now(error != cudaSuccess ? error : cudaErrorNoDevice, why);
    }
    if (device->ordinal >= count) {
        return list_devices(device->ordinal, count, why);
    }
    error = cudaSetDevice(device->ordinal);
    if (error == cudaSuccess) {
        read_nothing(); /* the smallest kernel: is there code for this GPU? */
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaDeviceSynchronize();
    }
    if (error != cudaSuccess) {
        return explain_now(error, why);
    }
    say_why(device);
    return read_properties(device, why);
}

unsigned device_resident_blocks(const struct device *device, unsigned block)
{
    return resident_blocks(device->sms, device->threads_per_sm, device->blocks_per_sm, block);
}
