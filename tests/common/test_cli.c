/* The command line: what it takes, and one clear line for what it does not. */
#include "cli.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct options options;
static struct failure why;
static unsigned takes = CLI_ALL;

/* Parses up to four words. */
static int parse(const char *a, const char *b, const char *c, const char *d)
{
    char *argv[6] = { (char *)"program", (char *)a, (char *)b, (char *)c, (char *)d, NULL };
    int argc = 1;
    while (argv[argc] != NULL) {
        argc++;
    }
    why.text[0] = '\0';
    options_free(&options);
    return cli_parse(argc, argv, takes, &options, &why);
}

static void must_fail(const char *a, const char *b, const char *words)
{
    ck_assert_int_eq(parse(a, b, NULL, NULL), EXIT_USAGE);
    ck_assert_msg(strstr(why.text, words) != NULL, "\"%s\" lacks \"%s\"", why.text, words);
    ck_assert_ptr_null(strchr(why.text, '\n'));
}

START_TEST(defaults)
{
    ck_assert_int_eq(parse(NULL, NULL, NULL, NULL), 0);
    ck_assert(!options.help && options.given == 0);
    ck_assert_int_eq(options.data, DATA_CODED);
    ck_assert_int_eq((int)options.seed, 1);
    ck_assert_int_eq(options.backend, BACKEND_ANY);
    ck_assert_int_eq(options.verify, VERIFY_QUICK);
    ck_assert_ptr_null(options.csv);
    ck_assert_ptr_null(options.input);
}
END_TEST

static const struct {
    const char *text;
    size_t value;
} counts[] = { { "0", 0 },
               { "1", 1 },
               { "1048577", 1048577 },
               { "2^0", 1 },
               { "2^20", 1 << 20 },
               { "10^3", 1000 },
               { "1e6", 1000000 },
               { "25E2", 2500 },
               { "007", 7 },
               { "0e5", 0 },
               { "1^4000000000", 1 },
               { "0^0", 1 },
               { "0^9", 0 },
               { "2^40", (size_t)1 << 40 } };

START_TEST(reads_counts)
{
    size_t n = 99;
    ck_assert_int_eq(cli_count(counts[_i].text, "--n", &n, &why), 0);
    ck_assert_uint_eq(n, counts[_i].value);
}
END_TEST

static const char *const no_counts[] = { "",    "x",     "-1",    "+1",  " 1",   "1 ",
                                         "1.5", "1e",    "2^",    "^3",  "1e-3", "0x10",
                                         "1k",  "2^3^4", "1e2e3", "nan", "12x" };

START_TEST(refuses_what_is_no_count)
{
    size_t n = 0;
    ck_assert_int_eq(cli_count(no_counts[_i], "--n", &n, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "is not a number"));
    ck_assert_ptr_nonnull(strstr(why.text, "--n"));
}
END_TEST

static const char *const huge_counts[] = { "18446744073709551616",
                                           "99999999999999999999999",
                                           "2^64",
                                           "2^70",
                                           "1e20",
                                           "2^62",
                                           "3^99999999999999999999",
                                           "2^18446744073709551615",
                                           "1e18446744073709551616" };

START_TEST(refuses_counts_that_overflow)
{
    size_t n = 0;
    ck_assert_int_eq(cli_count(huge_counts[_i], "--n", &n, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "more than any memory holds"));
}
END_TEST

START_TEST(takes_every_option)
{
    ck_assert_int_eq(parse("--n", "2^10", "--seed", "18446744073709551615"), 0);
    ck_assert((options.given & CLI_N) != 0 && options.n == 1024 && options.seed == UINT64_MAX);
    ck_assert_int_eq(parse("--data", "mixed", "--repeat=5", "--device=3"), 0);
    ck_assert(options.data == DATA_MIXED && options.repeat == 5 && options.device == 3);
    ck_assert_int_eq(parse("--input", "a.npy", "--csv", "-"), 0);
    ck_assert_str_eq(options.input, "a.npy");
    ck_assert_str_eq(options.csv, "-");
    ck_assert_int_eq(parse("--backend=cuda", "--verify=full", "--block", "96"), 0);
    ck_assert(options.backend == BACKEND_CUDA && options.verify == VERIFY_FULL);
    ck_assert_uint_eq(options.block, 96);
    ck_assert_int_eq(parse("--verify", "only", "--backend", "simt"), 0);
    ck_assert(!options_time(&options) && options.repeat == 0 && options.backend == BACKEND_SIMT);
    ck_assert_int_eq(parse("--n=7", "--n=8", NULL, NULL), 0);
    ck_assert_uint_eq(options.n, 8);
}
END_TEST

START_TEST(finds_every_data_kind)
{
    ck_assert_int_eq(parse("--data", data_name((enum data_kind)_i), NULL, NULL), 0);
    ck_assert_int_eq((int)options.data, _i);
}
END_TEST

START_TEST(sorts_sizes_and_expands_ranges)
{
    const size_t wanted[] = { 0, 1, 2, 3, 1000, 1024 };
    ck_assert_int_eq(parse("--sizes", "2^10,0..3,1e3", NULL, NULL), 0);
    ck_assert_uint_eq(options.size_count, 6);
    ck_assert_mem_eq(options.sizes, wanted, sizeof wanted);
    ck_assert_int_eq(parse("--sizes", "1,2", "--sizes", "7"), 0);
    ck_assert_uint_eq(options.size_count, 1);
}
END_TEST

START_TEST(refuses_bad_sizes)
{
    must_fail("--sizes", "", "is not a number");
    must_fail("--sizes", "1,,2", "is not a number");
    must_fail("--sizes", "1,", "is not a number");
    must_fail("--sizes", "5..3", "is empty");
    must_fail("--sizes", "0..", "is not a number");
    must_fail("--sizes", "0..5000", "too long");
    must_fail("--sizes", "0..4000,0..4000", "too long");
    must_fail("--sizes", "0..2^60", "too long");
}
END_TEST

START_TEST(takes_the_longest_list_of_sizes)
{
    ck_assert_int_eq(parse("--sizes", "0..4095", NULL, NULL), 0);
    ck_assert_uint_eq(options.size_count, 4096);
}
END_TEST

START_TEST(refuses_unknown_words)
{
    must_fail("--size", NULL, "unknown option --size");
    must_fail("-n", "5", "unknown option -n");
    must_fail("--nn=5", NULL, "unknown option");
    must_fail("1000", NULL, "unknown argument 1000");
    must_fail("", NULL, "unknown argument");
    must_fail("--data", "primes", "there is no kind \"primes\"");
    must_fail("--data", "primes", "coded, uniform, negative");
    must_fail("--backend", "opencl", "neither simt nor cuda");
    must_fail("--verify", "none", "none of quick, full, only");
}
END_TEST

START_TEST(refuses_missing_values)
{
    must_fail("--n", NULL, "--n needs a value");
    must_fail("--csv", NULL, "--csv needs a value");
    must_fail("--n", "--csv", "--n needs a value");
    must_fail("--n=", NULL, "is not a number");
    must_fail("--input=", NULL, "name is empty");
}
END_TEST

START_TEST(refuses_numbers_out_of_range)
{
    must_fail("--block", "1025", "too large");
    must_fail("--block", "0", "at least one thread");
    must_fail("--block", "x", "is not a whole number");
    must_fail("--seed", "18446744073709551616", "too large");
    must_fail("--seed", "-1", "is not a whole number");
    must_fail("--repeat", "1000001", "too large");
    must_fail("--repeat", "2^3", "is not a whole number");
    must_fail("--device", "2147483648", "too large");
    must_fail("--device", "-1", "is not a whole number");
}
END_TEST

START_TEST(refuses_input_with_data)
{
    ck_assert_int_eq(parse("--input", "x", "--data", "ones"), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "choose one"));
}
END_TEST

START_TEST(help_wins_over_later_errors)
{
    ck_assert_int_eq(parse("--help", "--nonsense", NULL, NULL), 0);
    ck_assert(options.help);
    ck_assert_int_eq(parse("-h", NULL, NULL, NULL), 0);
    ck_assert(options.help);
}
END_TEST

START_TEST(help_names_every_option_and_kind)
{
    static const char *const words[] = { "--n ",      "--data",   "--seed",  "--input",
                                         "--backend", "--device", "--block", "--verify",
                                         "--sizes",   "--repeat", "--csv",   "--help",
                                         "03_step",   "here 96",  "bothinf", "exit status" };
    char text[4096];
    const struct cli_program program = { "03_step", "Sums.\n", CLI_ALL, 96 };
    const int length = cli_help(text, sizeof text, &program);
    ck_assert_int_eq(length, (int)strlen(text));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        ck_assert_msg(strstr(text, words[k]) != NULL, "the help lacks %s", words[k]);
    }
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        ck_assert_msg(end != NULL && end - line <= 80, "a line is too wide: %.100s", line);
        line = end + 1;
    }
    ck_assert_int_eq(cli_help(text, 10, &program), 9);
}
END_TEST

START_TEST(help_lists_what_the_program_takes)
{
    static const char right[] =
        "usage: lab [options]\n\nWhat it does.\n\n"
        "where\n  --device D       which GPU, from 0\n\nwhat comes out\n  --csv FILE ";
    const struct cli_program program = { "lab", "What it does.\n", CLI_DEVICE | CLI_CSV, 0 };
    char text[4096];
    cli_help(text, sizeof text, &program);
    ck_assert_msg(strncmp(text, right, sizeof right - 1) == 0, "%s", text);
    ck_assert_ptr_null(strstr(text, "--n "));
    ck_assert_ptr_nonnull(strstr(text, "--help"));
}
END_TEST

START_TEST(refuses_what_the_program_does_not_take)
{
    takes = CLI_ALL & ~(unsigned)CLI_DATA;
    must_fail("--data", "mixed", "--data means nothing to this program");
    must_fail("--data=mixed", NULL, "--data means nothing to this program");
    ck_assert_int_eq(parse("--seed", "3", NULL, NULL), 0);
    ck_assert_int_eq((int)options.given, CLI_SEED);
}
END_TEST

START_TEST(prints_counts)
{
    char text[48];
    ck_assert_str_eq(cli_print_count(text, sizeof text, 1000), "1000");
    ck_assert_str_eq(cli_print_count(text, sizeof text, 512), "512");
    ck_assert_str_eq(cli_print_count(text, sizeof text, 1 << 20), "1048576 (2^20)");
    ck_assert_str_eq(cli_print_count(text, sizeof text, 0), "0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cli");
    TCase *t = tcase_create("cli");
    tcase_add_test(t, defaults);
    tcase_add_loop_test(t, reads_counts, 0, sizeof counts / sizeof *counts);
    tcase_add_loop_test(t, refuses_what_is_no_count, 0, sizeof no_counts / sizeof *no_counts);
    tcase_add_loop_test(t, refuses_counts_that_overflow, 0,
                        sizeof huge_counts / sizeof *huge_counts);
    tcase_add_test(t, takes_every_option);
    tcase_add_loop_test(t, finds_every_data_kind, 0, DATA_KINDS);
    tcase_add_test(t, sorts_sizes_and_expands_ranges);
    tcase_add_test(t, refuses_bad_sizes);
    tcase_add_test(t, takes_the_longest_list_of_sizes);
    tcase_add_test(t, refuses_unknown_words);
    tcase_add_test(t, refuses_missing_values);
    tcase_add_test(t, refuses_numbers_out_of_range);
    tcase_add_test(t, refuses_input_with_data);
    tcase_add_test(t, refuses_what_the_program_does_not_take);
    tcase_add_test(t, help_lists_what_the_program_takes);
    tcase_add_test(t, help_wins_over_later_errors);
    tcase_add_test(t, help_names_every_option_and_kind);
    tcase_add_test(t, prints_counts);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
