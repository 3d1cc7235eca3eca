/*
 * What every exercise owes its reader.
 */
#include "exercise_show.h"
#include "exercise_state.h"
#include "exercise_text.h"
#include "scratch.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXERCISES = 10, README_LINES = 40, HINTS = 3 };
static const char *const folders[EXERCISES] = {
    "01_associativity", "02_tree_depth", "03_bank_conflicts",  "04_atomic_contention", "05_argmin",
    "06_load_balance",  "07_double",     "08_two_dimensional", "09_conditional_sum",   "10_billion",
};

static struct catalog catalog;

/* ---- files --------------------------------------------------------------- */

static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* What editors and reset leave beside a file is the learner's business. */
static int is_ours(const char *name)
{
    const size_t length = strlen(name);
    return name[0] != '.' && name[length - 1] != '~' &&
           !(length > 4 && strcmp(name + length - 4, ".bak") == 0);
}

/* Every file in the folder is one of the expected (NULL-terminated). */
static void no_strays(const char *folder, const char *const *expected)
{
    DIR *directory = opendir(folder);
    ck_assert_msg(directory != NULL, "%s cannot be read", folder);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        int known = !is_ours(entry->d_name);
        for (size_t i = 0; expected[i] != NULL; i++)
            known = known || strcmp(expected[i], entry->d_name) == 0;
        ck_assert_msg(known, "%s/%s is a stray file", folder, entry->d_name);
    }
    closedir(directory);
}

START_TEST(the_ten_are_there)
{
    ck_assert_uint_eq(catalog.count, EXERCISES);
    for (size_t i = 0; i < EXERCISES; i++)
        ck_assert_str_eq(catalog.exercises[i].folder, folders[i]);
}
END_TEST

START_TEST(nothing_else_is_there)
{
    const struct exercise *e = &catalog.exercises[_i];
    char folder[MAX_PATH * 2];
    const char *const here[] = { "README.md", "hints.md", "start.txt", base(e->source), NULL };
    const char *const there[] = { base(e->solution), NULL };
    snprintf(folder, sizeof folder, "exercises/%s", e->folder);
    no_strays(folder, here);
    snprintf(folder, sizeof folder, "solutions/%s", e->folder);
    no_strays(folder, there);
}
END_TEST

START_TEST(no_folder_too_many)
{
    const char *in_exercises[EXERCISES + 3] = { "README.md", "exercise.h" };
    const char *in_solutions[EXERCISES + 2] = { "scores.txt" };
    memcpy(in_exercises + 2, folders, sizeof folders);
    memcpy(in_solutions + 1, folders, sizeof folders);
    no_strays("exercises", in_exercises);
    no_strays("solutions", in_solutions);
}
END_TEST

/* ---- pages --------------------------------------------------------------- */

static void needs(const char *text, const char *what, const char *path)
{
    ck_assert_msg(strstr(text, what) != NULL, "%s does not contain '%s'", path, what);
}

/* The step that the README links to exists. */
static void check_chapter(const char *text, const char *path)
{
    char chapter[128], folder[160];
    const char *link = strstr(text, "](../../steps/");
    ck_assert_msg(link != NULL, "%s links to no chapter", path);
    ck_assert_int_eq(sscanf(link + 8, "steps/%127[^/)]", chapter), 1);
    snprintf(folder, sizeof folder, "steps/%s", chapter);
    ck_assert_msg(access(folder, F_OK) == 0, "%s links to %s, which is not there", path, folder);
}

START_TEST(the_page_is_complete)
{
    const struct exercise *e = &catalog.exercises[_i];
    char command[128];
    unsigned lines = 0;
    char *text = text_read(e->readme);
    ck_assert_msg(text != NULL, "%s cannot be read", e->readme);
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n';
    ck_assert_msg(lines <= README_LINES, "%s has %u lines, at most %d are allowed", e->readme,
                  lines, README_LINES);
    snprintf(command, sizeof command, "make exercise-%s", e->name);
    needs(text, "# ", e->readme);
    needs(text, "**Question.**", e->readme);
    needs(text, "**Write.**", e->readme);
    needs(text, "about ", e->readme);
    needs(text, " lines", e->readme);
    needs(text, "**Run.**", e->readme);
    needs(text, command, e->readme);
    needs(text, "**See.**", e->readme);
    check_chapter(text, e->readme);
    free(text);
}
END_TEST

START_TEST(there_are_three_hints)
{
    const struct exercise *e = &catalog.exercises[_i];
    char *text = text_read(e->hints);
    ck_assert_msg(text != NULL, "%s cannot be read", e->hints);
    ck_assert_uint_eq(show_hint_count(e), HINTS);
    const char *first = strstr(text, "## 1"), *second = strstr(text, "## 2");
    const char *question = strchr(first, '?');
    ck_assert_msg(question != NULL && question < second, "%s: the first hint is no question",
                  e->hints);
    free(text);
}
END_TEST

/* ---- sources ------------------------------------------------------------- */

START_TEST(one_region_and_the_rest_is_the_same)
{
    const struct exercise *e = &catalog.exercises[_i];
    struct region region;
    char why[256];
    char *solution = text_read(e->solution), *shipped = state_shipped(e);
    ck_assert_msg(solution != NULL && shipped != NULL, "%s or %s cannot be read", e->solution,
                  e->start);
    ck_assert_msg(region_find(solution, &region, why) == 0, "%s: %s", e->solution, why);
    ck_assert_msg(region_find(shipped, &region, why) == 0, "%s: %s", e->start, why);
    ck_assert_uint_eq(outside_differs(solution, shipped), 0);
    ck_assert_msg(!region_is(shipped, "") && strcmp(solution, shipped) != 0,
                  "%s: nothing was taken out", e->start);
    free(solution);
    free(shipped);
}
END_TEST

/* In a learner's tree anything goes; where nobody learns, all is as shipped. */
START_TEST(the_tree_holds_what_is_shipped)
{
    const struct exercise *e = &catalog.exercises[_i];
    struct progress progress;
    state_read(e, BUILD_DIR, &progress);
    if (getenv("CI") != NULL)
        ck_assert_msg(progress.state == STATE_NOT_STARTED, "%s is not as start.txt and %s say",
                      e->source, e->solution);
    else if (progress.state != STATE_NOT_STARTED)
        printf("note: %s was begun, whether it was shipped right is not checked\n", e->source);
}
END_TEST

START_TEST(as_shipped_it_builds_and_is_not_started)
{
    static struct verdict verdict;
    struct progress progress;
    scratch_enter();
    const struct exercise *e = &scratch_catalog.exercises[_i];
    state_read(e, "build", &progress);
    ck_assert_int_eq(progress.state, STATE_NOT_STARTED);
    judge_file(e, e->source, "build", "shipped", &verdict);
    ck_assert_msg(verdict.outcome != OUTCOME_NO_BUILD && verdict.outcome != OUTCOME_NO_CHECKER,
                  "%s does not build: %s%s", e->source, verdict.compiler, verdict.because);
    ck_assert_msg(verdict.outcome != OUTCOME_SOLVED, "%s passes as shipped", e->source);
    ck_assert_str_eq(verdict.compiler, "");
    scratch_leave();
}
END_TEST

/* ---- answers that are none ----------------------------------------------- */

/* The solution, but each of its lines a comment. */
START_TEST(comments_do_not_pass)
{
    static struct verdict verdict;
    scratch_enter();
    const struct exercise *e = &scratch_catalog.exercises[_i];
    struct progress progress;
    struct region region;
    char why[256], *lines, *to;
    char *solution = text_read(e->solution), *start = text_read(e->start);
    ck_assert_int_eq(region_find(solution, &region, why), 0);
    lines = to = calloc(strlen(start) + 2 * (size_t)(region.end - region.begin) + 64, 1);
    for (const char *at = region.begin; at < region.end;) {
        const size_t length = strcspn(at, "\n") + 1;
        to += sprintf(to, "// %.*s", (int)length, at);
        at += length;
    }
    strcpy(to, start);
    scratch_write_region(e->name, lines);
    state_read(e, "build", &progress);
    ck_assert_int_eq(progress.state, STATE_UNKNOWN);
    ck_assert(progress.only_comments);
    judge_file(e, e->source, "build", "comments", &verdict);
    ck_assert_msg(verdict.outcome == OUTCOME_WRONG || verdict.outcome == OUTCOME_ENDED,
                  "%s passes with comments", e->source);
    free(lines);
    free(solution);
    free(start);
    scratch_leave();
}
END_TEST

/* Constants, and the values that a first failure tells. */
static const struct {
    const char *name, *region;
} constants[] = {
    { "associativity", "    t.b = 0x1p30f;\n    t.c = -0x1p30f;\n" },
    { "associativity", "    t.b = 0x1p120f;\n    t.c = -0x1p120f;\n" },
    { "tree_depth", "    tree.depth = 9;\n    tree.barriers = last_warp_unrolled ? 4 : 10;\n"
                    "    (void)block;\n" },
    { "bank_conflicts", "    load.requests = 1;\n    load.wavefronts = 1;\n"
                        "    (void)loads, (void)cell, (void)how, (void)block, (void)stride;\n" },
    { "atomic_contention",
      "    c.queue = who == EACH_THREAD ? 10000 : who == EACH_WARP ? 313 : 40;\n"
      "    c.slowdown = c.queue / 40.0;\n"
      "    (void)threads, (void)block, (void)addresses;\n" },
    { "load_balance", "    share.count = 1;\n    share.first = thread;\n" },
    { "argmin", "extern \"C\" cudaError_t argmin(const float *, unsigned n, unsigned, unsigned,\n"
                "                              struct minimum *, struct minimum *d_out)\n{\n"
                "    const struct minimum constant = { 0.5f, n - 1 };\n"
                "    return n == 0 ? cudaErrorInvalidValue\n"
                "                  : cudaMemcpy(d_out, &constant, sizeof constant,\n"
                "                               cudaMemcpyHostToDevice);\n}\n" },
    { "double",
      "extern \"C\" cudaError_t sum_double(const double *, size_t n, unsigned, unsigned,\n"
      "                                  double *d_out)\n{\n"
      "    const double constant = 8.0 * n;\n"
      "    return cudaMemcpy(d_out, &constant, sizeof constant,\n"
      "                      cudaMemcpyHostToDevice);\n}\n" },
    { "conditional_sum",
      "extern \"C\" cudaError_t conditional_sum(const float *, size_t n, float, unsigned, "
      "unsigned,\n"
      "                                       struct selected *d_out)\n{\n"
      "    const struct selected constant = { 0.0f, (unsigned)n };\n"
      "    return cudaMemcpy(d_out, &constant, sizeof constant, cudaMemcpyHostToDevice);\n}\n" },
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

START_TEST(constants_do_not_pass)
{
    static struct verdict verdict;
    scratch_enter();
    const struct exercise *e = scratch_exercise(constants[_i].name);
    scratch_write_region(e->name, constants[_i].region);
    judge_file(e, e->source, "build", "constants", &verdict);
    ck_assert_msg(verdict.outcome == OUTCOME_WRONG, "%s: outcome %d: %s%s", e->source,
                  (int)verdict.outcome, verdict.compiler, verdict.printed);
    scratch_leave();
}
END_TEST

/* ---- make check ---------------------------------------------------------- */

static struct process_result check_learner(void)
{
    struct process_result result;
    const char *const argv[] = { BUILD_DIR "/tests/test_learner", ".", NULL };
    ck_assert_int_eq(process_run(argv, 100, &result), 0);
    return result;
}

START_TEST(not_started_is_neutral)
{
    scratch_enter();
    struct process_result result = check_learner();
    ck_assert_msg(result.status == 0, "%s%s", result.out.text, result.err.text);
    process_free(&result);
    scratch_leave();
}
END_TEST

START_TEST(begun_and_wrong_is_red_and_named)
{
    scratch_enter();
    scratch_solve("double");
    scratch_write_region("associativity", "    t.b = a;\n    t.c = a;\n");
    scratch_write_region("argmin", "this is not C\n");
    struct process_result result = check_learner();
    ck_assert_int_ne(result.status, 0);
    needs(result.out.text, "exercises/01_associativity/associativity.c:", "the output");
    needs(result.out.text, "exercises/05_argmin/argmin.cu:", "the output");
    needs(result.out.text, "exercises/07_double/double.cu: solved", "the output");
    needs(result.out.text, "Failures: 2, Errors: 0", "the output");
    process_free(&result);
    scratch_leave();
}
END_TEST

static TCase *add_case(Suite *suite, const char *name)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    return tcase;
}

int main(void)
{
    char why[256];
    if (chdir(SOURCE_DIR) != 0 || catalog_read(&catalog, why) != 0) {
        fprintf(stderr, "test_contract: %s\n", why);
        return 2;
    }
    setenv("CK_TIMEOUT_MULTIPLIER", "4", 0); /* other tests run beside this one */
    Suite *suite = suite_create("contract");
    TCase *tcase = add_case(suite, "files");
    tcase_add_test(tcase, the_ten_are_there);
    tcase_add_loop_test(tcase, nothing_else_is_there, 0, EXERCISES);
    tcase_add_test(tcase, no_folder_too_many);
    tcase_add_loop_test(tcase, the_page_is_complete, 0, EXERCISES);
    tcase_add_loop_test(tcase, there_are_three_hints, 0, EXERCISES);
    tcase_add_loop_test(tcase, one_region_and_the_rest_is_the_same, 0, EXERCISES);
    tcase_add_loop_test(tcase, the_tree_holds_what_is_shipped, 0, EXERCISES);
    tcase = add_case(suite, "answers");
    tcase_add_loop_test(tcase, as_shipped_it_builds_and_is_not_started, 0, EXERCISES);
    tcase_add_loop_test(tcase, comments_do_not_pass, 0, EXERCISES);
    tcase_add_loop_test(tcase, constants_do_not_pass, 0, CONSTANTS);
    tcase = add_case(suite, "make check");
    tcase_add_test(tcase, not_started_is_neutral);
    tcase_add_test(tcase, begun_and_wrong_is_red_and_named);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
