/* simt-rewrite: the command around rewrite(). simtcc calls it. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: simt-rewrite [--rdc] [--extended-lambda] [--values] [--debug]\n"
    "                    [--no-exceptions] [--no-columns] IN.ii OUT.ii\n"
    "Rewrites preprocessed CUDA C++ (g++ -E) to C++ for simt. simtcc does the whole job.\n"
    "--values copies structs that calls take from memory where gcc's instrumentation sees it.\n"
    "--debug lets a breakpoint on a kernel's name stop at its {.\n"
    "--no-columns writes fewer line markers: easier to read, carets may be off.\n"
    "exit status: 0 written, 1 refused or unreadable, 2 usage,\n"
    "             3 --no-exceptions was given and the program uses exceptions\n";

static int read_file(const char *path, struct text *text)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    char part[1 << 16];
    for (size_t bytes; (bytes = fread(part, 1, sizeof part, file)) > 0;)
        text_add(text, part, bytes);
    const int failed = ferror(file);
    fclose(file);
    return failed ? -1 : 0;
}

static int write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return -1;
    const bool written = fwrite(text_string(text), 1, text->bytes, file) == text->bytes;
    return fclose(file) == 0 && written ? 0 : -1;
}

/* Returns the number of options, or -1. */
static int read_options(int argc, char **argv, struct rewrite_options *options)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        if (!strcmp(argv[i], "--rdc"))
            options->relocatable = true;
        else if (!strcmp(argv[i], "--extended-lambda"))
            options->extended_lambda = true;
        else if (!strcmp(argv[i], "--values"))
            options->values = true;
        else if (!strcmp(argv[i], "--debug"))
            options->debug = true;
        else if (!strcmp(argv[i], "--no-columns"))
            options->exact_columns = false;
        else if (!strcmp(argv[i], "--no-exceptions"))
            options->no_exceptions = true;
        else
            return -1;
    }
    return i - 1;
}

int main(int argc, char **argv)
{
    struct rewrite_options options = { .exact_columns = true };
    const int skipped = read_options(argc, argv, &options);
    if (skipped < 0 || argc - skipped != 3) {
        fputs(usage, stderr);
        return 2;
    }
    const char *input = argv[skipped + 1], *output = argv[skipped + 2];
    struct text text = { 0 }, out = { 0 };
    int status = 1;
    if (read_file(input, &text) != 0) {
        perror(input);
    } else {
        status = rewrite(text_string(&text), text.bytes, input, &options, stderr, &out);
        if (status == 0 && write_file(output, &out) != 0) {
            perror(output);
            status = 1;
        }
    }
    text_free(&text);
    text_free(&out);
    return status;
}
