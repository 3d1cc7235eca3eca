/*
 * simt finds what a GPU's own tools find: docs/data/GPU_sanitizer.csv holds what
 * compute-sanitizer said of each program in this folder (tools/record_sanitizer.sh).
 * test_mutants holds simt to what the programs expect; here their expectation is held
 * against the recording, by kind: a race for a race, a barrier for a barrier.
 *
 * Right programs that the sanitizer reports stand in GPU_sanitizer_explained.csv.
 */
#include "run.h"
#include "table.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_PROGRAMS = 170, LEAST_REPORTED = 50 };

static const char folder[] = SOURCE_DIR "/tests/mutants";

/* What a tool says, and the findings that say the same. */
static const struct {
    const char *tool, *message, *findings;
} same[] = {
    { "memcheck", "Invalid __shared__ ", "shared-bounds misaligned-access" },
    { "memcheck", "Invalid __global__ ",
      "global-bounds misaligned-access use-after-free null-pointer host-pointer" },
    { "memcheck", "Invalid __local__ ", "array-bounds" },
    { "memcheck", "API call to cudaLaunchKernel", "launch-config" },
    { "memcheck", "API call to cudaFree", "double-free invalid-free" },
    { "memcheck", "API call to cudaMemcpy", "api-error" },
    { "memcheck", "Leaked ", "leak" },
    { "memcheck", "Warp assert", "device-assert" },
    { "racecheck", "Race reported", "shared-race" },
    { "initcheck", "Uninitialized __global__ memory read", "global-uninit" },
    /* A copy that overtakes its kernel fetches what is not written yet. */
    { "initcheck", "Host API memory access error", "global-uninit stream-race" },
    { "synccheck", "Divergent thread(s) in block", "barrier-divergence barrier-exited" },
};

/* ---- recordings and programs ------------------------------------------------------------ */

static glob_t recordings; /* GPU_sanitizer.csv */

static void find_recordings(void)
{
    ck_assert_msg(glob(SOURCE_DIR "/docs/data/*_sanitizer.csv", 0, NULL, &recordings) == 0,
                  "no recording of compute-sanitizer: tools/record_sanitizer.sh makes one");
}

static int has_program(const char *kind, const char *name)
{
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%s/%s/%s.cu", folder, kind, name);
    return access(path, R_OK) == 0;
}

/* What the program says behind "// Expected: ", with a blank at both ends; to be freed. */
static char *expectation(const char *kind, const char *name)
{
    static const char key[] = "\n// Expected: ";
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%s/%s/%s.cu", folder, kind, name);
    char *source = read_text(path), *line = strstr(source, key);
    const size_t length = line != NULL ? strcspn(line + sizeof key - 1, "\n") : 0;
    if (line != NULL)
        memmove(source + 1, line + sizeof key - 1, length);
    source[0] = ' ';
    source[length + 1] = '\0';
    for (char *c = source; *c != '\0'; c++)
        if (*c == ',')
            *c = ' ';
    char *padded = realloc(source, length + 3);
    ck_assert_ptr_nonnull(padded);
    return strcat(padded, " ");
}

/* 1 if one of the words is among those expected. */
static int is_expected(const char *expected, const char *words)
{
    char list[200], wanted[80];
    snprintf(list, sizeof list, "%s", words);
    for (char *word, *rest = list; (word = strtok(rest, " ")) != NULL; rest = NULL) {
        snprintf(wanted, sizeof wanted, " %s ", word);
        if (strstr(expected, wanted) != NULL)
            return 1;
    }
    return 0;
}

static const char *findings_for(const char *tool, const char *message)
{
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (strcmp(same[i].tool, tool) == 0 && strstr(message, same[i].message) != NULL)
            return same[i].findings;
    ck_abort_msg("%s says \"%s\": no finding of simt stands for that", tool, message);
    return "";
}

/* h200_sanitizer.csv -> h200_sanitizer_explained.csv */
static void explained_path(const char *recording, char path[RUN_PATH])
{
    snprintf(path, RUN_PATH, "%.*s_explained.csv", (int)(strlen(recording) - strlen(".csv")),
             recording);
}

static int is_explained(const char *recording, const char *program, const char *tool)
{
    char path[RUN_PATH];
    static struct table list;
    explained_path(recording, path);
    if (table_open(&list, path) != 0 || !table_find(&list, "program", program, "tool", tool, NULL))
        return 0;
    const int explained = table_text(&list, "why")[0] != '\0';
    printf("%s, %s: %s\n", program, tool, table_text(&list, "why"));
    table_close(&list);
    return explained;
}

/* ---- tests ---------------------------------------------------------------------------------- */

/* One row that a tool reported. */
static void check_report(const char *recording, const struct table *row)
{
    const char *kind = table_text(row, "kind"), *name = table_text(row, "program");
    const char *tool = table_text(row, "tool"), *message = table_text(row, "message");
    if (!has_program(kind, name))
        return; /* recorded before it was taken away */
    const char *findings = findings_for(tool, message);
    char *expected = expectation(kind, name);
    ck_assert_msg(strcmp(kind, "wrong") == 0 ? is_expected(expected, findings)
                                             : is_explained(recording, name, tool),
                  "%s says of %s/%s \"%s\"; simt says%s", tool, kind, name, message, expected);
    free(expected);
}

START_TEST(simt_reports_what_the_sanitizer_does)
{
    for (size_t i = 0; i < recordings.gl_pathc; i++) {
        static struct table row;
        unsigned programs = 0, reported = 0;
        ck_assert_int_eq(table_open(&row, recordings.gl_pathv[i]), 0);
        int more;
        while ((more = table_next(&row)) == 1) {
            programs += strcmp(table_text(&row, "tool"), "none") == 0;
            if (strcmp(table_text(&row, "tool"), "none") == 0 ||
                strcmp(table_text(&row, "reported"), "1") != 0)
                continue;
            check_report(recordings.gl_pathv[i], &row);
            reported++;
        }
        ck_assert_int_eq(more, 0);
        ck_assert_uint_ge(programs, LEAST_PROGRAMS);
        ck_assert_uint_ge(reported, LEAST_REPORTED);
    }
}
END_TEST

START_TEST(what_is_explained_was_reported)
{
    for (size_t i = 0; i < recordings.gl_pathc; i++) {
        static struct table list, row;
        char path[RUN_PATH];
        explained_path(recordings.gl_pathv[i], path);
        if (table_open(&list, path) != 0)
            continue;
        while (table_next(&list) == 1) {
            const char *name = table_text(&list, "program"), *tool = table_text(&list, "tool");
            ck_assert_int_eq(table_open(&row, recordings.gl_pathv[i]), 0);
            ck_assert_msg(table_find(&row, "kind", "right", "program", name, "tool", tool,
                                     "reported", "1", NULL),
                          "%s: %s does not report the right program %s", path, tool, name);
            table_close(&row);
        }
    }
}
END_TEST

/* Programs that were added later are no error: the GPU is not here. */
START_TEST(all_programs_are_recorded_or_named)
{
    static const char *const kinds[] = { "wrong", "right" };
    for (size_t k = 0; k < 2; k++) {
        char pattern[RUN_PATH];
        glob_t sources;
        snprintf(pattern, sizeof pattern, "%s/%s/*.cu", folder, kinds[k]);
        ck_assert_int_eq(glob(pattern, 0, NULL, &sources), 0);
        for (size_t i = 0; i < sources.gl_pathc; i++) {
            char name[RUN_PATH];
            static struct table row;
            snprintf(name, sizeof name, "%s", strrchr(sources.gl_pathv[i], '/') + 1);
            name[strlen(name) - strlen(".cu")] = '\0';
            ck_assert_int_eq(table_open(&row, recordings.gl_pathv[0]), 0);
            if (table_find(&row, "kind", kinds[k], "program", name, NULL))
                table_close(&row);
            else
                printf("note: %s/%s came after the recording of compute-sanitizer\n", kinds[k],
                       name);
        }
        globfree(&sources);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mutants: against compute-sanitizer");
    TCase *tests = tcase_create("sanitizer");
    tcase_add_unchecked_fixture(tests, find_recordings, NULL);
    tcase_add_test(tests, simt_reports_what_the_sanitizer_does);
    tcase_add_test(tests, what_is_explained_was_reported);
    tcase_add_test(tests, all_programs_are_recorded_or_named);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
