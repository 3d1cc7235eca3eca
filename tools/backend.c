#include "backend.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static void read_line(FILE *file, char text[BACKEND_TEXT])
{
    if (fgets(text, BACKEND_TEXT, file) == NULL)
        text[0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

int backend_choose(const char *program, const char *build, const char *wish,
                   struct backend *backend)
{
    char path[PATH_BYTES], built[BACKEND_TEXT], reason[BACKEND_TEXT];
    if (wish != NULL && strcmp(wish, "simt") != 0 && strcmp(wish, "cuda") != 0) {
        fprintf(stderr, "%s: there is no backend %s: it is simt or cuda\n", program, wish);
        return 2;
    }
    snprintf(path, sizeof path, "%s/backend.txt", build);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "%s: %s is missing: build first (make does)\n", program, path);
        return 2;
    }
    read_line(file, built);
    read_line(file, reason);
    fclose(file);
    backend->simulated = strcmp(wish != NULL ? wish : built, "simt") == 0;
    if (!backend->simulated && strcmp(built, "cuda") != 0) {
        fprintf(stderr, "%s: the CUDA backend was not built: %s\n", program, reason);
        return 3;
    }
    snprintf(backend->line, sizeof backend->line, "%s (%s)",
             backend->simulated ? "simt, the simulated GPU" : "CUDA",
             wish != NULL ? "as asked" : reason);
    return 0;
}

int backend_read_idea(const char *path, char *idea, size_t size)
{
    char line[BACKEND_TEXT];
    FILE *file = fopen(path, "r");
    idea[0] = '\0';
    if (file == NULL)
        return -1;
    read_line(file, line);
    fclose(file);
    const char *colon = strstr(line, ": ");
    snprintf(idea, size, "%s", colon != NULL ? colon + 2 : "");
    return 0;
}
