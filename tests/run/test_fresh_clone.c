/*
 * The path of a newcomer: clone, `make run`, then every command of the README,
 * in a folder of another name that has a space in it. The tests run in this
 * order and share the clone. Its times are the limits that the project
 * promises for two cores.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "run.h"

enum { STEPS = 9, FIRST_RUN_S = 120, NEXT_RUN_S = 20, EDIT_S = 5, COMMAND_S = 300 };

static char folder[RUN_PATH];

/* The knobs of the make that runs this test must not reach the clone's. */
#define CLEAN                                                                                      \
    "unset MAKEFLAGS MFLAGS MAKELEVEL N BLOCK INPUT DATA SEED REPEAT DEVICE BACKEND CSV ONLY "     \
    "BUILD;"
#define IN_CLONE CLEAN "cd '%s' && "

/* `make run` needs a compiler, make and CMake: the libraries that pkg-config
 * would find, Check among them, are not there. */
#define HIDDEN "PKG_CONFIG_LIBDIR=/nonexistent NO_INSTALL=1 "

static void clone(void)
{
    make_folder(folder, " of a newcomer");
    struct process_result result = run_expecting(
        0, 60,
        "git -c safe.directory='*' clone -q '%s' '%s' && mkdir '%s/build' && "
        "echo 'CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else' >'%s/build/CMakeCache.txt'",
        SOURCE_DIR, folder, folder, folder);
    process_free(&result);
}

static void remove_clone(void)
{
    remove_folder(folder);
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        found++;
    return found;
}

/* Processor seconds of everything this test has run so far. */
static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Holds a command to its limit. On a machine that is busy with other things the
 * clock on the wall proves nothing: then its processor time must keep the limit. */
static void check_time(const char *what, const struct process_result *result, double cpu,
                       double limit)
{
    printf("note: %s: %.1f s\n", what, result->seconds);
    if (!(result->seconds < limit))
        printf("note: longer than %.0f s, with %.1f s of processor time\n", limit, cpu);
    ck_assert_msg(result->seconds < limit || cpu < limit,
                  "%s took %.1f s (%.1f s of processor time)", what, result->seconds, cpu);
}

START_TEST(first_run_builds_and_verifies)
{
    const double before = cpu_seconds();
    struct process_result result = run_expecting(
        0, COMMAND_S, IN_CLONE HIDDEN "make run N=2^12 REPEAT=1 BACKEND=simt", folder);
    ck_assert_msg(count(result.out.text, "  verified\n") == STEPS, "%s", result.out.text);
    check_time("first make run", &result, cpu_seconds() - before, FIRST_RUN_S);
    process_free(&result);
}
END_TEST

/* On the simulated GPU, wherever it runs: a GPU's driver takes its own time to start. */
START_TEST(second_run_is_quick)
{
    const double before = cpu_seconds();
    struct process_result result =
        run_expecting(0, COMMAND_S, IN_CLONE "make run BACKEND=simt", folder);
    check_time("second make run", &result, cpu_seconds() - before, NEXT_RUN_S);
    process_free(&result);
}
END_TEST

START_TEST(clone_stays_clean)
{
    struct process_result result =
        run_expecting(0, COMMAND_S, IN_CLONE "git status --porcelain", folder);
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

START_TEST(step_after_an_edit_is_quick)
{
    const double before = cpu_seconds();
    struct process_result result = run_expecting(
        0, COMMAND_S,
        IN_CLONE "echo '// edited' >>steps/03_sequential/reduce.cu && make step-3 N=1000 REPEAT=1",
        folder);
    assert_contains(result.out.text, "verified");
    check_time("make step-03 after an edit", &result, cpu_seconds() - before, EDIT_S);
    process_free(&result);
}
END_TEST

START_TEST(broken_source_shows_its_line)
{
    struct process_result result = run_shell(
        COMMAND_S, IN_CLONE "echo 'nonsense!' >>steps/03_sequential/reduce.cu; make step-03",
        folder);
    ck_assert_int_ne(result.status, 0);
    assert_contains(result.err.text, "steps/03_sequential/reduce.cu:");
    assert_contains(result.err.text, "error:");
    process_free(&result);
    result = run_expecting(0, COMMAND_S, IN_CLONE "git checkout -q steps", folder);
    process_free(&result);
}
END_TEST

START_TEST(step_without_a_verdict_fails)
{
    static const char *const csv[] = { "", "CSV=build/rows.csv" };
    struct process_result result;
    for (size_t i = 0; i < 2; i++) {
        result = run_shell(COMMAND_S,
                           IN_CLONE "git show HEAD:steps/03_sequential/reduce.cu | sed "
                                    "'s/return harness_main/return argc < 99 ? 0 : harness_main/' "
                                    ">steps/03_sequential/reduce.cu; make step-03 %s",
                           folder, csv[i]);
        ck_assert_int_ne(result.status, 0);
        assert_contains(result.err.text, "03_sequential printed no verdict");
        ck_assert_str_eq(result.out.text, "");
        process_free(&result);
    }
    result = run_expecting(0, COMMAND_S, IN_CLONE "git checkout -q steps", folder);
    process_free(&result);
}
END_TEST

static const struct {
    const char *command, *says;
} mistakes[] = {
    { "make step-99", "no step 99" },        { "make step-x", "no step x" },
    { "make diff-00", "nothing before it" }, { "make run BLOCK=100", "multiple of 32" },
    { "make run N=many", "many" },           { "make run BACKEND=opencl", "opencl" },
    { "make step-03 DATA=pi", "pi" },        { "make step-03 BLOCK=96", "it must be 32, 64" },
    { "make chek", "no target chek" },       { "make step-", "no target step-" },
    { "make run BLOK=64", "no knob BLOK" },
};

START_TEST(mistake_gets_a_sentence)
{
    struct process_result result =
        run_shell(COMMAND_S, IN_CLONE "%s", folder, mistakes[_i].command);
    ck_assert_int_ne(result.status, 0);
    assert_contains(result.err.text, mistakes[_i].says);
    ck_assert_uint_le(count(result.err.text, "\n"), 2); /* the second is make's */
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

START_TEST(every_difference_is_shown)
{
    struct process_result result = run_expecting(
        0, COMMAND_S, IN_CLONE "for k in 01 02 03 04 05 06 07 08; do make diff-$k || exit 1; done",
        folder);
    ck_assert_uint_eq(count(result.out.text, "  ->  Step 0"), STEPS - 1);
    ck_assert_uint_eq(count(result.out.text, "\n@@ "), count(result.out.text, "\n@@ -"));
    assert_lacks(result.out.text, "\033");
    process_free(&result);
}
END_TEST

/* ---- the README ---- */

/* Copies the next fenced block of a language ("sh" or "python") behind *at,
 * and what stands behind the language on its line. Moves *at behind the block.
 * Returns 0 when there is none left. */
static int next_block(const char **at, char *language, char *marks, char *text, size_t size)
{
    for (const char *fence; (fence = strstr(*at, "```")) != NULL;) {
        const char *body = strchr(fence, '\n'), *end = body ? strstr(body, "\n```") : NULL;
        ck_assert_msg(end != NULL, "README: a block does not end");
        language[0] = marks[0] = '\0';
        sscanf(fence, "```%15[a-z] %63[^\n]", language, marks);
        const size_t length = (size_t)(end - body);
        ck_assert_uint_lt(length, size);
        memcpy(text, body + 1, length);
        text[length] = '\0';
        *at = end + strlen("\n```");
        if (strcmp(language, "sh") == 0 || strcmp(language, "python") == 0)
            return 1;
    }
    return 0;
}

static int has_gpu(void)
{
    char *backend = read_text(BUILD_DIR "/backend.txt");
    const int cuda = strncmp(backend, "cuda", 4) == 0;
    free(backend);
    return cuda;
}

/* A row of the ladder without what a machine decides: "  03  idea", verdict. */
static void compare_rows(const char *shown, const char *real)
{
    size_t rows = 0;
    for (const char *at = real; (at = strstr(at, "\n  0")) != NULL; at++) {
        char idea[64];
        if (strstr(at, "verified") == NULL || strcspn(at + 1, "\n") < 60)
            continue;
        snprintf(idea, sizeof idea, "%.40s", at);
        assert_contains(shown, idea);
        rows++;
    }
    ck_assert_uint_eq(rows, STEPS);
}

/* A Python that has NumPy, or NULL: the first in PATH, else the system's own. */
static const char *find_python(void)
{
    static const char *const pythons[] = { "python3", "/usr/bin/python3" };
    for (size_t i = 0; i < sizeof pythons / sizeof *pythons; i++) {
        struct process_result result = run_shell(60, "%s -c 'import numpy'", pythons[i]);
        const int there = result.status == 0;
        process_free(&result);
        if (there)
            return pythons[i];
    }
    return NULL;
}

/* The measured array of the README. */
#define ELEVATION "/usr/share/matplotlib/mpl-data/sample_data/jacksboro_fault_dem.npz"

/* Why a block is not run here, or NULL. `make check` is what runs this test. */
static const char *why_not(const char *language, const char *marks, const char *text)
{
    if (strcmp(text, "make check\n") == 0)
        return "it is running";
    if (strstr(marks, "needs-gpu") != NULL && !has_gpu())
        return "it needs a GPU";
    if (strstr(marks, "needs-elevation") != NULL && access(ELEVATION, R_OK) != 0)
        return "it needs Debian's package python-matplotlib-data";
    if ((strcmp(language, "python") == 0 || strstr(text, ".npy") != NULL) && find_python() == NULL)
        return "it needs NumPy";
    return NULL;
}

static void run_block(const char *language, const char *text, const char *readme)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/build/readme-block", folder);
    write_text(path, text, 0644);
    struct process_result result =
        run_expecting(0, COMMAND_S, IN_CLONE "%s build/readme-block", folder,
                      strcmp(language, "sh") == 0 ? "sh -e" : find_python());
    if (strcmp(text, "make run\n") == 0 && !has_gpu())
        compare_rows(readme, result.out.text);
    process_free(&result);
}

START_TEST(every_command_of_the_readme_works)
{
    char language[16], marks[64], text[4096], path[RUN_PATH + 64];
    int blocks = 0;
    snprintf(path, sizeof path, "%s/README.md", folder);
    char *readme = read_text(path);
    for (const char *at = readme; next_block(&at, language, marks, text, sizeof text); blocks++) {
        const char *why = why_not(language, marks, text);
        if (why != NULL)
            printf("note: not run, %s: %s", why, text);
        else
            run_block(language, text, readme);
    }
    ck_assert_int_ge(blocks, 5);
    assert_contains(readme, "```sh\nmake run\n");
    assert_contains(readme, "```sh\nmake check\n");
    free(readme);
}
END_TEST

START_TEST(help_and_readme_name_what_exists)
{
    struct process_result result = run_expecting(0, COMMAND_S, IN_CLONE "make help", folder);
    static const char *const targets[] = { "make run",          "make check",
                                           "make step-03",      "make diff-03",
                                           "make diff-table",   "make bench-simt",
                                           "make cuda-compile", "make clean" };
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        assert_contains(result.out.text, targets[i]);
    process_free(&result);
}
END_TEST

START_TEST(clean_removes_the_build)
{
    struct process_result result =
        run_expecting(0, COMMAND_S, IN_CLONE "make clean && test ! -e build", folder);
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fresh clone");
    TCase *tests = tcase_create("fresh clone");
    tcase_set_timeout(tests, 500);
    tcase_add_unchecked_fixture(tests, clone, remove_clone);
    tcase_add_test(tests, first_run_builds_and_verifies);
    tcase_add_test(tests, second_run_is_quick);
    tcase_add_test(tests, clone_stays_clean);
    tcase_add_test(tests, step_after_an_edit_is_quick);
    tcase_add_test(tests, broken_source_shows_its_line);
    tcase_add_test(tests, step_without_a_verdict_fails);
    tcase_add_loop_test(tests, mistake_gets_a_sentence, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_test(tests, every_difference_is_shown);
    tcase_add_test(tests, every_command_of_the_readme_works);
    tcase_add_test(tests, help_and_readme_name_what_exists);
    tcase_add_test(tests, clean_removes_the_build);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
