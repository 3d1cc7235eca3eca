#include "text.h"

#include <string.h>
#include <unistd.h>

const char *simt_short_path(const char *path)
{
    char folder[4096];
    if (path == NULL || path[0] != '/' || getcwd(folder, sizeof folder) == NULL)
        return path;
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

void simt_json_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(to, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(to, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, to);
    }
    fputc('"', to);
}
