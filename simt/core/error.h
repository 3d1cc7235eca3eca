/*
 * Host-side error state of the simulated device: the core sets it, the runtime
 * API reads it.
 *
 * Codes are CUDA's own numbers. A plain error belongs to one host thread and
 * is cleared by simt_take_error. A sticky error belongs to the process: a
 * kernel ended badly, and every later call reports it until simt_reset_error.
 */
#ifndef SIMT_ERROR_H
#define SIMT_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* The codes that the core itself sets, under the names of driver_types.h. */
enum simt_error {
    SIMT_SUCCESS = 0,
    SIMT_ERROR_INVALID_VALUE = 1,
    SIMT_ERROR_MEMORY_ALLOCATION = 2,
    SIMT_ERROR_MISSING_CONFIGURATION = 52,
    SIMT_ERROR_ILLEGAL_ADDRESS = 700,
    SIMT_ERROR_LAUNCH_TIMEOUT = 702,
    SIMT_ERROR_ASSERT = 710,
    SIMT_ERROR_MISALIGNED_ADDRESS = 716,
    SIMT_ERROR_LAUNCH_FAILURE = 719,
    SIMT_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720
};

/* Leaves `code` for this host thread, or for the whole process if sticky.
 * The first sticky error stays. Code 0 is ignored. */
void simt_set_error(int code, int sticky);

/* The sticky error if there is one, else this host thread's last error, else 0.
 * Leaves it in place (cudaPeekAtLastError). */
int simt_get_error(void);

/* Like simt_get_error, and clears what is not sticky (cudaGetLastError). */
int simt_take_error(void);

/* The sticky error alone, 0 without. */
int simt_sticky_error(void);

/* Forgets both (cudaDeviceReset). */
void simt_reset_error(void);

#ifdef __cplusplus
}
#endif

#endif
