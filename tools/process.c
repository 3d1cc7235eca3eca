#define _POSIX_C_SOURCE 200809L

#include "process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MAX_LIVE = 64, TICK_MS = 50, LINGER_MS = 200 };

/* Process groups that run now. Read by the signal handler, so no lock there:
 * a slot is 0 or a group of ours. */
static volatile sig_atomic_t live[MAX_LIVE];
/* Guards pipe to spawn: another thread's child must not inherit the pipes. */
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;

static const int ending[] = { SIGINT, SIGTERM, SIGHUP };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void remember(pid_t from, pid_t to)
{
    pthread_mutex_lock(&spawn_lock);
    for (int i = 0; i < MAX_LIVE; i++) {
        if (live[i] == from) {
            live[i] = to;
            break;
        }
    }
    pthread_mutex_unlock(&spawn_lock);
}

static void end_children(int signal_number)
{
    for (int i = 0; i < MAX_LIVE; i++) {
        if (live[i] > 0)
            kill(-(pid_t)live[i], SIGKILL);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void process_end_children_on_signals(void)
{
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action = { .sa_handler = end_children };
        sigemptyset(&action.sa_mask);
        sigaction(ending[i], &action, NULL);
    }
}

static int open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return errno;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return 0;
}

/* The child gets default signal handling and a process group of its own. */
static int spawn_group(const char *const *argv, int out, int err, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    sigemptyset(&defaults);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&defaults, ending[i]);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    const int failed =
        posix_spawnp(pid, argv[0], &files, &attributes, (char *const *)argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/* Starts the child; leaves the reading ends of its two outputs in `from`. */
static int start(const char *const *argv, pid_t *pid, int from[2])
{
    int out[2], err[2];
    pthread_mutex_lock(&spawn_lock);
    int failed = open_pipe(out);
    if (!failed) {
        failed = open_pipe(err);
        if (failed) {
            close(out[0]);
            close(out[1]);
        }
    }
    if (!failed) {
        failed = spawn_group(argv, out[1], err[1], pid);
        close(out[1]);
        close(err[1]);
        from[0] = out[0];
        from[1] = err[0];
        if (failed) {
            close(from[0]);
            close(from[1]);
        }
    }
    pthread_mutex_unlock(&spawn_lock);
    return failed;
}

/* What is allocated for so many bytes and a NUL: a power of two, so that a long text
 * is not copied with every piece. */
static size_t room_for(size_t bytes)
{
    size_t room = 64;
    while (room <= bytes)
        room *= 2;
    return room;
}

static void append(struct process_text *text, const char *bytes, size_t count)
{
    if (text->bytes + count > PROCESS_KEEP_BYTES)
        count = PROCESS_KEEP_BYTES - text->bytes;
    const size_t room = room_for(text->bytes + count);
    if (text->text == NULL || room != room_for(text->bytes)) {
        text->text = realloc(text->text, room);
        if (text->text == NULL)
            abort();
    }
    memcpy(text->text + text->bytes, bytes, count);
    text->bytes += count;
    text->text[text->bytes] = '\0';
}

/* Reads once from what is ready; a stream that has ended becomes -1. */
static void read_ready(struct pollfd *streams, struct process_text *const *texts, int timeout_ms)
{
    char buffer[1 << 14];
    const int ready = poll(streams, 2, timeout_ms);
    for (int i = 0; i < 2 && ready > 0; i++) {
        if (streams[i].fd < 0 || streams[i].revents == 0)
            continue;
        const ssize_t count = read(streams[i].fd, buffer, sizeof buffer);
        if (count > 0) {
            append(texts[i], buffer, (size_t)count);
        } else if (count == 0 || errno != EINTR) {
            close(streams[i].fd);
            streams[i].fd = -1;
        }
    }
}

/* Reads until both streams end. A child that has ended but left a stream open
 * in a process of its own gets LINGER_MS more. */
static int watch(pid_t pid, double deadline, const int from[2], struct process_result *result)
{
    struct pollfd streams[2] = { { from[0], POLLIN, 0 }, { from[1], POLLIN, 0 } };
    struct process_text *const texts[2] = { &result->out, &result->err };
    int status = 0, ended = 0;
    double quit = deadline;
    while (!ended || streams[0].fd >= 0 || streams[1].fd >= 0) {
        read_ready(streams, texts, TICK_MS);
        if (!ended && waitpid(pid, &status, WNOHANG) == pid) {
            ended = 1;
            quit = now_s() + 1e-3 * LINGER_MS;
        }
        if (quit > 0 && now_s() > quit) {
            result->timed_out = !ended;
            break;
        }
    }
    kill(-pid, SIGKILL);
    if (!ended)
        waitpid(pid, &status, 0);
    for (int i = 0; i < 2; i++) {
        if (streams[i].fd >= 0)
            close(streams[i].fd);
    }
    return status;
}

int process_run(const char *const *argv, double seconds, struct process_result *result)
{
    assert(argv != NULL && argv[0] != NULL);
    pid_t pid;
    int from[2];
    *result = (struct process_result){ 0 };
    append(&result->out, "", 0);
    append(&result->err, "", 0);
    const double begin = now_s();
    const int failed = start(argv, &pid, from);
    if (failed)
        return failed;
    remember(0, pid);
    const int status = watch(pid, seconds > 0 ? begin + seconds : 0, from, result);
    remember(pid, 0);
    result->seconds = now_s() - begin;
    result->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return 0;
}

void process_free(struct process_result *result)
{
    free(result->out.text);
    free(result->err.text);
    *result = (struct process_result){ 0 };
}
