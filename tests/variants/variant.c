#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies up to the next tab or the line's end; returns what follows. */
static const char *take(const char *from, char to[VARIANT_TEXT])
{
    const size_t length = strcspn(from, "\t\n");
    snprintf(to, VARIANT_TEXT, "%.*s", (int)length, from);
    return from[length] == '\t' ? from + length + 1 : from + length;
}

static void read_line(const char *line, struct variant *variant)
{
    *variant = (struct variant){ .block_count = 0 };
    line = take(line, variant->name);
    line = take(line, variant->kind);
    line = take(line, variant->lacks);
    while (*line >= '0' && *line <= '9' && variant->block_count < VARIANT_MAX_BLOCKS) {
        char *end;
        variant->blocks[variant->block_count++] = (unsigned)strtoul(line, &end, 10);
        line = end + (*end == ' ');
    }
}

int variant_find(const char *name, struct variant *variant)
{
    char line[512];
    int found = 0;
    FILE *file = fopen(BUILD_DIR "/variants.list", "r");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        read_line(line, variant);
        found = strcmp(variant->name, name) == 0;
    }
    if (file != NULL)
        fclose(file);
    return found ? 0 : -1;
}

int variant_has_cuda(void)
{
    char line[64] = "";
    FILE *file = fopen(BUILD_DIR "/backend.txt", "r");
    const int read = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL)
        fclose(file);
    return read && strcmp(line, "cuda\n") == 0;
}
