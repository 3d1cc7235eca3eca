/*
 * The command line and the files of a whole program: what is wrong with them
 * gets one line on standard error and the right exit status, nothing on
 * standard output, and no file is written.
 */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static char folder[RUN_PATH];
#define PROGRAM "'" BUILD_DIR "/simt/03_sequential'"
#define SERIAL "'" BUILD_DIR "/simt/00_serial'"

static void write_here(const char *name, const void *bytes, size_t size)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_file(path, bytes, size, 0644);
}

/* A .npy file, version 1.0, with this dictionary and these data bytes. */
static void write_npy(const char *name, const char *dictionary, const void *data, size_t size)
{
    unsigned char bytes[1024] = "\x93NUMPY\x01";
    const size_t length = 118; /* 10 + 118 is a multiple of 64 */
    bytes[8] = (unsigned char)length;
    memset(bytes + 10, ' ', length);
    memcpy(bytes + 10, dictionary, strlen(dictionary));
    bytes[10 + length - 1] = '\n';
    ck_assert_uint_le(10 + length + size, sizeof bytes);
    memcpy(bytes + 10 + length, data, size);
    write_here(name, bytes, 10 + length + size);
}

static void make_files(void)
{
    const float f4[6] = { 1, 2, 3, 4, 5, 6.5f };
    const double f8[6] = { 1, 2, 3, 4, 5, 6.5 };
    const int32_t i4[6] = { 1, 2, 3, 4, 5, -6 };
    const int64_t i8[6] = { 1, 2, 3, 4, 5, -6 };
    make_folder(folder, "");
    write_here("raw.bin", f4, sizeof f4);
    write_here("odd.bin", f4, 7);
    write_here("empty.bin", f4, 0);
    write_npy("f4.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", f4, 24);
    write_npy("f8.npy", "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }", f8, 48);
    write_npy("i4.npy", "{'descr': '<i4', 'fortran_order': False, 'shape': (6,), }", i4, 24);
    write_npy("i8.npy", "{'descr': '<i8', 'fortran_order': False, 'shape': (6,), }", i8, 48);
    write_npy("short.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }", f4, 24);
    write_npy("big.npy", "{'descr': '>f4', 'fortran_order': False, 'shape': (6,), }", f4, 24);
    write_npy("fortran.npy", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", f4, 24);
    write_npy("complex.npy", "{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", f4, 24);
    write_npy("broken.npy", "{'descr': '<f4', 'shape'", f4, 24);
    write_here("text.npy", "no such format", 14);
}

static void remove_files(void)
{
    remove_folder(folder);
}

static const struct {
    const char *arguments;
    int status;
    const char *says;
} refused[] = {
    { "--colour", 2, "--colour" },
    { "extra", 2, "extra" },
    { "--n", 2, "--n" },
    { "--n abc", 2, "abc" },
    { "--n -5", 2, "-5" },
    { "--n 1.5", 2, "1.5" },
    { "--n 1e", 2, "1e" },
    { "--n 2^70", 2, "2^70" },
    { "--n 2^50", 2, "memory" },
    { "--data pi", 2, "pi" },
    { "--seed x", 2, "x" },
    { "--repeat -1", 2, "-1" },
    { "--backend opencl", 2, "opencl" },
    { "--verify some", 2, "some" },
    { "--block 128", 2, "make" },
    { "--device 9", 3, "9" },
    { "--backend cuda", 3, "cuda" },
    { "--input gone.bin", 2, "gone.bin" },
    { "--input .", 2, "." },
    { "--input odd.bin", 2, "odd.bin" },
    { "--input empty.bin", 2, "empty.bin" },
    { "--input raw.bin --n 7", 2, "raw.bin" },
    { "--input short.npy", 2, "short.npy" },
    { "--input big.npy", 2, "big" },
    { "--input fortran.npy", 2, "ortran" },
    { "--input complex.npy", 2, "c8" },
    { "--input broken.npy", 2, "broken.npy" },
    { "--input text.npy", 2, "text.npy" },
    { "--csv no/such/folder.csv", 2, "no/such/folder.csv" },
    { "--csv . --n 10", 2, "." },
};

START_TEST(mistake_gets_one_line_and_nothing_is_written)
{
    struct process_result result =
        run_shell(60,
                  "cd '%s' && before=$(ls); " PROGRAM
                  " %s; s=$?; [ \"$before\" = \"$(ls)\" ] || echo 'files changed' >&2; exit $s",
                  folder, refused[_i].arguments);
    ck_assert_msg(result.status == refused[_i].status, "%s: exit status %d, not %d\n%s",
                  refused[_i].arguments, result.status, refused[_i].status, result.err.text);
    assert_contains(result.err.text, refused[_i].says);
    ck_assert_msg(strcspn(result.err.text, "\n") + 1 == result.err.bytes, "not one line:\n%s",
                  result.err.text);
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

START_TEST(failed_run_leaves_no_csv)
{
    struct process_result result =
        run_shell(60, "cd '%s' && " PROGRAM " --csv new.csv --input gone.bin; ls new.csv", folder);
    ck_assert_int_ne(result.status, 0);
    process_free(&result);
}
END_TEST

static const struct {
    const char *arguments, *says;
} accepted[] = {
    { "--input raw.bin", "21.5" },      { "--input f4.npy", "21.5" },
    { "--input f8.npy", "21.5" },       { "--input i4.npy", "9" },
    { "--input i8.npy", "9" },          { "--input raw.bin --n 3", "6" },
    { "--n 0 --data ones", "0" },       { "--n 1000 --data ones", "1000" },
    { "--n 2^10 --data ones", "1024" }, { "--n 1e3 --data ones", "1000" },
};

START_TEST(right_command_line_is_verified)
{
    static const char *const programs[] = { PROGRAM, SERIAL };
    for (size_t i = 0; i < 2; i++) {
        struct process_result result = run_expecting(0, 60, "cd '%s' && %s %s --repeat 1", folder,
                                                     programs[i], accepted[_i].arguments);
        assert_contains(result.out.text, accepted[_i].says);
        assert_contains(result.out.text, "verified");
        ck_assert_str_eq(result.err.text, "");
        process_free(&result);
    }
}
END_TEST

START_TEST(csv_has_its_header_once)
{
    struct process_result result =
        run_expecting(0, 60,
                      "cd '%s' && for n in 1 2; do " PROGRAM
                      " --n $n --repeat 1 --csv t.csv >/dev/null; done; cat t.csv",
                      folder);
    const char *first = strstr(result.out.text, "program,backend,device,n,block");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "program,backend,device,n,block"));
    assert_contains(result.out.text, "\n03_sequential,simt,");
    process_free(&result);
}
END_TEST

START_TEST(csv_on_standard_output_is_alone)
{
    struct process_result result = run_expecting(0, 60, PROGRAM " --n 1000 --repeat 1 --csv -");
    ck_assert_int_eq(strncmp(result.out.text, "program,", 8), 0);
    size_t lines = 0;
    for (const char *at = result.out.text; *at; at++)
        lines += *at == '\n';
    ck_assert_uint_eq(lines, 2);
    process_free(&result);
}
END_TEST

START_TEST(help_names_every_option)
{
    static const char *const names[] = { "--n",      "--input",  "--data",    "--seed",
                                         "--repeat", "--block",  "--backend", "--device",
                                         "--csv",    "--verify", "--sizes",   "--help" };
    struct process_result result = run_expecting(0, 60, PROGRAM " --help");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_contains(result.out.text, names[i]);
    process_free(&result);
}
END_TEST

/* The names before a = in what make help prints, and what the Makefile hands on: each may
 * stand on the command line. */
START_TEST(make_knows_the_knobs_that_it_names)
{
    static const char *const sources[] = { "grep -oE '[A-Z_]+=' tools/help.txt | tr -d =",
                                           "sed -n 's/^export //p' Makefile | xargs -n 1" };
    static const char *const among[] = { "SEEDS\n", "NO_INSTALL\n" };
    for (size_t i = 0; i < 2; i++) {
        struct process_result result =
            run_expecting(0, 60,
                          "cd '" SOURCE_DIR "' && for name in $(%s); do echo $name; "
                          "make -n help $name=1 >/dev/null || exit 1; done",
                          sources[i]);
        assert_contains(result.out.text, "BLOCK\n");
        assert_contains(result.out.text, among[i]);
        process_free(&result);
    }
}
END_TEST

/* Two commands in one build folder: a holder of 1 s, and another that comes meanwhile. */
static struct process_result clean_while_locked(const char *environment)
{
    return run_expecting(
        0, 60,
        "cd '%s' && mkdir b && (flock 9; sleep 1; echo held) 9>b/lock & sleep 0.3; "
        "BUILD='%s/b' %s sh '" SOURCE_DIR "/tools/front.sh' clean; echo cleaned; "
        "wait",
        folder, folder, environment);
}

START_TEST(one_command_at_a_time_in_a_build_folder)
{
    char nested[RUN_PATH + 64];
    if (!has_command("flock")) {
        printf("note: not run, it needs flock: one_command_at_a_time_in_a_build_folder\n");
        return;
    }
    struct process_result result = clean_while_locked("");
    ck_assert_str_eq(result.out.text, "held\ncleaned\n");
    assert_contains(result.err.text, "Waiting for another command in ");
    process_free(&result);
    snprintf(nested, sizeof nested, "LOCKED_BUILD='%s/b'", folder);
    result = clean_while_locked(nested);
    ck_assert_str_eq(result.out.text, "cleaned\nheld\n");
    ck_assert_str_eq(result.err.text, "");
    process_free(&result);
}
END_TEST

static const char *const unwritable[] = { "JSON=no/such.json", "SVG=no/such.svg", "SVG=." };

START_TEST(trace_that_cannot_be_written_is_refused)
{
    struct process_result result =
        run_expecting(2, 10,
                      "cd '%s' && BUILD='%s/b' SVG=/dev/null && export BUILD SVG %s && "
                      "sh '" SOURCE_DIR "/tools/front.sh' trace 3",
                      folder, folder, unwritable[_i]);
    assert_contains(result.err.text, "cannot write ");
    assert_contains(result.err.text, strchr(unwritable[_i], '=') + 1);
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command line");
    TCase *tests = tcase_create("command line");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, make_files, remove_files);
    tcase_add_loop_test(tests, mistake_gets_one_line_and_nothing_is_written, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(tests, failed_run_leaves_no_csv);
    tcase_add_loop_test(tests, right_command_line_is_verified, 0,
                        sizeof accepted / sizeof *accepted);
    tcase_add_test(tests, csv_has_its_header_once);
    tcase_add_test(tests, csv_on_standard_output_is_alone);
    tcase_add_test(tests, help_names_every_option);
    tcase_add_test(tests, make_knows_the_knobs_that_it_names);
    tcase_add_test(tests, one_command_at_a_time_in_a_build_folder);
    tcase_add_loop_test(tests, trace_that_cannot_be_written_is_refused, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
