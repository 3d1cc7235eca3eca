/* Copies, fills and symbols: directions, ranges, contents. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "simt/simt.h"
#include "suite.h"

enum { BYTES = 4096 };

static unsigned char *device, *other, *pinned, *managed, *host, *back;

static void setup(void)
{
    ck_assert_int_eq(cudaMalloc((void **)&device, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMalloc((void **)&other, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMallocHost((void **)&pinned, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMallocManaged((void **)&managed, BYTES, cudaMemAttachGlobal), cudaSuccess);
    host = malloc(BYTES);
    back = malloc(BYTES);
    for (int i = 0; i < BYTES; i++)
        host[i] = (unsigned char)(i * 7 + i / 256);
}

static void ck_same_bytes(void)
{
    ck_assert_mem_eq(host, back, BYTES);
}

START_TEST(round_trip_keeps_the_bytes)
{
    setup();
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(other, device, BYTES, cudaMemcpyDeviceToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, other, BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_same_bytes();
    memset(back, 0, BYTES);
    ck_assert_int_eq(cudaMemcpy(back, host, BYTES, cudaMemcpyHostToHost), cudaSuccess);
    ck_same_bytes();
}
END_TEST

START_TEST(default_direction_fits_all)
{
    setup();
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, cudaMemcpyDefault), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(managed, device, BYTES, cudaMemcpyDefault), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(pinned, managed, BYTES, cudaMemcpyDefault), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, pinned, BYTES, cudaMemcpyDefault), cudaSuccess);
    ck_same_bytes();
    ck_assert_int_eq(cudaMemcpy(device + 1, host, BYTES, cudaMemcpyDefault), cudaErrorInvalidValue);
}
END_TEST

START_TEST(managed_and_pinned_memory_stand_on_either_side)
{
    setup();
    ck_assert_int_eq(cudaMemcpy(managed, host, BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(pinned, managed, BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(device, pinned, BYTES, cudaMemcpyDeviceToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(managed, device, BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, managed, BYTES, cudaMemcpyHostToHost), cudaSuccess);
    ck_same_bytes();
}
END_TEST

START_TEST(a_wrong_direction_is_an_error)
{
    setup();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    const enum cudaMemcpyKind across = cudaMemcpyDeviceToDevice, stay = cudaMemcpyHostToHost;
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, down), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(host, device, BYTES, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, across), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, stay), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(host, back, BYTES, across), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, other, BYTES, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, other, BYTES, stay), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES, (enum cudaMemcpyKind)7),
                     cudaErrorInvalidMemcpyDirection);
}
END_TEST

START_TEST(ranges_must_lie_inside_their_allocations)
{
    setup();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    ck_assert_int_eq(cudaMemcpy(device, host, BYTES + 1, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device + BYTES - 4, host, 5, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device + BYTES - 4, host, 4, up), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(host, device + 1, BYTES, down), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(pinned, device, BYTES + 1, down), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, host, (size_t)-1, up), cudaErrorInvalidValue);
    cudaFree(device);
    ck_assert_int_eq(cudaMemcpy(host, device, 4, down), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, host, 4, up), cudaErrorInvalidValue);
}
END_TEST

START_TEST(null_and_nothing)
{
    setup();
    ck_assert_int_eq(cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(device, NULL, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemset(NULL, 0, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemset(NULL, 0, 0), cudaSuccess);
}
END_TEST

START_TEST(asynchronous_copies_check_their_stream)
{
    setup();
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    ck_assert_int_eq(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream),
                     cudaSuccess);
    ck_assert_int_eq(cudaMemcpyAsync(back, device, BYTES, cudaMemcpyDeviceToHost, stream),
                     cudaSuccess);
    ck_assert_int_eq(cudaStreamSynchronize(stream), cudaSuccess);
    ck_same_bytes();
    cudaStreamDestroy(stream);
    ck_assert_int_eq(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream),
                     cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaMemsetAsync(device, 0, BYTES, stream), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(fills_set_bytes_and_no_more)
{
    setup();
    ck_assert_int_eq(cudaMemset(device, 0, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMemset(device + 1, 0x1ab, 2), cudaSuccess);
    cudaMemcpy(back, device, BYTES, cudaMemcpyDeviceToHost);
    ck_assert_int_eq(back[0], 0);
    ck_assert_int_eq(back[1], 0xab);
    ck_assert_int_eq(back[2], 0xab);
    ck_assert_int_eq(back[3], 0);
    ck_assert_int_eq(cudaMemset(managed, 1, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMemset(pinned, 1, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMemset(host, 1, BYTES), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemset(device, 1, BYTES + 1), cudaErrorInvalidValue);
}
END_TEST

START_TEST(rows_are_copied_by_their_pitches)
{
    setup();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    cudaMemset(device, 0, BYTES);
    ck_assert_int_eq(cudaMemcpy2D(device, 64, host, 100, 10, 5, up), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy2D(back, 10, device, 64, 10, 5, down), cudaSuccess);
    for (int row = 0; row < 5; row++)
        ck_assert_mem_eq(back + row * 10, host + row * 100, 10);
    cudaMemcpy(back, device, BYTES, down);
    ck_assert_int_eq(back[10], 0);
    ck_assert_int_eq(back[63], 0);
}
END_TEST

START_TEST(rows_are_checked)
{
    setup();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    ck_assert_int_eq(cudaMemcpy2D(device, 16, host, 32, 20, 3, up), cudaErrorInvalidPitchValue);
    ck_assert_int_eq(cudaMemcpy2D(device, 32, host, 16, 20, 3, up), cudaErrorInvalidPitchValue);
    ck_assert_int_eq(cudaMemcpy2D(device, 32, host, 32, 20, 0, up), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy2D(device, 1024, host, 20, 1024, 4, up), cudaErrorInvalidPitchValue);
    ck_assert_int_eq(cudaMemcpy2D(device, 1024, host, 1024, 1024, 4, up), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy2D(device, 1024, host, 20, 20, 5, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy2D(device, (size_t)1 << 60, host, 20, 20, 64, up),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemset2D(device, 16, 0, 20, 3), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemset2D(device, 1024, 0, 1, 4), cudaSuccess);
    ck_assert_int_eq(cudaMemset2D(device, 1024, 0, 1, 5), cudaErrorInvalidValue);
}
END_TEST

START_TEST(devices_exchange_memory)
{
    setenv("SIMT_DEVICES", "2", 1);
    setup();
    unsigned char *far;
    cudaSetDevice(1);
    cudaMalloc((void **)&far, BYTES);
    cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice);
    ck_assert_int_eq(cudaMemcpyPeer(far, 1, device, 0, BYTES), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, far, BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_same_bytes();
    ck_assert_int_eq(cudaMemcpyPeer(far, 2, device, 0, BYTES), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaMemcpyPeer(far, 1, device, -1, BYTES), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaMemcpyPeer(far, 1, host, 0, BYTES), cudaErrorInvalidValue);
}
END_TEST

static int table[16];

static void add_symbol(void)
{
    simt_register_symbol("table", table, sizeof table, SIMT_SYMBOL_CONSTANT, __FILE__, __LINE__);
}

START_TEST(symbols_are_copied_to_and_from)
{
    int values[16], read[16];
    for (int i = 0; i < 16; i++)
        values[i] = i * i;
    add_symbol();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, sizeof values, 0, up), cudaSuccess);
    ck_assert_int_eq(cudaMemcpyFromSymbol(read, table, 8, 56, down), cudaSuccess);
    ck_assert_int_eq(read[0], 196);
    ck_assert_int_eq(read[1], 225);
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, 4, 4, cudaMemcpyDefault), cudaSuccess);
    ck_assert_int_eq(table[1], 0);
}
END_TEST

START_TEST(symbols_are_checked)
{
    int values[17] = { 0 };
    void *address;
    size_t size;
    add_symbol();
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, 65, 0, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, 4, 61, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, 4, (size_t)-4, up), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpyToSymbol(table, values, 4, 0, down),
                     cudaErrorInvalidMemcpyDirection);
    ck_assert_int_eq(cudaMemcpyFromSymbol(values, table, 4, 0, up),
                     cudaErrorInvalidMemcpyDirection);
    ck_assert_int_eq(cudaMemcpyToSymbol(values, table, 4, 0, up), cudaErrorInvalidSymbol);
    ck_assert_int_eq(cudaMemcpyToSymbol(table + 1, values, 4, 0, up), cudaErrorInvalidSymbol);
    ck_assert_int_eq(cudaMemcpyToSymbol(NULL, values, 4, 0, up), cudaErrorInvalidSymbol);
    ck_assert_int_eq(cudaGetSymbolAddress(&address, table), cudaSuccess);
    ck_assert_ptr_eq(address, table);
    ck_assert_int_eq(cudaGetSymbolSize(&size, table), cudaSuccess);
    ck_assert_uint_eq(size, sizeof table);
    ck_assert_int_eq(cudaGetSymbolAddress(&address, values), cudaErrorInvalidSymbol);
    ck_assert_int_eq(cudaGetSymbolSize(NULL, table), cudaErrorInvalidValue);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        round_trip_keeps_the_bytes,
        default_direction_fits_all,
        managed_and_pinned_memory_stand_on_either_side,
        a_wrong_direction_is_an_error,
        ranges_must_lie_inside_their_allocations,
        null_and_nothing,
        asynchronous_copies_check_their_stream,
        fills_set_bytes_and_no_more,
        rows_are_copied_by_their_pitches,
        rows_are_checked,
        devices_exchange_memory,
        symbols_are_copied_to_and_from,
        symbols_are_checked,
    };
    return RUN_SUITE("runtime copies", tests);
}
