/*
 * Source positions: libbacktrace where the compiler ships it, addr2line where
 * it does not. Every address is resolved once.
 */
#define _GNU_SOURCE
#include "site.h"

#include "resolve.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN = 1024, BUCKETS = 256 };

/* A question to addr2line starts a process. */
#ifdef SIMT_HAVE_LIBBACKTRACE
enum { MOST_BYTES_BACK = 4096 };
#else
enum { MOST_BYTES_BACK = 32 };
#endif

struct known {
    uintptr_t pc;
    struct simt_site site;
    uint64_t chain;  /* a hash of all frames, inlined ones included */
    int is_lineless; /* the innermost frame has no line */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known known[KNOWN];

/* Names of files and functions, which live on: each is kept once. */
static struct name {
    struct name *next;
    char text[];
} * names[BUCKETS];

int simt_site_is_internal(const char *file)
{
    return strstr(file, "simt/include/") != NULL || strncmp(file, "/usr/include/", 13) == 0 ||
           strncmp(file, "/usr/lib/", 9) == 0 || file[0] == '<';
}

/* The part of a path that a reader needs: without a leading "./". */
static const char *trim(const char *file)
{
    while (file[0] == '.' && file[1] == '/')
        file += 2;
    return file;
}

/* Under the lock. The same text is the same pointer. */
static const char *keep(const char *text)
{
    unsigned hash = 0;
    for (const char *c = text; *c != '\0'; c++)
        hash = 31 * hash + (unsigned char)*c;
    struct name **bucket = &names[hash % BUCKETS];
    for (const struct name *n = *bucket; n != NULL; n = n->next)
        if (strcmp(n->text, text) == 0)
            return n->text;
    const size_t bytes = strlen(text) + 1;
    struct name *fresh = malloc(sizeof *fresh + bytes);
    if (fresh == NULL)
        return "?";
    memcpy(fresh->text, text, bytes);
    fresh->next = *bucket;
    *bucket = fresh;
    return fresh->text;
}

/* The frames at a place: the innermost, and the outermost, which holds all of its function. */
struct frames {
    const char *inner, *outer; /* functions; NULL: no debug information */
    unsigned line;             /* of the innermost */
    const char *wanted;        /* a function */
    int has_user, has_wanted;  /* there is a line of the user's, and one in that function */
};

static void see_frame(void *context, const char *file, unsigned line, const char *function)
{
    struct frames *frames = context;
    const char *name = keep(function != NULL ? function : "?");
    if (frames->inner == NULL) {
        frames->inner = name;
        frames->line = line;
    }
    frames->outer = name;
    const int is_user = line != 0 && !simt_site_is_internal(file);
    frames->has_user |= is_user;
    frames->has_wanted |= is_user && name == frames->wanted;
}

/* Under the lock. Where clang makes one instruction of several, it gives none of their lines,
 * or not even their function: then the nearest place before it that has one, if there is one
 * in the same function. */
static uintptr_t with_line(uintptr_t pc)
{
    struct frames here = { 0 };
    simt_resolve(pc, see_frame, &here);
    if (here.inner == NULL || here.line != 0)
        return pc;
    uintptr_t any = here.has_user ? pc : 0;
    for (unsigned back = 1; back <= MOST_BYTES_BACK; back++) {
        struct frames there = { .wanted = here.inner };
        simt_resolve(pc - back, see_frame, &there);
        if (there.outer != here.outer)
            break;
        if (there.has_wanted)
            return pc - back;
        if (any == 0 && there.has_user)
            any = pc - back;
    }
    return any != 0 ? any : pc;
}

static void take_frame(void *context, const char *file, unsigned line, const char *function)
{
    struct known *k = context;
    if (line == 0) {
        k->is_lineless = 1;
        return;
    }
    for (const char *c = file; *c != '\0'; c++)
        k->chain = (k->chain ^ (unsigned char)*c) * 0x100000001b3u;
    k->chain = (k->chain ^ line) * 0x100000001b3u;
    if (k->site.line != 0 && !simt_site_is_internal(k->site.file))
        return;
    k->site.file = keep(trim(file));
    k->site.function = keep(function != NULL ? function : "?");
    k->site.line = line;
}

/* Under the lock. */
static struct known resolve(uintptr_t pc)
{
    struct known *k = &known[(pc * 0x9e3779b97f4a7c15u) >> 54];
    if (k->pc == pc)
        return *k;
    const struct known unknown = { .pc = pc, .chain = 0xcbf29ce484222325u };
    struct known fresh = unknown;
    simt_resolve(pc, take_frame, &fresh);
    if (fresh.is_lineless) { /* rare: the other places are asked about once */
        fresh = unknown;
        simt_resolve(with_line(pc), take_frame, &fresh);
    }
    /* What is around a kernel without a line is no place of the user's. */
    if (fresh.site.line == 0 || (fresh.is_lineless && simt_site_is_internal(fresh.site.file))) {
        fresh.site = (struct simt_site){ "?", 0, "?" };
        char text[300];
        if (simt_resolve_function(pc, text, sizeof text))
            fresh.site.function = keep(text);
    }
    *k = fresh;
    return fresh;
}

static struct known look_up(uintptr_t pc)
{
    pthread_mutex_lock(&lock);
    const struct known k = resolve(pc);
    pthread_mutex_unlock(&lock);
    return k;
}

int simt_site_of_pc(const void *pc, struct simt_site *site)
{
    *site = look_up((uintptr_t)pc).site;
    return site->line != 0;
}

/* The call itself ends one byte before its return address. */
int simt_site_of_call(const void *return_address, struct simt_site *site)
{
    return simt_site_of_pc((const unsigned char *)return_address - 1, site);
}

char *simt_site_text(const void *return_address, char *text, size_t bytes)
{
    struct simt_site site;
    if (simt_site_of_call(return_address, &site))
        snprintf(text, bytes, "%s:%u", site.file, site.line);
    else
        snprintf(text, bytes, "%s", site.function);
    return text;
}

struct frame_list {
    struct simt_site *frames;
    unsigned count, room;
};

/* Comes for the innermost frame first: the latest is put in front. */
static void list_frame(void *context, const char *file, unsigned line, const char *function)
{
    struct frame_list *list = context;
    if (line == 0 || simt_site_is_internal(file))
        return;
    if (list->count == list->room)
        list->count--;
    memmove(list->frames + 1, list->frames, list->count * sizeof *list->frames);
    list->frames[0] =
        (struct simt_site){ keep(trim(file)), line, keep(function != NULL ? function : "?") };
    list->count++;
}

unsigned simt_site_frames(const void *pc, struct simt_site *frames, unsigned room)
{
    struct frame_list list = { frames, 0, room };
    pthread_mutex_lock(&lock);
    simt_resolve(with_line((uintptr_t)pc), list_frame, &list);
    pthread_mutex_unlock(&lock);
    return list.count;
}

int simt_site_same(const void *return_address, const void *other)
{
    if (return_address == other)
        return 1;
    const struct known a = look_up((uintptr_t)return_address - 1);
    const struct known b = look_up((uintptr_t)other - 1);
    /* Without debug information copies cannot be told from other places. */
    return a.site.line == 0 || b.site.line == 0 || a.chain == b.chain;
}
