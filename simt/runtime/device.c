/*
 * The simulated device: how many there are and which one a host thread uses.
 *
 * Its shape is fixed and is an H200's, so that grids chosen from it are the
 * same on every machine.
 */
#include "runtime.h"

#include "event.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"

enum { MOST_DEVICES = 8 };

static pthread_once_t count_once = PTHREAD_ONCE_INIT;
static int counted;
static _Thread_local int current;

static pthread_mutex_t settings_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t limits[] = { 1024, (size_t)1 << 20, (size_t)8 << 20 };
static unsigned device_flags[MOST_DEVICES];
static unsigned peers[MOST_DEVICES]; /* bit p: access to device p is on */
static enum cudaFuncCache cache_config;

static void count_devices(void)
{
    const char *text = getenv("SIMT_DEVICES");
    counted = 1;
    if (!text || !*text)
        return;
    if (text[0] >= '0' && text[0] <= '0' + MOST_DEVICES && !text[1])
        counted = text[0] - '0';
    else
        fprintf(stderr, "simt: SIMT_DEVICES=%s is not a number from 0 to %d; there is 1 device\n",
                text, (int)MOST_DEVICES);
}

int simt_device_count(void)
{
    pthread_once(&count_once, count_devices);
    return counted;
}

int simt_current_device(void)
{
    return current;
}

static cudaError_t check_device(int device)
{
    const cudaError_t error = simt_api_query();
    if (error)
        return error;
    return device >= 0 && device < simt_device_count() ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return LEAVE(cudaErrorInvalidValue);
    *count = simt_device_count();
    return LEAVE(*count ? cudaSuccess : cudaErrorNoDevice);
}

cudaError_t cudaSetDevice(int device)
{
    const cudaError_t error = check_device(device);
    if (!error)
        current = device;
    return LEAVE(error);
}

cudaError_t cudaGetDevice(int *device)
{
    cudaError_t error = simt_api_query();
    if (!error && !device)
        error = cudaErrorInvalidValue;
    if (!error)
        *device = current;
    return LEAVE(error);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    cudaError_t error = simt_api_query();
    if (!error && (!device || !wanted))
        error = cudaErrorInvalidValue;
    if (!error)
        *device = 0;
    return LEAVE(error);
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    const unsigned known = cudaDeviceScheduleMask | cudaDeviceMapHost;
    cudaError_t error = simt_api_enter();
    if (!error && (flags & ~known))
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        device_flags[current] = flags;
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    cudaError_t error = simt_api_enter();
    if (!error && !flags)
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        *flags = device_flags[current] | cudaDeviceMapHost;
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (!version)
        return LEAVE(cudaErrorInvalidValue);
    *version = simt_device_count() ? CUDART_VERSION : 0;
    return LEAVE(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return LEAVE(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return LEAVE(cudaSuccess);
}

/* Nothing is left to wait for: a launch ends before it returns. */
cudaError_t cudaDeviceSynchronize(void)
{
    const cudaError_t error = simt_api_enter();
    const struct simt_stream_op all = { .kind = SIMT_STREAM_AWAITED };
    if (!error)
        simt_emit_stream_op(&all);
    return LEAVE(error);
}

cudaError_t cudaProfilerStart(void)
{
    return LEAVE(simt_api_enter());
}

cudaError_t cudaProfilerStop(void)
{
    return LEAVE(simt_api_enter());
}

static int known_limit(enum cudaLimit limit)
{
    return (size_t)limit < sizeof limits / sizeof *limits;
}

size_t simt_heap_limit(void)
{
    pthread_mutex_lock(&settings_lock);
    const size_t limit = limits[cudaLimitMallocHeapSize];
    pthread_mutex_unlock(&settings_lock);
    return limit;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    cudaError_t error = simt_api_enter();
    if (!error && !known_limit(limit))
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        limits[limit] = value;
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    cudaError_t error = simt_api_enter();
    if (!error && !value)
        error = cudaErrorInvalidValue;
    if (!error && !known_limit(limit))
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        *value = limits[limit];
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    cudaError_t error = simt_api_enter();
    if (!error && (unsigned)config > cudaFuncCachePreferEqual)
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        cache_config = config;
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    cudaError_t error = simt_api_enter();
    if (!error && !config)
        error = cudaErrorInvalidValue;
    if (!error) {
        pthread_mutex_lock(&settings_lock);
        *config = cache_config;
        pthread_mutex_unlock(&settings_lock);
    }
    return LEAVE(error);
}

/* Banks are 4 bytes wide on every device since compute capability 5.0. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    cudaError_t error = simt_api_enter();
    if (!error && (unsigned)config > cudaSharedMemBankSizeEightByte)
        error = cudaErrorInvalidValue;
    return LEAVE(error);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    cudaError_t error = simt_api_enter();
    if (!error && !config)
        error = cudaErrorInvalidValue;
    if (!error)
        *config = cudaSharedMemBankSizeFourByte;
    return LEAVE(error);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    cudaError_t error = check_device(device);
    if (!error && (!id || length < (int)sizeof "0000:00:00.0"))
        error = cudaErrorInvalidValue;
    if (!error)
        snprintf(id, (size_t)length, "0000:%02X:00.0", (unsigned)device + 1);
    return LEAVE(error);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    cudaError_t error = check_device(device);
    if (!error)
        error = check_device(peer);
    if (!error && !can)
        error = cudaErrorInvalidValue;
    if (!error)
        *can = device != peer;
    return LEAVE(error);
}

/* Switches the current device's access to a peer. Returns the bit's old state. */
static int switch_peer(int peer, int on)
{
    const unsigned bit = 1u << peer;
    pthread_mutex_lock(&settings_lock);
    const int was = (peers[current] & bit) != 0;
    peers[current] = on ? peers[current] | bit : peers[current] & ~bit;
    pthread_mutex_unlock(&settings_lock);
    return was;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    cudaError_t error = check_device(peer);
    if (!error && flags)
        error = cudaErrorInvalidValue;
    if (!error && peer == current)
        error = cudaErrorPeerAccessUnsupported;
    if (!error && switch_peer(peer, 1))
        error = cudaErrorPeerAccessAlreadyEnabled;
    return LEAVE(error);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    cudaError_t error = check_device(peer);
    if (!error && (peer == current || !switch_peer(peer, 0)))
        error = cudaErrorPeerAccessNotEnabled;
    return LEAVE(error);
}
