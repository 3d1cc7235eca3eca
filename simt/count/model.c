#include "model.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)

static unsigned first_of(uint32_t lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

/* Whether all 32 lanes want consecutive pieces of memory. */
static int is_a_run(const uintptr_t *address, uint32_t active, unsigned bytes)
{
    if (active != ~0u)
        return 0;
    uintptr_t wrong = 0;
    for (unsigned lane = 1; lane < 32; lane++)
        wrong |= address[lane] - address[0] - (uintptr_t)lane * bytes;
    return wrong == 0;
}

/* ---- shared memory ----------------------------------------------------------- */

/* The distinct words wanted from each bank. A lane looks through those that its
 * bank already has: few, unless banks conflict. */
struct banks {
    unsigned char words[SIMT_BANKS];
    unsigned most; /* the largest of words[] */
    uintptr_t word[SIMT_BANKS][32];
};

static void want_word(struct banks *b, uintptr_t word)
{
    const unsigned bank = (unsigned)(word % SIMT_BANKS), count = b->words[bank];
    for (unsigned i = 0; i < count; i++)
        if (b->word[bank][i] == word)
            return;
    b->word[bank][count] = word;
    b->words[bank] = (unsigned char)(count + 1);
    if (count + 1 > b->most)
        b->most = count + 1;
}

/* Adds the passes for lanes that go together. */
static void serve(struct simt_wavefronts *sum, const uintptr_t *address, uint32_t lanes,
                  unsigned words)
{
    if (lanes == 0)
        return;
    struct banks b;
    for (unsigned i = 0; i < SIMT_BANKS; i++)
        b.words[i] = 0;
    b.most = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const uintptr_t word = address[first_of(rest)] / SIMT_BANK_BYTES;
        for (unsigned i = 0; i < words; i++)
            want_word(&b, word + i);
    }
    sum->wavefronts += b.most;
    sum->conflicts += b.most - 1;
}

/* Whether each lane wants the same address as the one at this distance, 1 or 2,
 * or one of the two is idle. */
static int neighbours_agree(const uintptr_t *address, uint32_t lanes, unsigned distance)
{
    const uint32_t lower = distance == 1 ? 0x55555555u : 0x33333333u;
    for (uint32_t both = lanes & lanes >> distance & lower; both != 0; both &= both - 1)
        if (address[first_of(both)] != address[first_of(both) + distance])
            return 0;
    return 1;
}

static struct simt_wavefronts shared(const uintptr_t *address, uint32_t active, unsigned bytes,
                                     int is_load)
{
    struct simt_wavefronts sum = { 0, 0 };
    if (is_a_run(address, active, bytes))
        return (struct simt_wavefronts){ bytes <= 4 ? 1 : bytes / 4, 0 };
    unsigned together = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    if (together < 32 && is_load &&
        (neighbours_agree(address, active, 1) || neighbours_agree(address, active, 2)))
        together *= 2;
    const uint32_t part = ~0u >> (32 - together);
    for (unsigned first = 0; first < 32; first += together)
        serve(&sum, address, active & part << first, (bytes + 3) / SIMT_BANK_BYTES);
    return sum;
}

struct simt_wavefronts simt_shared_load(const uintptr_t *address, uint32_t active, unsigned bytes)
{
    return shared(address, active, bytes, 1);
}

struct simt_wavefronts simt_shared_store(const uintptr_t *address, uint32_t active, unsigned bytes)
{
    return shared(address, active, bytes, 0);
}

struct simt_wavefronts simt_shared_atomic(const uintptr_t *address, uint32_t active)
{
    unsigned char lanes[SIMT_BANKS] = { 0 };
    unsigned most = 0;
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const unsigned count = ++lanes[simt_bank(address[first_of(rest)])];
        if (count > most)
            most = count;
    }
    return (struct simt_wavefronts){ most, most > 0 ? most - 1 : 0 };
}

/* ---- global memory ----------------------------------------------------------- */

struct simt_sectors simt_global_sectors(const uintptr_t *address, uint32_t active, unsigned bytes)
{
    uintptr_t sector[32];
    uint32_t wanted[32]; /* a bit for each byte of the sector */
    struct simt_sectors result = { 0, 0 };
    if (LIKELY(is_a_run(address, active, bytes))) {
        result.used = 32 * bytes;
        result.sectors = (unsigned)((address[31] + bytes - 1) / SIMT_SECTOR_BYTES -
                                    address[0] / SIMT_SECTOR_BYTES + 1);
        return result;
    }
    const uint32_t bits = (1u << bytes) - 1;
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const uintptr_t at = address[first_of(rest)], s = at / SIMT_SECTOR_BYTES;
        unsigned i = result.sectors; /* the latest first: neighbours share it */
        while (i > 0 && sector[i - 1] != s)
            i--;
        if (i == 0) {
            i = ++result.sectors;
            sector[i - 1] = s;
            wanted[i - 1] = 0;
        }
        wanted[i - 1] |= bits << at % SIMT_SECTOR_BYTES;
    }
    for (unsigned i = 0; i < result.sectors; i++)
        result.used += (unsigned)__builtin_popcount(wanted[i]);
    return result;
}

/* The lanes of `among` that want the address of the first of them. */
static uint32_t alike(const uintptr_t *address, uint32_t among, uintptr_t unit)
{
    const uintptr_t at = address[first_of(among)] / unit;
    uint32_t same = 0;
    for (uint32_t rest = among; rest != 0; rest &= rest - 1)
        if (address[first_of(rest)] / unit == at)
            same |= 1u << first_of(rest);
    return same;
}

unsigned simt_longest_queue(const uintptr_t *address, uint32_t active)
{
    unsigned longest = 0;
    while (active != 0) {
        const uint32_t queue = alike(address, active, 1);
        const unsigned length = (unsigned)__builtin_popcount(queue);
        if (length > longest)
            longest = length;
        active &= ~queue;
    }
    return longest;
}

unsigned simt_global_atomic_sectors(const uintptr_t *address, uint32_t active)
{
    unsigned sum = 0;
    while (active != 0) {
        const uint32_t sharers = alike(address, active, SIMT_SECTOR_BYTES);
        sum += simt_longest_queue(address, sharers);
        active &= ~sharers;
    }
    return sum;
}
