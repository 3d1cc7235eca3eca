/*
 * Keeps a learner's mistake inside the process it happens in: ends it when it
 * takes too much memory or when its parent is gone, and notes where it crashed.
 */
#ifndef GUARD_H
#define GUARD_H

/* Lies in memory shared with the parent. */
struct guard_report {
    volatile int out_of_memory; /* 1: ended because of that */
    char where[256];            /* of a crash: "exercises/…/argmin.cu:42", or "" */
};

/* What a check may take beyond what the process has now. */
enum { GUARD_MEMORY_MIB = 1024 };

/* Guards this process from now on. */
void guard_start(struct guard_report *report);

#endif
