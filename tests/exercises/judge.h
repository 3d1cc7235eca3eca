/*
 * Runs the checks of one exercise, each in a process of its own, and says what
 * went wrong in words: the case, what was expected, what came, and why.
 *
 * A check program is this (with main), one check_NAME.c, and the learner's
 * file. Run alone it is a Check suite. With --report FILE it stops at the first
 * check that fails and leaves its story in FILE, one "key value" per line:
 *   checks, passed  how many there are, how many passed
 *   failed          the name of the check that failed; absent when all pass
 *   trying          the case that was under way, "n = 33, block 64"
 *   expected, got   the two results
 *   because         the explanation; several lines, one key each
 *   finding         a line of the simulated GPU's findings; one key each
 *   ended           crashed | slow | memory | exited: the call did not return
 *   score           NAME TAB VALUE TAB WORDS, when all pass
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <stddef.h>
#include <stdint.h>

struct judge_check {
    const char *name; /* what holds when it passes: "ties go to the lowest index" */
    void (*run)(void);
};

struct judge {
    const struct judge_check *checks;
    size_t count;
    void (*score)(void); /* calls judge_score; runs when all have passed; may be NULL */
};

/* Defined by each check_NAME.c. */
extern const struct judge judge;

/* ---- from within a check ------------------------------------------------- */

#define JUDGE_FORMAT __attribute__((format(printf, 1, 2)))

/* Says what is tried from now on; wipes what was said about the case before. */
void judge_trying(const char *format, ...) JUDGE_FORMAT;
void judge_expected(const char *format, ...) JUDGE_FORMAT;
void judge_got(const char *format, ...) JUDGE_FORMAT;

/* Adds a line of explanation. */
void judge_because(const char *format, ...) JUDGE_FORMAT;

/* Adds lines that the simulated GPU wrote, "file.cu:42: error: …". */
void judge_finding(const char *lines);

/* Ends the check: it has failed. */
void judge_fail(void) __attribute__((noreturn));

/* The number itself, without the sign that a NaN may have: for messages. */
double judge_number(double value);

/* One figure of the score, smaller is better: "sectors", 512, "32-byte sectors loaded". */
void judge_score(const char *name, double value, const char *words);

/* Another number each time; the environment's SEED repeats a run. */
uint64_t judge_random(void);

/* Ends the check after `because`, unless the condition holds. */
#define JUDGE_REQUIRE(condition, ...)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            judge_because(__VA_ARGS__);                                                            \
            judge_fail();                                                                          \
        }                                                                                          \
    } while (0)

#endif
