#include "verify.h"

#include "diagnose.h"
#include "free_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 4096,         /* up to here every size is tried even after a failure */
    ONCE_ABOVE = 1 << 17, /* the second run is spared above, but for coded data */
};

static bool same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

int verify_sum(const struct subject *subject, const float *in, const struct reference *reference,
               const struct trial *trial, const char *data, bool exact, struct verdict *verdict,
               struct judgement *judgement, float *value, struct finding *finding)
{
    struct outcome outcome = { 0 };
    subject->sum(subject->self, in, reference->n, trial, &outcome);
    *judgement = reference_judge(reference, outcome.first, exact,
                                 subject->rounds(subject->self, reference->n));
    *value = outcome.first;
    const bool same = same_bits(outcome.first, outcome.second);
    const struct judgement again = reference_judge(reference, outcome.second, exact,
                                                   subject->rounds(subject->self, reference->n));
    verdict->sums++;
    verdict->deterministic = verdict->deterministic && (same || outcome.fault != FAULT_NONE);
    if (outcome.fault == FAULT_NONE && judgement->ok && again.ok &&
        (same || subject->any_order || !(outcome.first <= outcome.first))) {
        return 0;
    }
    const struct failing failing = { in, reference->n, *trial, reference, judgement, &outcome };
    verdict->device_error = outcome.fault == FAULT_DEVICE;
    *finding = (struct finding){ .n = reference->n, .misalign = trial->misalign };
    snprintf(finding->data, sizeof finding->data, "%s", data);
    diagnose(subject, &failing, finding->text, sizeof finding->text);
    return EXIT_WRONG;
}

/* The generated data set `kind` of n floats in `in`. */
static int verify_kind(const struct subject *subject, float *in, size_t n, enum data_kind kind,
                       uint64_t seed, unsigned misalign, struct verdict *verdict,
                       struct finding *finding)
{
    struct judgement judgement;
    float value;
    const struct trial trial = { .misalign = misalign,
                                 .once = n > ONCE_ABOVE && kind != DATA_CODED };
    data_fill(in, n, kind, seed);
    const struct reference reference = reference_sum(in, n);
    return verify_sum(subject, in, &reference, &trial, data_name(kind), data_is_exact(kind, n),
                      verdict, &judgement, &value, finding);
}

/* Coded data first: they are exact and tell most. The quick list takes one of the special
 * kinds in turn. */
static bool has_kind(const struct verify_plan *plan, size_t round, enum data_kind kind)
{
    const enum data_kind special = DATA_NEGATIVE + (enum data_kind)(round % (DATA_KINDS - 2));
    return plan->all_kinds || kind == DATA_CODED || kind == DATA_UNIFORM || kind == special;
}

static int verify_size(const struct subject *subject, float *in, const struct verify_plan *plan,
                       size_t round, struct verdict *verdict, struct finding *finding)
{
    const size_t n = plan->sizes[round];
    int status = 0;
    for (int kind = 0; kind < DATA_KINDS && status == 0; kind++) {
        if (has_kind(plan, round, (enum data_kind)kind)) {
            const uint64_t seed = data_hash(plan->seed, n * DATA_KINDS + (size_t)kind);
            const unsigned misalign = (unsigned)(round + (size_t)kind) % 4;
            status =
                verify_kind(subject, in, n, (enum data_kind)kind, seed, misalign, verdict, finding);
        }
    }
    return status;
}

static void note_finding(struct verdict *verdict, const struct finding *finding)
{
    if (verdict->wrong_sizes == 0 || finding->n < verdict->smallest.n) {
        verdict->smallest = *finding;
    }
    if (verdict->wrong_sizes == 0 || (finding->n > verdict->telling.n && finding->n <= SMALL)) {
        verdict->telling = *finding;
    }
    verdict->wrong_sizes++;
}

/* Goes down to the really smallest size that fails, with coded data. */
static void shrink(const struct subject *subject, float *in, struct verdict *verdict, uint64_t seed)
{
    const size_t above = verdict->smallest.n < SMALL ? verdict->smallest.n : SMALL;
    struct verdict aside = { 0 };
    struct finding finding;
    for (size_t n = 0; n < above && !aside.device_error; n++) {
        if (verify_kind(subject, in, n, DATA_CODED, data_hash(seed, n), (unsigned)n % 4, &aside,
                        &finding) != 0) {
            verdict->smallest = finding;
            break;
        }
    }
    verdict->device_error = aside.device_error;
}

static int run_plan(const struct subject *subject, float *in, const struct verify_plan *plan,
                    struct verdict *verdict)
{
    struct finding finding;
    for (size_t round = 0; round < plan->size_count && !verdict->device_error; round++) {
        if (plan->sizes[round] > SMALL && verdict->wrong_sizes > 0) {
            break;
        }
        verdict->sizes++;
        if (verify_size(subject, in, plan, round, verdict, &finding) != 0) {
            note_finding(verdict, &finding);
        }
    }
    if (verdict->wrong_sizes > 0 && !verdict->device_error) {
        shrink(subject, in, verdict, plan->seed);
    }
    return verdict->wrong_sizes > 0 ? EXIT_WRONG : 0;
}

int verify_suite(const struct subject *subject, const struct verify_plan *plan,
                 struct verdict *verdict, struct failure *why)
{
    char room[32];
    const size_t largest = plan->size_count > 0 ? plan->sizes[plan->size_count - 1] : 0;
    const size_t most = largest > SMALL ? largest : SMALL;
    float *in = most > free_memory() / (2 * sizeof *in) ? NULL : malloc(most * sizeof *in);
    *verdict = (struct verdict){ .deterministic = true };
    if (in == NULL) {
        return fail(why, EXIT_USAGE, "%zu floats do not fit in memory (%s are free)", largest,
                    memory_words(room, sizeof room, free_memory()));
    }
    const int status = run_plan(subject, in, plan, verdict);
    free(in);
    return status;
}

static size_t add_size(size_t *list, size_t count, size_t capacity, size_t n)
{
    size_t at = count;
    while (at > 0 && list[at - 1] > n) {
        at--;
    }
    if (count == capacity || (at > 0 && list[at - 1] == n)) {
        return count;
    }
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = n;
    return count + 1;
}

/* Powers of two and their neighbours, where a guard or a tree goes wrong, and some between. */
static const size_t quick_sizes[] = { 0,   1,   2,   3,    31,   32,   33,   63,   127,
                                      255, 257, 511, 1000, 1023, 1025, 2049, 65537 };
static const size_t full_sizes[] = { 0,     1,       2,       3,      4,    5,    7,     31,
                                     32,    33,      63,      64,     65,   127,  128,   129,
                                     255,   256,     257,     511,    512,  513,  1000,  1023,
                                     1024,  1025,    2047,    2048,   2049, 4097, 65535, 65536,
                                     65537, 1048575, 1048576, 1048577 };

size_t verify_sizes(enum verify_level level, unsigned block, size_t *list, size_t capacity)
{
    const bool full = level == VERIFY_FULL;
    const size_t *sizes = full ? full_sizes : quick_sizes;
    const size_t given = (full ? sizeof full_sizes : sizeof quick_sizes) / sizeof *sizes;
    size_t count = 0;
    for (size_t k = 0; k < given; k++) {
        count = add_size(list, count, capacity, sizes[k]);
    }
    for (size_t blocks = 1; blocks <= 4 && block > 0; blocks *= 2) {
        count = add_size(list, count, capacity, blocks * block - 1);
        count = add_size(list, count, capacity, blocks * block);
        count = add_size(list, count, capacity, blocks * block + 1);
    }
    return count;
}
