/*
 * The device's description, once as a structure and once by attribute.
 */
#include "runtime.h"

#include <stdio.h>
#include <string.h>

static const struct cudaDeviceProp description = {
    .name = "simt",
    .uuid = { "simt" },
    .sharedMemPerBlock = 48 << 10,
    .regsPerBlock = 65536,
    .warpSize = 32,
    .memPitch = 2147483647,
    .maxThreadsPerBlock = 1024,
    .maxThreadsDim = { 1024, 1024, 64 },
    .maxGridSize = { 2147483647, 65535, 65535 },
    .clockRate = 1000000, /* clock64() counts nanoseconds */
    .totalConstMem = 64 << 10,
    .major = 9,
    .minor = 0,
    .textureAlignment = 512,
    .texturePitchAlignment = 32,
    .multiProcessorCount = 132,
    .canMapHostMemory = 1,
    .computeMode = cudaComputeModeDefault,
    .concurrentKernels = 1,
    .asyncEngineCount = 3,
    .deviceOverlap = 1,
    .unifiedAddressing = 1,
    .memoryClockRate = 3201000,
    .memoryBusWidth = 6016,
    .l2CacheSize = 60 << 20,
    .maxThreadsPerMultiProcessor = 2048,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .sharedMemPerMultiprocessor = 228 << 10,
    .regsPerMultiprocessor = 65536,
    .managedMemory = 1,
    .hostNativeAtomicSupported = 1,
    .singleToDoublePrecisionPerfRatio = 2,
    .concurrentManagedAccess = 1,
    .computePreemptionSupported = 1,
    .canUseHostPointerForRegisteredMem = 1,
    .cooperativeLaunch = 1,
    .sharedMemPerBlockOptin = 227 << 10,
    .maxBlocksPerMultiProcessor = 32,
    .reservedSharedMemPerBlock = 1 << 10,
    .hostRegisterSupported = 1,
};

static void describe(struct cudaDeviceProp *properties, int device)
{
    size_t used, total;
    simt_memory_usage(&used, &total);
    *properties = description;
    properties->totalGlobalMem = total;
    properties->pciBusID = device + 1;
    properties->uuid.bytes[15] = (char)device;
    if (simt_device_count() > 1)
        snprintf(properties->name, sizeof properties->name, "simt %d", device);
}

static cudaError_t check(const void *result, int device)
{
    const cudaError_t error = simt_api_query();
    if (error)
        return error;
    if (!result)
        return cudaErrorInvalidValue;
    return device >= 0 && device < simt_device_count() ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    const cudaError_t error = check(properties, device);
    if (!error)
        describe(properties, device);
    return LEAVE(error);
}

struct attribute_field {
    enum cudaDeviceAttr attribute;
    size_t offset, size;
};

#define FIELD(attribute, field)                                                                    \
    {                                                                                              \
        attribute, offsetof(struct cudaDeviceProp, field),                                         \
            sizeof((struct cudaDeviceProp *)0)->field                                              \
    }

static const struct attribute_field fields[] = {
    FIELD(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock),
    FIELD(cudaDevAttrMaxBlockDimX, maxThreadsDim[0]),
    FIELD(cudaDevAttrMaxBlockDimY, maxThreadsDim[1]),
    FIELD(cudaDevAttrMaxBlockDimZ, maxThreadsDim[2]),
    FIELD(cudaDevAttrMaxGridDimX, maxGridSize[0]),
    FIELD(cudaDevAttrMaxGridDimY, maxGridSize[1]),
    FIELD(cudaDevAttrMaxGridDimZ, maxGridSize[2]),
    FIELD(cudaDevAttrMaxSharedMemoryPerBlock, sharedMemPerBlock),
    FIELD(cudaDevAttrTotalConstantMemory, totalConstMem),
    FIELD(cudaDevAttrWarpSize, warpSize),
    FIELD(cudaDevAttrMaxPitch, memPitch),
    FIELD(cudaDevAttrMaxRegistersPerBlock, regsPerBlock),
    FIELD(cudaDevAttrClockRate, clockRate),
    FIELD(cudaDevAttrTextureAlignment, textureAlignment),
    FIELD(cudaDevAttrGpuOverlap, deviceOverlap),
    FIELD(cudaDevAttrMultiProcessorCount, multiProcessorCount),
    FIELD(cudaDevAttrKernelExecTimeout, kernelExecTimeoutEnabled),
    FIELD(cudaDevAttrIntegrated, integrated),
    FIELD(cudaDevAttrCanMapHostMemory, canMapHostMemory),
    FIELD(cudaDevAttrComputeMode, computeMode),
    FIELD(cudaDevAttrConcurrentKernels, concurrentKernels),
    FIELD(cudaDevAttrEccEnabled, ECCEnabled),
    FIELD(cudaDevAttrPciBusId, pciBusID),
    FIELD(cudaDevAttrPciDeviceId, pciDeviceID),
    FIELD(cudaDevAttrTccDriver, tccDriver),
    FIELD(cudaDevAttrMemoryClockRate, memoryClockRate),
    FIELD(cudaDevAttrGlobalMemoryBusWidth, memoryBusWidth),
    FIELD(cudaDevAttrL2CacheSize, l2CacheSize),
    FIELD(cudaDevAttrMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    FIELD(cudaDevAttrAsyncEngineCount, asyncEngineCount),
    FIELD(cudaDevAttrUnifiedAddressing, unifiedAddressing),
    FIELD(cudaDevAttrPciDomainId, pciDomainID),
    FIELD(cudaDevAttrTexturePitchAlignment, texturePitchAlignment),
    FIELD(cudaDevAttrComputeCapabilityMajor, major),
    FIELD(cudaDevAttrComputeCapabilityMinor, minor),
    FIELD(cudaDevAttrStreamPrioritiesSupported, streamPrioritiesSupported),
    FIELD(cudaDevAttrGlobalL1CacheSupported, globalL1CacheSupported),
    FIELD(cudaDevAttrLocalL1CacheSupported, localL1CacheSupported),
    FIELD(cudaDevAttrMaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    FIELD(cudaDevAttrMaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    FIELD(cudaDevAttrManagedMemory, managedMemory),
    FIELD(cudaDevAttrIsMultiGpuBoard, isMultiGpuBoard),
    FIELD(cudaDevAttrMultiGpuBoardGroupID, multiGpuBoardGroupID),
    FIELD(cudaDevAttrHostNativeAtomicSupported, hostNativeAtomicSupported),
    FIELD(cudaDevAttrSingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    FIELD(cudaDevAttrPageableMemoryAccess, pageableMemoryAccess),
    FIELD(cudaDevAttrConcurrentManagedAccess, concurrentManagedAccess),
    FIELD(cudaDevAttrComputePreemptionSupported, computePreemptionSupported),
    FIELD(cudaDevAttrCanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    FIELD(cudaDevAttrCooperativeLaunch, cooperativeLaunch),
    FIELD(cudaDevAttrCooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    FIELD(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    FIELD(cudaDevAttrHostRegisterSupported, hostRegisterSupported),
    FIELD(cudaDevAttrPageableMemoryAccessUsesHostPageTables,
          pageableMemoryAccessUsesHostPageTables),
    FIELD(cudaDevAttrDirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    FIELD(cudaDevAttrMaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    FIELD(cudaDevAttrMaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    FIELD(cudaDevAttrMaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    FIELD(cudaDevAttrReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    FIELD(cudaDevAttrMemoryPoolsSupported, memoryPoolsSupported),
    FIELD(cudaDevAttrClusterLaunch, clusterLaunch),
};

static int read_field(const struct cudaDeviceProp *properties, const struct attribute_field *field)
{
    const char *from = (const char *)properties + field->offset;
    if (field->size == sizeof(size_t)) {
        size_t wide;
        memcpy(&wide, from, sizeof wide);
        return (int)wide;
    }
    int value;
    memcpy(&value, from, sizeof value);
    return value;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    const cudaError_t error = check(value, device);
    if (error)
        return LEAVE(error);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i].attribute == attribute) {
            struct cudaDeviceProp properties;
            describe(&properties, device);
            *value = read_field(&properties, &fields[i]);
            return LEAVE(cudaSuccess);
        }
    }
    return LEAVE(cudaErrorInvalidValue);
}
