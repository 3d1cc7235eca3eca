/*
 * The CUDA runtime API on simt, the GPU simulated by the CPU. Usable from C11
 * and C++17. What is declared here works; a call that is not declared here
 * does not exist on simt, and the compiler names it.
 *
 * Every call returns cudaSuccess or CUDA's error, which cudaGetLastError also
 * reports. Work is done in the order it is asked for and is finished when the
 * call returns, so a stream is never busy. After an error inside a kernel
 * every call returns that error until the process ends or cudaDeviceReset.
 */
#ifndef SIMT_CUDA_RUNTIME_API_H
#define SIMT_CUDA_RUNTIME_API_H

#define __SIMT__ 1
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION

#include "driver_types.h"

#ifdef __cplusplus
#define SIMT_DEFAULT(value) = value
extern "C" {
#else
#define SIMT_DEFAULT(value)
#endif

/* ---- errors --------------------------------------------------------------- */

/* The latest error of this host thread; the first form also clears it, unless
 * a kernel failed: that error stays. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
/* The error's name in the source, and one sentence. Never NULL. */
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* ---- devices -------------------------------------------------------------- */

/* How many devices there are: environment variable SIMT_DEVICES, 0 to 8, or 1.
 * With none every call that needs one returns cudaErrorNoDevice. */
cudaError_t cudaGetDeviceCount(int *count);
/* The device that this host thread uses. */
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
/* 1000 × major + 10 × minor; the driver's is 0 without a device. */
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDeviceSynchronize(void);
/* Frees all device memory of the current device and forgets a kernel's error. */
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* ---- memory: sizes in bytes ------------------------------------------------ */

/* Device memory, 256-byte aligned, uninitialised; 0 bytes give NULL. */
cudaError_t cudaMalloc(void **pointer, size_t size);
/* Rows of `width` bytes that start `*pitch` bytes apart. */
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
/* Memory that host and device read and write. */
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned flags SIMT_DEFAULT(cudaMemAttachGlobal));
/* Host memory that the device reaches as well. */
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
/* NULL is fine; anything else must be the start of a live allocation of the
 * right sort: cudaErrorInvalidValue. */
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void *pointer);

/* Copies. Both ranges must lie inside their allocations and `kind` must be a
 * direction; on pointers that contradict it: cudaErrorInvalidValue. */
cudaError_t cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t count);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t count, cudaStream_t stream SIMT_DEFAULT(0));
/* Symbols are addresses of __device__ or __constant__ variables. */
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count,
                               size_t offset SIMT_DEFAULT(0),
                               enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count,
                                 size_t offset SIMT_DEFAULT(0),
                                 enum cudaMemcpyKind kind SIMT_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);

/* Sets bytes to the low byte of `value`. */
cudaError_t cudaMemset(void *pointer, int value, size_t count);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream SIMT_DEFAULT(0));

/* The host's memory: what is available now, and what it has. */
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
/* Hints: checked, and without effect. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);

/* ---- streams and events ----------------------------------------------------- */

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags SIMT_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);

cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream SIMT_DEFAULT(0),
                                     unsigned flags SIMT_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
/* Milliseconds on the host's steady clock. Both events must have been recorded
 * and must not have been created with cudaEventDisableTiming:
 * cudaErrorInvalidResourceHandle. */
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);

#ifdef __cplusplus
}
#endif

#endif
