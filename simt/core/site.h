/*
 * From a code address to the user's file and line, out of debug information.
 * Resolved only when a message needs it, and remembered.
 */
#ifndef SIMT_SITE_H
#define SIMT_SITE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct simt_site {
    const char *file;     /* as the compiler was given it, or the module's name */
    unsigned line;        /* 0: no debug information */
    const char *function; /* never NULL, "?" if unknown */
};

/* Fills *site for the call that returns to return_address. Inlined frames of
 * simt's own headers and of the compiler's are skipped, so that the line is
 * the user's. The strings live on. Returns 1 with a line, 0 without. */
int simt_site_of_call(const void *return_address, struct simt_site *site);

/* The same for the instruction at pc (a fault). */
int simt_site_of_pc(const void *pc, struct simt_site *site);

/* Writes "file.cu:42" (or "function+0x1f" without debug information) of a call
 * site into text; returns text. 0 < bytes. */
char *simt_site_text(const void *return_address, char *text, size_t bytes);

/* 1 if the file is simt's or the compiler's, not the user's. */
int simt_site_is_internal(const char *file);

/* Fills frames with the user's places at pc, the outermost function first, then
 * what is inlined there. Returns how many there are, at most `room`. */
unsigned simt_site_frames(const void *pc, struct simt_site *frames, unsigned room);

/* 1 if both calls come from the same source lines, inlined callers included
 * (unrolled copies of one call are the same site), else 0. */
int simt_site_same(const void *return_address, const void *other);

#ifdef __cplusplus
}
#endif

#endif
