/*
 * Every solution passes its checks, and its score is the recorded one. Run
 * with an exercise's name; SEEDS=n tries n orders of the lanes, RECORD=1 prints the lines of
 * solutions/scores.txt instead of comparing.
 */
#include "exercise_judge.h"
#include "exercise_text.h"
#include "run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct catalog catalog;
static const struct exercise *exercise;

/* The recorded value of one score, or NaN. */
static double recorded(const char *name)
{
    char *text = text_read("solutions/scores.txt"), *rest = text, folder[64];
    double value, found = NAN;
    int from;
    while (rest != NULL && *rest != '\0') {
        char *line = strsep(&rest, "\n");
        if (sscanf(line, "%63s %lf %n", folder, &value, &from) == 2 &&
            strcmp(folder, exercise->name) == 0 && strcmp(line + from, name) == 0)
            found = value;
    }
    free(text);
    return found;
}

static void compare_scores(const struct verdict *verdict)
{
    for (unsigned i = 0; i < verdict->score_count; i++) {
        const struct score *score = &verdict->scores[i];
        const double known = recorded(score->name);
        if (getenv("RECORD") != NULL)
            printf("%s %.17g %s\n", exercise->name, score->value, score->name);
        else
            ck_assert_msg(score->value <= known && score->value >= known,
                          "%s: the score '%s' is %g, solutions/scores.txt says %g", exercise->name,
                          score->name, score->value, known);
    }
}

/* Loops over the seeds of the schedule. */
START_TEST(passes_with_the_recorded_score)
{
    static struct verdict verdict;
    char key[MAX_PATH], seed[16];
    snprintf(key, sizeof key, "solutions/%.60s", exercise->folder);
    snprintf(seed, sizeof seed, "%d", _i);
    setenv("SIMT_SEED", seed, 1);
    judge_file(exercise, exercise->solution, BUILD_DIR, key, &verdict);
    ck_assert_msg(verdict.outcome == OUTCOME_SOLVED, "%s: %s, %s: expected %s, got %s: %s%s%s%s%s",
                  exercise->solution, verdict.failed, verdict.trying, verdict.expected, verdict.got,
                  verdict.because, verdict.findings, verdict.ended, verdict.compiler,
                  verdict.printed);
    ck_assert_str_eq(verdict.compiler, "");
    ck_assert_str_eq(verdict.printed, "");
    ck_assert_uint_gt(verdict.score_count, 0);
    compare_scores(&verdict);
}
END_TEST

int main(int argc, char **argv)
{
    char why[256];
    if (chdir(SOURCE_DIR) != 0 || catalog_read(&catalog, why) != 0 || argc != 2 ||
        (exercise = catalog_find(&catalog, argv[1])) == NULL) {
        fprintf(stderr, "usage: test_solutions NAME\n");
        return 2;
    }
    setenv("CK_TIMEOUT_MULTIPLIER", "4", 0); /* other tests run beside this one */
    Suite *suite = suite_create("solutions");
    TCase *tcase = tcase_create(exercise->name);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, passes_with_the_recorded_score, 0, run_seeds(1));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
