#include "judge.h"

#include "counters.h"
#include "guard.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 512, LINES = 4096, EARLY_EXIT = 3 };
static const double seconds_per_check = 4.5;

/* What a check tells; shared with the process it runs in, so that it survives
 * a crash there. */
struct story {
    char trying[TEXT], expected[TEXT], got[TEXT];
    char because[LINES], finding[LINES], score[LINES]; /* lines, each with its newline */
    volatile int ended;                                /* the check came to its end, good or bad */
    struct guard_report guard;
};
static struct story *story;
static uint64_t seed, drawn;

#define APPEND(text, format)                                                                       \
    do {                                                                                           \
        const size_t used = strlen(text);                                                          \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        vsnprintf((text) + used, sizeof(text) - used, format, arguments);                          \
        va_end(arguments);                                                                         \
    } while (0)

void judge_trying(const char *format, ...)
{
    story->trying[0] = story->expected[0] = story->got[0] = story->because[0] = '\0';
    APPEND(story->trying, format);
}

void judge_expected(const char *format, ...)
{
    story->expected[0] = '\0';
    APPEND(story->expected, format);
}

void judge_got(const char *format, ...)
{
    story->got[0] = '\0';
    APPEND(story->got, format);
}

void judge_because(const char *format, ...)
{
    APPEND(story->because, format);
    const size_t used = strlen(story->because);
    if (used + 1 < sizeof story->because)
        memcpy(story->because + used, "\n", 2);
}

double judge_number(double value)
{
    return isnan(value) ? fabs(value) : value;
}

void judge_finding(const char *lines)
{
    snprintf(story->finding, sizeof story->finding, "%s", lines);
}

void judge_score(const char *name, double value, const char *words)
{
    const size_t used = strlen(story->score);
    snprintf(story->score + used, sizeof story->score - used, "%s\t%.17g\t%s\n", name, value,
             words);
}

void judge_fail(void)
{
    char text[4 * TEXT + 2 * LINES];
    story->ended = 1;
    snprintf(text, sizeof text, "%s: expected %s, got %s: %s%s", story->trying, story->expected,
             story->got, story->because, story->finding);
    ck_abort_msg("%s", text);
    abort(); /* not reached */
}

uint64_t judge_random(void)
{
    uint64_t x = seed + 0x9e3779b97f4a7c15u * ++drawn; /* splitmix64 */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static void choose_seed(void)
{
    const char *asked = getenv("SEED");
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    seed = asked != NULL && asked[0] ? strtoull(asked, NULL, 0)
                                     : (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* A launch that does not end is stopped by the simulated GPU, which can name
 * the line: before Check stops the whole process. */
static void limit_launches(void)
{
    const char *multiplier = getenv("CK_TIMEOUT_MULTIPLIER");
    const double factor = multiplier != NULL ? strtod(multiplier, NULL) : 1;
    char text[32];
    snprintf(text, sizeof text, "%.0f", ceil(3 * (factor >= 1 ? factor : 1)));
    setenv("SIMT_TIMEOUT", text, 0);
}

/* ---- running them -------------------------------------------------------- */

/* exit(0) in the learner's function must not look like a check that passed. */
static void refuse_early_exit(void)
{
    if (!story->ended)
        _exit(EARLY_EXIT);
}

static void guard_this(void)
{
    story->ended = 0;
    guard_start(&story->guard);
    atexit(refuse_early_exit);
}

static void run_check(int i)
{
    judge.checks[i].run();
    story->ended = 1;
}

static void run_score(int i)
{
    (void)i;
    judge.score();
    story->ended = 1;
}

/* The function that START_TEST would define, for a check known at run time. */
static const TTest test_of_check = { "check", run_check, __FILE__, __LINE__ };
static const TTest test_of_score = { "score", run_score, __FILE__, __LINE__ };

static void add_case(Suite *suite, const char *name, const TTest *test, size_t i)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, seconds_per_check);
    tcase_add_checked_fixture(tcase, guard_this, NULL);
    tcase_add_loop_test(tcase, test, (int)i, (int)i + 1);
    suite_add_tcase(suite, tcase);
}

static SRunner *make_runner(void)
{
    Suite *suite = suite_create("exercise");
    for (size_t i = 0; i < judge.count; i++)
        add_case(suite, judge.checks[i].name, &test_of_check, i);
    if (judge.score != NULL)
        add_case(suite, "score", &test_of_score, 0);
    return srunner_create(suite);
}

static void print_lines(FILE *report, const char *key, const char *lines)
{
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        if (length > 0)
            fprintf(report, "%s %.*s\n", key, (int)length, lines);
        lines += length + (lines[length] != '\0');
    }
}

/* Check's own words for a check that never reached its end. */
static const char *how_it_ended(const char *message)
{
    if (story->guard.out_of_memory)
        return "memory";
    if (strstr(message, "timeout") != NULL)
        return "slow";
    if (strstr(message, "Received signal") != NULL)
        return "crashed";
    return strstr(message, "Early exit") != NULL ? "exited" : NULL;
}

static void print_failure(FILE *report, SRunner *runner, const char *name)
{
    TestResult **failures = srunner_failures(runner);
    const int failed = srunner_ntests_failed(runner);
    const char *ended = failed > 0 ? how_it_ended(tr_msg(failures[0])) : "exited";
    fprintf(report, "failed %s\n", name);
    print_lines(report, "trying", story->trying);
    print_lines(report, "expected", story->expected);
    print_lines(report, "got", story->got);
    print_lines(report, "because", story->because);
    if (ended != NULL)
        fprintf(report, "ended %s\n", ended);
    print_lines(report, "because", story->guard.where);
    print_lines(report, "finding", story->finding);
    free(failures);
}

static int run_with_report(const char *path)
{
    FILE *report = fopen(path, "w");
    if (report == NULL) {
        fprintf(stderr, "cannot write %s: %s\n", path, strerror(errno));
        return 2;
    }
    SRunner *runner = make_runner();
    const size_t count = judge.count + (judge.score != NULL);
    size_t passed = 0;
    fprintf(report, "checks %zu\nseed %llu\n", judge.count, (unsigned long long)seed);
    while (passed < count) {
        const char *name = passed < judge.count ? judge.checks[passed].name : "score";
        memset(story, 0, sizeof *story);
        srunner_run(runner, NULL, name, CK_SILENT);
        if (srunner_ntests_failed(runner) > 0 || !story->ended) {
            print_failure(report, runner, name);
            break;
        }
        passed++;
    }
    fprintf(report, "passed %zu\n", passed < judge.count ? passed : judge.count);
    print_lines(report, "score", story->score);
    const int failed = passed < count;
    srunner_free(runner);
    return fclose(report) != 0 || failed;
}

static int run_as_suite(void)
{
    SRunner *runner = make_runner();
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}

int main(int argc, char **argv)
{
    story = mmap(NULL, sizeof *story, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (story == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    choose_seed();
    unsetenv("SIMT_SEED"); /* counters need the order of the hardware */
    limit_launches();
    counters_quiet();
    if (argc == 3 && strcmp(argv[1], "--report") == 0)
        return run_with_report(argv[2]);
    if (argc == 1)
        return run_as_suite();
    fprintf(stderr, "usage: %s [--report FILE]\n", argv[0]);
    return 2;
}
