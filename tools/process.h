/*
 * Runs other programs: output captured, time limited, nothing left behind.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <stddef.h>

struct process_text {
    char *text;   /* ends in a NUL byte, never NULL */
    size_t bytes; /* without that NUL */
};

struct process_result {
    int status;     /* exit status, or 128 + the signal that ended it */
    int timed_out;  /* 1: it ran past its time and was killed */
    double seconds; /* from start to end */
    struct process_text out, err;
};

/* What is kept of each output stream; the rest is read and dropped. */
enum { PROCESS_KEEP_BYTES = 8 << 20 };

/* Runs argv[0] (looked up in PATH) with the NULL-terminated arguments, standard
 * input empty, for at most `seconds` (0: no limit). Whatever of its process
 * group is still there when it has ended is killed. Returns 0 and fills
 * *result, or an errno value when it could not be started; *result can be
 * freed in both cases. May be called from several threads. */
int process_run(const char *const *argv, double seconds, struct process_result *result);

void process_free(struct process_result *result);

/* From now on SIGINT, SIGTERM and SIGHUP first kill what process_run is
 * running, then end this program as that signal does. */
void process_end_children_on_signals(void);

#endif
