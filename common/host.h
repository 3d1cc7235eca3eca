/*
 * A sum on the host as something to verify and to time.
 */
#ifndef HOST_H
#define HOST_H

#include "subject.h"

#include <stddef.h>

struct host {
    float (*reduce)(const float *in, size_t n);
    float *room;     /* a copy of the data, on any boundary */
    size_t capacity; /* floats */
};

/* `room` of *host must hold n + 4 floats for sums of n. */
struct subject host_subject(struct host *host);

#endif
