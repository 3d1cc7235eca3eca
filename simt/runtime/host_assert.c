/*
 * A failed assert in the host code of a .cu file.
 */
#include <stdio.h>
#include <stdlib.h>

_Noreturn void simt_host_assert_failed(const char *condition, const char *file, unsigned line,
                                       const char *function);

void simt_host_assert_failed(const char *condition, const char *file, unsigned line,
                             const char *function)
{
    fflush(stdout);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
    abort();
}
