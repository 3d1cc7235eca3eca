#include "exercise.h"
#include "judge.h"
#include "lab.h"

#include <stdlib.h>

/* What a grid did with n elements. */
struct deal {
    struct lab_case shape;
    size_t threads;
    struct share *shares;
    unsigned *visits;
};

static struct deal run(struct lab_case c)
{
    struct deal deal = { c, (size_t)c.blocks * c.block, NULL, NULL };
    float *in = lab_memory(c.n * sizeof *in);
    data_fill(in, c.n, DATA_CODED, judge_random());
    const float *d_in = lab_input("d_in", in, c.n * sizeof *in, 0);
    struct share *d_shares = lab_output("d_shares", deal.threads * sizeof *d_shares);
    float *d_sums = lab_output("d_sums", deal.threads * sizeof *d_sums);
    unsigned *d_visits = lab_output("d_visits", c.n * sizeof *d_visits);
    cudaMemset(d_visits, 0, c.n * sizeof *d_visits);
    lab_trying(c, " (%zu threads)", deal.threads);
    lab_before();
    lab_after(add_shares(d_in, c.n, c.blocks, c.block, d_shares, d_sums, d_visits), cudaSuccess);
    deal.shares = lab_memory(deal.threads * sizeof *deal.shares);
    deal.visits = lab_memory(c.n * sizeof *deal.visits);
    lab_read(d_shares, deal.shares, deal.threads * sizeof *deal.shares);
    lab_read(d_visits, deal.visits, c.n * sizeof *deal.visits);
    lab_clear();
    free(in);
    return deal;
}

static void release(struct deal *deal)
{
    free(deal->shares);
    free(deal->visits);
}

/* No element beyond the array may be in a share: the kernel skips those, so
 * the shares are looked at. */
static void check_inside(const struct deal *deal)
{
    const size_t n = deal->shape.n;
    for (size_t t = 0; t < deal->threads; t++) {
        const struct share s = deal->shares[t];
        judge_expected("elements below %zu", n);
        judge_got("thread %zu: %zu elements from %zu, step %zu", t, s.count, s.first, s.step);
        JUDGE_REQUIRE(s.count == 0 || (s.count <= n && s.first < n),
                      "the share lies outside: where there are more threads than elements left, "
                      "count is 0 for some");
        JUDGE_REQUIRE(s.count == 0 || s.first + (s.count - 1) * s.step < n,
                      "the last element of the share lies outside: the division was rounded up");
    }
}

/* An element that several threads add, or one thread several times. */
static void explain_overlap(const struct deal *deal)
{
    if (deal->threads > 1 && deal->shares[0].count > 1 && deal->shares[0].step == 1)
        judge_because("with step 1 a share is a run of neighbours: each must begin where the one "
                      "before it ends");
    else
        judge_because("thread t + 1 must not come to where thread t was");
}

static void each_once(void)
{
    for (int i = 0; i < LAB_CASES; i++) {
        struct deal deal = run(lab_case(i));
        check_inside(&deal);
        for (size_t k = 0; k < deal.shape.n; k++) {
            judge_expected("each element added once");
            judge_got("element %zu added %u times", k, deal.visits[k]);
            if (deal.visits[k] == 0 && k >= deal.shape.n / deal.threads * deal.threads)
                judge_because("the remainder of n / threads was dealt to nobody");
            if (deal.visits[k] > 1)
                explain_overlap(&deal);
            JUDGE_REQUIRE(deal.visits[k] == 1, "shares must not %s",
                          deal.visits[k] == 0 ? "leave gaps" : "overlap");
        }
        release(&deal);
    }
}

static void fair(void)
{
    for (int i = 0; i < LAB_CASES; i++) {
        struct deal deal = run(lab_case(i));
        size_t least = SIZE_MAX, most = 0, all = deal.shape.n;
        for (size_t t = 0; t < deal.threads; t++) {
            least = deal.shares[t].count < least ? deal.shares[t].count : least;
            most = deal.shares[t].count > most ? deal.shares[t].count : most;
        }
        judge_expected("shares of %zu or %zu", all / deal.threads,
                       all / deal.threads + (all % deal.threads > 0));
        judge_got("shares from %zu to %zu", least, most);
        if (most > least + 1 && most == (all + deal.threads - 1) / deal.threads)
            judge_because(
                "dealing out n / threads rounded up leaves the last threads without work");
        else if (most > least + 1)
            judge_because("the remainder of n / threads went to one thread: give one element more "
                          "to each of the first n %% threads");
        JUDGE_REQUIRE(most <= least + 1, "no thread may have two more than another");
        release(&deal);
    }
}

/* Why a share of very many elements is too long or too short, or lies outside. */
static void explain_large(size_t n, size_t threads, struct share s)
{
    const size_t fair = n / threads, off = s.count > fair ? s.count - fair : fair - s.count;
    if (off <= (n >> 50)) /* a double has 53 bits */
        judge_because("it is nearly right: above 2^53 a double skips whole numbers, so divide "
                      "size_t by size_t");
    else
        judge_because("numbers overflow: use size_t, and divide before you multiply");
}

static int is_fair(size_t n, size_t threads, struct share s)
{
    return s.count - n / threads <= (n % threads > 0) && s.first < n && s.step > 0 &&
           (n - 1 - s.first) / s.step >= s.count - 1;
}

/* Sizes beyond 2^32 and 2^62, where n * thread overflows. */
static void large(void)
{
    static const size_t sizes[] = { (size_t)1 << 32, 1000000000000, ((size_t)1 << 62) + 12345 };
    static const size_t threads[] = { 1, 3, 7, 1000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes * 4; i++) {
        const size_t n = sizes[i / 4], count = threads[i % 4];
        size_t total = 0;
        judge_trying("n = %zu, %zu threads (on the host)", n, count);
        for (size_t t = 0; t < count; t++) {
            const struct share s = share_on_host(n, t, count);
            judge_expected("%zu%s elements below n", n / count,
                           n % count > 0 ? " or one more" : "");
            judge_got("thread %zu: %zu elements from %zu, step %zu", t, s.count, s.first, s.step);
            if (!is_fair(n, count, s)) {
                explain_large(n, count, s);
                judge_fail();
            }
            total += s.count;
        }
        judge_expected("%zu elements dealt out", n);
        judge_got("%zu", total);
        JUDGE_REQUIRE(total == n, "the shares do not add up to n");
    }
}

static const struct judge_check checks[] = {
    { "each element is added once", each_once },
    { "no thread has two more than another", fair },
    { "large n do not overflow", large },
};

static void score(void)
{
    struct deal deal = run((struct lab_case){ 65537, 16, 256 });
    release(&deal);
    lab_score();
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
