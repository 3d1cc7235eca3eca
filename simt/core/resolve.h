/* From an instruction's address to source lines: the tools behind site.c. */
#ifndef SIMT_RESOLVE_H
#define SIMT_RESOLVE_H

#include <stddef.h>
#include <stdint.h>

/* Calls take for each frame at pc, innermost inlined function first; not at
 * all without debug information. The innermost one's line may be 0: the compiler
 * made one instruction of several lines. The strings are valid during the call. */
__attribute__((visibility("hidden"))) void
simt_resolve(uintptr_t pc,
             void (*take)(void *context, const char *file, unsigned line, const char *function),
             void *context);

/* Writes "function+0x1f" or "module+0x1234"; 1, or 0 if nothing is known. */
__attribute__((visibility("hidden"))) int simt_resolve_function(uintptr_t pc, char *text,
                                                                size_t bytes);

#endif
