#include "place.h"

#include "harness.h"
#include "passes.h"

#include <stdbool.h>
#include <stdio.h>

enum { WARP = 32 };

static size_t largest_power_of_two(size_t below)
{
    size_t power = 1;
    while (power <= (below - 1) / 2) {
        power *= 2;
    }
    return power;
}

/* Ranges that reach the end: what does the kernel's unit of work leave over? */
static const char *name_tail(size_t first, size_t n, unsigned block, size_t cover)
{
    if (n % 4 != 0 && first == n - n % 4 && n % 4 == n % WARP) {
        return "the tail of n mod 4, or the last partial warp";
    }
    if (n % 4 != 0 && first == n - n % 4) {
        return "the tail of n mod 4";
    }
    if (n % WARP != 0 && first == n - n % WARP) {
        return "the last partial warp";
    }
    if (n % WARP == 0 && first == n - WARP) {
        return "the last warp";
    }
    if (cover > 0 && n > cover && first == cover) {
        return "everything after the first block";
    }
    if (cover > 0 && first == n - n % cover) {
        return "the last partial block";
    }
    if (block > 0 && first == block) {
        return "everything beyond one element per thread of the first block";
    }
    if (first > 1 && first == largest_power_of_two(n)) {
        return "everything beyond the largest power of two below n";
    }
    return first % WARP == 0 && first > 0 ? "the last warps" : "the end of the data";
}

/* Ranges inside one block's part. */
static void name_inside(size_t first, size_t last, size_t cover, char *text, size_t size)
{
    const size_t length = last - first + 1;
    const size_t block = first / cover, offset = first % cover;
    if (offset + length > cover) {
        if (offset == 0 && length % cover == 0) {
            snprintf(text, size, "blocks %zu to %zu", block, block + length / cover - 1);
        }
        return;
    }
    if (length == cover) {
        snprintf(text, size, "block %zu", block);
    } else if (2 * length == cover && offset % length == 0) {
        snprintf(text, size, "the %s half of block %zu", offset == 0 ? "first" : "second", block);
    } else if (length == WARP && offset % WARP == 0) {
        snprintf(text, size, "warp %zu of block %zu", offset / WARP, block);
    } else if (length == 1) {
        snprintf(text, size, "block %zu, position %zu", block, offset);
    }
}

char *place_words(size_t first, size_t last, size_t n, unsigned block, size_t elements_per_block,
                  char *text, size_t size)
{
    const bool counted = elements_per_block != GRID_STRIDE && !passes_is_one(elements_per_block);
    const size_t cover = counted ? elements_per_block : block;
    text[0] = '\0';
    if (first == 0 && last == n - 1) {
        snprintf(text, size, "all of them");
    } else if (last == n - 1) {
        snprintf(text, size, "%s", name_tail(first, n, block, counted ? cover : 0));
    } else if (first == 0 && last < 3) {
        snprintf(text, size, "the head before a 16-byte boundary");
    } else if (cover > 0) {
        name_inside(first, last, cover, text, size);
    }
    return text;
}
