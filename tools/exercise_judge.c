#include "exercise_judge.h"

#include "exercise_text.h"
#include "process.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ARGUMENTS = 96, COMPILE_SECONDS = 60, GPU_SECONDS = 60, PRINTED_LINES = 12 };

/* One line of the build's description: compiler, flags and libraries. */
struct recipe {
    char *text; /* owns the words */
    const char *words[ARGUMENTS];
    size_t count;
};

/* ---- small things -------------------------------------------------------- */

static void make_folders(const char *path)
{
    char part[MAX_PATH];
    snprintf(part, sizeof part, "%s/", path);
    for (char *slash = part; (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
}

/* The first lines of a text, as many as fit. */
static void keep_lines(char *to, size_t size, const char *text, unsigned most)
{
    size_t used = 0;
    to[0] = '\0';
    for (unsigned line = 0; *text != '\0'; line++) {
        const size_t length = strcspn(text, "\n");
        if (line == most || used + length + 8 > size) {
            snprintf(to + used, size - used, "…\n");
            return;
        }
        memcpy(to + used, text, length);
        used += length;
        to[used++] = '\n';
        to[used] = '\0';
        text += length + (text[length] == '\n');
    }
}

static void no_checker(struct verdict *verdict, const char *format, const char *detail)
{
    verdict->outcome = OUTCOME_NO_CHECKER;
    snprintf(verdict->because, sizeof verdict->because, format, detail);
}

/* ---- building ------------------------------------------------------------ */

/* Reads build/exercises/NAME.txt, one word per line: how to compile or link. */
static int read_recipe(const char *build, const char *name, struct recipe *recipe)
{
    char path[MAX_PATH], *rest;
    snprintf(path, sizeof path, "%s/exercises/%s.txt", build, name);
    recipe->count = 0;
    recipe->text = rest = text_read(path);
    if (rest == NULL)
        return -1;
    for (char *word; (word = strsep(&rest, "\n")) != NULL;) {
        if (word[0] != '\0' && recipe->count < ARGUMENTS - 8)
            recipe->words[recipe->count++] = word;
    }
    return 0;
}

static void add_word(struct recipe *recipe, const char *word)
{
    assert(recipe->count < ARGUMENTS - 1);
    recipe->words[recipe->count++] = word;
    recipe->words[recipe->count] = NULL;
}

/* What the compiler wrote, most telling first: a missing function is said in
 * our words, for the linker's are hard to read. */
static void keep_compiler(struct verdict *verdict, const char *text, int linking)
{
    const char *missing = linking ? strstr(text, "undefined reference to `") : NULL;
    if (missing != NULL) {
        missing += strlen("undefined reference to `");
        snprintf(verdict->compiler, sizeof verdict->compiler,
                 "the function %.*s is missing: it was renamed, or stands in a comment\n",
                 (int)strcspn(missing, "'"), missing);
    } else {
        keep_lines(verdict->compiler, sizeof verdict->compiler, text, 30);
    }
}

/* Runs one command of the build. Returns 0 when it succeeded. */
static int build_step(struct recipe *recipe, struct verdict *verdict, int linking)
{
    struct process_result result;
    const int failed = process_run(recipe->words, COMPILE_SECONDS, &result);
    if (failed != 0) {
        no_checker(verdict, "the compiler could not be started: %s", strerror(failed));
        return -1;
    }
    verdict->build_s += result.seconds;
    if (result.err.bytes > 0 && (result.status != 0 || !linking))
        keep_compiler(verdict, result.err.text, linking);
    if (result.status != 0) {
        verdict->outcome = OUTCOME_NO_BUILD;
        if (result.timed_out)
            snprintf(verdict->compiler, sizeof verdict->compiler,
                     "the compiler did not come to an end\n");
    }
    const int status = result.status;
    process_free(&result);
    return status;
}

static int compile(const char *file, const char *build, const char *object, struct verdict *verdict)
{
    struct recipe recipe;
    const char *dot = strrchr(file, '.');
    const int is_c = dot != NULL && strcmp(dot, ".c") == 0;
    if (read_recipe(build, is_c ? "compile_c" : "compile_cu", &recipe) != 0) {
        no_checker(verdict, "the checker is not built: run make exercise%s", "");
        return -1;
    }
    add_word(&recipe, file);
    add_word(&recipe, "-o");
    add_word(&recipe, object);
    const int failed = build_step(&recipe, verdict, 0);
    free(recipe.text);
    return failed;
}

/* Links in the order that static libraries need: each behind what uses it. */
static int link_program(const struct exercise *exercise, const char *build, const char *object,
                        const char *program, struct verdict *verdict)
{
    struct recipe recipe, libraries = { .text = NULL };
    char checks[MAX_PATH];
    int failed = -1;
    snprintf(checks, sizeof checks, "%s/exercises/lib/libcheck_%s.a", build, exercise->name);
    if (read_recipe(build, "link_objects", &recipe) != 0 ||
        read_recipe(build, "link_libraries", &libraries) != 0) {
        no_checker(verdict, "the checker is not built: run make exercise%s", "");
    } else {
        add_word(&recipe, object);
        add_word(&recipe, checks);
        for (size_t i = 0; i < libraries.count; i++)
            add_word(&recipe, libraries.words[i]);
        add_word(&recipe, "-o");
        add_word(&recipe, program);
        failed = build_step(&recipe, verdict, 1);
    }
    free(recipe.text);
    free(libraries.text);
    return failed;
}

/* ---- running ------------------------------------------------------------- */

/* How much longer than on a quiet machine everything may take: Check's own
 * variable, which our tests set because many of them run at once. */
static double patience(void)
{
    const char *text = getenv("CK_TIMEOUT_MULTIPLIER");
    const double factor = text != NULL ? strtod(text, NULL) : 1;
    return factor >= 1 ? factor : 1;
}

/* 1 if others take so much of this machine that a right answer may be late. */
static int is_busy(void)
{
    double load = 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return getloadavg(&load, 1) == 1 && load > 2.0 * (double)(cores < 1 ? 1 : cores);
}

static void add_line(char *to, size_t size, const char *line)
{
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%s\n", line);
}

static void add_score(struct verdict *verdict, char *value)
{
    char *number = strchr(value, '\t');
    char *words = number != NULL ? strchr(number + 1, '\t') : NULL;
    if (words == NULL || verdict->score_count == SCORES)
        return;
    struct score *score = &verdict->scores[verdict->score_count++];
    *number = *words = '\0';
    snprintf(score->name, sizeof score->name, "%.60s", value);
    snprintf(score->words, sizeof score->words, "%.90s", words + 1);
    score->value = strtod(number + 1, NULL);
}

static void read_line(struct verdict *verdict, char *line)
{
    char *value = strchr(line, ' ');
    if (value == NULL)
        return;
    *value++ = '\0';
    if (strcmp(line, "checks") == 0)
        verdict->checks = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(line, "passed") == 0)
        verdict->passed = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(line, "seed") == 0)
        snprintf(verdict->seed, sizeof verdict->seed, "%.30s", value);
    else if (strcmp(line, "failed") == 0)
        snprintf(verdict->failed, WORDS, "%s", value);
    else if (strcmp(line, "trying") == 0)
        snprintf(verdict->trying, WORDS, "%s", value);
    else if (strcmp(line, "expected") == 0)
        snprintf(verdict->expected, WORDS, "%s", value);
    else if (strcmp(line, "got") == 0)
        snprintf(verdict->got, WORDS, "%s", value);
    else if (strcmp(line, "because") == 0)
        add_line(verdict->because, MANY_WORDS, value);
    else if (strcmp(line, "finding") == 0)
        add_line(verdict->findings, MANY_WORDS, value);
    else if (strcmp(line, "ended") == 0)
        snprintf(verdict->ended, sizeof verdict->ended, "%.30s", value);
    else if (strcmp(line, "score") == 0)
        add_score(verdict, value);
}

/* Returns 1 when the report came to its end. */
static int read_report(const char *path, struct verdict *verdict)
{
    char *text = text_read(path), *rest = text;
    int ended = 0;
    while (rest != NULL && *rest != '\0') {
        char *line = strsep(&rest, "\n");
        ended = ended || strncmp(line, "passed ", 7) == 0;
        read_line(verdict, line);
    }
    free(text);
    return ended;
}

/* The program's two outputs, and the simulated GPU's messages among them. */
static void keep_output(struct verdict *verdict, const struct process_result *result)
{
    const size_t half = sizeof verdict->printed / 2;
    keep_lines(verdict->printed, half, result->out.text, PRINTED_LINES);
    const size_t used = strlen(verdict->printed);
    if (strstr(result->err.text, "bad_alloc") != NULL)
        snprintf(verdict->ended, sizeof verdict->ended, "memory");
    keep_lines(verdict->printed + used, half, result->err.text, PRINTED_LINES);
}

static void run_once(const char *program, const char *report, struct verdict *verdict)
{
    const char *const argv[] = { program, "--report", report, NULL };
    struct process_result result;
    unlink(report);
    const int failed = process_run(argv, JUDGE_RUN_SECONDS * patience(), &result);
    if (failed != 0) {
        no_checker(verdict, "the checks could not be started: %s", strerror(failed));
        return;
    }
    const int complete = read_report(report, verdict);
    verdict->run_s = result.seconds;
    keep_output(verdict, &result);
    if (result.timed_out || !complete)
        snprintf(verdict->ended, sizeof verdict->ended, result.timed_out ? "slow" : "crashed");
    if (verdict->ended[0] != '\0')
        verdict->outcome = OUTCOME_ENDED;
    else if (verdict->failed[0] == '\0' && verdict->checks > 0 &&
             verdict->passed == verdict->checks && result.status == 0)
        verdict->outcome = OUTCOME_SOLVED;
    else
        verdict->outcome = OUTCOME_WRONG;
    process_free(&result);
}

/* On a busy machine being slow is no proof of an endless loop: once more, with
 * more time. */
static void run(const char *program, const char *report, struct verdict *verdict)
{
    const struct verdict built = *verdict;
    run_once(program, report, verdict);
    if (strcmp(verdict->ended, "slow") == 0 && patience() <= 1 && is_busy()) {
        *verdict = built;
        setenv("CK_TIMEOUT_MULTIPLIER", "4", 1);
        run_once(program, report, verdict);
        unsetenv("CK_TIMEOUT_MULTIPLIER");
    }
}

/* ---- a real GPU ---------------------------------------------------------- */

/* Where there is a GPU, and the exercise has a question for it, that decides as well. */
static void ask_gpu(const struct exercise *exercise, const char *file, const char *build,
                    const char *folder, struct verdict *verdict)
{
    char source[MAX_PATH], program[MAX_PATH];
    struct recipe recipe;
    struct process_result result;
    snprintf(source, sizeof source, "tests/exercises/gpu_%s.cu", exercise->name);
    snprintf(program, sizeof program, "%s/gpu", folder);
    if (access(source, R_OK) != 0 || read_recipe(build, "gpu", &recipe) != 0)
        return;
    add_word(&recipe, file);
    add_word(&recipe, source);
    add_word(&recipe, "-o");
    add_word(&recipe, program);
    const int failed = build_step(&recipe, verdict, 1);
    free(recipe.text);
    if (failed)
        return;
    const char *const argv[] = { program, NULL };
    if (process_run(argv, GPU_SECONDS, &result) != 0)
        return;
    keep_lines(verdict->gpu, sizeof verdict->gpu, result.out.text, PRINTED_LINES);
    if (result.status != 0) {
        verdict->outcome = OUTCOME_WRONG;
        snprintf(verdict->failed, WORDS, "on this GPU");
        keep_lines(verdict->because, MANY_WORDS,
                   result.timed_out ? "it did not come to an end" : result.out.text, PRINTED_LINES);
    }
    process_free(&result);
}

void judge_file(const struct exercise *exercise, const char *file, const char *build,
                const char *key, struct verdict *verdict)
{
    char folder[MAX_PATH - 32], object[MAX_PATH], program[MAX_PATH], report[MAX_PATH];
    memset(verdict, 0, sizeof *verdict);
    snprintf(folder, sizeof folder, "%s/exercises/%s", build, key);
    snprintf(object, sizeof object, "%s/answer.o", folder);
    snprintf(program, sizeof program, "%s/check", folder);
    snprintf(report, sizeof report, "%s/report.txt", folder);
    make_folders(folder);
    unlink(program);
    if (compile(file, build, object, verdict) != 0 ||
        link_program(exercise, build, object, program, verdict) != 0)
        return;
    run(program, report, verdict);
    if (verdict->outcome == OUTCOME_SOLVED)
        ask_gpu(exercise, file, build, folder, verdict);
}

unsigned long long judge_version(const struct exercise *exercise, const char *build)
{
    const char *const parts[] = { "exercises/compile_cu.txt", "exercises/lib/libexercise_judge.a",
                                  "simt/lib/libsimt.a" };
    char path[MAX_PATH], text[128];
    unsigned long long hash = TEXT_HASH;
    struct stat info;
    for (size_t i = 0; i <= sizeof parts / sizeof *parts; i++) {
        if (i < sizeof parts / sizeof *parts)
            snprintf(path, sizeof path, "%s/%s", build, parts[i]);
        else
            snprintf(path, sizeof path, "%s/exercises/lib/libcheck_%s.a", build, exercise->name);
        if (stat(path, &info) != 0)
            return 0;
        snprintf(text, sizeof text, "%lld %lld.%ld;", (long long)info.st_size,
                 (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
        hash = text_hash(text, hash);
    }
    return hash;
}
