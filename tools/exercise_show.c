#include "exercise_show.h"

#include "exercise_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int colour, terminal;

enum { BAR = 20 };
static const char *const codes[] = { "", "\033[32m", "\033[31m", "\033[33m", "\033[1m", "\033[2m" };
enum { BOLD = 4, DIM = 5 };

void show_start(void)
{
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    terminal = isatty(STDOUT_FILENO);
    colour = terminal && (no_colour == NULL || no_colour[0] == '\0') &&
             (kind == NULL || strcmp(kind, "dumb") != 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

static void paint(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void paint(int code, const char *format, ...)
{
    va_list arguments;
    if (colour)
        fputs(codes[code], stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    if (colour && code != TONE_PLAIN)
        fputs("\033[0m", stdout);
}

void show_say(enum tone tone, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    paint((int)tone, "%s", text);
    putchar('\n');
}

void show_busy(const char *text)
{
    if (!terminal)
        return;
    printf(text == NULL ? "\r\033[K" : "\r\033[K%s", text);
    fflush(stdout);
}

/* ---- the list ------------------------------------------------------------ */

static void show_state(enum state state)
{
    switch (state) {
    case STATE_SOLVED:
        paint(TONE_GOOD, "✓");
        break;
    case STATE_NOT_STARTED:
        paint(DIM, "·");
        break;
    default:
        paint(TONE_BAD, "✗");
    }
}

static const char *state_words(const struct progress *progress)
{
    switch (progress->state) {
    case STATE_MISSING:
        return progress->why;
    case STATE_WRONG:
        return "begun, not solved yet";
    case STATE_UNKNOWN:
        return "begun, could not be checked";
    default:
        return "";
    }
}

static void show_bar(size_t solved, size_t count)
{
    const size_t full = solved * BAR / count;
    printf("Exercises  [");
    for (size_t i = 0; i < BAR; i++)
        paint(i < full ? TONE_GOOD : DIM, "%s", i < full ? "█" : "░");
    printf("] %zu of %zu solved\n\n", solved, count);
}

void show_list(const struct catalog *catalog, const struct progress *progress)
{
    const struct exercise *next = NULL;
    size_t solved = 0;
    for (size_t i = 0; i < catalog->count; i++)
        solved += progress[i].state == STATE_SOLVED;
    show_bar(solved, catalog->count);
    for (size_t i = 0; i < catalog->count; i++) {
        const struct exercise *e = &catalog->exercises[i];
        if (next == NULL && progress[i].state != STATE_SOLVED)
            next = e;
        printf("  ");
        show_state(progress[i].state);
        printf(" %02u %-20s %s", e->number, e->name, e->title);
        if (state_words(&progress[i])[0] != '\0')
            paint(TONE_NOTE, " (%s)", state_words(&progress[i]));
        putchar('\n');
    }
    if (next == NULL)
        show_say(TONE_GOOD, "\nAll solved. Compare yours with solutions/, and beat the scores.");
    else
        printf("\nNext: read %s, write in %s, then: make exercise-%s\n", next->readme, next->source,
               next->name);
}

void show_intro(const struct exercise *exercise, const struct progress *progress)
{
    paint(BOLD, "%02u %s", exercise->number, exercise->name);
    printf(": %s\n\n", exercise->title);
    printf("Not started: %s is as it was shipped.\n", exercise->source);
    printf("  read   %s\n", exercise->readme);
    printf("  write  between the two markers, lines %u to %u of %s\n", progress->region_first,
           progress->region_last, exercise->source);
    printf("  check  make exercise-%s\n", exercise->name);
    printf("  stuck  make hint-%s\n", exercise->name);
}

/* ---- a verdict ----------------------------------------------------------- */

/* Prints each line behind `label` on the first and blanks on the others. */
static void show_lines(const char *label, const char *lines, int code)
{
    for (; *lines != '\0'; label = "") {
        const size_t length = strcspn(lines, "\n");
        printf("  %-9s ", label);
        paint(code, "%.*s", (int)length, lines);
        putchar('\n');
        lines += length + (lines[length] == '\n');
    }
}

static const char *ended_words(const char *ended)
{
    if (strcmp(ended, "slow") == 0)
        return "it did not come to an end: a loop whose condition never becomes false, or far too "
               "much work?";
    if (strcmp(ended, "memory") == 0)
        return "it took more memory than a check may (1 GiB): does an allocation stand in a loop, "
               "or is a size wrong?";
    if (strcmp(ended, "exited") == 0)
        return "it ended the whole program: return from the function, do not call exit()";
    return "it crashed: an address that is not valid, or a division by zero";
}

static void show_outside(const struct exercise *exercise, const struct progress *progress)
{
    if (progress->outside > 0)
        show_say(TONE_NOTE,
                 "Note: %s:%u: this line lies outside the region and is not as it was shipped.",
                 exercise->source, progress->outside);
}

static void show_failure(const struct verdict *verdict)
{
    show_lines("check", verdict->failed, TONE_PLAIN);
    show_lines("case", verdict->trying, TONE_PLAIN);
    show_lines("expected", verdict->expected, TONE_GOOD);
    show_lines("got", verdict->ended[0] == '\0' ? verdict->got : "", TONE_BAD);
    if (verdict->ended[0] != '\0')
        show_lines("got", ended_words(verdict->ended), TONE_BAD);
    show_lines("why", verdict->because, BOLD);
    if (verdict->findings[0] != '\0')
        printf("\n%s", verdict->findings); /* from the line's first column: editors jump there */
    if (verdict->printed[0] != '\0') {
        printf("\nYour program and the simulated GPU said:\n");
        show_lines("", verdict->printed, TONE_PLAIN);
    }
}

/* The reference's score of this exercise by that name; 0 when none is recorded. */
static int reference_score(const struct exercise *exercise, const char *name, double *value)
{
    char line[256], folder[64];
    int found = 0, from = 0;
    FILE *file = fopen("solutions/scores.txt", "r");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%63s %lf %n", folder, value, &from) == 2 &&
            strcmp(folder, exercise->name) == 0) {
            line[strcspn(line, "\n")] = '\0';
            found = strcmp(line + from, name) == 0;
        }
    }
    if (file != NULL)
        fclose(file);
    return found;
}

static void show_scores(const struct exercise *exercise, const struct verdict *verdict)
{
    unsigned better = 0, worse = 0;
    if (verdict->score_count == 0)
        return;
    printf("\n  %-26s %10s %10s\n", "score", "yours", "reference");
    for (unsigned i = 0; i < verdict->score_count; i++) {
        const struct score *score = &verdict->scores[i];
        double reference = 0;
        const int known = reference_score(exercise, score->name, &reference);
        const int tone = !known || (score->value <= reference && score->value >= reference)
                             ? TONE_PLAIN
                         : score->value < reference ? TONE_GOOD
                                                    : TONE_NOTE;
        better += tone == TONE_GOOD;
        worse += tone == TONE_NOTE;
        printf("  %-26s ", score->name);
        paint(tone, "%10.6g", score->value);
        if (known)
            printf(" %10.6g  %s\n", reference, score->words);
        else
            printf(" %10s  %s\n", "", score->words);
    }
    if (worse > 0)
        printf("\nSmaller is better: can you reach the reference?\n");
    else if (better > 0)
        printf("\nSmaller is better, and yours beats the reference.\n");
    else
        printf("\nSmaller is better: can you beat the reference?\n");
}

static void show_repeat(const struct exercise *exercise, const struct verdict *verdict)
{
    printf(
        "\n%u of %u checks passed before it. Repeat with the same data: make exercise-%s SEED=%s\n",
        verdict->passed, verdict->checks, exercise->name, verdict->seed);
}

static void show_unsolved(const struct exercise *exercise, const struct progress *progress,
                          const struct verdict *verdict)
{
    const unsigned hints = show_hint_count(exercise);
    if (verdict->outcome == OUTCOME_NO_BUILD) {
        show_say(TONE_BAD, "✗ %s does not compile:", exercise->source);
        show_lines("", verdict->compiler, TONE_PLAIN);
    } else {
        show_say(TONE_BAD, "✗ %s: not solved yet.\n", exercise->source);
        if (progress->only_comments)
            show_say(TONE_NOTE, "The region holds comments only: the compiler does not read them.");
        show_failure(verdict);
        if (verdict->compiler[0] != '\0') {
            printf("\nThe compiler warned:\n");
            show_lines("", verdict->compiler, TONE_PLAIN);
        }
        show_repeat(exercise, verdict);
    }
    show_outside(exercise, progress);
    if (progress->hints < hints)
        printf("Stuck? make hint-%s (%u of %u hints left)\n", exercise->name,
               hints - progress->hints, hints);
}

void show_verdict(const struct exercise *exercise, const struct progress *progress,
                  const struct verdict *verdict, const struct exercise *next)
{
    if (verdict->outcome == OUTCOME_NO_CHECKER) {
        show_say(TONE_BAD, "The check itself failed: %s", verdict->because);
    } else if (verdict->outcome == OUTCOME_SOLVED) {
        show_say(TONE_GOOD, "✓ %s is solved: all %u checks pass.", exercise->name, verdict->checks);
        show_outside(exercise, progress);
        show_scores(exercise, verdict);
        if (verdict->gpu[0] != '\0')
            printf("\n%s", verdict->gpu);
        printf("The reference: make solution-%s\n", exercise->name);
        if (next != NULL)
            printf("Next: make exercise-%s\n", next->name);
        else
            printf("That was the last one: all exercises are solved.\n");
    } else {
        show_unsolved(exercise, progress, verdict);
    }
    printf("(built in %.1f s, checked in %.1f s)\n", verdict->build_s, verdict->run_s);
}

void show_line(const struct exercise *exercise, const struct progress *progress,
               const struct verdict *verdict, char *line, size_t size)
{
    const char *why = verdict->because[0] != '\0' ? verdict->because : verdict->findings;
    const char *detail = verdict->outcome == OUTCOME_NO_BUILD ? "it does not compile"
                         : verdict->ended[0] != '\0'          ? ended_words(verdict->ended)
                                                              : why;
    snprintf(line, size, "%s:%u: error: begun and not solved: %.*s%s%.*s (make exercise-%s)",
             exercise->source, progress->region_first, (int)strcspn(verdict->failed, "\n"),
             verdict->failed, verdict->failed[0] ? ": " : "", (int)strcspn(detail, "\n"), detail,
             exercise->name);
}

/* ---- hints and solution -------------------------------------------------- */

/* The text of hint `level`: what stands behind the line "## level". */
static const char *find_hint(const char *text, unsigned level, size_t *length)
{
    char heading[16];
    snprintf(heading, sizeof heading, "\n## %u", level);
    const char *at = strstr(text, heading);
    if (at == NULL)
        return NULL;
    at = strchr(at + 1, '\n');
    if (at == NULL)
        return NULL;
    at += strspn(at, "\n");
    const char *end = strstr(at, "\n## ");
    *length = end != NULL ? (size_t)(end - at) : strlen(at);
    while (*length > 0 && at[*length - 1] == '\n')
        --*length;
    return at;
}

unsigned show_hint_count(const struct exercise *exercise)
{
    char *text = text_read(exercise->hints);
    unsigned count = 0;
    size_t length;
    while (text != NULL && find_hint(text, count + 1, &length) != NULL)
        count++;
    free(text);
    return count;
}

int show_hint(const struct exercise *exercise, unsigned level)
{
    char *text = text_read(exercise->hints);
    size_t length = 0;
    const char *hint = text != NULL ? find_hint(text, level, &length) : NULL;
    if (hint != NULL) {
        paint(BOLD, "Hint %u of %u", level, show_hint_count(exercise));
        printf("\n%.*s\n\n", (int)length, hint);
    }
    const int found = hint != NULL;
    free(text);
    return found;
}

void show_solution(const struct exercise *exercise)
{
    struct region region;
    char why[256];
    char *text = text_read(exercise->solution);
    if (text == NULL || region_find(text, &region, why) != 0) {
        show_say(TONE_BAD, "%s cannot be read.", exercise->solution);
    } else {
        paint(BOLD, "%s, lines %u to %u", exercise->solution, region.first_line, region.last_line);
        printf("\n\n%.*s", (int)(region.end - region.begin), region.begin);
    }
    free(text);
}
