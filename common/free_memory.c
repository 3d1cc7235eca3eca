#define _POSIX_C_SOURCE 200809L
#include "free_memory.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* The number behind `label` in a file of lines; SIZE_MAX without. An empty label
 * is the file's first word. */
static size_t read_number(const char *path, const char *label)
{
    char line[256];
    uintmax_t value = SIZE_MAX;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return SIZE_MAX;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, label, strlen(label)) == 0 &&
            sscanf(line + strlen(label), "%" SCNuMAX, &value) == 1) {
            break;
        }
    }
    fclose(file);
    return value > SIZE_MAX ? SIZE_MAX : (size_t)value;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A container's limit is not in /proc/meminfo. The page cache counts as used
 * there but can be given back, hence `inactive_file`. */
static size_t container_rest(void)
{
    const size_t limit = read_number("/sys/fs/cgroup/memory.max", "");
    const size_t used = read_number("/sys/fs/cgroup/memory.current", "");
    const size_t cache = read_number("/sys/fs/cgroup/memory.stat", "inactive_file ");
    if (limit == SIZE_MAX || used == SIZE_MAX) {
        return SIZE_MAX;
    }
    const size_t held = cache == SIZE_MAX || cache > used ? used : used - cache;
    return held < limit ? limit - held : 0;
}

size_t free_memory(void)
{
    struct rlimit limit;
    const size_t kib = read_number("/proc/meminfo", "MemAvailable:");
    size_t bytes = kib > SIZE_MAX / 1024 ? SIZE_MAX : kib * 1024;
    bytes = least(bytes, container_rest());
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        bytes = least(bytes, (size_t)limit.rlim_cur);
    }
    return bytes;
}
