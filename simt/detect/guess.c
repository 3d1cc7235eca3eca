#include "guess.h"

#include "sites.h"

static int has_size(const struct simt_access *a)
{
    return a->bytes == 2 || a->bytes == 4 || a->bytes == 8;
}

void guess_load(struct guess *guess, const struct simt_access *load)
{
    if (!has_size(load))
        return;
    const uint16_t site = site_number(load->pc, load->bytes);
    for (unsigned lanes = load->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const unsigned at = guess->next[lane]++ % GUESS_LOADS;
        guess->site[lane][at] = site;
        guess->address[lane][at] = (uint32_t)load->address[lane];
    }
}

/* The bytes of the atomic that a load has read, a bit for each; 0 if it read others as well. */
static unsigned bytes_read(const struct guess *guess, unsigned lane, unsigned at,
                           const struct simt_access *atomic)
{
    const unsigned bytes = site_bytes(guess->site[lane][at]);
    const uint32_t offset = guess->address[lane][at] - (uint32_t)atomic->address[lane];
    if (offset >= atomic->bytes || bytes > atomic->bytes - offset)
        return 0;
    return ((1u << bytes) - 1) << offset;
}

/* From the newest load to the oldest. */
static void confirm_lane(const struct guess *guess, unsigned lane, const struct simt_access *atomic)
{
    unsigned seen = 0;
    for (unsigned age = 1; age <= GUESS_LOADS; age++) {
        const unsigned at = (guess->next[lane] - age) % GUESS_LOADS;
        const unsigned bytes = bytes_read(guess, lane, at, atomic);
        if (bytes == 0 || (age > GUESS_NEAR && (bytes & ~seen) == 0))
            continue;
        seen |= bytes;
        site_confirm(guess->site[lane][at]);
        site_confirm(site_number(atomic->pc, atomic->bytes));
    }
}

void guess_atomic(const struct guess *guess, const struct simt_access *atomic)
{
    if (atomic->op != SIMT_ATOMIC_CAS || !has_size(atomic))
        return;
    for (unsigned lanes = atomic->active; lanes != 0; lanes &= lanes - 1)
        confirm_lane(guess, (unsigned)__builtin_ctz(lanes), atomic);
}
