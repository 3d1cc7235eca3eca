#include "buffer.h"

#include "device.h"
#include "free_memory.h"

#include <stdint.h>
#include <string.h>

enum { CHUNK = 1 << 14 }; /* floats compared at a time */

/* The quiet bit is off: an addition would turn it on. */
static const uint32_t poison = 0xFFA5A5A5u;

int buffer_create(struct buffer *buffer, const char *name, size_t capacity, struct failure *why)
{
    char need[32], room[32];
    size_t available = 0, total = 0;
    const size_t bytes = (capacity + 2 * GUARD_FLOATS + 4) * sizeof(float);
    *buffer = (struct buffer){ .name = name, .capacity = capacity };
    const int status = CUDA_TRY(cudaMemGetInfo(&available, &total), why);
    if (status != 0) {
        return status;
    }
    void *memory = NULL;
    const cudaError_t error =
        bytes > available ? cudaErrorMemoryAllocation : cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError(); /* an answer, not an accident: do not leave it behind */
        return fail(why, EXIT_USAGE, "the %s needs %s of the device's memory, %s are free", name,
                    memory_words(need, sizeof need, bytes),
                    memory_words(room, sizeof room, available));
    }
    buffer->base = memory;
    return CUDA_TRY(error, why);
}

void buffer_free(struct buffer *buffer)
{
    cudaFree(buffer->base);
    *buffer = (struct buffer){ .name = buffer->name };
}

int buffer_place(struct buffer *buffer, size_t count, unsigned misalign, bool tame_before,
                 bool tame_after, struct failure *why)
{
    const size_t band = GUARD_FLOATS * sizeof(float);
    buffer->at = buffer->base + GUARD_FLOATS + misalign;
    buffer->count = count;
    buffer->tame_before = tame_before;
    buffer->tame_after = tame_after;
    const int status =
        CUDA_TRY(cudaMemset(buffer->at - GUARD_FLOATS, tame_before ? 0 : GUARD_BYTE, band), why);
    return status != 0
               ? status
               : CUDA_TRY(cudaMemset(buffer->at + count, tame_after ? 0 : GUARD_BYTE, band), why);
}

int buffer_poison(const struct buffer *buffer, struct failure *why)
{
    static uint32_t chunk[CHUNK];
    int status = 0;
    for (size_t k = 0; k < CHUNK && k < buffer->count; k++) {
        chunk[k] = poison;
    }
    for (size_t done = 0; done < buffer->count && status == 0; done += CHUNK) {
        const size_t left = buffer->count - done, now = left < CHUNK ? left : CHUNK;
        status = CUDA_TRY(
            cudaMemcpy(buffer->at + done, chunk, now * sizeof *chunk, cudaMemcpyHostToDevice), why);
    }
    return status;
}

/* First and last byte of the band that differ from fill; false without. */
static bool find_written(const unsigned char *band, unsigned char fill, size_t *first, size_t *last)
{
    bool found = false;
    for (size_t k = 0; k < GUARD_FLOATS * sizeof(float); k++) {
        if (band[k] != fill) {
            *first = found ? *first : k;
            *last = k;
            found = true;
        }
    }
    return found;
}

static int read_band(const float *from, unsigned char *band, struct failure *why)
{
    return CUDA_TRY(cudaMemcpy(band, from, GUARD_FLOATS * sizeof(float), cudaMemcpyDeviceToHost),
                    why);
}

int buffer_check_guards(const struct buffer *buffer, char *text, size_t size, struct failure *why)
{
    static unsigned char band[GUARD_FLOATS * sizeof(float)];
    size_t first = 0, last = 0;
    text[0] = '\0';
    int status = read_band(buffer->at + buffer->count, band, why);
    if (status == 0 && find_written(band, buffer->tame_after ? 0 : GUARD_BYTE, &first, &last)) {
        append(text, size, "wrote past the end of the %s: %zu bytes, %zu bytes after it",
               buffer->name, last - first + 1, first);
        return 0;
    }
    if (status == 0) {
        status = read_band(buffer->at - GUARD_FLOATS, band, why);
    }
    if (status == 0 && find_written(band, buffer->tame_before ? 0 : GUARD_BYTE, &first, &last)) {
        append(text, size, "wrote in front of the %s: %zu bytes, %zu bytes before it", buffer->name,
               last - first + 1, sizeof band - 1 - last);
    }
    return status;
}

/* Counts the elements whose bits are not (wanted) or still are (NULL) poison. */
static int compare(const struct buffer *buffer, const float *wanted, size_t *count, size_t *first,
                   struct failure *why)
{
    static float chunk[CHUNK];
    *count = 0;
    *first = 0;
    for (size_t done = 0; done < buffer->count; done += CHUNK) {
        const size_t left = buffer->count - done, now = left < CHUNK ? left : CHUNK;
        const int status = CUDA_TRY(
            cudaMemcpy(chunk, buffer->at + done, now * sizeof *chunk, cudaMemcpyDeviceToHost), why);
        if (status != 0) {
            return status;
        }
        if (wanted != NULL && memcmp(chunk, wanted + done, now * sizeof *chunk) == 0) {
            continue;
        }
        for (size_t k = 0; k < now; k++) {
            const void *other = wanted != NULL ? (const void *)(wanted + done + k) : &poison;
            if ((memcmp(&chunk[k], other, sizeof *chunk) == 0) == (wanted == NULL)) {
                *first = *count == 0 ? done + k : *first;
                ++*count;
            }
        }
    }
    return 0;
}

int buffer_check_written(const struct buffer *buffer, size_t *missing, size_t *first,
                         struct failure *why)
{
    return compare(buffer, NULL, missing, first, why);
}

int buffer_check_same(const struct buffer *buffer, const float *wanted, size_t *changed,
                      size_t *first, struct failure *why)
{
    return compare(buffer, wanted, changed, first, why);
}
