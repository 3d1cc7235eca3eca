/*
 * Wrong answers that a class hands in: each must be rejected, with the
 * diagnosis that stands beside it. Run with an exercise's name.
 */
#include "exercise_judge.h"
#include "exercise_text.h"
#include "patch.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 64, LEAST = 6 };

static struct catalog catalog;
static const struct exercise *exercise;
static char names[MOST][64];
static int count;

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void find_submissions(void)
{
    char folder[MAX_PATH * 2];
    snprintf(folder, sizeof folder, "tests/submissions/%s", exercise->folder);
    DIR *directory = opendir(folder);
    for (const struct dirent *entry;
         directory != NULL && count < MOST && (entry = readdir(directory)) != NULL;) {
        const char *dot = strstr(entry->d_name, ".txt");
        if (dot != NULL)
            snprintf(names[count++], sizeof names[0], "%.*s", (int)(dot - entry->d_name),
                     entry->d_name);
    }
    if (directory != NULL)
        closedir(directory);
    qsort(names, (size_t)count, sizeof names[0], by_name);
}

/* Everything that the learner would read. */
static void gather(const struct verdict *verdict, char *text, size_t size)
{
    snprintf(text, size, "%s\ncase: %s\nexpected: %s\ngot: %s\n%s%s%s\n%s%s", verdict->failed,
             verdict->trying, verdict->expected, verdict->got, verdict->because, verdict->findings,
             verdict->ended, verdict->compiler, verdict->printed);
}

static void write_submission(const char *name, const char *file, char *expect, size_t size)
{
    char path[MAX_PATH * 2];
    snprintf(path, sizeof path, "tests/submissions/%s/%s.txt", exercise->folder, name);
    char *patch = text_read(path), *solution = text_read(exercise->solution);
    ck_assert_msg(patch != NULL && solution != NULL, "%s cannot be read", path);
    char *wrong = patch_apply(patch, solution, expect, size);
    ck_assert_msg(wrong != NULL, "%s: %s", path, expect);
    ck_assert_int_eq(text_write(file, wrong), 0);
    free(patch);
    free(solution);
    free(wrong);
}

START_TEST(is_rejected_with_its_diagnosis)
{
    static struct verdict verdict;
    static char said[8 * MANY_WORDS];
    char file[MAX_PATH], key[MAX_PATH], expect[512];
    snprintf(file, sizeof file, BUILD_DIR "/exercises/submissions");
    mkdir(BUILD_DIR "/exercises", 0777);
    mkdir(file, 0777);
    snprintf(file, sizeof file, BUILD_DIR "/exercises/submissions/%s.%s%s", exercise->name,
             names[_i], strrchr(exercise->source, '.'));
    snprintf(key, sizeof key, "submissions/%s.%s", exercise->name, names[_i]);
    write_submission(names[_i], file, expect, sizeof expect);
    judge_file(exercise, file, BUILD_DIR, key, &verdict);
    gather(&verdict, said, sizeof said);
    if (getenv("SHOW") != NULL)
        printf("%s/%s: %s\n%s\n", exercise->folder, names[_i], expect, said);
    ck_assert_msg(verdict.outcome == OUTCOME_WRONG || verdict.outcome == OUTCOME_ENDED,
                  "%s is not rejected as a wrong answer (%d): %s", names[_i], (int)verdict.outcome,
                  said);
    ck_assert_msg(strstr(said, expect) != NULL, "%s: '%s' is not in what was said:\n%s", names[_i],
                  expect, said);
}
END_TEST

START_TEST(there_are_enough)
{
    ck_assert_int_ge(count, LEAST);
}
END_TEST

int main(int argc, char **argv)
{
    char why[256];
    if (chdir(SOURCE_DIR) != 0 || catalog_read(&catalog, why) != 0 || argc != 2 ||
        (exercise = catalog_find(&catalog, argv[1])) == NULL) {
        fprintf(stderr, "usage: test_submissions NAME\n");
        return 2;
    }
    find_submissions();
    setenv("CK_TIMEOUT_MULTIPLIER", "4", 0); /* other tests run beside this one */
    Suite *suite = suite_create("submissions");
    TCase *tcase = tcase_create(exercise->name);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, there_are_enough);
    tcase_add_loop_test(tcase, is_rejected_with_its_diagnosis, 0, count);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
