#define _GNU_SOURCE
#include "resolve.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int simt_resolve_function(uintptr_t pc, char *text, size_t bytes)
{
    Dl_info info;
    if (dladdr((const void *)pc, &info) == 0 || info.dli_fname == NULL)
        return 0;
    if (info.dli_sname != NULL)
        snprintf(text, bytes, "%s+0x%zx", info.dli_sname, (size_t)(pc - (uintptr_t)info.dli_saddr));
    else
        snprintf(text, bytes, "%s+0x%zx", info.dli_fname, (size_t)(pc - (uintptr_t)info.dli_fbase));
    return 1;
}

#ifdef SIMT_HAVE_LIBBACKTRACE

#include <backtrace.h>

struct request {
    void (*take)(void *context, const char *file, unsigned line, const char *function);
    void *context;
};

static int on_frame(void *data, uintptr_t pc, const char *file, int line, const char *function)
{
    const struct request *request = data;
    (void)pc;
    if (file != NULL && line >= 0)
        request->take(request->context, file, (unsigned)line, function);
    return 0;
}

static void on_error(void *data, const char *message, int number)
{
    (void)data;
    (void)message;
    (void)number; /* no debug information: the caller sees no frame */
}

void simt_resolve(uintptr_t pc,
                  void (*take)(void *context, const char *file, unsigned line,
                               const char *function),
                  void *context)
{
    static struct backtrace_state *state;
    struct request request = { take, context };
    if (state == NULL)
        state = backtrace_create_state(NULL, 1, on_error, NULL);
    if (state != NULL)
        backtrace_pcinfo(state, pc, on_frame, on_error, &request);
}

#else

/* "file:line (discriminator 3)" → file and line; 0 if unknown. The file's name
 * may hold blanks and colons. */
static unsigned split_position(char *text)
{
    text[strcspn(text, "\n")] = '\0';
    char *colon = strrchr(text, ':');
    if (colon == NULL || text[0] == '?')
        return 0;
    *colon = '\0';
    return (unsigned)strtoul(colon + 1, NULL, 10);
}

/* addr2line prints a function's name and a position for each frame. */
void simt_resolve(uintptr_t pc,
                  void (*take)(void *context, const char *file, unsigned line,
                               const char *function),
                  void *context)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1((const void *)pc, &info, (void **)&map, RTLD_DL_LINKMAP) == 0)
        return;
    const char *module = map != NULL && map->l_name[0] != '\0' ? map->l_name : "/proc/self/exe";
    char command[1200], function[400], position[1000];
    if (strchr(module, '\'') != NULL)
        return;
    if (strcmp(module, "/proc/self/exe") == 0)
        snprintf(command, sizeof command, "addr2line -i -f -e /proc/$PPID/exe 0x%zx 2>/dev/null",
                 (size_t)(pc - (map != NULL ? map->l_addr : 0)));
    else
        snprintf(command, sizeof command, "addr2line -i -f -e '%s' 0x%zx 2>/dev/null", module,
                 (size_t)(pc - map->l_addr));
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        return;
    while (fgets(function, sizeof function, pipe) != NULL &&
           fgets(position, sizeof position, pipe) != NULL) {
        function[strcspn(function, "\n")] = '\0';
        const unsigned line = split_position(position);
        if (position[0] != '?')
            take(context, position, line, function);
    }
    pclose(pipe);
}

#endif
