/*
 * Division by zero, where the host's processor goes on with a number (as a GPU
 * does) and raises no signal: -fsanitize=integer-divide-by-zero calls this.
 */
#include "hooks.h"

#include "error.h"

#include <signal.h>

void __ubsan_handle_divrem_overflow(void *what, uintptr_t left, uintptr_t right);
void __ubsan_handle_divrem_overflow(void *what, uintptr_t left, uintptr_t right)
{
    struct worker *w = simt_self;
    const void *site = SIMT_CALLER;
    (void)what, (void)left, (void)right;
    if (w == NULL || w->block == NULL)
        return;
    simt_enter(w, site);
    w->failure.signal = SIGFPE;
    simt_fail(w, SIMT_FAILED_DIVISION, SIMT_ERROR_LAUNCH_FAILURE, site, "", "division by zero");
}
