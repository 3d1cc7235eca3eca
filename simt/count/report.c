/* Counters for people: one paragraph per kernel. */
#include "internal.h"

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

/* 1234567 as 1,234,567: long numbers are read, not parsed. */
static const char *grouped(uint64_t value, char text[32])
{
    char digits[24];
    const int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    char *to = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static void print_number(FILE *out, const char *label, uint64_t value)
{
    char text[32];
    fprintf(out, "    %-22s %14s", label, grouped(value, text));
}

/* Requests, and what one costs on average. Nothing for kernels that have none. */
static void print_shared(FILE *out, const char *label, const uint64_t *first)
{
    char text[32];
    if (first[0] == 0)
        return;
    print_number(out, label, first[0]);
    fprintf(out, " requests, %s wavefronts", grouped(first[2], text));
    fprintf(out, ", of them %s by bank conflicts\n", grouped(first[3], text));
}

static void print_global(FILE *out, const char *label, const uint64_t *first)
{
    char text[32];
    if (first[0] == 0)
        return;
    print_number(out, label, first[0]);
    fprintf(out, " requests, %s sectors", grouped(first[2], text));
    fprintf(out, ", %.0f %% of their bytes used\n", 100.0 * ratio(first[3], 32 * first[2]));
}

static void print_atomics(FILE *out, const char *label, uint64_t requests, uint64_t queue,
                          uint64_t hottest)
{
    char text[32];
    if (requests == 0)
        return;
    print_number(out, label, requests);
    fprintf(out, " requests, longest queue in a warp %llu", (unsigned long long)queue);
    if (hottest > 0)
        fprintf(out, ", at one address in all %s", grouped(hottest, text));
    fputc('\n', out);
}

static void print_counts(FILE *out, const struct simt_count_launch *l)
{
    static const struct {
        enum simt_counter counter;
        const char *label, *unit;
    } row[] = {
        { SIMT_COUNT_CONSTANT_LOAD_REQUESTS, "constant loads", "requests" },
        { SIMT_COUNT_WARP_SYNCS, "warp syncs", "of a warp" },
        { SIMT_COUNT_SHUFFLES, "shuffles", "of a warp" },
        { SIMT_COUNT_VOTES, "votes", "of a warp" },
        { SIMT_COUNT_MATCHES, "matches", "of a warp" },
        { SIMT_COUNT_REDUCTIONS, "warp reductions", "of a warp" },
        { SIMT_COUNT_FENCES, "fences", "of a warp" },
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (l->value[row[i].counter] == 0)
            continue;
        print_number(out, row[i].label, l->value[row[i].counter]);
        fprintf(out, " %s\n", row[i].unit);
    }
}

static void print_control(FILE *out, const struct simt_count_launch *l)
{
    const uint64_t *v = l->value;
    char text[32];
    if (v[SIMT_COUNT_BARRIERS] > 0) {
        print_number(out, "barriers", v[SIMT_COUNT_BARRIERS]);
        fprintf(out, " of a warp, %.4g completed per block\n",
                ratio(v[SIMT_COUNT_BARRIERS_COMPLETED], l->blocks));
    }
    if (v[SIMT_COUNT_BASIC_BLOCKS] == 0)
        return;
    print_number(out, "branches", v[SIMT_COUNT_BRANCHES]);
    fprintf(out, " of a warp, %s divergent\n", grouped(v[SIMT_COUNT_DIVERGENT_BRANCHES], text));
    fprintf(out, "    %-22s %14.1f of 32 per basic block\n", "active lanes",
            ratio(v[SIMT_COUNT_BASIC_BLOCK_LANES], v[SIMT_COUNT_BASIC_BLOCKS]));
}

static void print_shape(FILE *out, const char *label, const unsigned *size)
{
    fprintf(out, "%s %u", label, size[0]);
    if (size[1] != 1 || size[2] != 1)
        fprintf(out, " x %u x %u", size[1], size[2]);
}

static void print_heading(FILE *out, const struct simt_count_launch *l)
{
    fprintf(out, "%s: ", l->kernel);
    print_shape(out, "grid", l->grid);
    print_shape(out, ", block", l->block);
    fprintf(out, ", shared %zu bytes, occupancy %.0f %%\n",
            l->static_shared_bytes + l->dynamic_shared_bytes, 100.0 * l->occupancy);
    if (l->error != 0)
        fprintf(out, "    the launch ended early with CUDA error %d: these are its counts so far\n",
                l->error);
    if (!l->lockstep)
        fprintf(out, "    lanes ran one by one (a permuted order was asked for): each counts as a "
                     "request\n");
}

static void print_score(FILE *out, const struct simt_count_launch *l)
{
    const uint64_t *v = l->value;
    const uint64_t loads = v[SIMT_COUNT_GLOBAL_LOAD_LANES],
                   stores = v[SIMT_COUNT_GLOBAL_STORE_LANES];
    const uint64_t moved = v[SIMT_COUNT_GLOBAL_LOAD_SECTORS] + v[SIMT_COUNT_GLOBAL_STORE_SECTORS];
    const uint64_t used = v[SIMT_COUNT_GLOBAL_LOAD_BYTES] + v[SIMT_COUNT_GLOBAL_STORE_BYTES];
    const uint64_t conflicts = v[SIMT_COUNT_SHARED_LOAD_CONFLICTS] +
                               v[SIMT_COUNT_SHARED_STORE_CONFLICTS] +
                               v[SIMT_COUNT_SHARED_ATOMIC_CONFLICTS];
    char text[32];
    fprintf(out, "score %s: per thread %.3g global loads, %.3g stores", l->kernel,
            ratio(loads, l->threads), ratio(stores, l->threads));
    fprintf(out, ", %.3g shared loads, %.3g stores",
            ratio(v[SIMT_COUNT_SHARED_LOAD_LANES], l->threads),
            ratio(v[SIMT_COUNT_SHARED_STORE_LANES], l->threads));
    fprintf(out, "; %.3g barriers per block; %s conflicts",
            ratio(v[SIMT_COUNT_BARRIERS_COMPLETED], l->blocks), grouped(conflicts, text));
    fprintf(out, "; %.2f bytes moved for each byte used\n", ratio(32 * moved, used));
}

void simt_count_print_summary(FILE *out, const struct simt_count_launch *l)
{
    const uint64_t *v = l->value;
    print_heading(out, l);
    print_global(out, "global loads", &v[SIMT_COUNT_GLOBAL_LOAD_REQUESTS]);
    print_global(out, "global stores", &v[SIMT_COUNT_GLOBAL_STORE_REQUESTS]);
    print_atomics(out, "global atomics", v[SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS],
                  v[SIMT_COUNT_GLOBAL_ATOMIC_QUEUE], l->hottest);
    print_shared(out, "shared loads", &v[SIMT_COUNT_SHARED_LOAD_REQUESTS]);
    print_shared(out, "shared stores", &v[SIMT_COUNT_SHARED_STORE_REQUESTS]);
    print_shared(out, "shared atomics", &v[SIMT_COUNT_SHARED_ATOMIC_REQUESTS]);
    print_atomics(out, "shared atomics", v[SIMT_COUNT_SHARED_ATOMIC_REQUESTS],
                  v[SIMT_COUNT_SHARED_ATOMIC_QUEUE], 0);
    print_counts(out, l);
    print_control(out, l);
    print_score(out, l);
}
