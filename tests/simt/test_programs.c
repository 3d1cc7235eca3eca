/*
 * Whole CUDA programs through simtcc: those in programs/ run and print what
 * stands in NAME.expected, those in refused/ are refused with the message in
 * their first line.
 *
 * A program's first line may say "exit status: N"; else it is 0.
 */
#include "run.h"

#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIMTCC "SIMT_HOME='" BUILD_DIR "/simt' '" SOURCE_DIR "/simt/simtcc'"

enum { FEWEST_PROGRAMS = 25, FEWEST_REFUSED = 10 };

static glob_t files;
static char folder[RUN_PATH];
static char compiler[64]; /* "CXX=clang++" */

static void start(void)
{
    make_folder(folder, "");
}

static void stop(void)
{
    remove_folder(folder);
}

/* Fills `files`; returns how many there are. */
static size_t list_files(const char *pattern)
{
    char path[RUN_PATH];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/simt/%s", pattern);
    globfree(&files);
    if (glob(path, 0, NULL, &files) != 0) {
        fprintf(stderr, "%s: nothing found\n", path);
        exit(EXIT_FAILURE);
    }
    return files.gl_pathc;
}

/* The number after `what` in the file's first line, or 0. */
static int first_line_number(const char *text, const char *what)
{
    const char *const found = strstr(text, what);
    const char *const end = strchr(text, '\n');
    return found && end && found < end ? atoi(found + strlen(what)) : 0;
}

/* cxx is empty or chooses a compiler: CXX=clang++. */
static void run_program(const char *source, const char *cxx)
{
    char expected_path[RUN_PATH + 16];
    snprintf(expected_path, sizeof expected_path, "%.*s.expected", (int)strlen(source) - 3, source);
    char *text = read_text(source), *expected = read_text(expected_path);
    struct process_result built =
        run_expecting(0, 120, "cd '%s' && %s " SIMTCC " '%s' -o program", folder, cxx, source);
    ck_assert_str_eq(built.err.text, "");
    process_free(&built);
    struct process_result ran =
        run_expecting(first_line_number(text, "exit status:"), 60, "'%s/program'", folder);
    ck_assert_str_eq(ran.out.text, expected);
    process_free(&ran);
    free(text);
    free(expected);
}

START_TEST(program_runs)
{
    run_program(files.gl_pathv[_i], "");
}
END_TEST

START_TEST(program_runs_with_another_compiler)
{
    run_program(files.gl_pathv[_i], compiler);
}
END_TEST

/* The same program on the GPU that is here: what it prints there is right. */
START_TEST(program_runs_on_the_gpu)
{
    const char *const source = files.gl_pathv[_i];
    char expected_path[RUN_PATH + 16];
    snprintf(expected_path, sizeof expected_path, "%.*s.expected", (int)strlen(source) - 3, source);
    char *text = read_text(source), *expected = read_text(expected_path);
    struct process_result built = run_expecting(
        0, 120, "cd '%s' && nvcc -std=c++17 -arch=native '%s' -o program", folder, source);
    process_free(&built);
    struct process_result ran =
        run_expecting(first_line_number(text, "exit status:"), 60, "'%s/program'", folder);
    ck_assert_str_eq(ran.out.text, expected);
    process_free(&ran);
    free(text);
    free(expected);
}
END_TEST

/* "// 6: message": the line and the message's beginning. */
START_TEST(program_is_refused)
{
    char *text = read_text(files.gl_pathv[_i]), place[RUN_PATH + 32], message[256];
    ck_assert_int_eq(sscanf(text, "// %*u: %255[^\n]", message), 1);
    snprintf(place, sizeof place, "%s:%d:", files.gl_pathv[_i], first_line_number(text, "// "));
    struct process_result result =
        run_expecting(1, 120, "cd '%s' && " SIMTCC " '%s' -o out", folder, files.gl_pathv[_i]);
    const char *line = strstr(result.err.text, place);
    ck_assert_msg(line != NULL, "no %s in\n%s", place, result.err.text);
    const char *const found = strstr(line, message);
    ck_assert_msg(found && found < strchr(line, '\n'), "no `%s` in\n%s", message, line);
    ck_assert_ptr_nonnull(strstr(line, "error: "));
    ck_assert_ptr_nonnull(strstr(line, "simtcc: "));
    process_free(&result);
    free(text);
}
END_TEST

static size_t programs(void)
{
    const size_t count = list_files("programs/*.cu"), expected = list_files("programs/*.expected");
    if (count < FEWEST_PROGRAMS || count != expected) {
        fprintf(stderr, "%zu programs, %zu expected outputs\n", count, expected);
        exit(EXIT_FAILURE);
    }
    return list_files("programs/*.cu");
}

static size_t refused(void)
{
    const size_t count = list_files("refused/*.cu");
    if (count < FEWEST_REFUSED) {
        fprintf(stderr, "only %zu refused programs\n", count);
        exit(EXIT_FAILURE);
    }
    return count;
}

/* Whether the command succeeds; if not, says that this part is skipped. */
static bool found(const char *command)
{
    char words[256];
    snprintf(words, sizeof words, "%s >/dev/null 2>&1", command);
    if (system(words) == 0)
        return true;
    printf("note: not run, `%s` fails here\n", command);
    return false;
}

/* The part is a word: run (also without a word), refuse, cuda, or a compiler's name. Each is
 * a run of its own, so that they go side by side. */
int main(int argc, char **argv)
{
    const char *const part = argc > 1 ? argv[1] : "run";
    Suite *suite = suite_create(part);
    TCase *tcase = tcase_create(part);
    tcase_set_timeout(tcase, 200);
    if (!strcmp(part, "run")) {
        tcase_add_loop_test(tcase, program_runs, 0, (int)programs());
    } else if (!strcmp(part, "refuse")) {
        tcase_add_loop_test(tcase, program_is_refused, 0, (int)refused());
    } else if (strstr(part, "++") != NULL) {
        snprintf(compiler, sizeof compiler, "CXX=%s", part);
        tcase_add_loop_test(tcase, program_runs_with_another_compiler, 0, (int)programs());
    } else if (!strcmp(part, "cuda")) {
        if (found("nvcc --version") && found("nvidia-smi -L"))
            tcase_add_loop_test(tcase, program_runs_on_the_gpu, 0, (int)programs());
    } else {
        fprintf(stderr, "usage: test_programs [run|refuse|cuda|COMPILER]\n");
        return 2;
    }
    tcase_add_checked_fixture(tcase, start, stop);
    suite_add_tcase(suite, tcase);
    const int status = run_suite(suite);
    globfree(&files);
    return status;
}
