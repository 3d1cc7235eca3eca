/* The registry of device memory. */
#define _GNU_SOURCE
#include <check.h>
#include <sys/wait.h>

#include "core_device.h"
#include "suite.h"

enum { DEVICE_KINDS = 1u << SIMT_MEMORY_DEVICE | 1u << SIMT_MEMORY_MANAGED };

static unsigned char *allocate(size_t bytes)
{
    return simt_memory_allocate(bytes, SIMT_MEMORY_DEVICE, "cudaMalloc", NULL);
}

START_TEST(is_aligned_and_poisoned)
{
    for (size_t bytes = 1; bytes < 10000; bytes = bytes * 3 + 1) {
        const unsigned char *memory = allocate(bytes);
        ck_assert_uint_eq((uintptr_t)memory % 256, 0);
        ck_assert(simt_memory_is_device(memory));
        for (size_t i = 0; i < bytes; i++)
            ck_assert_uint_ge(memory[i], 0xfb);
        if (bytes >= 8) {
            float single;
            double real;
            memcpy(&single, memory, sizeof single);
            memcpy(&real, memory, sizeof real);
            ck_assert(single != single);
            ck_assert(real != real);
        }
    }
}
END_TEST

START_TEST(finds_by_address)
{
    unsigned char *first = allocate(100), *second = allocate(5000);
    struct simt_allocation found;
    ck_assert(simt_memory_find(first + 99, &found));
    ck_assert_ptr_eq(found.base, first);
    ck_assert_uint_eq(found.bytes, 100);
    ck_assert_str_eq(found.what, "cudaMalloc");
    ck_assert(!simt_memory_find(first + 100, &found));
    ck_assert(simt_memory_near(first + 107, &found));
    ck_assert_ptr_eq(found.base, first);
    ck_assert(simt_memory_near(second - 1, &found));
    ck_assert_ptr_eq(found.base, second);
    ck_assert(simt_memory_valid(second, 5000));
    ck_assert(simt_memory_valid(second + 4999, 1));
    ck_assert(!simt_memory_valid(second + 1, 5000));
    ck_assert(!simt_memory_valid(&found, 1));
}
END_TEST

START_TEST(refuses_bad_releases)
{
    unsigned char *memory = allocate(64);
    struct simt_allocation found;
    int local;
    ck_assert_int_eq(simt_memory_release(&local, DEVICE_KINDS, NULL, &found), SIMT_RELEASE_UNKNOWN);
    ck_assert_int_eq(simt_memory_release(memory + 4, DEVICE_KINDS, NULL, &found),
                     SIMT_RELEASE_INTERIOR);
    ck_assert_ptr_eq(found.base, memory);
    ck_assert_int_eq(simt_memory_release(memory, 1u << SIMT_MEMORY_HOST, NULL, &found),
                     SIMT_RELEASE_KIND);
    ck_assert_int_eq(simt_memory_release(memory, DEVICE_KINDS, &local, &found), SIMT_RELEASED);
    ck_assert_int_eq(simt_memory_release(memory, DEVICE_KINDS, NULL, &found), SIMT_RELEASE_TWICE);
    ck_assert_ptr_eq(found.free_site, &local);
    ck_assert(!simt_memory_valid(memory, 1));
    ck_assert(simt_memory_find(memory, &found));
    ck_assert(found.freed);
    ck_assert_ptr_ne(allocate(64), memory);
}
END_TEST

START_TEST(knows_host_memory_and_symbols)
{
    static float table[16];
    struct simt_allocation found;
    void *pinned = simt_memory_allocate(1000, SIMT_MEMORY_HOST, "cudaMallocHost", NULL);
    char own[100];
    ck_assert(!simt_memory_is_device(pinned));
    ck_assert_int_eq(
        simt_memory_register(own, sizeof own, SIMT_MEMORY_HOST, 0, "cudaHostRegister", NULL), 0);
    ck_assert_int_eq(simt_memory_register(own + 50, 100, SIMT_MEMORY_HOST, 0, "again", NULL), -1);
    simt_register_symbol("table", table, sizeof table, SIMT_SYMBOL_CONSTANT, "file.cu", 7);
    ck_assert(simt_memory_find(&table[3], &found));
    ck_assert_int_eq(found.kind, SIMT_MEMORY_SYMBOL);
    ck_assert(found.flags & SIMT_MEMORY_CONSTANT);
    ck_assert_str_eq(found.what, "table");
    ck_assert_int_eq(simt_memory_release(own, 1u << SIMT_MEMORY_HOST, NULL, NULL), SIMT_RELEASED);
    ck_assert_int_eq(simt_memory_release(pinned, 1u << SIMT_MEMORY_HOST, NULL, NULL),
                     SIMT_RELEASED);
}
END_TEST

static void check_order(const struct simt_allocation *a, void *context)
{
    uint64_t *last = context;
    ck_assert_uint_gt(a->serial, *last);
    *last = a->serial;
}

START_TEST(lists_in_order)
{
    uint64_t last = 0;
    void *memory[20];
    for (size_t i = 0; i < 20; i++)
        memory[i] = allocate(i + 1);
    for (size_t i = 0; i < 20; i += 3)
        simt_memory_release(memory[i], DEVICE_KINDS, NULL, NULL);
    simt_memory_each(check_order, &last);
    ck_assert_uint_eq(last, 20);
}
END_TEST

START_TEST(large_memory_is_lazy)
{
    size_t used, total;
    const size_t bytes = (size_t)4 << 30;
    simt_memory_usage(&used, &total);
    unsigned char *memory = allocate(bytes);
    if (total < bytes) {
        ck_assert_ptr_null(memory);
        return;
    }
    ck_assert_ptr_nonnull(memory);
    memory[0] = memory[bytes - 1] = 1;
    simt_memory_usage(&used, &total);
    ck_assert_uint_eq(used, bytes);
    ck_assert_int_eq(simt_memory_release(memory, DEVICE_KINDS, NULL, NULL), SIMT_RELEASED);
    simt_memory_usage(&used, &total);
    ck_assert_uint_eq(used, 0);
}
END_TEST

START_TEST(too_much_is_refused)
{
    size_t used, total;
    simt_memory_usage(&used, &total);
    ck_assert_ptr_null(allocate(total + 1));
    ck_assert_ptr_null(allocate(SIZE_MAX));
    ck_assert_ptr_nonnull(allocate(100));
    setenv("SIMT_MEMORY", "1000", 1); /* read once, at the first question */
    simt_memory_usage(&used, &total);
    ck_assert_uint_gt(total, 1000);
}
END_TEST

START_TEST(environment_sets_the_total)
{
    size_t used, total;
    setenv("SIMT_MEMORY", "100000", 1);
    simt_memory_usage(&used, &total);
    ck_assert_uint_eq(total, 100000);
    ck_assert_ptr_nonnull(allocate(60000));
    ck_assert_ptr_null(allocate(60000));
}
END_TEST

START_TEST(describes_addresses)
{
    char text[400];
    unsigned char *memory = allocate(4096);
    ck_assert_contains(simt_memory_describe(NULL, text, sizeof text), "null pointer");
    ck_assert_contains(simt_memory_describe(memory + 4100, text, sizeof text),
                       "4 bytes past the end of cudaMalloc");
    ck_assert_contains(simt_memory_describe(memory - 8, text, sizeof text), "8 bytes before");
    ck_assert_contains(simt_memory_describe(memory + 8, text, sizeof text), "byte 8 of cudaMalloc");
    simt_memory_release(memory, DEVICE_KINDS, NULL, NULL);
    ck_assert_contains(simt_memory_describe(memory, text, sizeof text), "freed at");
    ck_assert_contains(simt_memory_describe((void *)0x123456789000, text, sizeof text),
                       "no memory");
}
END_TEST

/* A child touches the address; returns 1 if it died of it, and its message. */
static int dies_of(volatile unsigned char *address, const char **message)
{
    const int kept = capture_begin();
    const pid_t child = fork();
    int status;
    if (child == 0) {
        *address = 1;
        _exit(0);
    }
    waitpid(child, &status, 0);
    *message = capture_end(kept);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

START_TEST(guards_and_freed_memory_fault)
{
    const char *message;
    unsigned char *memory = allocate(4096);
    ck_assert(!dies_of(memory + 4095, &message));
    ck_assert(dies_of(memory + 4096, &message));
    ck_assert_contains(message, "host code touched device memory");
    simt_memory_release(memory, DEVICE_KINDS, NULL, NULL);
    ck_assert(dies_of(memory, &message));
    ck_assert_contains(message, "freed");
    ck_assert(dies_of(NULL, &message));
    ck_assert_ptr_null(strstr(message, "device memory"));
}
END_TEST

START_TEST(many_allocations)
{
    enum { COUNT = 2000 };
    static unsigned char *memory[COUNT];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            memory[i] = allocate((size_t)i * 7 + 1);
            memory[i][0] = (unsigned char)i;
        }
        for (int i = 0; i < COUNT; i++) {
            ck_assert_uint_eq(memory[i][0], (unsigned char)i);
            ck_assert_int_eq(simt_memory_release(memory[i], DEVICE_KINDS, NULL, NULL),
                             SIMT_RELEASED);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { is_aligned_and_poisoned, finds_by_address,
                                   refuses_bad_releases,    knows_host_memory_and_symbols,
                                   lists_in_order,          large_memory_is_lazy,
                                   too_much_is_refused,     environment_sets_the_total,
                                   describes_addresses,     guards_and_freed_memory_fault,
                                   many_allocations };
    return RUN_SUITE("core memory", tests);
}
