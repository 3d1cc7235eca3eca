#include "run.h"

#include <check.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMMAND_BYTES = 16384 };

static struct process_result run_list(double seconds, const char *format, va_list list)
{
    char command[COMMAND_BYTES];
    struct process_result result;
    const int length = vsnprintf(command, sizeof command, format, list);
    ck_assert_int_lt(length, COMMAND_BYTES);
    const char *const argv[] = { "sh", "-c", command, NULL };
    const int failed = process_run(argv, seconds, &result);
    ck_assert_msg(failed == 0, "%s: %s", command, strerror(failed));
    return result;
}

struct process_result run_shell(double seconds, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const struct process_result result = run_list(seconds, format, list);
    va_end(list);
    return result;
}

struct process_result run_expecting(int status, double seconds, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const struct process_result result = run_list(seconds, format, list);
    va_end(list);
    ck_assert_msg(result.status == status && !result.timed_out,
                  "%s: exit status %d%s, not %d\n%.4000s\n%.4000s", format, result.status,
                  result.timed_out ? " (ran past its time)" : "", status, result.out.text,
                  result.err.text);
    return result;
}

int has_command(const char *name)
{
    struct process_result found = run_shell(10, "command -v %s", name);
    const int there = found.status == 0;
    process_free(&found);
    return there;
}

void assert_contains(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in\n%.8000s", part, text);
}

void assert_lacks(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in\n%.8000s", part, text);
}

const char *make_folder(char path[RUN_PATH], const char *suffix)
{
    const char *base = getenv("TMPDIR");
    snprintf(path, RUN_PATH, "%s/reductionXXXXXX%s", base != NULL && base[0] ? base : "/tmp",
             suffix);
    /* mkdtemp wants the X at the end. */
    char *end = path + strlen(path) - strlen(suffix);
    char unique[RUN_PATH];
    snprintf(unique, sizeof unique, "%.*s", (int)(end - path), path);
    ck_assert_msg(mkdtemp(unique) != NULL, "%s: %s", unique, strerror(errno));
    snprintf(path, RUN_PATH, "%.3000s%.100s", unique, suffix);
    ck_assert_msg(suffix[0] == '\0' || rename(unique, path) == 0, "%s: %s", path, strerror(errno));
    return path;
}

void remove_folder(const char *path)
{
    ck_assert_msg(strstr(path, "/reduction") != NULL, "%s is not a folder of a test", path);
    struct process_result result = run_shell(60, "rm -rf '%s'", path);
    process_free(&result);
}

void write_file(const char *path, const void *bytes, size_t size, int mode)
{
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, (mode_t)mode), 0);
}

void write_text(const char *path, const char *text, int mode)
{
    write_file(path, text, strlen(text), mode);
}

char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    struct stat status;
    ck_assert_int_eq(fstat(fileno(file), &status), 0);
    const size_t size = (size_t)status.st_size;
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

int run_seeds(int usual)
{
    const char *text = getenv("SEEDS");
    const int seeds = text != NULL ? (int)strtol(text, NULL, 10) : usual;
    return seeds > 0 ? seeds : usual;
}

int run_suite(struct Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
