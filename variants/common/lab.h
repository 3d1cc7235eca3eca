/*
 * A lab: one question that several kernels answer in different ways. The lab
 * brings the ways, the data and the judge; the frame has the command line, the
 * device, the checks, the clock and the table.
 */
#ifndef LAB_H
#define LAB_H

#ifdef __cplusplus
#include <cuda_runtime.h>
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a way works on. */
struct lab_work {
    const void *in; /* device memory: n elements of the way's input, 16-byte aligned */
    void *out;      /* device memory: the result, poisoned */
    size_t n;
};

struct lab_way {
    const char *name;
    /* Launches on the default stream; leaves errors to the frame. */
    void (*launch)(const struct lab_work *work);
    size_t element_bytes; /* of the input */
    int input;            /* which of the lab's inputs; ways with the same number share it */
    size_t most_n;        /* larger arrays are left out, because the way is slow; 0: none */
    size_t least_n;       /* smaller ones are, because it has another answer for them */
};

struct lab {
    const struct lab_way *ways;
    size_t way_count;
    size_t least_n;                   /* smallest array that has an answer */
    size_t (*result_bytes)(size_t n); /* the largest of all ways' */
    /* Makes the n elements of an input, on the host; 16 bytes more are there for a second array
     * on a boundary of its own. */
    void (*fill)(int input, void *in, size_t n, uint64_t seed);
    /* Judges what way `way` left. Writes a few words into text[size], how good a right
     * result is or what is wrong. */
    bool (*judge)(size_t way, const void *in, size_t n, const void *out, char *text, size_t size);
};

/* Runs the lab as its command line says. Returns the program's exit status. */
int lab_main(int argc, char **argv, const struct lab *lab);

/* Device memory of at least `bytes` that stays for the next call; NULL when there is none. */
void *lab_scratch(size_t bytes);

/* Number of elements in an array of ways. */
#define LAB_COUNT(ways) (sizeof(ways) / sizeof *(ways))

#ifdef __cplusplus
}
#endif

#endif
