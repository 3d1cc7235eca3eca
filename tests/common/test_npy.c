/* The header of .npy files, byte by byte. */
#include "npy.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct npy npy;
static struct failure why;

static int header(const char *text)
{
    memset(&npy, 0, sizeof npy);
    why.text[0] = '\0';
    return npy_header(text, strlen(text), &npy, &why);
}

static void must_fail(const char *text, const char *words)
{
    ck_assert_msg(header(text) == EXIT_USAGE, "accepted: %s", text);
    ck_assert_msg(strstr(why.text, words) != NULL, "\"%s\" lacks \"%s\"", why.text, words);
}

#define DICT(descr, order, shape)                                                                  \
    "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape ", }          \n"

static const struct {
    const char *text;
    enum npy_type type;
    size_t count;
    const char *shape;
} good[] = {
    { DICT("'<f4'", "False", "(10,)"), NPY_F4, 10, "(10,)" },
    { DICT("'<f8'", "False", "(3, 4)"), NPY_F8, 12, "(3, 4)" },
    { DICT("'<i4'", "False", "()"), NPY_I4, 1, "()" },
    { DICT("'<i8'", "False", "(2, 3, 4, 5)"), NPY_I8, 120, "(2, 3, 4, 5)" },
    { DICT("'<f4'", "False", "(0,)"), NPY_F4, 0, "(0,)" },
    { DICT("'<f4'", "False", "(18446744073709551615, 0)"), NPY_F4, 0, NULL },
    { "{\"shape\":(7),\"fortran_order\":False,\"descr\":\"<f4\"}", NPY_F4, 7, "(7)" },
    { "  { 'shape' : ( 2 , 2 ) , 'descr' : '<i4' , 'fortran_order' : False } ", NPY_I4, 4, NULL },
};

START_TEST(reads_good_headers)
{
    ck_assert_msg(header(good[_i].text) == 0, "%s: %s", good[_i].text, why.text);
    ck_assert_int_eq(npy.type, good[_i].type);
    ck_assert_uint_eq(npy.count, good[_i].count);
    if (good[_i].shape != NULL) {
        ck_assert_str_eq(npy.shape, good[_i].shape);
    }
}
END_TEST

START_TEST(refuses_what_is_not_summed)
{
    must_fail(DICT("'>f4'", "False", "(3,)"), "big-endian (>f4)");
    must_fail(DICT("'>i8'", "False", "(3,)"), "big-endian");
    must_fail(DICT("'<f4'", "True", "(3, 4)"), "Fortran order");
    must_fail(DICT("'<f2'", "False", "(3,)"), "type <f2");
    must_fail(DICT("'|u1'", "False", "(3,)"), "type |u1");
    must_fail(DICT("'|b1'", "False", "(3,)"), "type |b1");
    must_fail(DICT("'<u4'", "False", "(3,)"), "type <u4");
    must_fail(DICT("'<c8'", "False", "(3,)"), "type <c8");
    must_fail(DICT("'|O'", "False", "(3,)"), "type |O");
    must_fail(DICT("'f4'", "False", "(3,)"), "type f4");
    must_fail(DICT("''", "False", "(3,)"), "type ");
    must_fail(DICT("[('x', '<f4')]", "False", "(3,)"), "records");
}
END_TEST

START_TEST(refuses_shapes_that_overflow)
{
    must_fail(DICT("'<f4'", "False", "(4294967296, 4294967296)"), "more values than any memory");
    must_fail(DICT("'<f4'", "False", "(18446744073709551615,)"), "more values than any memory");
    must_fail(DICT("'<f4'", "False", "(99999999999999999999999,)"), "more values than any memory");
    must_fail(DICT("'<f4'", "False", "(3, 6148914691236517206)"), "more values than any memory");
}
END_TEST

static const char *const malformed[] = {
    "",
    "{",
    "}",
    "{}",
    "[]",
    "{'descr': '<f4'",
    "{'descr': '<f4', 'fortran_order': False}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x",
    "{'descr': '<f4' 'fortran_order': False, 'shape': (3,)}",
    "{'descr': '<f4', 'descr': '<f4', 'shape': (3,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
    DICT("<f4", "False", "(3,)"),
    DICT("'<f4'", "0", "(3,)"),
    DICT("'<f4'", "false", "(3,)"),
    DICT("'<f4'", "False", "3"),
    DICT("'<f4'", "False", "[3]"),
    DICT("'<f4'", "False", "(3"),
    DICT("'<f4'", "False", "(,)"),
    DICT("'<f4'", "False", "(3,,4)"),
    DICT("'<f4'", "False", "(-3,)"),
    DICT("'<f4'", "False", "(3.0,)"),
    DICT("'<f4'", "False", "(3 4)"),
    DICT("'a\\x3c'", "False", "(3,)"),
    DICT("'a type with a name that is far too long for a type'", "False", "(3,)"),
};

START_TEST(refuses_malformed_headers)
{
    must_fail(malformed[_i], "malformed");
}
END_TEST

/* No prefix of a good header may be taken, or read beyond its end. */
START_TEST(refuses_every_cut_header)
{
    const char *text = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";
    for (size_t size = 0; size < strlen(text); size++) {
        char *copy = malloc(size > 0 ? size : 1);
        memcpy(copy, text, size);
        ck_assert_int_eq(npy_header(copy, size, &npy, &why), EXIT_USAGE);
        free(copy);
    }
}
END_TEST

START_TEST(reads_prefixes_of_all_versions)
{
    static const unsigned char v1[] = "\x93NUMPY\x01\x00\x76\x00";
    static const unsigned char v2[] = "\x93NUMPY\x02\x00\x74\x01\x00\x00";
    static const unsigned char v3[] = "\x93NUMPY\x03\x00\x74\x00\x00\x00";
    size_t start = 0, size = 0;
    ck_assert_int_eq(npy_prefix(v1, 10, &start, &size, &why), 0);
    ck_assert(start == 10 && size == 0x76);
    ck_assert_int_eq(npy_prefix(v2, 12, &start, &size, &why), 0);
    ck_assert(start == 12 && size == 0x174);
    ck_assert_int_eq(npy_prefix(v3, 12, &start, &size, &why), 0);
    ck_assert(start == 12 && size == 0x74);
}
END_TEST

static const struct {
    const char *bytes;
    size_t size;
    const char *words;
} prefixes[] = {
    { "", 0, "does not begin" },
    { "\x93NUMP", 5, "does not begin" },
    { "\x93numpy\x01\x00\x10\x00", 10, "does not begin" },
    { "PK\x03\x04......", 10, "does not begin" },
    { "\x93NUMPY\x01\x00\x10", 9, "ends inside" },
    { "\x93NUMPY\x02\x00\x10\x00", 10, "ends inside" },
    { "\x93NUMPY\x00\x00\x10\x00\x00\x00", 12, "version 0.0" },
    { "\x93NUMPY\x04\x01\x10\x00\x00\x00", 12, "version 4.1" },
    { "\x93NUMPY\x02\x00\x00\x00\x00\xF0", 12, "header of 4026531840 bytes" },
    { "\x93NUMPY\x02\x00\x01\x00\x01\x00", 12, "header of 65537 bytes" },
};

START_TEST(refuses_bad_prefixes)
{
    size_t start = 0, size = 0;
    ck_assert_int_eq(npy_prefix((const unsigned char *)prefixes[_i].bytes, prefixes[_i].size,
                                &start, &size, &why),
                     EXIT_USAGE);
    ck_assert_msg(strstr(why.text, prefixes[_i].words) != NULL, "\"%s\" lacks \"%s\"", why.text,
                  prefixes[_i].words);
}
END_TEST

START_TEST(types_have_names_and_sizes)
{
    ck_assert_uint_eq(npy_bytes(NPY_F4), 4);
    ck_assert_uint_eq(npy_bytes(NPY_I8), 8);
    ck_assert_str_eq(npy_name(NPY_F8), "f8");
    ck_assert_str_eq(npy_name(NPY_I4), "i4");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("npy");
    TCase *t = tcase_create("npy");
    tcase_add_loop_test(t, reads_good_headers, 0, sizeof good / sizeof *good);
    tcase_add_test(t, refuses_what_is_not_summed);
    tcase_add_test(t, refuses_shapes_that_overflow);
    tcase_add_loop_test(t, refuses_malformed_headers, 0, sizeof malformed / sizeof *malformed);
    tcase_add_test(t, refuses_every_cut_header);
    tcase_add_test(t, reads_prefixes_of_all_versions);
    tcase_add_loop_test(t, refuses_bad_prefixes, 0, sizeof prefixes / sizeof *prefixes);
    tcase_add_test(t, types_have_names_and_sizes);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
