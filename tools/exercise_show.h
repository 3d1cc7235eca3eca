/*
 * What the learner reads. All output of the exercise commands is here.
 */
#ifndef EXERCISE_SHOW_H
#define EXERCISE_SHOW_H

#include "exercise_judge.h"
#include "exercise_state.h"

/* Colour on a terminal unless NO_COLOR is set; plain elsewhere. Call first. */
void show_start(void);

/* The list with a progress bar, and what comes next. `progress` has one entry
 * per exercise. */
void show_list(const struct catalog *catalog, const struct progress *progress);

/* "checking 3 of 10" on a terminal's current line, wiped by show_busy(NULL). */
void show_busy(const char *text);

/* An exercise that was not begun: where to read and where to write. */
void show_intro(const struct exercise *exercise, const struct progress *progress);

/* The verdict in words, for a failure with the command line that repeats the run. `next`: the
 * exercise to go on with, or NULL. */
void show_verdict(const struct exercise *exercise, const struct progress *progress,
                  const struct verdict *verdict, const struct exercise *next);

/* One line for the same, as in "exercises/05_argmin/argmin.cu:26: error: …"; for tests. */
void show_line(const struct exercise *exercise, const struct progress *progress,
               const struct verdict *verdict, char *line, size_t size);

/* Hint `level` from 1; returns 0 when there is none. */
int show_hint(const struct exercise *exercise, unsigned level);
unsigned show_hint_count(const struct exercise *exercise);

/* The solution's region. */
void show_solution(const struct exercise *exercise);

/* A sentence, with a mark and colour: good, bad or plain. */
enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_NOTE };
void show_say(enum tone tone, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
