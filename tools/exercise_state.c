#include "exercise_state.h"

#include "exercise_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What lies in build/exercises/state/NN_name. */
struct memory {
    unsigned long long hash, version; /* of the file and the checks of the last verdict */
    int solved, ever;
    unsigned hints;
};

static void memory_path(const struct exercise *exercise, const char *build, char *path, size_t size)
{
    snprintf(path, size, "%s/exercises/state/%s", build, exercise->folder);
}

static struct memory memory_read(const struct exercise *exercise, const char *build)
{
    struct memory memory = { 0, 0, 0, 0, 0 };
    char path[MAX_PATH * 2];
    memory_path(exercise, build, path, sizeof path);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return memory;
    if (fscanf(file, "file %llx checks %llx solved %d ever %d hints %u", &memory.hash,
               &memory.version, &memory.solved, &memory.ever, &memory.hints) != 5)
        memset(&memory, 0, sizeof memory);
    fclose(file);
    return memory;
}

char *state_shipped(const struct exercise *exercise)
{
    errno = 0;
    char *solution = text_read(exercise->solution);
    char *start = text_read(exercise->start);
    char *shipped = solution && start ? region_replace(solution, start) : NULL;
    free(solution);
    free(start);
    return shipped;
}

static void look_at(const struct exercise *exercise, const char *text, struct progress *progress)
{
    char *shipped = state_shipped(exercise), *start = text_read(exercise->start);
    if (shipped == NULL || start == NULL) {
        progress->state = STATE_MISSING;
        snprintf(progress->why, sizeof progress->why, "%.100s or %.100s cannot be read",
                 exercise->solution, exercise->start);
    } else {
        progress->outside = outside_differs(text, shipped);
        progress->only_comments = region_only_comments(text, start);
        if (region_is(text, start) && progress->outside == 0)
            progress->state = STATE_NOT_STARTED;
    }
    free(shipped);
    free(start);
}

void state_read(const struct exercise *exercise, const char *build, struct progress *progress)
{
    const struct memory memory = memory_read(exercise, build);
    struct region region;
    *progress = (struct progress){ .state = STATE_UNKNOWN };
    progress->hints = memory.hints;
    progress->solved_before = memory.ever;
    char *text = text_read(exercise->source);
    if (text == NULL) {
        progress->state = STATE_MISSING;
        snprintf(progress->why, sizeof progress->why, "%s", strerror(errno));
        return;
    }
    progress->hash = text_hash(text, TEXT_HASH);
    if (region_find(text, &region, progress->why) != 0) {
        progress->state = STATE_MISSING;
    } else {
        progress->region_first = region.first_line;
        progress->region_last = region.last_line;
        look_at(exercise, text, progress);
    }
    if (progress->state == STATE_UNKNOWN && memory.hash == progress->hash &&
        memory.version == judge_version(exercise, build))
        progress->state = memory.solved ? STATE_SOLVED : STATE_WRONG;
    free(text);
}

int state_write(const struct exercise *exercise, const char *build, struct progress *progress,
                const struct verdict *verdict)
{
    struct memory memory = memory_read(exercise, build);
    char path[MAX_PATH * 2], text[256];
    memory.hints = progress->hints;
    if (verdict != NULL) {
        memory.hash = progress->hash;
        memory.version = judge_version(exercise, build);
        memory.solved = verdict->outcome == OUTCOME_SOLVED;
        memory.ever = memory.ever || memory.solved;
        progress->state = memory.solved ? STATE_SOLVED : STATE_WRONG;
        progress->solved_before = memory.ever;
    }
    snprintf(path, sizeof path, "%s/exercises", build);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/exercises/state", build);
    mkdir(path, 0777);
    memory_path(exercise, build, path, sizeof path);
    snprintf(text, sizeof text, "file %llx checks %llx solved %d ever %d hints %u\n", memory.hash,
             memory.version, memory.solved, memory.ever, memory.hints);
    return text_write(path, text);
}
