/*
 * The statistics lab's ways, inputs, results and judge.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATISTICS_CHAN, STATISTICS_NAIVE, STATISTICS_BOX }; /* ways */
enum { STATISTICS_VALUES, STATISTICS_POINTS };              /* inputs */

/* Of n floats. */
struct moments {
    double count, mean;
    double m2; /* sum of squared distances from the mean */
    float least, most;
};

/* Of n points. */
struct box {
    float left, right, bottom, top;
};

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. */
size_t statistics_bytes(size_t n);
void statistics_fill(int input, void *in, size_t n, uint64_t seed);
bool statistics_judge(size_t way, const void *in, size_t n, const void *out, char *text,
                      size_t size);

#ifdef __cplusplus
}
#endif

#endif
