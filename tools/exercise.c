/*
 * The commands behind make exercise, exercise-NAME, hint-NAME, solution-NAME,
 * reset-NAME and watch.
 *
 * Exit status: 0 solved, not started or shown; 1 not solved; 2 usage, or the
 * check itself could not run.
 */
#include "exercise_catalog.h"
#include "exercise_judge.h"
#include "exercise_show.h"
#include "exercise_state.h"
#include "exercise_text.h"
#include "exercise_watch.h"
#include "process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_NOT_SOLVED = 1, EXIT_USAGE = 2 };

/* What all commands need. */
struct session {
    struct catalog catalog;
    char build[MAX_PATH];
    int poll;      /* watch: do not use file events */
    unsigned most; /* watch: end after this many checks; 0: never */
};

static int is_forced(void)
{
    const char *force = getenv("FORCE");
    return force != NULL && force[0] != '\0' && strcmp(force, "0") != 0;
}

/* Judges the learner's file and remembers the verdict. */
static void judge_learner(const struct session *session, const struct exercise *exercise,
                          struct progress *progress, struct verdict *verdict)
{
    char key[MAX_PATH], busy[256];
    snprintf(key, sizeof key, "learner/%.60s", exercise->folder);
    snprintf(busy, sizeof busy, "checking %s …", exercise->name);
    show_busy(busy);
    judge_file(exercise, exercise->source, session->build, key, verdict);
    show_busy(NULL);
    if (verdict->outcome != OUTCOME_NO_CHECKER &&
        state_write(exercise, session->build, progress, verdict) != 0)
        show_say(TONE_NOTE, "Note: what you have reached cannot be remembered: %s",
                 strerror(errno));
}

/* The next exercise, by number and round again, that is not solved. */
static const struct exercise *next_after(const struct session *session,
                                         const struct exercise *exercise)
{
    const size_t count = session->catalog.count;
    const size_t from = (size_t)(exercise - session->catalog.exercises);
    for (size_t i = 1; i < count; i++) {
        const struct exercise *e = &session->catalog.exercises[(from + i) % count];
        struct progress progress;
        state_read(e, session->build, &progress);
        if (progress.state != STATE_SOLVED)
            return e;
    }
    return NULL;
}

static int missing(const struct exercise *exercise, const struct progress *progress)
{
    show_say(TONE_BAD, "✗ %s: %s. make reset-%s brings the shipped file back (yours is kept).",
             exercise->source, progress->why, exercise->name);
    return EXIT_NOT_SOLVED;
}

static int command_list(const struct session *session)
{
    static struct progress progress[MAX_EXERCISES];
    static struct verdict verdict;
    for (size_t i = 0; i < session->catalog.count; i++) {
        const struct exercise *e = &session->catalog.exercises[i];
        state_read(e, session->build, &progress[i]);
        if (progress[i].state == STATE_UNKNOWN)
            judge_learner(session, e, &progress[i], &verdict);
    }
    show_list(&session->catalog, progress);
    return 0;
}

static int command_check(const struct session *session, const struct exercise *exercise)
{
    static struct verdict verdict;
    struct progress progress;
    state_read(exercise, session->build, &progress);
    if (progress.state == STATE_MISSING)
        return missing(exercise, &progress);
    if (progress.state == STATE_NOT_STARTED) {
        show_intro(exercise, &progress);
        return 0;
    }
    judge_learner(session, exercise, &progress, &verdict);
    show_verdict(exercise, &progress, &verdict,
                 verdict.outcome == OUTCOME_SOLVED ? next_after(session, exercise) : NULL);
    if (verdict.outcome == OUTCOME_NO_CHECKER)
        return EXIT_USAGE;
    return verdict.outcome == OUTCOME_SOLVED ? 0 : EXIT_NOT_SOLVED;
}

static int command_hint(const struct session *session, const struct exercise *exercise)
{
    struct progress progress;
    const unsigned count = show_hint_count(exercise);
    state_read(exercise, session->build, &progress);
    if (progress.solved_before) {
        for (unsigned level = 1; level <= count; level++)
            show_hint(exercise, level);
        return 0;
    }
    if (progress.hints < count)
        progress.hints++;
    else
        printf("There are no more hints; this is the last one.\n\n");
    if (!show_hint(exercise, progress.hints)) {
        show_say(TONE_BAD, "%s has no hint.", exercise->hints);
        return EXIT_USAGE;
    }
    if (progress.hints == count)
        printf("That was the last hint. The solution: make solution-%s FORCE=1\n", exercise->name);
    return state_write(exercise, session->build, &progress, NULL) == 0 ? 0 : EXIT_USAGE;
}

static int command_solution(const struct session *session, const struct exercise *exercise)
{
    struct progress progress;
    state_read(exercise, session->build, &progress);
    if (!progress.solved_before && !is_forced()) {
        printf("The solution is shown once yours passes (make exercise-%s). A hint helps on: make "
               "hint-%s. To see it anyway: make solution-%s FORCE=1\n",
               exercise->name, exercise->name, exercise->name);
        return EXIT_NOT_SOLVED;
    }
    show_solution(exercise);
    return 0;
}

/* Copies the file to FILE.1.bak, or the next number that is free. */
static int keep_backup(const char *source, char *backup, size_t size)
{
    char *text = text_read(source);
    if (text == NULL)
        return errno == ENOENT ? 0 : -1;
    for (unsigned i = 1; i == 1 || access(backup, F_OK) == 0; i++)
        snprintf(backup, size, "%s.%u.bak", source, i);
    const int failed = text_write(backup, text);
    free(text);
    return failed;
}

static int agrees(const char *question)
{
    char answer[16] = "";
    if (is_forced())
        return 1;
    if (!isatty(STDIN_FILENO)) {
        printf("%s Nobody is there to answer: say yes with FORCE=1.\n", question);
        return 0;
    }
    printf("%s [y/N] ", question);
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

static int command_reset(const struct session *session, const struct exercise *exercise)
{
    struct progress progress;
    char question[MAX_PATH * 2], backup[MAX_PATH + 32] = "";
    state_read(exercise, session->build, &progress);
    if (progress.state == STATE_NOT_STARTED) {
        printf("%s is as it was shipped: nothing to do.\n", exercise->source);
        return 0;
    }
    snprintf(question, sizeof question, "Put %s back to how it was shipped (yours is kept)?",
             exercise->source);
    if (!agrees(question)) {
        printf("Nothing was changed.\n");
        return EXIT_NOT_SOLVED;
    }
    char *shipped = state_shipped(exercise);
    if (shipped == NULL || keep_backup(exercise->source, backup, sizeof backup) != 0 ||
        text_write(exercise->source, shipped) != 0) {
        show_say(TONE_BAD, "%s could not be reset: %s. Nothing was lost.", exercise->source,
                 strerror(errno));
        free(shipped);
        return EXIT_USAGE;
    }
    free(shipped);
    progress.hints = 0;
    (void)state_write(exercise, session->build, &progress, NULL);
    printf("%s is as it was shipped.", exercise->source);
    printf(backup[0] ? " Yours is in %s\n" : "\n", backup);
    return 0;
}

static int command_watch(const struct session *session)
{
    struct watch *watch = watch_begin(&session->catalog, session->poll);
    int polling = 0;
    if (watch == NULL)
        return EXIT_USAGE;
    printf("Watching exercises/: save a file and it is checked. End with Ctrl-C.\n");
    if (!watch_has_events(watch))
        printf("File events are not used: the files are looked at twice a second.\n");
    for (unsigned done = 0; session->most == 0 || done < session->most; done++) {
        const struct exercise *exercise = watch_wait(watch, &polling);
        if (polling == 1) {
            printf("File events do not arrive here (a network drive?): from now on the files are "
                   "looked at twice a second.\n");
            polling = 2;
        }
        printf("\n---- %s\n", exercise->source);
        (void)command_check(session, exercise);
        fflush(stdout);
    }
    watch_end(watch);
    return 0;
}

static int usage(void)
{
    fprintf(stderr, "usage: exercise [--source DIR] [--build DIR, seen from there] list\n"
                    "       exercise … check|hint|solution|reset NAME\n"
                    "       exercise … watch [--poll] [--checks N]\n");
    return EXIT_USAGE;
}

static int unknown(const struct session *session, const char *name)
{
    const struct exercise *near = catalog_near(&session->catalog, name);
    fprintf(stderr, "There is no exercise %s.", name);
    if (near != NULL)
        fprintf(stderr, " Did you mean %s?", near->name);
    fprintf(stderr, " They are:");
    for (size_t i = 0; i < session->catalog.count; i++)
        fprintf(stderr, " %s", session->catalog.exercises[i].name);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int dispatch(const struct session *session, const char *command, const char *name)
{
    static const struct {
        const char *name;
        int (*run)(const struct session *session, const struct exercise *exercise);
    } commands[] = { { "check", command_check },
                     { "hint", command_hint },
                     { "solution", command_solution },
                     { "reset", command_reset } };
    if (strcmp(command, "list") == 0 && name == NULL)
        return command_list(session);
    if (strcmp(command, "watch") == 0 && name == NULL)
        return command_watch(session);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(command, commands[i].name) == 0 && name != NULL) {
            const struct exercise *exercise = catalog_find(&session->catalog, name);
            return exercise != NULL ? commands[i].run(session, exercise) : unknown(session, name);
        }
    }
    return usage();
}

/* Fills the session from the options; leaves the other words in words[2].
 * Returns how many, or -1. */
static int parse(int argc, char **argv, struct session *session, const char **source,
                 const char *words[2])
{
    int count = 0;
    snprintf(session->build, sizeof session->build, "build");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--source") == 0 && i + 1 < argc)
            *source = argv[++i];
        else if (strcmp(argv[i], "--build") == 0 && i + 1 < argc)
            snprintf(session->build, sizeof session->build, "%s", argv[++i]);
        else if (strcmp(argv[i], "--poll") == 0)
            session->poll = 1;
        else if (strcmp(argv[i], "--checks") == 0 && i + 1 < argc)
            session->most = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (argv[i][0] == '-' || count == 2)
            return -1;
        else
            words[count++] = argv[i];
    }
    return count;
}

int main(int argc, char **argv)
{
    static struct session session;
    const char *words[2] = { NULL, NULL }, *source = ".";
    char why[256];
    if (parse(argc, argv, &session, &source, words) < 1)
        return usage();
    if (chdir(source) != 0) {
        fprintf(stderr, "exercise: %s: %s\n", source, strerror(errno));
        return EXIT_USAGE;
    }
    if (catalog_read(&session.catalog, why) != 0) {
        fprintf(stderr, "exercise: %s\n", why);
        return EXIT_USAGE;
    }
    show_start();
    process_end_children_on_signals();
    return dispatch(&session, words[0], words[1]);
}
