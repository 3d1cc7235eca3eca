#include "guess.h"

#include "sites.h"

#include <string.h>

static int has_size(const struct simt_access *a)
{
    return a->bytes == 4 || a->bytes == 8;
}

void guess_load(struct guess *guess, const struct simt_access *load)
{
    if (!has_size(load))
        return;
    const uint16_t site = site_number(load->pc, load->bytes);
    for (unsigned lanes = load->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        guess->site[1][lane] = guess->site[0][lane];
        guess->address[1][lane] = guess->address[0][lane];
        guess->site[0][lane] = site;
        guess->address[0][lane] = load->address[lane];
    }
}

void guess_atomic(const struct guess *guess, const struct simt_access *atomic)
{
    if (atomic->op != SIMT_ATOMIC_CAS || !has_size(atomic))
        return;
    for (unsigned lanes = atomic->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        for (unsigned i = 0; i < GUESS_LOADS; i++) {
            if (guess->site[i][lane] == 0 || guess->address[i][lane] != atomic->address[lane])
                continue;
            site_confirm(guess->site[i][lane]);
            site_confirm(site_number(atomic->pc, atomic->bytes));
        }
    }
}
