/* Files of the reader's own data: good ones and every kind of bad one. */
#define _POSIX_C_SOURCE 200809L
#include "free_memory.h"
#include "input.h"
#include "run.h"

#include <check.h>
#include <cuda_runtime_api.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[RUN_PATH], path[RUN_PATH + 64];
static struct input input;
static struct failure why;

static void set_up(void)
{
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/data", folder);
}

static void tear_down(void)
{
    input_free(&input);
    remove_folder(folder);
}

static void write_bytes(const void *bytes, size_t size)
{
    write_file(path, bytes, size, 0600);
}

/* A .npy file of the given version: header padded as NumPy pads it, then data. */
static void write_npy(unsigned version, const char *descr, const char *order, const char *shape,
                      const void *data, size_t bytes)
{
    unsigned char file[4096] = "\x93NUMPY";
    const size_t start = version > 1 ? 12 : 10;
    size_t size =
        (size_t)snprintf((char *)file + start, 512,
                         "{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape);
    while ((start + size + 1) % 64 != 0) {
        file[start + size++] = ' ';
    }
    file[start + size++] = '\n';
    file[6] = (unsigned char)version;
    file[7] = 0;
    file[8] = (unsigned char)(size & 255);
    file[9] = (unsigned char)(size >> 8);
    memcpy(file + start + size, data, bytes);
    write_bytes(file, start + size + bytes);
}

static int load(size_t want)
{
    why.text[0] = '\0';
    input_free(&input);
    return input_load(path, want, &input, &why);
}

/* The last file must be refused in one line that names it. */
static void must_fail(size_t want, const char *words)
{
    ck_assert_int_eq(load(want), EXIT_USAGE);
    ck_assert_msg(strstr(why.text, words) != NULL, "\"%s\" lacks \"%s\"", why.text, words);
    ck_assert_msg(strstr(why.text, path) != NULL, "\"%s\" lacks the file's name", why.text);
    ck_assert_ptr_null(strchr(why.text, '\n'));
    ck_assert_ptr_null(input.values);
}

static void expect(const float *values, size_t count, const char *format)
{
    ck_assert_msg(load(INPUT_ALL) == 0, "%s", why.text);
    ck_assert_uint_eq(input.count, count);
    ck_assert_mem_eq(input.values, values, count * sizeof *values);
    ck_assert_str_eq(input.format, format);
}

static const float some[] = { 1.5f, -2.0f, 3.25f, 1e-3f, 7, 8 };

START_TEST(reads_raw_floats)
{
    write_bytes("\x00\x00\xc0\x3f\x00\x00\x00\xc0", 8); /* little-endian 1.5, -2 */
    expect(some, 2, "raw float32");
    ck_assert_uint_eq(input.rounded + input.nans + input.infs, 0);
}
END_TEST

START_TEST(reads_the_first_n)
{
    write_bytes(some, sizeof some);
    ck_assert_int_eq(load(2), 0);
    ck_assert_uint_eq(input.count, 2);
    ck_assert_int_eq(load(6), 0);
    ck_assert_int_eq(load(0), 0);
    ck_assert_uint_eq(input.count, 0);
    must_fail(7, "holds 6 values, --n asks for 7");
    write_bytes(some, 4);
    must_fail(7, "holds 1 value, --n asks for 7");
}
END_TEST

START_TEST(reads_all_npy_versions)
{
    write_npy((unsigned)_i, "'<f4'", "False", "(2, 3)", some, sizeof some);
    expect(some, 6, "NumPy f4, shape (2, 3)");
}
END_TEST

START_TEST(reads_a_scalar)
{
    write_npy(1, "'<f4'", "False", "()", some, 4);
    expect(some, 1, "NumPy f4, shape ()");
}
END_TEST

START_TEST(rounds_doubles_and_says_so)
{
    const double values[] = { 1.5, 0.1, 3.4e38, NAN, -INFINITY, 0x1p-1074 };
    char notes[200];
    write_npy(1, "'<f8'", "False", "(6,)", values, sizeof values);
    ck_assert_int_eq(load(INPUT_ALL), 0);
    ck_assert(!(input.values[0] < 1.5f || input.values[0] > 1.5f));
    ck_assert(!(input.values[1] < 0.1f || input.values[1] > 0.1f));
    ck_assert(isfinite(input.values[2]) && isnan(input.values[3]) && isinf(input.values[4]));
    ck_assert_uint_eq(input.rounded, 3);
    ck_assert(input.nans == 1 && input.infs == 1 && input.first_nonfinite == 3);
    ck_assert_str_eq(input_notes(&input, notes, sizeof notes),
                     "3 of 6 values rounded to float32; "
                     "1 NaN and 1 infinite value, the first at element 3");
}
END_TEST

START_TEST(refuses_doubles_beyond_the_range)
{
    const double values[] = { 1.5, INFINITY, -1e300, 1e300 };
    write_npy(1, "'<f8'", "False", "(4,)", values, sizeof values);
    must_fail(INPUT_ALL, "element 2 is -1e+300, more than float32 holds; scale the data");
    ck_assert_int_eq(load(2), 0); /* those are not asked for */
}
END_TEST

START_TEST(rounds_integers_and_says_so)
{
    const int32_t small[] = { 0, -1, 1 << 24, (1 << 24) + 1, INT32_MIN, INT32_MAX };
    const int64_t large[] = { INT64_MAX, INT64_MIN, ((int64_t)1 << 53) + 1, 1000 };
    char notes[200];
    write_npy(1, "'<i4'", "False", "(6,)", small, sizeof small);
    ck_assert_int_eq(load(INPUT_ALL), 0);
    ck_assert_uint_eq(input.rounded, 2);
    ck_assert(!(input.values[4] > -0x1p31f));
    write_npy(1, "'<i8'", "False", "(4,)", large, sizeof large);
    ck_assert_int_eq(load(INPUT_ALL), 0);
    ck_assert_uint_eq(input.rounded, 2);
    ck_assert(!(input.values[0] < 0x1p63f) && !(input.values[1] > -0x1p63f));
    ck_assert_str_eq(input_notes(&input, notes, sizeof notes), "2 of 4 values rounded to float32");
}
END_TEST

START_TEST(has_nothing_to_say_about_exact_data)
{
    const int64_t values[] = { 1, 2, 3 };
    char notes[200];
    write_npy(1, "'<i8'", "False", "(3,)", values, sizeof values);
    ck_assert_int_eq(load(INPUT_ALL), 0);
    ck_assert_str_eq(input_notes(&input, notes, sizeof notes), "");
}
END_TEST

START_TEST(reads_more_than_a_chunk)
{
    const size_t n = 20001;
    float *values = malloc(n * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        values[i] = (float)i;
    }
    write_bytes(values, n * sizeof *values);
    expect(values, n, "raw float32");
    free(values);
}
END_TEST

START_TEST(refuses_files_that_are_not_there)
{
    must_fail(INPUT_ALL, "No such file");
    snprintf(path, sizeof path, "%s", folder);
    must_fail(INPUT_ALL, "not a regular file");
}
END_TEST

START_TEST(refuses_a_fifo_without_waiting_for_its_writer)
{
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    must_fail(INPUT_ALL, "not a regular file");
}
END_TEST

START_TEST(refuses_unreadable_files)
{
    write_bytes(some, sizeof some);
    chmod(path, 0);
    if (geteuid() != 0) { /* root reads anything */
        must_fail(INPUT_ALL, "Permission denied");
    }
    chmod(path, 0600);
}
END_TEST

START_TEST(refuses_empty_and_odd_files)
{
    write_bytes("", 0);
    must_fail(INPUT_ALL, "is empty");
    write_bytes("\x80", 1);
    must_fail(INPUT_ALL, "is 1 byte long: that is no whole number");
    write_bytes(some, 7);
    must_fail(INPUT_ALL, "is 7 bytes long: that is no whole number of float32");
    write_bytes(some, 3);
    must_fail(INPUT_ALL, "no whole number of float32");
}
END_TEST

START_TEST(refuses_archives_and_text)
{
    write_bytes("PK\003\004\x14\0\0\0\0\0!\0", 12);
    must_fail(INPUT_ALL, "unzip it and give one of its .npy files");
    write_bytes("1.5, 2.5\r\n3.5, -1e3\n", 20);
    must_fail(INPUT_ALL, "is text, not raw float32: load it with numpy.loadtxt");
    remove(path);
    snprintf(path, sizeof path, "%s/data.csv", folder);
    write_bytes("\xef\xbb\xbf"
                "1.5\n2.5\n",
                11);
    must_fail(INPUT_ALL, "is text, not raw float32");
    remove(path);
    snprintf(path, sizeof path, "%s/data.txt", folder);
    write_bytes(some, sizeof some);
    must_fail(INPUT_ALL, "is text, not raw float32");
}
END_TEST

START_TEST(refuses_a_name_that_lies)
{
    snprintf(path, sizeof path, "%s/data.npy", folder);
    write_bytes(some, sizeof some);
    must_fail(INPUT_ALL, "does not begin like a .npy file");
}
END_TEST

START_TEST(refuses_wrong_amounts_of_values)
{
    write_npy(1, "'<f4'", "False", "(7,)", some, sizeof some);
    must_fail(INPUT_ALL, "cut short");
    must_fail(2, "cut short");
    write_npy(1, "'<f4'", "False", "(5,)", some, sizeof some);
    must_fail(INPUT_ALL, "4 bytes follow");
    write_npy(1, "'<f8'", "False", "(6,)", some, sizeof some);
    must_fail(INPUT_ALL, "cut short");
    write_npy(1, "'<f4'", "False", "(0, 5)", some, 0);
    must_fail(INPUT_ALL, "holds no values");
    write_npy(1, "'<f4'", "False", "(4611686018427387904, 4)", some, sizeof some);
    must_fail(INPUT_ALL, "more values than any memory");
}
END_TEST

START_TEST(refuses_kinds_that_are_not_summed)
{
    write_npy(1, "'>f4'", "False", "(6,)", some, sizeof some);
    must_fail(INPUT_ALL, "big-endian");
    write_npy(1, "'<f4'", "True", "(2, 3)", some, sizeof some);
    must_fail(INPUT_ALL, "Fortran order");
    write_npy(1, "'<f2'", "False", "(12,)", some, sizeof some);
    must_fail(INPUT_ALL, "type <f2");
}
END_TEST

START_TEST(refuses_headers_that_do_not_end)
{
    write_bytes("\x93NUMPY\x01\x00\x76\x00{'descr': ", 20);
    must_fail(INPUT_ALL, "ends inside its .npy header");
    write_bytes("\x93NUMPY\x01", 7);
    must_fail(INPUT_ALL, "ends inside its .npy header");
    write_bytes("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{'descr': ", 22);
    must_fail(INPUT_ALL, "header of 4294967295 bytes");
}
END_TEST

/* Every single changed byte of a header is either harmless or refused in a line. */
START_TEST(survives_changed_bytes)
{
    unsigned char bytes[256];
    write_npy(1, "'<f4'", "False", "(2, 3)", some, sizeof some);
    FILE *file = fopen(path, "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t k = 0; k < 80; k++) {
        for (unsigned flip = 1; flip < 256; flip *= 2) {
            bytes[k] ^= (unsigned char)flip;
            write_bytes(bytes, size);
            const int status = load(INPUT_ALL);
            ck_assert(status == 0 || (status == EXIT_USAGE && why.text[0] != '\0'));
            bytes[k] ^= (unsigned char)flip;
        }
    }
}
END_TEST

/* A file that NumPy itself wrote, where Python has it. */
START_TEST(reads_what_numpy_writes)
{
    struct process_result saved =
        run_shell(30,
                  "cd '%s' && python3 -c \"import numpy; "
                  "numpy.save('data.npy', numpy.arange(1000, dtype='<i8').reshape(10, 100))\" && "
                  "mv data.npy data",
                  folder);
    const int without = saved.status != 0;
    process_free(&saved);
    if (without) {
        printf("note: not run, it needs Python with NumPy: reads_what_numpy_writes\n");
        return;
    }
    ck_assert_msg(load(INPUT_ALL) == 0, "%s", why.text);
    ck_assert_uint_eq(input.count, 1000);
    ck_assert(!(input.values[999] < 999 || input.values[999] > 999));
    ck_assert_str_eq(input.format, "NumPy i8, shape (10, 100)");
}
END_TEST

START_TEST(memory_is_told_in_words)
{
    char text[32];
    ck_assert_str_eq(memory_words(text, sizeof text, 0), "0 bytes");
    ck_assert_str_eq(memory_words(text, sizeof text, 1536), "1.5 KiB");
    ck_assert_str_eq(memory_words(text, sizeof text, (size_t)3 << 30), "3.0 GiB");
    ck_assert_uint_gt(free_memory(), 1 << 20);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
/* The simulated GPU's memory is the host's: both must judge it by one rule. */
START_TEST(simulated_gpu_offers_nine_tenths_of_free_memory)
{
    size_t unused, total;
    const size_t most = free_memory() / 4; /* below what the machine has, so this limit counts */
    const struct rlimit limit = { most, most };
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    ck_assert_uint_eq(free_memory(), most);
    ck_assert_int_eq(cudaMemGetInfo(&unused, &total), cudaSuccess);
    ck_assert_uint_eq(total, most / 10 * 9);
}
END_TEST
#endif

int main(void)
{
    Suite *suite = suite_create("input");
    TCase *t = tcase_create("input");
    tcase_set_timeout(t, 30);
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, reads_raw_floats);
    tcase_add_test(t, reads_the_first_n);
    tcase_add_loop_test(t, reads_all_npy_versions, 1, 4);
    tcase_add_test(t, reads_a_scalar);
    tcase_add_test(t, rounds_doubles_and_says_so);
    tcase_add_test(t, refuses_doubles_beyond_the_range);
    tcase_add_test(t, rounds_integers_and_says_so);
    tcase_add_test(t, has_nothing_to_say_about_exact_data);
    tcase_add_test(t, reads_more_than_a_chunk);
    tcase_add_test(t, refuses_files_that_are_not_there);
    tcase_add_test(t, refuses_a_fifo_without_waiting_for_its_writer);
    tcase_add_test(t, refuses_unreadable_files);
    tcase_add_test(t, refuses_empty_and_odd_files);
    tcase_add_test(t, refuses_archives_and_text);
    tcase_add_test(t, refuses_a_name_that_lies);
    tcase_add_test(t, refuses_wrong_amounts_of_values);
    tcase_add_test(t, refuses_kinds_that_are_not_summed);
    tcase_add_test(t, refuses_headers_that_do_not_end);
    tcase_add_test(t, survives_changed_bytes);
    tcase_add_test(t, reads_what_numpy_writes);
    tcase_add_test(t, memory_is_told_in_words);
#ifndef __SANITIZE_ADDRESS__ /* it reserves more addresses than any limit allows */
    tcase_add_test(t, simulated_gpu_offers_nine_tenths_of_free_memory);
#endif
    suite_add_tcase(suite, t);
    return run_suite(suite);
}
