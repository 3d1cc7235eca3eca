#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZES = 4096 };

/* Decimal digits only: no sign, no space. Returns the end, NULL without a digit;
 * *overflow says that the value does not fit. */
static const char *read_digits(const char *text, uint64_t *value, bool *overflow)
{
    const char *p = text;
    *value = 0;
    for (; isdigit((unsigned char)*p); p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (*value > (UINT64_MAX - digit) / 10) {
            *overflow = true;
        } else {
            *value = *value * 10 + digit;
        }
    }
    return p == text ? NULL : p;
}

static uint64_t power(uint64_t factor, uint64_t base, uint64_t exponent, bool *overflow)
{
    uint64_t value = factor;
    for (uint64_t k = 0; k < exponent && base > 1 && value > 0 && !*overflow; k++) {
        if (value > UINT64_MAX / base) {
            *overflow = true;
        } else {
            value *= base;
        }
    }
    return exponent > 0 && base == 0 ? 0 : value;
}

int cli_count(const char *text, const char *option, size_t *count, struct failure *why)
{
    uint64_t value = 0;
    bool overflow = false;
    const char *end = read_digits(text, &value, &overflow);
    if (end != NULL && (*end == '^' || *end == 'e' || *end == 'E')) {
        uint64_t exponent = 0;
        const bool raised = *end == '^';
        end = read_digits(end + 1, &exponent, &overflow);
        value =
            raised ? power(1, value, exponent, &overflow) : power(value, 10, exponent, &overflow);
    }
    if (end == NULL || *end != '\0') {
        return fail(why, EXIT_USAGE, "%s: \"%s\" is not a number (write 1000, 2^20 or 1e6)", option,
                    text);
    }
    if (overflow || value > SIZE_MAX / sizeof(double)) {
        return fail(why, EXIT_USAGE, "%s: %s is more than any memory holds", option, text);
    }
    *count = (size_t)value;
    return 0;
}

static int read_bounded(const char *text, const char *option, uint64_t most, uint64_t *value,
                        struct failure *why)
{
    bool overflow = false;
    const char *end = read_digits(text, value, &overflow);
    if (end == NULL || *end != '\0') {
        return fail(why, EXIT_USAGE, "%s: \"%s\" is not a whole number", option, text);
    }
    if (overflow || *value > most) {
        return fail(why, EXIT_USAGE, "%s: %s is too large (at most %llu)", option, text,
                    (unsigned long long)most);
    }
    return 0;
}

static int compare_sizes(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static int add_sizes(struct options *options, size_t first, size_t last, struct failure *why)
{
    if (last < first || last - first >= MAX_SIZES - options->size_count) {
        return fail(why, EXIT_USAGE, "--sizes: %zu..%zu is %s", first, last,
                    last < first ? "empty" : "too long a list (at most 4096 sizes)");
    }
    for (size_t n = first; n <= last; n++) {
        options->sizes[options->size_count++] = n;
    }
    return 0;
}

/* One entry of the list: "1000" or "0..70". The entry may be changed. */
static int read_sizes_entry(struct options *options, char *entry, struct failure *why)
{
    size_t first = 0, last = 0;
    char *dots = strstr(entry, "..");
    if (dots != NULL) {
        *dots = '\0';
    }
    int status = cli_count(entry, "--sizes", &first, why);
    last = first;
    if (status == 0 && dots != NULL) {
        status = cli_count(dots + 2, "--sizes", &last, why);
    }
    return status != 0 ? status : add_sizes(options, first, last, why);
}

static int read_sizes(struct options *options, const char *list, struct failure *why)
{
    char *copy = strdup(list);
    free(options->sizes);
    options->size_count = 0;
    options->sizes = malloc(MAX_SIZES * sizeof *options->sizes);
    if (copy == NULL || options->sizes == NULL) {
        free(copy);
        return fail(why, EXIT_USAGE, "--sizes: out of memory");
    }
    int status = 0;
    char *next = copy;
    while (status == 0 && next != NULL) {
        char *comma = strchr(next, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        status = read_sizes_entry(options, next, why);
        next = comma == NULL ? NULL : comma + 1;
    }
    qsort(options->sizes, options->size_count, sizeof *options->sizes, compare_sizes);
    free(copy);
    return status;
}

static int read_data(struct options *options, const char *text, struct failure *why)
{
    if (data_find(text, &options->data)) {
        return 0;
    }
    fail(why, EXIT_USAGE, "--data: there is no kind \"%s\" (there are", text);
    for (int kind = 0; kind < DATA_KINDS; kind++) {
        append(why->text, sizeof why->text, "%s %s", kind > 0 ? "," : "",
               data_name((enum data_kind)kind));
    }
    append(why->text, sizeof why->text, ")");
    return EXIT_USAGE;
}

static int read_backend(struct options *options, const char *text, struct failure *why)
{
    if (strcmp(text, "simt") == 0) {
        options->backend = BACKEND_SIMT;
    } else if (strcmp(text, "cuda") == 0) {
        options->backend = BACKEND_CUDA;
    } else {
        return fail(why, EXIT_USAGE, "--backend: \"%s\" is neither simt nor cuda", text);
    }
    return 0;
}

static int read_verify(struct options *options, const char *text, struct failure *why)
{
    if (strcmp(text, "quick") == 0) {
        options->verify = VERIFY_QUICK;
    } else if (strcmp(text, "full") == 0) {
        options->verify = VERIFY_FULL;
    } else if (strcmp(text, "only") == 0) {
        options->repeat = 0;
        options->given |= CLI_REPEAT;
    } else {
        return fail(why, EXIT_USAGE, "--verify: \"%s\" is none of quick, full, only", text);
    }
    return 0;
}

static int read_number_option(struct options *options, const char *name, const char *text,
                              struct failure *why)
{
    const bool seed = strcmp(name, "--seed") == 0, block = strcmp(name, "--block") == 0;
    const bool repeat = strcmp(name, "--repeat") == 0;
    uint64_t value = 0;
    const uint64_t most = seed ? UINT64_MAX : repeat ? 1000000 : block ? 1024 : INT_MAX;
    const int status = read_bounded(text, name, most, &value, why);
    if (status != 0) {
        return status;
    }
    if (seed) {
        options->seed = value;
    } else if (repeat) {
        options->repeat = (unsigned)value;
    } else if (block) {
        options->block = (unsigned)value;
        return value > 0 ? 0 : fail(why, EXIT_USAGE, "--block: a block has at least one thread");
    } else {
        options->device = (int)value;
    }
    return 0;
}

static const struct name {
    const char *text;
    enum cli_option option;
} names[] = {
    { "--n", CLI_N },           { "--input", CLI_INPUT },     { "--data", CLI_DATA },
    { "--seed", CLI_SEED },     { "--repeat", CLI_REPEAT },   { "--block", CLI_BLOCK },
    { "--device", CLI_DEVICE }, { "--backend", CLI_BACKEND }, { "--verify", CLI_VERIFY },
    { "--sizes", CLI_SIZES },   { "--csv", CLI_CSV },
};

static int read_option(struct options *options, const char *name, const char *text,
                       struct failure *why)
{
    if (strcmp(name, "--n") == 0) {
        return cli_count(text, name, &options->n, why);
    }
    if (strcmp(name, "--input") == 0 || strcmp(name, "--csv") == 0) {
        *(name[2] == 'i' ? &options->input : &options->csv) = text;
        return *text != '\0' ? 0 : fail(why, EXIT_USAGE, "%s: the file's name is empty", name);
    }
    if (strcmp(name, "--data") == 0) {
        return read_data(options, text, why);
    }
    if (strcmp(name, "--backend") == 0) {
        return read_backend(options, text, why);
    }
    if (strcmp(name, "--verify") == 0) {
        return read_verify(options, text, why);
    }
    if (strcmp(name, "--sizes") == 0) {
        return read_sizes(options, text, why);
    }
    return read_number_option(options, name, text, why);
}

/* The listed name that argument spells, alone or up to a '='; NULL for none. */
static const struct name *match_name(const char *argument, const char **value)
{
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const size_t length = strlen(names[k].text);
        if (strncmp(argument, names[k].text, length) == 0 &&
            (argument[length] == '\0' || argument[length] == '=')) {
            *value = argument[length] == '=' ? argument + length + 1 : NULL;
            return &names[k];
        }
    }
    return NULL;
}

static int check_together(const struct options *options, struct failure *why)
{
    if (options->input != NULL && (options->given & CLI_DATA) != 0) {
        return fail(why, EXIT_USAGE, "--input and --data: choose one of the two");
    }
    return 0;
}

int cli_parse(int argc, char **argv, unsigned takes, struct options *options, struct failure *why)
{
    *options = (struct options){ .seed = 1 };
    for (int k = 1; k < argc; k++) {
        const char *value = NULL;
        if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
            options->help = true;
            return 0;
        }
        const struct name *name = match_name(argv[k], &value);
        if (name == NULL) {
            return fail(why, EXIT_USAGE, "unknown %s %s (--help lists the options)",
                        argv[k][0] == '-' ? "option" : "argument", argv[k]);
        }
        if ((takes & name->option) == 0) {
            return fail(why, EXIT_USAGE,
                        "%s means nothing to this program (--help lists what does)", name->text);
        }
        if (value == NULL && (++k >= argc || match_name(argv[k], &value) != NULL)) {
            return fail(why, EXIT_USAGE, "%s needs a value (--help shows which)", name->text);
        }
        options->given |= name->option;
        const int status = read_option(options, name->text, value != NULL ? value : argv[k], why);
        if (status != 0) {
            return status;
        }
    }
    return check_together(options, why);
}

void options_free(struct options *options)
{
    free(options->sizes);
    options->sizes = NULL;
    options->size_count = 0;
}

bool options_time(const struct options *options)
{
    return (options->given & CLI_REPEAT) == 0 || options->repeat > 0;
}

char *cli_print_count(char *text, size_t size, size_t count)
{
    if (count >= 1024 && (count & (count - 1)) == 0) {
        unsigned exponent = 0;
        while (count >> exponent > 1) {
            exponent++;
        }
        snprintf(text, size, "%zu (2^%u)", count, exponent);
    } else {
        snprintf(text, size, "%zu", count);
    }
    return text;
}
