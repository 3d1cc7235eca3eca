#include "scratch.h"

#include "exercise_state.h"
#include "exercise_text.h"
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct catalog scratch_catalog;
static char tree[RUN_PATH], build[RUN_PATH + 64];

/* A shell is good enough for copying folders in a test. */
static void shell(const char *format, const char *a, const char *b)
{
    char command[3 * RUN_PATH];
    snprintf(command, sizeof command, format, a, b);
    struct process_result result = run_expecting(0, 60, "%s", command);
    process_free(&result);
}

void scratch_enter(void)
{
    unsetenv("FORCE");
    unsetenv("SEED");
    char why[256];
    make_folder(tree, "");
    shell("cp -r '%s/exercises' '%s/'", SOURCE_DIR, tree);
    shell("cp -r '%s/solutions' '%s/'", SOURCE_DIR, tree);
    shell("ln -s '%s/simt' '%s/simt'", SOURCE_DIR, tree);
    /* A build folder of its own, with the parts of the real one: what is
     * remembered of the learner must not mix. */
    snprintf(build, sizeof build, "%s/build", tree);
    shell("mkdir -p '%s/exercises' '%s'", build, build);
    shell("ln -s '%s/exercises/lib' '%s/exercises/lib'", BUILD_DIR, build);
    shell("ln -s '%s/simt' '%s/simt'", BUILD_DIR, build);
    shell("cp '%s'/exercises/*.txt '%s/exercises/'", BUILD_DIR, build);
    ck_assert_int_eq(chdir(tree), 0);
    ck_assert_msg(catalog_read(&scratch_catalog, why) == 0, "%s", why);
    for (size_t i = 0; i < scratch_catalog.count; i++) {
        char *shipped = state_shipped(&scratch_catalog.exercises[i]);
        ck_assert_ptr_nonnull(shipped);
        ck_assert_int_eq(text_write(scratch_catalog.exercises[i].source, shipped), 0);
        free(shipped);
    }
}

void scratch_leave(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    remove_folder(tree);
}

const struct exercise *scratch_exercise(const char *name)
{
    const struct exercise *exercise = catalog_find(&scratch_catalog, name);
    ck_assert_msg(exercise != NULL, "there is no %s", name);
    return exercise;
}

void scratch_write_region(const char *name, const char *lines)
{
    const struct exercise *exercise = scratch_exercise(name);
    char *text = text_read(exercise->source);
    char *changed = text != NULL ? region_replace(text, lines) : NULL;
    ck_assert_ptr_nonnull(changed);
    ck_assert_int_eq(text_write(exercise->source, changed), 0);
    free(text);
    free(changed);
}

void scratch_solve(const char *name)
{
    const struct exercise *exercise = scratch_exercise(name);
    char *solution = text_read(exercise->solution);
    ck_assert_ptr_nonnull(solution);
    ck_assert_int_eq(text_write(exercise->source, solution), 0);
    free(solution);
}

struct process_result scratch_run(const char *command, const char *name)
{
    struct process_result result;
    const char *const argv[] = {
        BUILD_DIR "/tools/exercise", "--source", tree, "--build", build, command, name, NULL
    };
    ck_assert_int_eq(process_run(argv, 80, &result), 0);
    return result;
}

void scratch_contains(const struct process_result *result, const char *what)
{
    ck_assert_msg(strstr(result->out.text, what) != NULL, "'%s' is not in:\n%s%s", what,
                  result->out.text, result->err.text);
}

void scratch_lacks(const struct process_result *result, const char *what)
{
    ck_assert_msg(strstr(result->out.text, what) == NULL, "'%s' is in:\n%s", what,
                  result->out.text);
}
