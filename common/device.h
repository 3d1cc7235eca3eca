/*
 * The device that sums: which one, what it is like, and errors of its calls in
 * words. Compiles against the CUDA toolkit's headers and against simt's.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "cli.h"
#include "fail.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

struct device {
    bool simulated;
    int ordinal;
    char name[256];
    char why[128]; /* why this backend runs: one clause */
    unsigned sms;  /* multiprocessors */
    unsigned threads_per_sm, blocks_per_sm;
    size_t l2_bytes;
    size_t memory_bytes;
};

/* Checks a call: 0, or EXIT_WRONG with "file:line: call: name: sentence". */
#define CUDA_TRY(call, why) device_check((call), #call, __FILE__, __LINE__, (why))
int device_check(cudaError_t error, const char *call, const char *file, int line,
                 struct failure *why);

/* The same for a launch that has already happened: asks for its error, waits for
 * it with `wait`, and adds the grid and the block to the line. */
#define LAUNCH_TRY(call, grid, block, wait, why)                                                   \
    device_check_launch(#call, (grid), (block), (wait), __FILE__, __LINE__, (why))
int device_check_launch(const char *call, unsigned grid, unsigned block, bool wait,
                        const char *file, int line, struct failure *why);

/* Chooses the device that the options ask for and makes it current. Returns 0, or
 * EXIT_NO_DEVICE with one line: another backend asked for than this program's, no GPU,
 * no driver or one older than the toolkit, no device of that number, or a
 * program without code for this GPU. */
int device_open(const struct options *options, struct device *device, struct failure *why);

/* What a failed search for devices means. `driver` and `toolkit` are versions as
 * CUDA counts them, 12020 for 12.2; driver 0: none. Returns EXIT_NO_DEVICE. */
int device_explain(cudaError_t error, int driver, int toolkit, struct failure *why);

/* How many blocks of that many threads the device holds at once, by threads and
 * block slots alone. At least 1. */
unsigned device_resident_blocks(const struct device *device, unsigned block);

/* The backend that this program was built for. */
enum backend device_backend(void);

/* "simt" or "cuda" */
const char *device_backend_name(enum backend backend);

#endif
