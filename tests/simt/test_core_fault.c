/* Faults in a lane end in one message, and the program goes on. */
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>
#include <sys/wait.h>

#include "core_device.h"
#include "suite.h"

struct task {
    volatile int *memory;
    long index;
};

static int line_of_access;

static void touch(const void *closure)
{
    const struct task *t = closure;
    if (blockIdx.x == gridDim.x / 2 && threadIdx.x == 17) {
        line_of_access = __LINE__ + 1;
        t->memory[t->index] = 5;
    }
}

static const char *touch_message(void *memory, long index)
{
    const struct task t = { memory, index };
    const int kept = capture_begin();
    launch(touch, 3, 64, 0, &t);
    return capture_end(kept);
}

START_TEST(null_pointer)
{
    char place[100];
    const char *message = touch_message(NULL, 4);
    snprintf(place, sizeof place, "test_core_fault.c:%d: error: invalid write at address 0x10",
             line_of_access);
    ck_assert_contains(message, place);
    ck_assert_contains(message, "null pointer");
    ck_assert_contains(message, "[kernel kernel, block (1,0,0), thread (17,0,0)]");
    ck_assert_contains(message, "\n  advice: ");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_ILLEGAL_ADDRESS);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_ILLEGAL_ADDRESS);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_ILLEGAL_ADDRESS); /* it sticks */
}
END_TEST

START_TEST(past_the_end)
{
    ck_assert_contains(touch_message(device(4096), 1024), "0 bytes past the end of cudaMalloc");
}
END_TEST

START_TEST(freed)
{
    void *memory = device(100);
    simt_memory_release(memory, 1u << SIMT_MEMORY_DEVICE, NULL, NULL);
    ck_assert_contains(touch_message(memory, 0), "freed at");
}
END_TEST

START_TEST(wild)
{
    ck_assert_contains(touch_message((void *)0x7777777777770000, 0), "error: invalid access");
    simt_reset_error();
    ck_assert_contains(touch_message((void *)0x123456789000, 1), "no memory that the program has");
}
END_TEST

static void copy(const void *closure)
{
    const struct task *t = closure;
    void *volatile to = (void *)t->memory;
    line_of_access = __LINE__ + 1;
    memmove(to, "text", (size_t)t->index);
}

START_TEST(inside_a_library)
{
    char place[100];
    const struct task t = { NULL, 5 };
    const char *message = message_of(copy, 1, &t);
    snprintf(place, sizeof place, "test_core_fault.c:%d: error: invalid write at address (nil)",
             line_of_access);
    ck_assert_contains(message, place);
}
END_TEST

static int deep(volatile int *memory, int depth)
{
    volatile char room[512];
    room[depth % 512] = (char)depth;
    return depth > 1000000 ? memory[0] : deep(memory, depth + 1) + room[depth % 512];
}

static void recurse(const void *closure)
{
    const struct task *t = closure;
    t->memory[0] = deep(t->memory, 0);
}

START_TEST(stack_overflow)
{
    const struct task t = { device(4), 0 };
    const char *message = message_of(recurse, 2, &t);
    ck_assert_contains(message, "stack overflow: the thread used more than its 65536 bytes");
    ck_assert_contains(message, "SIMT_STACK");
    ck_assert_contains(message, "test_core_fault.c:");
}
END_TEST

static void give_up(const void *closure)
{
    const struct task *t = closure;
    if (threadIdx.x != 17)
        return;
    line_of_access = __LINE__ + 2;
    if (t->index == 1)
        abort();
}

/* Again and again: the C library keeps no lock. */
START_TEST(abort_in_a_kernel)
{
    char place[200];
    const struct task t = { device(4), 1 };
    for (int i = 0; i < 3; i++) {
        const char *message = message_of(give_up, 33, &t);
        snprintf(place, sizeof place,
                 "test_core_fault.c:%d: error: abort() ended the kernel [kernel kernel, "
                 "block (0,0,0), thread (17,0,0)]",
                 line_of_access);
        ck_assert_contains(message, place);
        ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_FAILURE);
        simt_reset_error();
    }
}
END_TEST

/* In host code it ends the program, as ever. */
START_TEST(abort_on_the_host)
{
    const struct task t = { device(4), 0 };
    int status;
    launch(give_up, 1, 32, 0, &t);
    const pid_t child = fork();
    if (child == 0)
        abort();
    waitpid(child, &status, 0);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

static void divide(const void *closure)
{
    const struct task *t = closure;
    t->memory[0] = 100 / t->memory[1];
}

START_TEST(division_by_zero)
{
    const struct task t = { device(8), 0 };
    ck_assert_contains(message_of(divide, 1, &t), "integer division by zero");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_FAILURE);
}
END_TEST

static void trap(const void *closure)
{
    const struct task *t = closure;
    if (t->index == 1)
        simt_assert_failed("Assertion `x' failed.");
    simt_trap("__trap()");
}

START_TEST(traps_and_asserts)
{
    struct task t = { NULL, 0 };
    ck_assert_contains(message_of(trap, 1, &t), "error: __trap() [kernel");
    ck_assert_int_eq(simt_sticky_error(), SIMT_ERROR_LAUNCH_FAILURE);
    simt_reset_error();
    t.index = 1;
    ck_assert_contains(message_of(trap, 1, &t), "error: Assertion `x' failed.");
    ck_assert_int_eq(simt_sticky_error(), SIMT_ERROR_ASSERT);
}
END_TEST

static void store(const void *closure)
{
    const struct task *t = closure;
    t->memory[threadIdx.x] = 3;
}

START_TEST(goes_on_after_a_reset)
{
    for (int i = 0; i < 20; i++) {
        const struct task t = { device(64 * sizeof(int)), 0 };
        touch_message(NULL, 1);
        ck_assert_int_eq(simt_sticky_error(), SIMT_ERROR_ILLEGAL_ADDRESS);
        simt_reset_error();
        launch(store, 1, 64, 0, &t);
        ck_assert_int_eq(simt_get_error(), 0);
        ck_assert_int_eq(t.memory[63], 3);
    }
}
END_TEST

/* A fault on the host is not simt's, even with its handlers in place. */
START_TEST(host_faults_kill)
{
    const struct task t = { device(4), 0 };
    int status;
    launch(store, 1, 1, 0, &t);
    const int kept = capture_begin();
    const pid_t child = fork();
    if (child == 0) {
        volatile uintptr_t address = 8;
        *(volatile int *)address = 1;
        _exit(0);
    }
    waitpid(child, &status, 0);
    ck_assert_ptr_null(strstr(capture_end(kept), "kernel"));
    ck_assert(!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}
END_TEST

/* What a forked child launches has workers of its own. */
START_TEST(launches_after_fork)
{
    int status;
    const struct task t = { device(64 * sizeof(int)), 0 };
    launch(store, 200, 64, 0, &t);
    const pid_t child = fork();
    if (child == 0) {
        launch(store, 200, 64, 0, &t);
        _exit(simt_get_error() == 0 && t.memory[63] == 3 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { null_pointer,
                                   past_the_end,
                                   freed,
                                   wild,
                                   inside_a_library,
                                   stack_overflow,
                                   abort_in_a_kernel,
                                   abort_on_the_host,
                                   division_by_zero,
                                   traps_and_asserts,
                                   goes_on_after_a_reset,
                                   host_faults_kill,
                                   launches_after_fork };
    return RUN_SUITE("core fault", tests);
}
