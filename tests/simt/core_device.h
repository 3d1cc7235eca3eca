/* What the suites of simt's core share: launches without the CUDA headers, and
 * what a launch printed. */
#ifndef CORE_DEVICE_H
#define CORE_DEVICE_H

#include "error.h"
#include "simt/simt.h"
#include "simt_memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As simtcc compiles: a call's place is its return address. */
#ifdef __clang__
#pragma clang optimize off
#else
#pragma GCC optimize("no-optimize-sibling-calls", "no-crossjumping", "no-tree-tail-merge")
#endif

#define LANE_LOCAL extern __thread const __attribute__((tls_model("initial-exec")))
LANE_LOCAL struct simt_dim3 threadIdx;
LANE_LOCAL struct simt_dim3 blockIdx;
LANE_LOCAL struct simt_dim3 blockDim;
LANE_LOCAL struct simt_dim3 gridDim;

static inline void launch_config(simt_entry *entry, const void *closure,
                                 const struct simt_config *config)
{
    static const struct simt_kernel kernel = { "kernel", "test.cu", 1, 0 };
    simt_configure(config);
    simt_launch(&kernel, entry, closure);
}

static inline void launch(simt_entry *entry, unsigned grid, unsigned block, size_t shared,
                          const void *closure)
{
    const struct simt_config config = { .grid = { grid, 1, 1 },
                                        .block = { block, 1, 1 },
                                        .shared_bytes = shared };
    launch_config(entry, closure, &config);
}

static inline void *device(size_t bytes)
{
    void *memory = simt_memory_allocate(bytes, SIMT_MEMORY_DEVICE, "cudaMalloc", NULL);
    if (memory != NULL)
        memset(memory, 0, bytes);
    return memory;
}

/* stderr goes to a file until capture_end, which returns what was written. */
static inline int capture_begin(void)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    fclose(file);
    return kept;
}

static inline const char *capture_end(int kept)
{
    static char text[16384];
    fflush(stderr);
    const ssize_t count = pread(STDERR_FILENO, text, sizeof text - 1, 0);
    text[count > 0 ? count : 0] = '\0';
    dup2(kept, STDERR_FILENO);
    close(kept);
    return text;
}

/* Launches one block and returns its message. */
static inline const char *message_of(simt_entry *entry, unsigned threads, const void *closure)
{
    const int kept = capture_begin();
    launch(entry, 1, threads, 0, closure);
    return capture_end(kept);
}

#define ck_assert_contains(text, part)                                                             \
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in \"%s\"", part, text)

#endif
