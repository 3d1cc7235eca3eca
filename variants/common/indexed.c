#include "indexed.h"

static int64_t sum_up_to(uint64_t end)
{
    int64_t sum = (int64_t)(end / INDEXED_PERIOD); /* 1 for each whole period */
    for (uint64_t i = end - end % INDEXED_PERIOD; i < end; i++) {
        const uint32_t rank = INDEXED_RANK(i);
        sum += INDEXED_OF_RANK(rank);
    }
    return sum;
}

int64_t indexed_sum(uint64_t first, uint64_t count)
{
    return sum_up_to(first + count) - sum_up_to(first);
}

struct share share_of(uint64_t n, uint64_t number, uint64_t count)
{
    const uint64_t each = n / count, first = each * number;
    return (struct share){ first, number + 1 == count ? n : first + each };
}
