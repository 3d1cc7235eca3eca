#include "exercise.h"
#include "judge.h"
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Elements on the host, handed out a tile at a time. */
struct source {
    const float *in;
    size_t n, most;
    float *d_tile;
    unsigned char *fetched; /* per element, how often */
    size_t tiles;
    char misuse[256]; /* the first thing that went wrong, or "" */
};

size_t source_most(const struct source *source)
{
    return source->most;
}

const float *source_tile(struct source *source, size_t first, size_t count)
{
    const size_t bytes = count * sizeof(float);
    if (count == 0 || count > source->most || first > source->n || count > source->n - first) {
        if (source->misuse[0] == '\0')
            snprintf(
                source->misuse, sizeof source->misuse,
                "a tile of %zu elements from %zu was asked for: 1 to %zu fit, and there are %zu",
                count, first, source->most, source->n);
        return NULL;
    }
    source->tiles++;
    for (size_t i = first; i < first + count; i++)
        source->fetched[i] = (unsigned char)(source->fetched[i] < 2 ? source->fetched[i] + 1 : 2);
    cudaMemset(source->d_tile, 0xff,
               source->most * sizeof(float)); /* the tile before is gone: NaN */
    cudaMemcpy(source->d_tile, source->in + first, bytes, cudaMemcpyHostToDevice);
    return source->d_tile;
}

/* ---- calling ------------------------------------------------------------- */

struct call {
    const float *in;
    size_t n, most;
    const char *data; /* in words */
};

struct result {
    double sum;
    size_t tiles;
    struct counters counters;
};

static double reference(const float *in, size_t n)
{
    double sum = 0; /* whole numbers: exact */
    for (size_t i = 0; i < n; i++)
        sum += (double)in[i];
    return sum;
}

static double sum_range(const struct call *call, size_t from, size_t to)
{
    return reference(call->in + from, to - from);
}

static int equal(double a, double b)
{
    return isnan(a) ? isnan(b) : a <= b && a >= b;
}

static void explain(const struct call *call, double want, double got)
{
    const size_t n = call->n, most = call->most, last = n == 0 ? 0 : (n - 1) / most * most;
    double tails = 0; /* what lies behind the last whole float4 of each tile */
    for (size_t first = 0; first < n; first += most) {
        const size_t count = n - first < most ? n - first : most;
        tails += sum_range(call, first + count / 4 * 4, first + count);
    }
    if (n > most && equal(got, sum_range(call, last, n)))
        judge_because("only the last tile counts: a tile must add to the sums, not replace them");
    else if (n > most && equal(got, sum_range(call, 0, most)))
        judge_because("only the first tile counts");
    else if (last > 0 && equal(got, sum_range(call, 0, last)) && last + most != n)
        judge_because("the last tile is not full, and was left out");
    else if (equal(got, want - tails))
        judge_because("the tail of n mod 4 is lost: float4 loads leave up to 3 elements of a tile");
    else if (isnan(got) && !isnan(want))
        judge_because("the sum is NaN: memory was added that nobody has set, or that lies behind "
                      "the tile");
    else if (equal(got, 0))
        judge_because("nothing was added up");
    else if (fabs(got - want) <= 1e-5 * fabs(want))
        judge_because("too much rounding: a float holds 24 bits, so keep the sums of blocks and "
                      "tiles in double");
    else if (got > 1.9 * want && want > 0)
        judge_because("elements count more than once: do all lanes or all blocks add the same "
                      "total?");
    else
        judge_because("%.9g is missing", want - got);
}

static void check_source(const struct call *call, const struct source *source)
{
    JUDGE_REQUIRE(source->misuse[0] == '\0', "%s", source->misuse);
    for (size_t i = 0; i < call->n; i++) {
        if (source->fetched[i] != 1) {
            judge_expected("each element fetched once");
            judge_got("element %zu fetched %s", i,
                      source->fetched[i] == 0 ? "never" : "more than once");
            judge_because(
                "4 GB should travel once: tiles follow each other without gap or overlap");
            judge_fail();
        }
    }
}

static void check_sum(const struct call *call, double want, double sum)
{
    if (!equal(sum, want)) {
        explain(call, want, sum);
        judge_fail();
    }
}

static struct result check_call(const struct call *call)
{
    struct source source = { .in = call->in, .n = call->n, .most = call->most };
    struct result result = { 0, 0, { 0 } };
    size_t before, after, total;
    const double want = reference(call->in, call->n);
    source.fetched = calloc(call->n + 1, 1);
    source.d_tile = lab_output("the tile", call->most * sizeof(float));
    judge_trying("n = %zu, tiles of at most %zu, %s", call->n, call->most, call->data);
    judge_expected("%.17g", want);
    result.sum = NAN;
    cudaMemGetInfo(&before, &total);
    lab_before();
    const cudaError_t status = sum_all(&source, call->n, &result.sum);
    judge_got("%.17g", judge_number(result.sum));
    JUDGE_REQUIRE(source.misuse[0] == '\0', "%s", source.misuse);
    lab_after(status, cudaSuccess);
    lab_counters(&result.counters);
    cudaMemGetInfo(&after, &total);
    check_sum(call, want, result.sum);
    check_source(call, &source);
    JUDGE_REQUIRE(after >= before, "%zu bytes of device memory were not given back",
                  before - after);
    result.tiles = source.tiles;
    free(source.fetched);
    lab_clear();
    return result;
}

/* ---- data ---------------------------------------------------------------- */

static float *whole_numbers(size_t n, unsigned from, unsigned count)
{
    float *in = lab_memory(n * sizeof *in);
    for (size_t i = 0; i < n; i++)
        in[i] = (float)(from + judge_random() % count);
    return in;
}

static const size_t sizes[] = { 1, 2, 3, 5, 31, 33, 255, 257, 1000, 1023, 1025, 4099, 65537 };
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- the checks ---------------------------------------------------------- */

static void one_tile(void)
{
    for (int i = 0; i < SIZES; i++) {
        float *in = whole_numbers(sizes[i], 1, 9);
        for (int run = 0; run < 2; run++) {
            const struct call call = { in, sizes[i], sizes[i] + (size_t)(run * 100), "one tile" };
            check_call(&call);
        }
        free(in);
    }
}

static void many_tiles(void)
{
    static const size_t tiles[] = { 1, 4, 7, 1000, 1024, 4097 };
    for (int i = 0; i < SIZES; i++) {
        float *in = whole_numbers(sizes[i], 1, 9);
        for (int t = 0; t < 6; t++) {
            const struct call call = { in, sizes[i], tiles[t], "several tiles" };
            if (sizes[i] > 2 * tiles[t] && sizes[i] / tiles[t] < 20)
                check_call(&call);
        }
        free(in);
    }
}

static void nothing(void)
{
    const struct call call = { NULL, 0, 1000, "no data" };
    check_call(&call);
}

static void specials(void)
{
    float *in = whole_numbers(5000, 1, 9);
    struct call call = { in, 5000, 2000, "one infinity" };
    in[4999] = INFINITY;
    check_call(&call);
    in[0] = NAN;
    call.data = "infinity and NaN";
    check_call(&call);
    free(in);
}

enum { LARGE = (1 << 20) + 3 };

static struct result run_large(size_t most, int large)
{
    float *in = large ? whole_numbers(LARGE, 17, 15) : whole_numbers(LARGE, 1, 1);
    in[0] += fmod(reference(in, LARGE), 2.0) > 0 ? 0.0f : 1.0f; /* an odd sum */
    const struct call call = { in, LARGE, most, large ? "a sum above 2^24" : "ones" };
    const struct result result = check_call(&call);
    free(in);
    return result;
}

static void large_sum(void)
{
    run_large(LARGE, 1);
    run_large(LARGE / 3, 1);
}

/* Blocks that the device holds at once, of one warp each. */
static unsigned sm_count(void)
{
    int sms = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return (unsigned)sms;
}

static void grid(void)
{
    const struct result r = run_large(LARGE, 0);
    const double per_launch = (double)r.counters.threads / (double)r.tiles;
    const double sms = sm_count(), most = 1.1 * 2048 * sms;
    judge_expected("%.0f to %.0f threads for a tile of %d elements", 32 * sms, most, LARGE);
    judge_got("%.0f threads", per_launch);
    JUDGE_REQUIRE(per_launch >= 32 * sms,
                  "the device has %.0f multiprocessors and most of them idle: more blocks", sms);
    JUDGE_REQUIRE(per_launch <= most,
                  "more threads than the device holds at once wait in line and climb a tree each: "
                  "let resident threads stride over the elements");
}

static void bytes(void)
{
    const struct result r = run_large(LARGE, 0);
    const double needed = 4.0 * LARGE / 32, moved = (double)r.counters.global_load_sectors;
    judge_expected("about %.0f sectors loaded", needed);
    judge_got("%.0f", moved);
    JUDGE_REQUIRE(
        moved <= 1.1 * needed + 4096,
        "more moved than the elements themselves: are loads of a warp next to each other, "
        "and is each element read once?");
}

static void launches(void)
{
    const struct result r = run_large(LARGE / 4, 0);
    judge_expected("at most %zu launches for %zu tiles", r.tiles + 2, r.tiles);
    judge_got("%llu", (unsigned long long)r.counters.launches);
    JUDGE_REQUIRE(r.counters.launches <= r.tiles + 2,
                  "one launch per tile is enough, and one or two to finish");
}

static const struct judge_check checks[] = {
    { "one tile", one_tile },
    { "several tiles", many_tiles },
    { "the sum of nothing is 0", nothing },
    { "NaN and infinity come through", specials },
    { "few launches", launches },
    { "as many threads as the device holds", grid },
    { "each byte moves once", bytes },
    { "a sum above 2^24 is exact", large_sum },
};

static void score(void)
{
    run_large(LARGE, 0);
    lab_score();
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
