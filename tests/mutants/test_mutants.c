/*
 * Known-wrong programs must be found, their near misses must stay silent.
 *
 *     test_mutants rules       what stands in the folders
 *     test_mutants wrong.2.5   the second fifth of the wrong programs
 *     test_mutants right.1.3   the first third of the right ones
 *     test_mutants wrong/NAME  one program
 *
 * Each program is compiled with simtcc --check, kept by a hash of all that goes
 * into it, and run with several seeds of the schedule (SEEDS of the environment, default 4).
 * CXX of the environment chooses the compiler.
 * The comment at its head says what is expected, and its lines are marked.
 */
#define _GNU_SOURCE
#include "run.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 100, MOST = 400, SEEDS = 4, LEAST = 40, COMPILE_SECONDS = 120, RUN_SECONDS = 60 };
static const char folder[] = SOURCE_DIR "/tests/mutants";
static const char cache[] = BUILD_DIR "/mutants";

struct program {
    char kind[8]; /* "wrong" or "right" */
    char name[NAME];
    char *source;
};

static struct program programs[MOST];
static int count;

/* ---- what there is ------------------------------------------------------------------- */

static int by_name(const void *left, const void *right)
{
    const struct program *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static void read_folder(const char *kind)
{
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, kind);
    DIR *list = opendir(path);
    ck_assert_msg(list != NULL, "%s: %s", path, strerror(errno));
    count = 0;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        ck_assert_msg(length > 3 && length < NAME && strcmp(entry->d_name + length - 3, ".cu") == 0,
                      "%s/%s is no mutant", path, entry->d_name);
        ck_assert_int_lt(count, MOST);
        struct program *p = &programs[count++];
        snprintf(p->kind, sizeof p->kind, "%s", kind);
        snprintf(p->name, sizeof p->name, "%.*s", (int)length - 3, entry->d_name);
    }
    closedir(list);
    qsort(programs, (size_t)count, sizeof programs[0], by_name);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s/%s.cu", folder, kind, programs[i].name);
        programs[i].source = read_text(path);
    }
}

/* ---- what is expected ------------------------------------------------------------------ */

/* The rest of the line behind "// KEY: ", or "" without one. */
static const char *head_line(const struct program *p, const char *key, char *text, size_t bytes)
{
    char start[40];
    snprintf(start, sizeof start, "// %s: ", key);
    const char *line = strstr(p->source, start);
    text[0] = '\0';
    if (line != NULL)
        snprintf(text, bytes, "%.*s", (int)strcspn(line + strlen(start), "\n"),
                 line + strlen(start));
    return text;
}

/* 1 if line number `line` of the source has the mark for `name`. */
static int is_marked(const struct program *p, unsigned line, const char *name)
{
    char mark[80];
    const char *start = p->source;
    snprintf(mark, sizeof mark, "BUG: %s", name);
    for (unsigned i = 1; i < line && start != NULL; i++)
        start = strchr(start, '\n') != NULL ? strchr(start, '\n') + 1 : NULL;
    if (start == NULL)
        return 0;
    const size_t length = strcspn(start, "\n");
    for (const char *at = start; (at = strstr(at, mark)) != NULL && at < start + length; at++) {
        const char next = at[strlen(mark)];
        if (next == '\n' || next == ' ' || next == '\0')
            return 1;
    }
    return 0;
}

static int has_mark(const struct program *p, const char *name)
{
    unsigned lines = 1;
    for (const char *c = p->source; *c != '\0'; c++)
        lines += *c == '\n';
    for (unsigned i = 1; i <= lines; i++)
        if (is_marked(p, i, name))
            return 1;
    return 0;
}

/* 1 if a report has a finding of that name at a marked line of the program. */
static int is_reported(const struct program *p, const char *report, const char *name)
{
    char place[2 * NAME], kind[80];
    snprintf(place, sizeof place, "%s/%s.cu:", p->kind, p->name);
    snprintf(kind, sizeof kind, ": %s: ", name);
    for (const char *at = report; (at = strstr(at, place)) != NULL; at += strlen(place)) {
        const unsigned line = (unsigned)strtoul(at + strlen(place), NULL, 10);
        const char *end = strchr(at, '\n'), *found = strstr(at, kind);
        if (found != NULL && (end == NULL || found < end) && is_marked(p, line, name))
            return 1;
    }
    return 0;
}

/* ---- programs, compiled once for each content -------------------------------------------- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* All that simtcc puts into a program besides the source. */
static uint64_t hash_of_tools(void)
{
    struct process_result sum =
        run_expecting(0, COMPILE_SECONDS,
                      "cat '%s/mutant.h' '%s/simt/simtcc' '%s'/simt/rewrite/*.sh "
                      "'%s/simt/bin/simt-rewrite' "
                      "'%s'/simt/lib/libsimt*.a $(find '%s/simt/include' -type f) | cksum; "
                      "echo \"$CXX\"",
                      folder, SOURCE_DIR, SOURCE_DIR, BUILD_DIR, BUILD_DIR, SOURCE_DIR);
    const uint64_t hash = hash_text(0xcbf29ce484222325u, sum.out.text);
    process_free(&sum);
    return hash;
}

static void compile(const struct program *p, uint64_t tools, char path[RUN_PATH])
{
    struct stat status;
    snprintf(path, RUN_PATH, "%s/%s.%s.%016llx", cache, p->kind, p->name,
             (unsigned long long)hash_text(tools, p->source));
    if (stat(path, &status) == 0)
        return;
    struct process_result built = run_shell(
        COMPILE_SECONDS,
        "mkdir -p '%s' && cd '%s' && rm -f '%s/%s.%s'.* && "
        "SIMT_HOME='%s/simt' '%s/simt/simtcc' --check %s/%s.cu -o '%s.new' && mv '%s.new' '%s'",
        cache, folder, cache, p->kind, p->name, BUILD_DIR, SOURCE_DIR, p->kind, p->name, path, path,
        path);
    ck_assert_msg(built.status == 0, "%s does not compile:\n%.4000s", p->name, built.err.text);
    process_free(&built);
}

static struct process_result run_program(const struct program *p, const char *path, int seed)
{
    char environment[200];
    head_line(p, "Environment", environment, sizeof environment);
    return run_shell(RUN_SECONDS, "cd '%s' && SIMT_SEED=%d %s '%s'", folder, seed, environment,
                     path);
}

/* ---- verdicts ------------------------------------------------------------------------------ */

static void check_wrong_result(const struct program *p, const struct process_result *r,
                               const char *reason)
{
    char wanted[200];
    snprintf(wanted, sizeof wanted, "wrong: %s", reason);
    ck_assert_msg(r->status == 1 && strstr(r->out.text, wanted) != NULL && r->err.bytes == 0,
                  "%s: not \"%s\" and nothing else, but status %d\n%.1000s%.3000s", p->name, wanted,
                  r->status, r->out.text, r->err.text);
}

static void check_findings(const struct program *p, const struct process_result *r, int seed,
                           char *names)
{
    for (const char *name; (name = strtok(names, ", ")) != NULL; names = NULL)
        ck_assert_msg(is_reported(p, r->err.text, name),
                      "%s: seed %d: no %s at a marked line\n%.4000s", p->name, seed, name,
                      r->err.text);
    ck_assert_msg(r->status == 1, "%s: seed %d: exit status %d", p->name, seed, r->status);
}

static void check_wrong(const struct program *p, const struct process_result *r, int seed)
{
    char expected[200];
    head_line(p, "Expected", expected, sizeof expected);
    if (strncmp(expected, "wrong: ", 7) == 0)
        check_wrong_result(p, r, expected + 7);
    else
        check_findings(p, r, seed, expected);
}

static void check_right(const struct program *p, const struct process_result *r, int seed)
{
    ck_assert_msg(r->status == 0 && r->err.bytes == 0 && strncmp(r->out.text, "right", 5) == 0,
                  "%s: seed %d: status %d\n%.1000s%.3000s", p->name, seed, r->status, r->out.text,
                  r->err.text);
}

/* ---- tests -------------------------------------------------------------------------------- */

static const char *part;

static void check_program(const struct program *p, uint64_t tools)
{
    char path[RUN_PATH];
    compile(p, tools, path);
    for (int seed = 0; seed < run_seeds(SEEDS); seed++) {
        struct process_result r = run_program(p, path, seed);
        ck_assert_msg(!r.timed_out, "%s: seed %d: ran past its time", p->name, seed);
        if (p->kind[0] == 'w')
            check_wrong(p, &r, seed);
        else
            check_right(p, &r, seed);
        process_free(&r);
    }
}

START_TEST(check_part)
{
    char kind[8], only[NAME] = "";
    int share = 1, of = 1, tried = 0;
    ck_assert_msg(sscanf(part, "%5[a-z].%d.%d", kind, &share, &of) == 3 ||
                      sscanf(part, "%5[a-z]/%99s", kind, only) == 2,
                  "%s is neither a share nor a program", part);
    read_folder(kind);
    const uint64_t tools = hash_of_tools();
    for (int i = count * (share - 1) / of; i < count * share / of; i++) {
        if (only[0] == '\0' || strcmp(only, programs[i].name) == 0) {
            check_program(&programs[i], tools);
            tried++;
        }
    }
    ck_assert_msg(tried > 0, "there is no %s", part);
}
END_TEST

START_TEST(wrong_programs_say_what_is_expected)
{
    char expected[200];
    read_folder("wrong");
    ck_assert_int_ge(count, LEAST);
    for (int i = 0; i < count; i++) {
        const struct program *p = &programs[i];
        head_line(p, "Expected", expected, sizeof expected);
        ck_assert_msg(expected[0] != '\0', "%s does not say what is expected", p->name);
        ck_assert_msg(strncmp(p->source, "// ", 3) == 0, "%s has no comment at its head", p->name);
        if (strncmp(expected, "wrong: ", 7) == 0) {
            ck_assert_msg(strstr(p->source, "BUG:") == NULL, "%s has a mark", p->name);
            continue;
        }
        for (char *name, *rest = expected; (name = strtok(rest, ", ")) != NULL; rest = NULL)
            ck_assert_msg(has_mark(p, name), "%s marks no line with %s", p->name, name);
    }
}
END_TEST

START_TEST(right_programs_expect_nothing)
{
    read_folder("right");
    ck_assert_int_ge(count, LEAST);
    for (int i = 0; i < count; i++) {
        ck_assert_msg(strncmp(programs[i].source, "// ", 3) == 0, "%s has no comment at its head",
                      programs[i].name);
        ck_assert_msg(strstr(programs[i].source, "Expected:") == NULL &&
                          strstr(programs[i].source, "BUG:") == NULL,
                      "%s expects something", programs[i].name);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("mutants");
    TCase *tests = tcase_create("mutants");
    part = argc > 1 ? argv[1] : "rules";
    tcase_set_timeout(tests, 0);
    if (strcmp(part, "rules") == 0) {
        tcase_add_test(tests, wrong_programs_say_what_is_expected);
        tcase_add_test(tests, right_programs_expect_nothing);
    } else {
        tcase_add_test(tests, check_part);
    }
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
