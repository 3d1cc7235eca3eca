#define _POSIX_C_SOURCE 200809L
#include "input.h"

#include "free_memory.h"
#include "npy.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CHUNK = 8192 }; /* values converted at a time */

/* An open file and what its header told. */
struct input_file {
    const char *path;
    FILE *file;
    size_t bytes; /* of the whole file */
    bool is_npy;
    struct npy npy; /* for a raw file: f4 from offset 0 */
};

static int open_source(struct input_file *source, struct failure *why)
{
    struct stat status;
    const bool there = stat(source->path, &status) == 0;
    if (there && !S_ISREG(status.st_mode)) { /* opening a FIFO would wait for a writer */
        return fail(why, EXIT_USAGE, "cannot read %s: it is not a regular file", source->path);
    }
    source->file = there ? fopen(source->path, "rb") : NULL;
    if (source->file == NULL) {
        return fail(why, EXIT_USAGE, "cannot read %s: %s", source->path, strerror(errno));
    }
    source->bytes = (size_t)status.st_size;
    if (source->bytes == 0) {
        return fail(why, EXIT_USAGE, "%s is empty", source->path);
    }
    return 0;
}

/* Does the path end in these four characters? */
static bool named(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ending) == 0;
}

/* Reads the header's text and everything it says. *why lacks the path. */
static int read_npy(struct input_file *source, const unsigned char *prefix, size_t got,
                    struct failure *why)
{
    size_t start = 0, size = 0;
    int status = npy_prefix(prefix, got, &start, &size, why);
    if (status != 0) {
        return status;
    }
    if (source->bytes < start + size) {
        return fail(why, EXIT_USAGE, "ends inside its .npy header");
    }
    char *text = malloc(size + 1);
    if (text == NULL || fseek(source->file, (long)start, SEEK_SET) != 0 ||
        fread(text, 1, size, source->file) != size) {
        free(text);
        return fail(why, EXIT_USAGE, "ends inside its .npy header");
    }
    status = npy_header(text, size, &source->npy, why);
    source->npy.data_start = start + size;
    free(text);
    return status;
}

/* The values that follow must be all that the header promises, no more. */
static int check_npy_size(const struct input_file *source, struct failure *why)
{
    const size_t present = source->bytes - source->npy.data_start;
    const size_t wanted = source->npy.count * npy_bytes(source->npy.type);
    if (source->npy.count == 0) {
        return fail(why, EXIT_USAGE, "holds no values: its shape is %s", source->npy.shape);
    }
    if (present < wanted) {
        return fail(why, EXIT_USAGE, "is cut short: shape %s of %s needs %zu bytes, %zu are there",
                    source->npy.shape, npy_name(source->npy.type), wanted, present);
    }
    if (present > wanted) {
        return fail(why, EXIT_USAGE, "is malformed: %zu byte%s the array", present - wanted,
                    present - wanted == 1 ? " follows" : "s follow");
    }
    return 0;
}

/* Nothing but printable characters and white space, as far as a look goes: floats have
 * other bytes, but for a few of one size. */
static bool is_text(struct input_file *source)
{
    unsigned char look[4096];
    rewind(source->file);
    const size_t got = fread(look, 1, sizeof look, source->file);
    size_t k = 0;
    while (k < got &&
           ((look[k] >= ' ' && look[k] <= '~') || (look[k] >= '\t' && look[k] <= '\r'))) {
        k++;
    }
    return k == got;
}

/* Anything can be read as raw floats: what surely are none is refused. */
static int check_raw(struct input_file *source, const unsigned char *prefix, size_t got,
                     struct failure *why)
{
    if (got >= 4 && memcmp(prefix, "PK\003\004", 4) == 0) {
        return fail(why, EXIT_USAGE,
                    "is a .npz or other zip archive: unzip it and give one of its .npy files");
    }
    if (named(source->path, ".csv") || named(source->path, ".txt") || is_text(source)) {
        return fail(why, EXIT_USAGE,
                    "is text, not raw float32: load it with numpy.loadtxt and give what "
                    "numpy.save writes");
    }
    return 0;
}

static int read_raw_size(struct input_file *source, struct failure *why)
{
    source->npy = (struct npy){ .type = NPY_F4, .count = source->bytes / sizeof(float) };
    if (source->bytes % sizeof(float) != 0) {
        return fail(why, EXIT_USAGE,
                    "is %zu byte%s long: that is no whole number of float32 values", source->bytes,
                    source->bytes == 1 ? "" : "s");
    }
    return 0;
}

static int identify(struct input_file *source, struct failure *why)
{
    unsigned char prefix[NPY_PREFIX_BYTES];
    struct failure reason;
    const size_t got = fread(prefix, 1, sizeof prefix, source->file);
    source->is_npy = npy_magic(prefix, got) || named(source->path, ".npy");
    int status = source->is_npy ? read_npy(source, prefix, got, &reason)
                                : check_raw(source, prefix, got, &reason);
    if (status == 0) {
        status = source->is_npy ? check_npy_size(source, &reason) : read_raw_size(source, &reason);
    }
    return status == 0 ? 0 : fail(why, status, "%s %s", source->path, reason.text);
}

/* One little-endian value, whatever the byte order of this machine. */
static uint64_t load_bits(const unsigned char *bytes, size_t size)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < size; k++) {
        bits |= (uint64_t)bytes[k] << (8 * k);
    }
    return bits;
}

static double load_double(const unsigned char *bytes)
{
    const uint64_t bits = load_bits(bytes, sizeof bits);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float round_double(double value, struct input *input)
{
    const float rounded = (float)value;
    if (!isnan(value) && !((double)rounded == value)) {
        input->rounded++;
    }
    return rounded;
}

/* 2^63 is a float but no int64_t: casting it back would be undefined. */
static float round_integer(int64_t value, struct input *input)
{
    const float rounded = (float)value;
    if (!(rounded < 0x1p63f && (int64_t)rounded == value)) {
        input->rounded++;
    }
    return rounded;
}

static float convert(const unsigned char *bytes, enum npy_type type, struct input *input)
{
    const uint64_t bits = load_bits(bytes, npy_bytes(type));
    const uint32_t low = (uint32_t)bits;
    float single;
    switch (type) {
    case NPY_F8:
        return round_double(load_double(bytes), input);
    case NPY_I4:
        return round_integer((int32_t)low, input);
    case NPY_I8:
        return round_integer((int64_t)bits, input);
    default:
        memcpy(&single, &low, sizeof single);
        return single;
    }
}

/* All NaNs become the same one: the bits of some are the harness's poison. */
static void note_value(struct input *input, size_t i)
{
    const float value = input->values[i];
    if (!isfinite(value)) {
        input->values[i] = isnan(value) ? NAN : value;
        input->nans += isnan(value) ? 1 : 0;
        input->infs += isnan(value) ? 0 : 1;
        if (input->first_nonfinite == input->count) {
            input->first_nonfinite = i;
        }
    }
}

/* A finite double that became an infinite float is no value of the reader's. */
static int check_range(const struct input_file *source, const unsigned char *bytes, size_t i,
                       float value, struct failure *why)
{
    if (source->npy.type == NPY_F8 && isinf(value) && isfinite(load_double(bytes))) {
        return fail(why, EXIT_USAGE,
                    "%s: element %zu is %.9g, more than float32 holds; scale the data",
                    source->path, i, load_double(bytes));
    }
    return 0;
}

int input_read(struct input_file *source, size_t first, struct input *part, struct failure *why)
{
    static unsigned char chunk[CHUNK * 8];
    const size_t width = npy_bytes(source->npy.type);
    const size_t start = source->npy.data_start + first * width;
    part->first_nonfinite = part->count;
    if (fseek(source->file, (long)start, SEEK_SET) != 0) {
        return fail(why, EXIT_USAGE, "cannot read %s: %s", source->path, strerror(errno));
    }
    for (size_t done = 0; done < part->count;) {
        const size_t now = part->count - done < CHUNK ? part->count - done : CHUNK;
        if (fread(chunk, width, now, source->file) != now) {
            return fail(why, EXIT_USAGE, "cannot read %s: it ended early", source->path);
        }
        for (size_t k = 0; k < now; k++) {
            const unsigned char *bytes = chunk + k * width;
            const float value = convert(bytes, source->npy.type, part);
            if (check_range(source, bytes, first + done + k, value, why) != 0) {
                return why->status;
            }
            part->values[done + k] = value;
            note_value(part, done + k);
        }
        done += now;
    }
    return 0;
}

int input_choose(const struct input_file *source, size_t want, size_t *count, struct failure *why)
{
    const size_t there = source->npy.count;
    *count = want == INPUT_ALL ? there : want;
    if (*count > there) {
        return fail(why, EXIT_USAGE, "%s holds %zu value%s, --n asks for %zu", source->path, there,
                    there == 1 ? "" : "s", want);
    }
    return 0;
}

static int reserve(const struct input_file *source, struct input *input, struct failure *why)
{
    char have[32];
    const size_t bytes = input->count * sizeof(float);
    const size_t room = free_memory();
    input->values = bytes > room ? NULL : malloc(bytes > 0 ? bytes : 1);
    if (input->values == NULL) {
        return fail(why, EXIT_USAGE, "%s: %zu values do not fit in memory (%s are free)",
                    source->path, input->count, memory_words(have, sizeof have, room));
    }
    return 0;
}

static void describe(const struct input_file *source, struct input *input)
{
    if (source->is_npy) {
        snprintf(input->format, sizeof input->format, "NumPy %s, shape %s",
                 npy_name(source->npy.type), source->npy.shape);
    } else {
        snprintf(input->format, sizeof input->format, "raw float32");
    }
}

int input_open(const char *path, struct input_file **file, struct failure *why)
{
    struct input_file *source = calloc(1, sizeof *source);
    int status = source == NULL ? fail(why, EXIT_USAGE, "out of memory") : 0;
    if (status == 0) {
        source->path = path;
        status = open_source(source, why);
    }
    if (status == 0) {
        status = identify(source, why);
    }
    if (status != 0) {
        input_close(source);
        source = NULL;
    }
    *file = source;
    return status;
}

void input_close(struct input_file *source)
{
    if (source != NULL && source->file != NULL) {
        fclose(source->file);
    }
    free(source);
}

int input_load(const char *path, size_t want, struct input *input, struct failure *why)
{
    struct input_file *source;
    *input = (struct input){ 0 };
    int status = input_open(path, &source, why);
    if (status == 0) {
        status = input_choose(source, want, &input->count, why);
    }
    if (status == 0) {
        describe(source, input);
        status = reserve(source, input, why);
    }
    if (status == 0) {
        status = input_read(source, 0, input, why);
    }
    input_close(source);
    if (status != 0) {
        input_free(input);
    }
    return status;
}

void input_free(struct input *input)
{
    free(input->values);
    input->values = NULL;
    input->count = 0;
}

char *input_notes(const struct input *input, char *text, size_t size)
{
    text[0] = '\0';
    if (input->rounded > 0) {
        append(text, size, "%zu of %zu values rounded to float32", input->rounded, input->count);
    }
    if (input->nans + input->infs > 0) {
        append(text, size, "%s%zu NaN and %zu infinite value%s, the first at element %zu",
               text[0] != '\0' ? "; " : "", input->nans, input->infs, input->infs == 1 ? "" : "s",
               input->first_nonfinite);
    }
    return text;
}
