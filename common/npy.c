#include "npy.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Real headers are 128 bytes; NumPy itself refuses more than 10,000. */
enum { MAX_HEADER_BYTES = 65536 };

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
    [NPY_F4] = { "f4", 4 }, [NPY_F8] = { "f8", 8 }, [NPY_I4] = { "i4", 4 }, [NPY_I8] = { "i8", 8 }
};

size_t npy_bytes(enum npy_type type)
{
    return types[type].bytes;
}

const char *npy_name(enum npy_type type)
{
    return types[type].name;
}

bool npy_magic(const unsigned char *bytes, size_t size)
{
    return size >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0;
}

int npy_prefix(const unsigned char *bytes, size_t size, size_t *text_start, size_t *text_size,
               struct failure *why)
{
    if (!npy_magic(bytes, size)) {
        return fail(why, EXIT_USAGE, "does not begin like a .npy file");
    }
    if (size < 10 || (bytes[6] > 1 && size < 12)) {
        return fail(why, EXIT_USAGE, "ends inside its .npy header");
    }
    if (bytes[6] < 1 || bytes[6] > 3) {
        return fail(why, EXIT_USAGE, "is .npy version %u.%u; versions 1 to 3 are read", bytes[6],
                    bytes[7]);
    }
    *text_size = (size_t)bytes[8] | (size_t)bytes[9] << 8;
    *text_start = 10;
    if (bytes[6] > 1) {
        *text_size |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
        *text_start = 12;
    }
    if (*text_size > MAX_HEADER_BYTES) {
        return fail(why, EXIT_USAGE, "has a .npy header of %zu bytes; at most %d are read",
                    *text_size, MAX_HEADER_BYTES);
    }
    return 0;
}

/* The text that is left to read. */
struct cursor {
    const char *at, *end;
};

static void skip_space(struct cursor *c)
{
    while (c->at < c->end && isspace((unsigned char)*c->at)) {
        c->at++;
    }
}

/* Takes one character, after spaces, if it is the next. */
static bool take(struct cursor *c, char wanted)
{
    skip_space(c);
    if (c->at < c->end && *c->at == wanted) {
        c->at++;
        return true;
    }
    return false;
}

static bool take_word(struct cursor *c, const char *word)
{
    const size_t length = strlen(word);
    skip_space(c);
    if ((size_t)(c->end - c->at) >= length && memcmp(c->at, word, length) == 0) {
        c->at += length;
        return true;
    }
    return false;
}

/* A quoted string without escapes, as NumPy writes them. */
static bool take_string(struct cursor *c, char *out, size_t size)
{
    const char quote = take(c, '\'') ? '\'' : take(c, '"') ? '"' : '\0';
    size_t length = 0;
    if (quote == '\0') {
        return false;
    }
    while (c->at < c->end && *c->at != quote && *c->at != '\\' && length + 1 < size) {
        out[length++] = *c->at++;
    }
    out[length] = '\0';
    return take(c, quote);
}

static bool take_number(struct cursor *c, uint64_t *value, bool *overflow)
{
    skip_space(c);
    const char *first = c->at;
    *value = 0;
    while (c->at < c->end && isdigit((unsigned char)*c->at)) {
        const uint64_t digit = (uint64_t)(*c->at++ - '0');
        if (*value > (UINT64_MAX - digit) / 10) {
            *overflow = true;
        } else {
            *value = *value * 10 + digit;
        }
    }
    return c->at > first;
}

/* A factor of 0 makes the product 0 even when the others overflow. */
static void multiply(uint64_t *product, uint64_t factor, bool *overflow, bool *zero)
{
    if (factor == 0) {
        *zero = true;
    } else if (*product > UINT64_MAX / factor) {
        *overflow = true;
    } else {
        *product *= factor;
    }
}

/* A tuple of lengths: (), (3,) or (3, 4). */
static int read_shape(struct cursor *c, struct npy *npy, struct failure *why)
{
    uint64_t product = 1;
    bool overflow = false, zero = false, closed = false;
    skip_space(c);
    const char *first = c->at;
    bool ok = take(c, '(');
    while (ok && !(closed = take(c, ')'))) {
        uint64_t length = 0;
        ok = take_number(c, &length, &overflow);
        multiply(&product, length, &overflow, &zero);
        if (ok && !take(c, ',')) {
            closed = ok = take(c, ')');
            break;
        }
    }
    if (!ok || !closed) {
        return fail(why, EXIT_USAGE,
                    "has a malformed .npy header: the shape is no tuple of lengths");
    }
    snprintf(npy->shape, sizeof npy->shape, "%.*s", (int)(c->at - first < 60 ? c->at - first : 60),
             first);
    if (!zero && (overflow || product > SIZE_MAX / sizeof(double))) {
        return fail(why, EXIT_USAGE, "has the shape %s: more values than any memory holds",
                    npy->shape);
    }
    npy->count = zero ? 0 : (size_t)product;
    return 0;
}

static int read_descr(struct cursor *c, struct npy *npy, struct failure *why)
{
    char descr[32];
    skip_space(c);
    if (c->at < c->end && *c->at == '[') {
        return fail(why, EXIT_USAGE, "holds records; an array of f4, f8, i4 or i8 is read");
    }
    if (!take_string(c, descr, sizeof descr)) {
        return fail(why, EXIT_USAGE, "has a malformed .npy header: descr is no type name");
    }
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        if (strcmp(descr + (descr[0] != '\0'), types[k].name) == 0) {
            npy->type = (enum npy_type)k;
            if (descr[0] == '<') {
                return 0;
            }
            if (descr[0] == '>') {
                return fail(why, EXIT_USAGE, "is big-endian (%s): save a.astype('<%s') instead",
                            descr, types[k].name);
            }
        }
    }
    return fail(why, EXIT_USAGE,
                "holds values of type %s; f4, f8, i4 and i8 are read, so save "
                "a.astype('<f4') instead",
                descr);
}

static int read_order(struct cursor *c, struct failure *why)
{
    if (take_word(c, "False")) {
        return 0;
    }
    if (take_word(c, "True")) {
        return fail(why, EXIT_USAGE,
                    "is in Fortran order: save numpy.ascontiguousarray(a) instead");
    }
    return fail(why, EXIT_USAGE, "has a malformed .npy header: fortran_order is no truth value");
}

/* One `'key': value`; sets the key's bit in *seen. */
static int read_entry(struct cursor *c, struct npy *npy, unsigned *seen, struct failure *why)
{
    static const char *const keys[] = { "descr", "fortran_order", "shape" };
    char key[32];
    unsigned k = 3;
    if (take_string(c, key, sizeof key) && take(c, ':')) {
        for (k = 0; k < 3 && strcmp(key, keys[k]) != 0; k++) {
        }
    }
    if (k == 3 || *seen & 1u << k) {
        return fail(why, EXIT_USAGE,
                    "has a malformed .npy header: descr, fortran_order and shape "
                    "are expected, once each");
    }
    *seen |= 1u << k;
    return k == 0 ? read_descr(c, npy, why) : k == 1 ? read_order(c, why) : read_shape(c, npy, why);
}

int npy_header(const char *text, size_t size, struct npy *npy, struct failure *why)
{
    struct cursor c = { text, text + size };
    unsigned seen = 0;
    bool closed = false;
    if (!take(&c, '{')) {
        return fail(why, EXIT_USAGE, "has a malformed .npy header: no dictionary");
    }
    while (!(closed = take(&c, '}'))) {
        const int status = read_entry(&c, npy, &seen, why);
        if (status != 0) {
            return status;
        }
        if (!take(&c, ',')) {
            closed = take(&c, '}');
            break;
        }
    }
    skip_space(&c);
    if (!closed || seen != 7 || c.at != c.end) {
        return fail(why, EXIT_USAGE, "has a malformed .npy header: %s",
                    !closed     ? "the dictionary does not end"
                    : seen != 7 ? "descr, fortran_order or shape is missing"
                                : "something stands after the dictionary");
    }
    return 0;
}
