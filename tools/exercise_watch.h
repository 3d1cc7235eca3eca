/*
 * Waits for the learner to save a file.
 */
#ifndef EXERCISE_WATCH_H
#define EXERCISE_WATCH_H

#include "exercise_catalog.h"

struct watch;

/* Begins to watch the sources. With `poll` it does not ask the system for file
 * events. NULL when there is no memory. */
struct watch *watch_begin(const struct catalog *catalog, int poll);

/* Returns the exercise whose source has changed since it was last returned (or
 * since the beginning); waits for it. *polling becomes 1 when a change came
 * without a file event: from then on the files are looked at twice a second. */
const struct exercise *watch_wait(struct watch *watch, int *polling);

/* 1 if file events are used. */
int watch_has_events(const struct watch *watch);

void watch_end(struct watch *watch);

#endif
