/* Allocation and release: device, managed and pinned memory. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "suite.h"

START_TEST(device_memory_is_aligned_and_usable)
{
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        void *pointer = NULL;
        ck_assert_int_eq(cudaMalloc(&pointer, size), cudaSuccess);
        ck_assert_ptr_nonnull(pointer);
        ck_assert_uint_eq((uintptr_t)pointer % 256, 0);
        ck_assert_int_eq(cudaMemset(pointer, 7, size), cudaSuccess);
        ck_assert_int_eq(cudaFree(pointer), cudaSuccess);
    }
}
END_TEST

START_TEST(no_bytes_give_null)
{
    void *pointer = &pointer;
    ck_assert_int_eq(cudaMalloc(&pointer, 0), cudaSuccess);
    ck_assert_ptr_null(pointer);
    pointer = &pointer;
    ck_assert_int_eq(cudaMallocHost(&pointer, 0), cudaSuccess);
    ck_assert_ptr_null(pointer);
    ck_assert_int_eq(cudaMallocManaged(&pointer, 0, cudaMemAttachGlobal), cudaSuccess);
}
END_TEST

START_TEST(too_many_bytes_are_refused)
{
    void *pointer = &pointer;
    ck_assert_int_eq(cudaMalloc(&pointer, (size_t)1 << 60), cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaMalloc(&pointer, (size_t)-1), cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaMallocManaged(&pointer, (size_t)1 << 60, cudaMemAttachGlobal),
                     cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaMallocHost(&pointer, (size_t)1 << 60), cudaErrorMemoryAllocation);
}
END_TEST

START_TEST(arguments_are_checked)
{
    void *pointer;
    ck_assert_int_eq(cudaMalloc(NULL, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocHost(NULL, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocManaged(NULL, 4, cudaMemAttachGlobal), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocManaged(&pointer, 4, 7), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostAlloc(&pointer, 4, 0x100), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocAsync(&pointer, 4, (cudaStream_t)&pointer),
                     cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(null_may_be_freed)
{
    ck_assert_int_eq(cudaFree(NULL), cudaSuccess);
    ck_assert_int_eq(cudaFreeHost(NULL), cudaSuccess);
    ck_assert_int_eq(cudaFreeAsync(NULL, NULL), cudaSuccess);
}
END_TEST

START_TEST(a_second_free_is_an_error)
{
    void *device, *host;
    cudaMalloc(&device, 64);
    cudaMallocHost(&host, 64);
    ck_assert_int_eq(cudaFree(device), cudaSuccess);
    ck_assert_int_eq(cudaFree(device), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeHost(host), cudaSuccess);
    ck_assert_int_eq(cudaFreeHost(host), cudaErrorInvalidValue);
}
END_TEST

START_TEST(only_what_was_allocated_may_be_freed)
{
    char *device, *pinned, *pageable = malloc(64);
    cudaMalloc((void **)&device, 64);
    cudaMallocHost((void **)&pinned, 64);
    ck_assert_int_eq(cudaFree(device + 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(pinned), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(pageable), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeHost(device), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeHost(pinned + 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeHost(pageable), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(device), cudaSuccess);
    ck_assert_int_eq(cudaFreeHost(pinned), cudaSuccess);
    free(pageable);
}
END_TEST

START_TEST(host_reads_and_writes_managed_and_pinned_memory)
{
    int *managed, *pinned;
    ck_assert_int_eq(cudaMallocManaged((void **)&managed, 4096, cudaMemAttachGlobal), cudaSuccess);
    ck_assert_int_eq(cudaHostAlloc((void **)&pinned, 4096, cudaHostAllocMapped), cudaSuccess);
    for (int i = 0; i < 1024; i++)
        managed[i] = pinned[i] = i;
    ck_assert_int_eq(managed[1023] + pinned[1023], 2046);
    ck_assert_int_eq(cudaFree(managed), cudaSuccess);
    ck_assert_int_eq(cudaFreeHost(pinned), cudaSuccess);
}
END_TEST

START_TEST(stream_ordered_memory_works_like_the_other)
{
    void *pointer;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    ck_assert_int_eq(cudaMallocAsync(&pointer, 64, stream), cudaSuccess);
    ck_assert_int_eq(cudaFreeAsync(pointer, stream), cudaSuccess);
    ck_assert_int_eq(cudaFreeAsync(pointer, stream), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeAsync(NULL, (cudaStream_t)&pointer), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(pitch_is_a_multiple_of_512)
{
    void *pointer;
    size_t pitch = 0;
    ck_assert_int_eq(cudaMallocPitch(&pointer, &pitch, 100, 4), cudaSuccess);
    ck_assert_uint_eq(pitch, 512);
    ck_assert_int_eq(cudaMemset2D(pointer, pitch, 0, 512, 4), cudaSuccess);
    ck_assert_int_eq(cudaMemset2D(pointer, pitch, 0, 512, 5), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocPitch(&pointer, &pitch, 513, 4), cudaSuccess);
    ck_assert_uint_eq(pitch, 1024);
    ck_assert_int_eq(cudaMallocPitch(&pointer, NULL, 100, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocPitch(&pointer, &pitch, (size_t)-1, 1), cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaMallocPitch(&pointer, &pitch, (size_t)1 << 40, (size_t)1 << 40),
                     cudaErrorMemoryAllocation);
}
END_TEST

START_TEST(pointers_tell_what_they_are)
{
    struct cudaPointerAttributes attributes;
    char *device, *managed, *pinned, pageable[4];
    cudaMalloc((void **)&device, 64);
    cudaMallocManaged((void **)&managed, 64, cudaMemAttachGlobal);
    cudaMallocHost((void **)&pinned, 64);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, device + 4), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeDevice);
    ck_assert_ptr_eq(attributes.devicePointer, device + 4);
    ck_assert_ptr_null(attributes.hostPointer);
    ck_assert_int_eq(attributes.device, 0);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, managed), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeManaged);
    ck_assert_ptr_eq(attributes.hostPointer, managed);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeHost);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, pageable), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeUnregistered);
    ck_assert_int_eq(attributes.device, cudaInvalidDeviceId);
    ck_assert_ptr_null(attributes.devicePointer);
    cudaFree(device);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, device), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeUnregistered);
    ck_assert_int_eq(cudaPointerGetAttributes(NULL, device), cudaErrorInvalidValue);
}
END_TEST

START_TEST(memory_can_be_registered_once)
{
    char *block = malloc(8192);
    struct cudaPointerAttributes attributes;
    ck_assert_int_eq(cudaHostRegister(block, 8192, cudaHostRegisterDefault), cudaSuccess);
    ck_assert_int_eq(cudaHostRegister(block, 8192, 0), cudaErrorHostMemoryAlreadyRegistered);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, block + 5), cudaSuccess);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeHost);
    ck_assert_int_eq(cudaFreeHost(block), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostUnregister(block + 1), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostUnregister(block), cudaSuccess);
    ck_assert_int_eq(cudaHostUnregister(block), cudaErrorHostMemoryNotRegistered);
    ck_assert_int_eq(cudaHostRegister(NULL, 4, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostRegister(block, 0, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostRegister(block, 4, 0x80), cudaErrorInvalidValue);
    free(block);
}
END_TEST

START_TEST(pinned_memory_has_one_address)
{
    void *host, *device = NULL, *other;
    unsigned flags;
    char pageable[4];
    cudaMallocHost(&host, 64);
    ck_assert_int_eq(cudaHostGetDevicePointer(&device, host, 0), cudaSuccess);
    ck_assert_ptr_eq(device, host);
    ck_assert_int_eq(cudaHostGetDevicePointer(&device, host, 1), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostGetDevicePointer(&device, pageable, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostGetDevicePointer(NULL, host, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaHostGetFlags(&flags, host), cudaSuccess);
    ck_assert_uint_eq(flags, cudaHostAllocMapped);
    ck_assert_int_eq(cudaHostGetFlags(&flags, pageable), cudaErrorInvalidValue);
    cudaMalloc(&other, 64);
    ck_assert_int_eq(cudaHostGetFlags(&flags, other), cudaErrorInvalidValue);
}
END_TEST

START_TEST(free_memory_shrinks_and_grows)
{
    size_t before, during, after, total;
    void *pointer;
    ck_assert_int_eq(cudaMemGetInfo(&before, &total), cudaSuccess);
    ck_assert_uint_ge(total, before);
    ck_assert_int_eq(cudaMalloc(&pointer, 1 << 20), cudaSuccess);
    cudaMemGetInfo(&during, &total);
    ck_assert_uint_ge(before - during, 1 << 20);
    cudaFree(pointer);
    cudaMemGetInfo(&after, &total);
    ck_assert_uint_eq(after, before);
    ck_assert_int_eq(cudaMemGetInfo(NULL, &total), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemGetInfo(&after, NULL), cudaErrorInvalidValue);
}
END_TEST

START_TEST(hints_are_checked)
{
    const struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    const struct cudaMemLocation nowhere = { cudaMemLocationTypeDevice, 8 };
    const struct cudaMemLocation host = { cudaMemLocationTypeHost, 0 };
    const struct cudaMemLocation invalid = { cudaMemLocationTypeInvalid, 0 };
    void *managed, *plain;
    cudaMallocManaged(&managed, 64, cudaMemAttachGlobal);
    cudaMalloc(&plain, 64);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, device, 0, NULL), cudaSuccess);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, host, 0, NULL), cudaSuccess);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 65, device, 0, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 0, device, 0, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, device, 1, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, nowhere, 0, NULL), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, invalid, 0, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemPrefetchAsync(plain, 64, device, 0, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemPrefetchAsync(managed, 64, device, 0, (cudaStream_t)&plain),
                     cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaMemAdvise(managed, 64, cudaMemAdviseSetReadMostly, device), cudaSuccess);
    ck_assert_int_eq(cudaMemAdvise(managed, 64, (enum cudaMemoryAdvise)77, device),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemAdvise(plain, 64, cudaMemAdviseSetReadMostly, device),
                     cudaErrorInvalidValue);
}
END_TEST

START_TEST(reset_frees_everything)
{
    size_t before, after, total;
    void *device, *managed, *pinned;
    cudaMemGetInfo(&before, &total);
    cudaMalloc(&device, 1 << 20);
    cudaMallocManaged(&managed, 1 << 20, cudaMemAttachGlobal);
    cudaMallocHost(&pinned, 1 << 20);
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    cudaMemGetInfo(&after, &total);
    ck_assert_uint_eq(after, before);
    ck_assert_int_eq(cudaFree(device), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(managed), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeHost(pinned), cudaErrorInvalidValue);
}
END_TEST

START_TEST(reset_leaves_other_devices_alone)
{
    void *first, *second;
    setenv("SIMT_DEVICES", "2", 1);
    cudaMalloc(&first, 64);
    cudaSetDevice(1);
    cudaMalloc(&second, 64);
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    ck_assert_int_eq(cudaFree(second), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFree(first), cudaSuccess);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        device_memory_is_aligned_and_usable,
        no_bytes_give_null,
        too_many_bytes_are_refused,
        arguments_are_checked,
        null_may_be_freed,
        a_second_free_is_an_error,
        only_what_was_allocated_may_be_freed,
        host_reads_and_writes_managed_and_pinned_memory,
        stream_ordered_memory_works_like_the_other,
        pitch_is_a_multiple_of_512,
        pointers_tell_what_they_are,
        memory_can_be_registered_once,
        pinned_memory_has_one_address,
        free_memory_shrinks_and_grows,
        hints_are_checked,
        reset_frees_everything,
        reset_leaves_other_devices_alone,
    };
    return RUN_SUITE("runtime memory", tests);
}
