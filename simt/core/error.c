/* Error state: one word per host thread, one sticky word for all. */
#include "error.h"

#include <stdatomic.h>

static _Thread_local int last_error;
static atomic_int sticky_error;

void simt_set_error(int code, int sticky)
{
    if (code == SIMT_SUCCESS)
        return;
    last_error = code;
    if (sticky) {
        int none = SIMT_SUCCESS;
        atomic_compare_exchange_strong(&sticky_error, &none, code);
    }
}

int simt_sticky_error(void)
{
    return atomic_load(&sticky_error);
}

int simt_get_error(void)
{
    const int sticky = simt_sticky_error();
    return sticky != SIMT_SUCCESS ? sticky : last_error;
}

int simt_take_error(void)
{
    const int code = simt_get_error();
    last_error = SIMT_SUCCESS;
    return code;
}

void simt_reset_error(void)
{
    last_error = SIMT_SUCCESS;
    atomic_store(&sticky_error, SIMT_SUCCESS);
}
