/*
 * Runs the Check suites listed in a file, several at a time, and prints the
 * closing line of each and one line for all. Fails when one fails, and when
 * nothing ran.
 *
 * A line of the list: name, seconds allowed, "serial" or "parallel", command,
 * arguments; tabs between them. Serial suites run alone, after the others.
 * Lines of a suite that start with "note: " are shown: what it left out.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"

enum { MAX_ARGUMENTS = 8, MAX_SUITES = 512, MAX_JOBS = 16 };

struct suite {
    char *name;
    double seconds;
    int serial;
    char *argv[MAX_ARGUMENTS + 1];
};

struct run {
    struct suite suites[MAX_SUITES];
    size_t count, next; /* next: the first that no job has taken */
    int serial;         /* the kind that is taken now */
    unsigned long passed, failed;
    size_t suites_failed;
    char failed_names[4096];
    pthread_mutex_t lock;
};

/* Splits a line of the list in place. Returns 0, or -1 when it is malformed. */
static int parse_suite(char *line, struct suite *suite)
{
    char *rest = line, *fields[4 + MAX_ARGUMENTS] = { NULL };
    size_t count = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *field; (field = strsep(&rest, "\t")) != NULL && count < 4 + MAX_ARGUMENTS - 1;)
        fields[count++] = field;
    if (count < 4 || rest != NULL)
        return -1;
    suite->name = fields[0];
    suite->seconds = strtod(fields[1], NULL);
    suite->serial = strcmp(fields[2], "serial") == 0;
    for (size_t i = 3; i <= count; i++)
        suite->argv[i - 3] = fields[i];
    return suite->seconds > 0 ? 0 : -1;
}

/* Keeps the suites whose name contains `only` (NULL: all). */
static int read_list(const char *path, const char *only, struct run *run)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    if (file == NULL) {
        fprintf(stderr, "check-runner: cannot open %s: %s\n", path, strerror(errno));
        return -1;
    }
    while (getline(&line, &size, file) > 0 && run->count < MAX_SUITES) {
        struct suite *suite = &run->suites[run->count];
        if (parse_suite(line, suite) != 0) {
            fprintf(stderr, "check-runner: %s: malformed line\n", path);
            fclose(file);
            return -1;
        }
        if (only == NULL || strstr(suite->name, only) != NULL) {
            run->count++;
            line = NULL; /* the suite's strings lie in it */
            size = 0;
        }
    }
    free(line);
    fclose(file);
    return 0;
}

/* Finds Check's last closing line ("97%: Checks: 40, Failures: 1, Errors: 0").
 * Returns 1 and fills in the rest, or 0 when there is none. */
static int closing_line(const char *text, char *line, size_t size, unsigned long *checks,
                        unsigned long *bad)
{
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, "%: Checks: ")) != NULL; at++)
        last = at;
    if (last == NULL)
        return 0;
    while (last > text && last[-1] != '\n')
        last--;
    snprintf(line, size, "%.*s", (int)strcspn(last, "\n"), last);
    unsigned percent;
    unsigned long failures, errors;
    if (sscanf(line, "%u%%: Checks: %lu, Failures: %lu, Errors: %lu", &percent, checks, &failures,
               &errors) != 4)
        return 0;
    *bad = failures + errors;
    return 1;
}

/* What went wrong, in words, or NULL when all is well. */
static const char *complaint(const struct process_result *result, int closed, unsigned long checks,
                             unsigned long bad)
{
    if (result->timed_out)
        return "ran past its time and was ended";
    if (result->status >= 128)
        return "was ended by a signal";
    if (!closed)
        return "printed no closing line";
    if (checks == 0)
        return "ran no check";
    if (bad > 0)
        return "failed";
    return result->status != 0 ? "exited with an error" : NULL;
}

/* What a suite left out, or measured: its lines that start with "note: ". */
static void print_notes(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, "note: ", 6) == 0)
            printf("     %.*s\n", (int)strcspn(line, "\n"), line);
    }
}

static void report(struct run *run, const struct suite *suite, const struct process_result *result)
{
    char line[256] = "";
    unsigned long checks = 0, bad = 0;
    const int closed = closing_line(result->out.text, line, sizeof line, &checks, &bad);
    const char *wrong = complaint(result, closed, checks, bad);
    if (wrong != NULL && bad == 0)
        bad = 1;
    run->failed += bad;
    run->passed += checks > bad ? checks - bad : 0;
    printf("%s %-34s %6.1f s  %s\n", wrong ? "FAIL" : "ok  ", suite->name, result->seconds, line);
    print_notes(result->out.text);
    if (wrong != NULL) {
        const size_t used = strlen(run->failed_names);
        run->suites_failed++;
        snprintf(run->failed_names + used, sizeof run->failed_names - used, "  %s %s\n",
                 suite->name, wrong);
        printf("%s%s%s %s\n", result->out.text, result->err.text, suite->name, wrong);
    }
    fflush(stdout);
}

static struct suite *take(struct run *run)
{
    struct suite *taken = NULL;
    pthread_mutex_lock(&run->lock);
    while (run->next < run->count && taken == NULL) {
        struct suite *suite = &run->suites[run->next++];
        if (suite->serial == run->serial)
            taken = suite;
    }
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void *work(void *argument)
{
    struct run *run = argument;
    for (struct suite *suite; (suite = take(run)) != NULL;) {
        struct process_result result;
        const int failed = process_run((const char *const *)suite->argv, suite->seconds, &result);
        pthread_mutex_lock(&run->lock);
        if (failed) {
            fprintf(stderr, "check-runner: %s: %s\n", suite->argv[0], strerror(failed));
            result.status = 127;
        }
        report(run, suite, &result);
        pthread_mutex_unlock(&run->lock);
        process_free(&result);
    }
    return NULL;
}

static void run_kind(struct run *run, int serial, size_t jobs)
{
    pthread_t threads[MAX_JOBS];
    run->serial = serial;
    run->next = 0;
    for (size_t i = 0; i < jobs; i++) {
        if (pthread_create(&threads[i], NULL, work, run) != 0)
            abort();
    }
    for (size_t i = 0; i < jobs; i++)
        pthread_join(threads[i], NULL);
}

static size_t default_jobs(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (size_t)cores;
}

int main(int argc, char **argv)
{
    static struct run run = { .lock = PTHREAD_MUTEX_INITIALIZER };
    if (argc < 2 || argc > 3 || argv[1][0] == '-') {
        fprintf(stderr, "usage: check-runner LIST [PART OF A NAME]\n");
        return 2;
    }
    process_end_children_on_signals();
    if (read_list(argv[1], argc == 3 && argv[2][0] ? argv[2] : NULL, &run) != 0)
        return 2;
    run_kind(&run, 0, default_jobs());
    run_kind(&run, 1, 1);
    if (run.passed + run.failed == 0)
        printf("Nothing ran: that is a failure.\n");
    if (run.suites_failed > 0)
        printf("Failed:\n%s", run.failed_names);
    printf("%lu passed, %lu failed\n", run.passed, run.failed);
    return run.failed > 0 || run.passed == 0;
}
