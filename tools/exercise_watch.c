#include "exercise_watch.h"

#include "exercise_text.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

/* Files are looked at this often even where events arrive: network drives and
 * shared folders accept the request for events and never send any. */
enum { POLL_MS = 500, WITH_EVENTS_MS = 2000, SETTLE_MS = 30 };

struct watch {
    const struct catalog *catalog;
    int events; /* inotify, or -1 */
    struct stat seen[MAX_EXERCISES];
    unsigned long long hash[MAX_EXERCISES];
};

static unsigned long long hash_of(const char *path)
{
    char *text = text_read(path);
    const unsigned long long hash = text != NULL ? text_hash(text, TEXT_HASH) : 0;
    free(text);
    return hash;
}

static int open_events(const struct catalog *catalog)
{
#ifdef __linux__
    const int events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char folder[MAX_PATH * 2];
    for (size_t i = 0; events >= 0 && i < catalog->count; i++) {
        snprintf(folder, sizeof folder, "exercises/%s", catalog->exercises[i].folder);
        /* The folder, not the file: editors write a new file and rename it. */
        if (inotify_add_watch(events, folder, IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
            close(events);
            return -1;
        }
    }
    return events;
#else
    (void)catalog;
    return -1;
#endif
}

struct watch *watch_begin(const struct catalog *catalog, int poll)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        return NULL;
    watch->catalog = catalog;
    watch->events = poll ? -1 : open_events(catalog);
    for (size_t i = 0; i < catalog->count; i++) {
        watch->hash[i] = hash_of(catalog->exercises[i].source);
        (void)stat(catalog->exercises[i].source, &watch->seen[i]);
    }
    return watch;
}

int watch_has_events(const struct watch *watch)
{
    return watch->events >= 0;
}

void watch_end(struct watch *watch)
{
    if (watch->events >= 0)
        close(watch->events);
    free(watch);
}

static void pause_ms(long ms)
{
    const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };
    nanosleep(&t, NULL);
}

/* Waits for an event or the time. Returns 1 when there was an event. */
static int wait_for_event(struct watch *watch)
{
    char events[4096];
    struct pollfd ready = { watch->events, POLLIN, 0 };
    int any = 0;
    if (watch->events < 0) {
        pause_ms(POLL_MS);
        return 0;
    }
    if (poll(&ready, 1, WITH_EVENTS_MS) <= 0)
        return 0;
    pause_ms(SETTLE_MS); /* a save is several events */
    while (read(watch->events, events, sizeof events) > 0)
        any = 1;
    return any;
}

static int same_stamp(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_size == b->st_size && a->st_ino == b->st_ino;
}

/* 1 if this source has other content than when it was last seen. */
static int has_changed(struct watch *watch, size_t i)
{
    struct stat now;
    if (stat(watch->catalog->exercises[i].source, &now) != 0 || same_stamp(&now, &watch->seen[i]))
        return 0;
    const unsigned long long hash = hash_of(watch->catalog->exercises[i].source);
    const int changed = hash != watch->hash[i];
    watch->seen[i] = now;
    watch->hash[i] = hash;
    return changed;
}

const struct exercise *watch_wait(struct watch *watch, int *polling)
{
    for (int first = 1;; first = 0) {
        const int event = first ? 1 : wait_for_event(watch);
        for (size_t i = 0; i < watch->catalog->count; i++) {
            if (!has_changed(watch, i))
                continue;
            if (!event && watch->events >= 0) {
                close(watch->events);
                watch->events = -1;
                *polling = 1;
            }
            return &watch->catalog->exercises[i];
        }
    }
}
