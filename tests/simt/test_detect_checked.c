/*
 * Small programs under the detectors, each as it should be (silent) and built with -DWRONG (found,
 * in the line that is marked "// BUG: NAME-OF-FINDING"), in several orders of the lanes and with
 * both compilers. What is here depends on the compiler or on how simt counts and words it; what any
 * GPU has an opinion of belongs into tests/mutants.
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 120, SEEDS = 4 };

static const struct program {
    const char *name;    /* tests/simt/checked/NAME.cu */
    const char *finding; /* what the wrong one has */
    const char *said;    /* and a part of what is printed then */
} programs[] = {
    { "grid_halo", "global-race", "(global-race " },
    { "wild_pointer", "global-bounds", "1 finding (global-bounds)" },
    { "behind_the_end", "global-bounds", "1 finding (global-bounds 3 times)" },
    { "freed_too_early", "use-after-free", "1 finding (use-after-free)" },
    { "guesses", "global-race", "(global-race " },
    { "coalesced", "warp-activemask", "1 finding (warp-activemask" },
};

static char folder[RUN_PATH];

static void build(const char *compiler, const struct program *p, const char *options)
{
    struct process_result r =
        run_expecting(0, SECONDS,
                      "cd '%s' && CXX=%s SIMT_HOME='%s/simt' '%s/simt/simtcc' --check %s "
                      "'%s/tests/simt/checked/%s.cu' -o program",
                      folder, compiler, BUILD_DIR, SOURCE_DIR, options, SOURCE_DIR, p->name);
    process_free(&r);
}

static struct process_result run_program(int status, int seed)
{
    return run_expecting(status, SECONDS, "SIMT_SEED=%d '%s/program'", seed, folder);
}

/* "NAME.cu:12: error: FINDING: ", for the marked line. */
static void locate(const struct program *p, char *text, size_t bytes)
{
    char path[RUN_PATH], mark[100];
    unsigned line = 1;
    snprintf(path, sizeof path, "%s/tests/simt/checked/%s.cu", SOURCE_DIR, p->name);
    snprintf(mark, sizeof mark, "// BUG: %s\n", p->finding);
    char *source = read_text(path);
    const char *place = strstr(source, mark);
    ck_assert_msg(place != NULL, "%s has no line with the mark %s", path, mark);
    for (const char *at = source; at < place; at++)
        line += *at == '\n';
    snprintf(text, bytes, "%s.cu:%u: error: %s: ", p->name, line, p->finding);
    free(source);
}

static void check_right(const char *compiler, const struct program *p)
{
    build(compiler, p, "");
    for (int seed = 0; seed < run_seeds(SEEDS); seed++) {
        struct process_result r = run_program(0, seed);
        ck_assert_msg(r.err.text[0] == '\0', "%s, %s, seed %d:\n%s", p->name, compiler, seed,
                      r.err.text);
        process_free(&r);
    }
}

static void check_wrong(const char *compiler, const struct program *p)
{
    char place[300];
    locate(p, place, sizeof place);
    build(compiler, p, "-DWRONG");
    for (int seed = 0; seed < run_seeds(SEEDS); seed++) {
        struct process_result r = run_program(1, seed);
        assert_contains(r.err.text, place);
        assert_contains(r.err.text, p->said);
        process_free(&r);
    }
}

static void check_all(const char *compiler,
                      void (*check)(const char *compiler, const struct program *p))
{
    if (!has_command(compiler)) {
        printf("note: %s is not there: small programs were not tried with it\n", compiler);
        return;
    }
    make_folder(folder, "");
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        check(compiler, &programs[i]);
    remove_folder(folder);
}

START_TEST(right_programs_of_gcc_are_silent)
{
    check_all("g++", check_right);
}
END_TEST

START_TEST(wrong_programs_of_gcc_are_found)
{
    check_all("g++", check_wrong);
}
END_TEST

START_TEST(right_programs_of_clang_are_silent)
{
    check_all("clang++", check_right);
}
END_TEST

START_TEST(wrong_programs_of_clang_are_found)
{
    check_all("clang++", check_wrong);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detect checked");
    TCase *tests = tcase_create("checked");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, right_programs_of_gcc_are_silent);
    tcase_add_test(tests, wrong_programs_of_gcc_are_found);
    tcase_add_test(tests, right_programs_of_clang_are_silent);
    tcase_add_test(tests, wrong_programs_of_clang_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
