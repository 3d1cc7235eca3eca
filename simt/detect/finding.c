#include "finding.h"

#include "site.h"
#include "sites.h"
#include "text.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * FINDING_MAX };

/* By name and code addresses; open addressing. */
struct key {
    const void *pc, *other;
    enum finding_name name;
    int used;
    struct finding *finding; /* NULL until finding_add */
    uint64_t rank, count;
    size_t serial;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct key keys[SLOTS];
static size_t used_keys;

/* Findings by source line, in order of appearance: a later launch does not
 * print one again. */
static struct appeared {
    enum finding_name name;
    const char *file;
    unsigned line;
    const void *pc; /* where the line is not known */
    int shown;
} appeared[FINDING_MAX];
static size_t appeared_count;

/* Under the lock. NULL when the table is full: the program has so many
 * findings that one more would not help. */
static struct key *find(enum finding_name name, const void *pc, const void *other)
{
    uint64_t hash =
        ((uintptr_t)pc * 0x9e3779b97f4a7c15u) ^ ((uintptr_t)other * 0xd1342543de82ef95u);
    hash ^= (uint64_t)name * 0xbf58476d1ce4e5b9u;
    for (size_t i = hash >> 40;; i++) {
        struct key *k = &keys[i % SLOTS];
        if (k->used && k->name == name && k->pc == pc && k->other == other)
            return k;
        if (k->used)
            continue;
        if (used_keys == FINDING_MAX)
            return NULL;
        *k = (struct key){ .pc = pc,
                           .other = other,
                           .name = name,
                           .used = 1,
                           .rank = UINT64_MAX,
                           .serial = used_keys++ };
        return k;
    }
}

int finding_known(enum finding_name name, const void *pc, const void *other, uint64_t rank)
{
    pthread_mutex_lock(&lock);
    struct key *k = find(name, pc, other);
    const int known = k == NULL || (k->finding != NULL && k->rank <= rank);
    if (k != NULL)
        k->count++;
    pthread_mutex_unlock(&lock);
    return known;
}

void finding_add(const struct finding *finding)
{
    pthread_mutex_lock(&lock);
    const void *other = finding->other_explains ? NULL : finding->other.pc;
    struct key *k = find(finding->name, finding->here.pc, other);
    if (k != NULL && k->finding == NULL)
        k->finding = calloc(1, sizeof *k->finding);
    if (k != NULL && k->finding != NULL && finding->rank <= k->rank) {
        *k->finding = *finding;
        k->rank = finding->rank;
    }
    pthread_mutex_unlock(&lock);
}

static void resolve_side(struct finding_side *side)
{
    struct simt_site site;
    if (side->pc == NULL) {
        side->file = simt_short_path(side->file);
        return;
    }
    const int known =
        side->pc_is_call ? simt_site_of_call(side->pc, &site) : simt_site_of_pc(side->pc, &site);
    if (known || side->file == NULL) {
        side->file = site.file;
        side->line = site.line;
    }
    side->file = simt_short_path(side->file);
}

/* Is `other` further down in the source? A read is, where both are on one line. */
static int is_below(const struct finding_side *here, const struct finding_side *other)
{
    if (here->file == NULL || other->file == NULL)
        return 0;
    const int files = strcmp(other->file, here->file);
    if (files != 0)
        return files > 0;
    if (other->line != here->line)
        return other->line > here->line;
    return strcmp(here->what, other->what) > 0;
}

static void settle(struct finding *f)
{
    char reason[FINDING_MESSAGE];
    resolve_side(&f->here);
    resolve_side(&f->other);
    if (!f->symmetric)
        return;
    if (is_below(&f->here, &f->other)) {
        const struct finding_side here = f->here;
        f->here = f->other;
        f->other = here;
    }
    memcpy(reason, f->message, sizeof reason);
    snprintf(f->message, sizeof f->message, "%.150s is %s here and %s by another thread, %.200s",
             f->object, f->here.what, f->other.what, reason);
}

static int same_place(const struct finding *a, const struct finding *b)
{
    const char *left = a->here.file != NULL ? a->here.file : "";
    const char *right = b->here.file != NULL ? b->here.file : "";
    return a->name == b->name && a->here.line == b->here.line && strcmp(left, right) == 0 &&
           (a->here.line != 0 || a->here.pc == b->here.pc);
}

static int by_place(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    const char *first = a->here.file != NULL ? a->here.file : "";
    const char *second = b->here.file != NULL ? b->here.file : "";
    const int files = strcmp(first, second);
    if (files != 0)
        return files;
    if (a->here.line != b->here.line)
        return a->here.line < b->here.line ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/* Takes one key's finding into the list; two that lie on one line are one. */
static size_t fold(struct finding *list, size_t count, const struct finding *fresh)
{
    for (size_t i = 0; i < count; i++) {
        if (!same_place(&list[i], fresh))
            continue;
        const uint64_t sum = list[i].count + fresh->count;
        if (fresh->rank < list[i].rank)
            list[i] = *fresh;
        list[i].count = sum;
        return count;
    }
    list[count] = *fresh;
    return count + 1;
}

/* Which of the findings that appeared this one is; a new one if it is none. */
static size_t number_of(const struct finding *f)
{
    const char *file = f->here.file != NULL ? f->here.file : "";
    const void *pc = f->here.line == 0 ? f->here.pc : NULL;
    for (size_t i = 0; i < appeared_count; i++) {
        const struct appeared *a = &appeared[i];
        if (a->name == f->name && a->line == f->here.line && a->pc == pc &&
            strcmp(a->file, file) == 0)
            return i;
    }
    appeared[appeared_count] = (struct appeared){ f->name, file, f->here.line, pc, 0 };
    return appeared_count++;
}

static int by_serial(const void *left, const void *right)
{
    const struct key *const *a = left, *const *b = right;
    return ((*a)->serial > (*b)->serial) - ((*a)->serial < (*b)->serial);
}

static int is_guess(const struct finding *f)
{
    return f->guess != NULL && site_is_confirmed(site_find(f->guess));
}

/* The keys that have a finding, in order of appearance. */
static size_t list_keys(const struct key **list)
{
    size_t count = 0;
    for (size_t i = 0; i < SLOTS; i++)
        if (keys[i].used && keys[i].finding != NULL && !is_guess(keys[i].finding))
            list[count++] = &keys[i];
    qsort(list, count, sizeof *list, by_serial);
    return count;
}

/* What is read too early was not written yet: the race on the same line says so
 * already. */
static int is_explained(const struct finding *f, const struct finding *list, size_t count)
{
    const enum finding_name race = f->name == FINDING_SHARED_UNINIT   ? FINDING_SHARED_RACE
                                   : f->name == FINDING_GLOBAL_UNINIT ? FINDING_GLOBAL_RACE
                                                                      : f->name;
    struct finding wanted = *f;
    wanted.name = race;
    for (size_t i = 0; race != f->name && i < count; i++)
        if (same_place(&list[i], &wanted))
            return 1;
    return 0;
}

static size_t drop_explained(struct finding *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_explained(&list[i], list, count))
            list[kept++] = list[i];
    return kept;
}

/* Under the lock. *list is to be freed. */
static size_t gather(struct finding **list)
{
    const struct key **order = malloc((used_keys + 1) * sizeof *order);
    size_t count = 0;
    *list = malloc((used_keys + 1) * sizeof **list);
    const size_t have = order != NULL && *list != NULL ? list_keys(order) : 0;
    for (size_t i = 0; i < have; i++) {
        struct finding fresh = *order[i]->finding;
        fresh.count = order[i]->count;
        settle(&fresh);
        fresh.number = number_of(&fresh);
        count = fold(*list, count, &fresh);
    }
    if (have != 0) {
        qsort(*list, count, sizeof **list, by_place);
        count = drop_explained(*list, count);
    }
    free(order);
    return count;
}

size_t finding_total(void)
{
    struct finding *list;
    pthread_mutex_lock(&lock);
    const size_t count = used_keys == 0 ? 0 : gather(&list);
    if (used_keys != 0)
        free(list);
    pthread_mutex_unlock(&lock);
    return count;
}

static void each(void (*visit)(const struct finding *finding, void *context), void *context,
                 int only_new)
{
    struct finding *list = NULL;
    pthread_mutex_lock(&lock);
    const size_t count = used_keys == 0 ? 0 : gather(&list);
    for (size_t i = 0; list != NULL && i < count; i++) {
        if (!only_new || !appeared[list[i].number].shown)
            visit(&list[i], context);
        if (only_new)
            appeared[list[i].number].shown = 1;
    }
    pthread_mutex_unlock(&lock);
    free(list);
}

void finding_each(void (*visit)(const struct finding *finding, void *context), void *context)
{
    each(visit, context, 0);
}

void finding_each_new(void (*visit)(const struct finding *finding, void *context), void *context)
{
    each(visit, context, 1);
}
