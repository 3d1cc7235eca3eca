/*
 * The learner's own files: what is not started is neither right nor wrong, what
 * was begun must pass. Takes another tree than this one as an argument, and
 * the exercise of interest (default: all).
 */
#include "exercise_show.h"
#include "exercise_state.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct catalog catalog;

START_TEST(is_not_started_or_right)
{
    static struct verdict verdict;
    const struct exercise *exercise = &catalog.exercises[_i];
    struct progress progress;
    char key[MAX_PATH], line[MAX_PATH * 2];
    state_read(exercise, BUILD_DIR, &progress);
    ck_assert_msg(progress.state != STATE_MISSING, "%s: %s (make reset-%s)", exercise->source,
                  progress.why, exercise->name);
    if (progress.state == STATE_NOT_STARTED) {
        printf("%s: not started\n", exercise->source);
        return;
    }
    snprintf(key, sizeof key, "check/%ld.%.60s", (long)getppid(), exercise->folder);
    judge_file(exercise, exercise->source, BUILD_DIR, key, &verdict);
    show_line(exercise, &progress, &verdict, line, sizeof line);
    ck_assert_msg(verdict.outcome == OUTCOME_SOLVED, "%s", line);
    printf("%s: solved\n", exercise->source);
}
END_TEST

int main(int argc, char **argv)
{
    char why[256] = "no such folder";
    if (chdir(argc > 1 ? argv[1] : SOURCE_DIR) != 0 || catalog_read(&catalog, why) != 0) {
        fprintf(stderr, "test_learner: %s\n", why);
        return 2;
    }
    setenv("CK_TIMEOUT_MULTIPLIER", "4", 0); /* other tests run beside this one */
    Suite *suite = suite_create("your exercises");
    TCase *tcase = tcase_create("learner");
    tcase_set_timeout(tcase, 90);
    tcase_add_loop_test(tcase, is_not_started_or_right, 0, (int)catalog.count);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
