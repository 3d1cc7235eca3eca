#include "padding.h"

enum { MOST_ALIGNED = 16 };

int padding_is_likely(uintptr_t gap, size_t run, uintptr_t low, uintptr_t high,
                      padding_store *store, const void *context)
{
    if (run >= MOST_ALIGNED)
        return 0;
    for (uintptr_t at = low; at < high; at++) {
        const unsigned width = store(at, context);
        if (width > run && width <= MOST_ALIGNED && (width & (width - 1)) == 0 &&
            (gap + run) % width == 0)
            return 1;
    }
    return 0;
}
