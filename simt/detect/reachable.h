/* Does the program still hold a pointer to memory that it has not freed? */
#ifndef SIMT_DETECT_REACHABLE_H
#define SIMT_DETECT_REACHABLE_H

#include <stddef.h>

/* 1 if a variable of the program (not of a function that has returned) holds
 * an address inside of [base, base + bytes). */
int is_reachable(const void *base, size_t bytes);

#endif
