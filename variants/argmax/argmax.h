/*
 * What the argmax lab leaves, and its judge.
 */
#ifndef ARGMAX_H
#define ARGMAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result: the first of the largest elements. */
struct best {
    float value;
    uint32_t index; /* ~0: of no element */
};

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. */
size_t argmax_bytes(size_t n);
void argmax_fill(int input, void *in, size_t n, uint64_t seed);
bool argmax_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
