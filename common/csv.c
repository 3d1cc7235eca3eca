#define _POSIX_C_SOURCE 200809L
#include "csv.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char header[] =
    "program,backend,device,n,block,data,repeat,median_ms,min_ms,max_ms,gbps,"
    "ceiling_gbps,share_percent,launch_overhead_ms,copy_ms,passes,blocks,"
    "barriers_per_block,verdict,detail";

const char *csv_header(void)
{
    return header;
}

/* A folder that the file will be created in. */
static bool folder_writable(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - path);
    if (length >= sizeof folder) {
        return false;
    }
    memcpy(folder, path, length);
    folder[length] = '\0';
    return access(slash == NULL ? "." : length == 0 ? "/" : folder, W_OK | X_OK) == 0;
}

/* A table that is already there must begin with our header. */
static int check_header(const char *path, struct failure *why)
{
    char line[sizeof header + 2] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return fail(why, EXIT_USAGE, "cannot write %s: %s", path, strerror(errno));
    }
    const size_t got = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    const size_t length = sizeof header - 1;
    if (got > 0 && (strncmp(line, header, length) != 0 || line[length] != '\n')) {
        return fail(why, EXIT_USAGE, "%s has other columns: rows are not appended to it", path);
    }
    return 0;
}

int csv_check(const char *path, struct failure *why)
{
    struct stat status;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (stat(path, &status) != 0) {
        const bool fresh = errno == ENOENT && folder_writable(path);
        return fresh ? 0 : fail(why, EXIT_USAGE, "cannot write %s: %s", path, strerror(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        return fail(why, EXIT_USAGE, "cannot write %s: it is a folder", path);
    }
    if (access(path, W_OK) != 0) {
        return fail(why, EXIT_USAGE, "cannot write %s: %s", path, strerror(errno));
    }
    return S_ISREG(status.st_mode) ? check_header(path, why) : 0; /* a pipe has no past */
}

/* Separates fields with commas and quotes where a field needs it. */
static void add_text(char *text, size_t size, const char *field)
{
    const char *comma = text[0] != '\0' ? "," : "";
    if (strpbrk(field, ",\"\n\r") == NULL) {
        append(text, size, "%s%s", comma, field);
        return;
    }
    append(text, size, "%s\"", comma);
    for (; *field != '\0'; field++) {
        append(text, size, *field == '"' ? "\"\"" : "%c", *field);
    }
    append(text, size, "\"");
}

static void add_count(char *text, size_t size, bool applies, size_t value)
{
    append(text, size, ",");
    if (applies) {
        append(text, size, "%zu", value);
    }
}

static void add_number(char *text, size_t size, bool applies, double value)
{
    append(text, size, ",");
    if (applies) {
        append(text, size, "%.6g", value);
    }
}

static void add_times(const struct report *r, char *text, size_t size)
{
    const bool device = r->timed && !r->run_only, ceiling = r->timed && r->times.ceiling.gbps > 0;
    add_count(text, size, r->timed, r->times.run.repeat);
    add_number(text, size, r->timed, r->times.run.median_ms);
    add_number(text, size, r->timed, r->times.run.min_ms);
    add_number(text, size, r->timed, r->times.run.max_ms);
    add_number(text, size, r->timed, report_gbps(r));
    add_number(text, size, ceiling, r->times.ceiling.gbps);
    add_number(text, size, ceiling, report_share(r));
    add_number(text, size, device, r->times.launch_overhead_ms);
    add_number(text, size, device, r->times.copy_ms);
}

/* What a wrong run says, or how good a right one is. */
static void add_detail(const struct report *r, char *text, size_t size)
{
    char detail[640] = "";
    if (r->error != NULL) {
        append(detail, sizeof detail, "%s", r->error);
    } else if (r->detail == NULL && (r->verdict.wrong_sizes > 0 || r->wrong)) {
        const struct finding *f = r->verdict.wrong_sizes > 0 ? &r->verdict.smallest : &r->finding;
        append(detail, sizeof detail, "n = %zu (%s): %s", f->n, f->data, f->text);
    } else {
        if (r->detail != NULL) {
            append(detail, sizeof detail, "%s", r->detail);
        } else if (r->judged) {
            judgement_words(&r->judgement, detail, sizeof detail);
        }
        if (r->timed && report_share(r) > 100) {
            append(detail, sizeof detail, "; invalid: above the read ceiling");
        }
    }
    add_text(text, size, detail);
}

void csv_row(const struct report *r, char *text, size_t size)
{
    text[0] = '\0';
    add_text(text, size, r->program);
    add_text(text, size, r->backend);
    add_text(text, size, r->device);
    add_count(text, size, r->has_n, r->n);
    add_count(text, size, r->block > 0, r->block);
    add_text(text, size, r->data_column);
    add_times(r, text, size);
    add_count(text, size, r->has_passes, r->passes);
    add_count(text, size, r->has_passes && r->blocks > 0, r->blocks);
    add_number(text, size, r->barriers_known, r->barriers);
    add_text(text, size, report_verdict(r));
    add_detail(r, text, size);
}

/* Returns whether all was written. */
static bool write_rows(FILE *file, bool with_header, const struct report *reports, size_t count)
{
    char row[4096];
    bool ok = !with_header || fprintf(file, "%s\n", header) > 0;
    for (size_t k = 0; k < count; k++) {
        csv_row(&reports[k], row, sizeof row);
        ok = ok && fprintf(file, "%s\n", row) > 0;
    }
    return ok && fflush(file) == 0;
}

int csv_append_rows(const char *path, const struct report *reports, size_t count,
                    struct failure *why)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdout : fopen(path, "a");
    if (file == NULL) {
        return fail(why, EXIT_USAGE, "cannot write %s: %s", path, strerror(errno));
    }
    const bool is_new = standard || fseek(file, 0, SEEK_END) != 0 || ftell(file) == 0;
    bool ok = write_rows(file, is_new, reports, count);
    const int problem = errno;
    if (!standard && fclose(file) != 0) {
        ok = false;
    }
    return ok ? 0
              : fail(why, EXIT_USAGE, "cannot write %s: %s", standard ? "standard output" : path,
                     strerror(problem));
}

int csv_append(const char *path, const struct report *report, struct failure *why)
{
    return csv_append_rows(path, report, 1, why);
}
