/*
 * A copy of the exercises in a folder of its own, for tests that solve, break
 * and reset them, and runs of the exercise command in it.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include "exercise_catalog.h"
#include "process.h"

/* Makes the copy, every exercise as it is shipped, and makes it the current
 * directory. FORCE and SEED of the environment are gone. Ends the test when that fails. */
void scratch_enter(void);

/* Removes it. */
void scratch_leave(void);

extern struct catalog scratch_catalog;

/* Looks an exercise up; it must be there. */
const struct exercise *scratch_exercise(const char *name);

/* Replaces the region of the learner's file; "" of the solution's: solves it. */
void scratch_write_region(const char *name, const char *lines);
void scratch_solve(const char *name);

/* Runs the exercise command in the scratch tree. */
struct process_result scratch_run(const char *command, const char *name);

/* Fails the test unless the result's output holds `what`, or lacks it. */
void scratch_contains(const struct process_result *result, const char *what);
void scratch_lacks(const struct process_result *result, const char *what);

#endif
