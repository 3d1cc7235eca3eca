/*
 * Builds a learner's file with the checks of its exercise, runs them, and
 * reads their report. Nothing here prints.
 */
#ifndef EXERCISE_JUDGE_H
#define EXERCISE_JUDGE_H

#include "exercise_catalog.h"

enum outcome {
    OUTCOME_SOLVED,
    OUTCOME_WRONG,     /* a check failed */
    OUTCOME_NO_BUILD,  /* it does not compile, or lacks a function */
    OUTCOME_ENDED,     /* it crashed, took too long, too much memory, or left */
    OUTCOME_NO_CHECKER /* our own parts are missing: not the learner's fault */
};

enum { SCORES = 16, WORDS = 512, MANY_WORDS = 4096 };

struct score {
    char name[64], words[96];
    double value;
};

struct verdict {
    enum outcome outcome;
    unsigned checks, passed;
    char failed[WORDS]; /* the name of the check that failed */
    char trying[WORDS], expected[WORDS], got[WORDS];
    char because[MANY_WORDS];  /* lines */
    char findings[MANY_WORDS]; /* of the simulated GPU: lines, "file.cu:42: error: …" */
    char ended[32];            /* crashed, slow, memory, exited; "" when the call returned */
    char compiler[MANY_WORDS]; /* what the compiler said, errors or warnings */
    char printed[MANY_WORDS];  /* what the program itself printed, its beginning */
    char gpu[MANY_WORDS];      /* what a real GPU says, where there is one */
    char seed[32];             /* repeats the run: SEED= */
    struct score scores[SCORES];
    unsigned score_count;
    double build_s, run_s;
};

/* How long the checks of one file may run, in seconds. */
#define JUDGE_RUN_SECONDS 7.0

/* Judges `file`, a path relative to the current directory (the source tree's root), against the
 * exercise's checks. `build` is the build tree; `key` names the folder in it that
 * the results go to ("learner/05_argmin"), one per file judged at the same time. */
void judge_file(const struct exercise *exercise, const char *file, const char *build,
                const char *key, struct verdict *verdict);

/* A number that changes when the checks were built anew; 0 when they are missing. */
unsigned long long judge_version(const struct exercise *exercise, const char *build);

#endif
