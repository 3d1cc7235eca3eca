/*
 * The ladder tool on made-up programs: shell scripts that print what a step
 * would, or crash, hang, refuse. So every case can be had on any machine.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static char folder[RUN_PATH];

#define HEADER                                                                                     \
    "program,backend,device,n,block,data,repeat,median_ms,min_ms,max_ms,gbps,ceiling_gbps,"        \
    "share_percent,launch_overhead_ms,copy_ms,passes,blocks,barriers_per_block,verdict,detail"

/* A script that behaves like a verified step and writes down its arguments. */
#define GOOD(ms, gbps, share, barriers)                                                            \
    "#!/bin/sh\necho \"$0 $*\" >>\"$(dirname \"$0\")/../calls\"\n"                                 \
    "echo '" HEADER "'\n"                                                                          \
    "echo 'x,simt,\"a device, made up\",1024,256,coded,5," ms ",1,3," gbps ",1000," share          \
    ",,,2,5," barriers ",verified,'\n"

static void write_step(const char *backend, const char *name, const char *script)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/%s/%s", folder, backend, name);
    write_text(path, script, 0755);
}

static void write_below(const char *name, const char *text)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_text(path, text, 0644);
}

/* Two steps, simulated and, for the tests of the other backend, on a GPU. */
static void make_ladder(void)
{
    make_folder(folder, " with space");
    struct process_result made = run_expecting(0, 10,
                                               "cd '%s' && mkdir -p simt cuda steps/00_serial "
                                               "steps/01_interleaved steps/02_dense variants/cub",
                                               folder);
    process_free(&made);
    write_below("backend.txt", "simt\nthe test says so\n");
    write_below("steps.list", "00_serial \n01_interleaved 32 64\n02_dense 32 64\n");
    write_below("steps/00_serial/reduce.c", "// Step 00: one by one\n");
    write_below("steps/01_interleaved/reduce.cu", "// Step 01: a tree\n");
    write_below("steps/02_dense/reduce.cu", "// Step 02: dense\n");
    write_below("variants/cub/reduce.cu", "// CUB: the library\n");
    write_step("simt", "00_serial", GOOD("0.5", "", "", ""));
    write_step("simt", "01_interleaved", GOOD("40", "", "", "9"));
    write_step("simt", "02_dense", GOOD("10", "", "", "8"));
    write_step("cuda", "00_serial", GOOD("400", "10", "", ""));
    write_step("cuda", "01_interleaved", GOOD("8", "500", "50", ""));
    write_step("cuda", "02_dense", GOOD("5", "800", "80", ""));
    write_step("cuda", "cub", GOOD("4", "990", "99", ""));
}

static void remove_ladder(void)
{
    remove_folder(folder);
}

static struct process_result run_ladder(const char *options)
{
    return run_shell(60, "cd '%s' && LC_ALL=C '%s/tools/ladder' --source . --build . %s", folder,
                     BUILD_DIR, options);
}

START_TEST(simulated_times_are_not_a_gpus)
{
    struct process_result result = run_ladder("");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "simulator ms");
    assert_contains(result.out.text, "simt, the simulated GPU (the test says so)");
    assert_contains(result.out.text, "not of a GPU");
    assert_lacks(result.out.text, "GB/s");
    assert_lacks(result.out.text, "ceiling");
    process_free(&result);
}
END_TEST

START_TEST(table_compares_the_steps)
{
    struct process_result result = run_ladder("");
    assert_contains(result.out.text, "  02  dense                                         10.0"
                                     "      4.00    4.00         8  verified\n");
    assert_contains(result.out.text, "  01  a tree                                        40.0"
                                     "         -    1.00         9  verified\n");
    assert_contains(result.out.text, "  00  one by one                                     0.5"
                                     "         -       -         -  verified\n");
    assert_contains(result.out.text, "  01  ############ ");
    process_free(&result);
}
END_TEST

/* A sum of nothing has a time, but no speed. */
START_TEST(only_a_host_row_runs_on_the_cpu)
{
    write_step("simt", "01_interleaved",
               "#!/bin/sh\necho '" HEADER
               "'\necho 'x,simt,d,0,256,coded,5,0.1,0.1,0.1,0,,,,,1,1,9,verified,exact'\n");
    struct process_result result = run_ladder("");
    assert_contains(result.out.text, "  00  (runs on the CPU itself, nothing is simulated)\n");
    assert_contains(result.out.text, "  01  -\n");
    process_free(&result);
}
END_TEST

START_TEST(gpu_shows_bandwidth_and_the_yardstick)
{
    write_below("backend.txt", "cuda\na GPU is there\n");
    struct process_result result = run_ladder("");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "GB/s");
    assert_contains(result.out.text, "80.0%");
    assert_contains(result.out.text, " cub  the library");
    assert_lacks(result.out.text, "simulat");
    process_free(&result);
}
END_TEST

START_TEST(gpu_takes_barriers_from_the_simulated_twin)
{
    write_below("backend.txt", "cuda\na GPU is there\n");
    struct process_result result = run_ladder("--csv -");
    assert_contains(result.out.text, ",9,verified,");
    assert_contains(result.out.text, ",8,verified,");
    process_free(&result);
}
END_TEST

START_TEST(default_size_shrinks_until_it_fits)
{
    static const char small[] =
        "#!/bin/sh\ncase \"$*\" in *2^26*) ;; *) echo 'no room' >&2; exit 2;; esac\n";
    char script[4096];
    write_below("backend.txt", "cuda\na GPU is there\n");
    snprintf(script, sizeof script, "%s%s", small,
             GOOD("8", "500", "50", "") + strlen("#!/bin/sh\n"));
    write_step("cuda", "02_dense", script);
    struct process_result result = run_ladder("");
    ck_assert_int_eq(result.status, 0);
    process_free(&result);
    result = run_ladder("--n 2^28");
    ck_assert_int_eq(result.status, 2);
    assert_contains(result.err.text, "02_dense: no room");
    process_free(&result);
}
END_TEST

START_TEST(unusable_gpu_falls_back_unless_asked_for)
{
    write_below("backend.txt", "cuda\na GPU was there\n");
    write_step("cuda", "01_interleaved", "#!/bin/sh\necho 'driver too old' >&2\nexit 3\n");
    struct process_result result = run_ladder("");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.err.text, "driver too old");
    assert_contains(result.out.text, "simulator ms");
    process_free(&result);
    static const char *const asked[] = { "--backend cuda", "--device 1" };
    for (size_t i = 0; i < 2; i++) {
        result = run_ladder(asked[i]);
        ck_assert_int_eq(result.status, 3);
        ck_assert_str_eq(result.out.text, "");
        process_free(&result);
    }
}
END_TEST

START_TEST(backend_that_was_not_built_is_named)
{
    struct process_result result = run_ladder("--backend cuda");
    ck_assert_int_eq(result.status, 3);
    assert_contains(result.err.text, "the test says so");
    process_free(&result);
}
END_TEST

static const struct {
    const char *script, *verdict, *detail;
} bad_steps[] = {
    { "#!/bin/sh\nkill -SEGV $$\n", "crashed", "Segmentation fault" },
    { "#!/bin/sh\nsleep 100\n", "hung", "ended after" },
    { "#!/bin/sh\necho 'device lost' >&2\nexit 1\n", "error", "device lost" },
    { "#!/bin/sh\necho nonsense\n", "error", "" },
    { "#!/bin/sh\necho '" HEADER "'\necho 'x,simt,d,1024,256,coded,5,,,,,,,,,,,,wrong,\"short by "
      "element 3, \"\"lost\"\"\"'\nexit 1\n",
      "wrong", "short by element 3, \"lost\"" },
};

START_TEST(bad_step_shows_and_the_others_still_run)
{
    write_step("simt", "01_interleaved", bad_steps[_i].script);
    struct process_result result = run_ladder("--timeout 1");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, bad_steps[_i].verdict);
    assert_contains(result.out.text, bad_steps[_i].detail);
    assert_contains(result.out.text, "01_interleaved: ");
    assert_contains(result.out.text, "  02  dense");
    process_free(&result);
}
END_TEST

START_TEST(refused_option_stops_at_once)
{
    write_step("simt", "00_serial", "#!/bin/sh\necho 'no kind x' >&2\nexit 2\n");
    struct process_result result = run_ladder("--data x");
    ck_assert_int_eq(result.status, 2);
    ck_assert_str_eq(result.out.text, "");
    assert_contains(result.err.text, "no kind x");
    process_free(&result);
}
END_TEST

START_TEST(options_reach_every_program)
{
    char path[RUN_PATH + 64];
    struct process_result result = run_ladder("--n 77 --seed 5 --input 'my file'");
    ck_assert_int_eq(result.status, 0);
    process_free(&result);
    snprintf(path, sizeof path, "%s/calls", folder);
    char *calls = read_text(path);
    assert_contains(calls, "simt/00_serial --csv - --n 77 --seed 5 --input my file\n");
    assert_contains(calls, "simt/02_dense --csv - --n 77 --seed 5 --input my file\n");
    free(calls);
}
END_TEST

START_TEST(csv_holds_a_row_for_each_step)
{
    struct process_result result = run_ladder("--csv -");
    ck_assert_int_eq(result.status, 0);
    const char *expected =
        HEADER ",times_before,times_01,idea\n"
               "x,simt,\"a device, made up\",1024,256,coded,5,0.5,1,3,,1000,,,,2,"
               "5,,verified,,,,one by one\n";
    ck_assert_int_eq(strncmp(result.out.text, expected, strlen(expected)), 0);
    assert_contains(result.out.text, ",9,verified,,,1,a tree\n");
    assert_contains(result.out.text, ",8,verified,,4,4,dense\n");
    process_free(&result);
}
END_TEST

START_TEST(csv_file_comes_beside_the_table)
{
    char path[RUN_PATH + 64];
    struct process_result result = run_ladder("--csv out.csv");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "simulator ms");
    process_free(&result);
    snprintf(path, sizeof path, "%s/out.csv", folder);
    char *text = read_text(path);
    assert_contains(text, HEADER ",times_before,times_01,idea\n");
    free(text);
}
END_TEST

START_TEST(unwritable_csv_is_found_before_the_work)
{
    char path[RUN_PATH + 64];
    struct process_result result = run_ladder("--csv no/such/folder.csv");
    ck_assert_int_eq(result.status, 2);
    process_free(&result);
    snprintf(path, sizeof path, "%s/calls", folder);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(unknown_options_are_refused)
{
    static const char *const wrong[] = { "--colour yes", "--n", "--backend opencl", "extra" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct process_result result = run_ladder(wrong[i]);
        ck_assert_int_eq(result.status, 2);
        ck_assert_str_eq(result.out.text, "");
        process_free(&result);
    }
}
END_TEST

/* Number of characters of the widest line; UTF-8's continuation bytes are none. */
static size_t widest_line(const char *text)
{
    size_t widest = 0, width = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + ((*text & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    return widest;
}

START_TEST(piped_table_is_plain_and_narrow)
{
    static const char *const backends[] = { "simt\nno GPU\n", "cuda\na GPU is there\n" };
    for (size_t i = 0; i < 2; i++) {
        write_below("backend.txt", backends[i]);
        struct process_result result = run_ladder("");
        assert_lacks(result.out.text, "\033");
        assert_lacks(result.out.text, "\r");
        ck_assert_str_eq(result.err.text, "");
        ck_assert_msg(widest_line(result.out.text) <= 100, "%s", result.out.text);
        for (const char *at = result.out.text; *at; at++)
            ck_assert_msg((unsigned char)*at < 128, "not ASCII: %s", at);
        process_free(&result);
    }
}
END_TEST

START_TEST(locale_decides_about_unicode)
{
    struct process_result result = run_shell(
        60, "cd '%s' && LC_ALL=C.UTF-8 '%s/tools/ladder' --source . --build .", folder, BUILD_DIR);
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "\u2588\u2588");
    assert_contains(result.out.text, "\u00d7 before");
    ck_assert_msg(widest_line(result.out.text) <= 100, "%s", result.out.text);
    process_free(&result);
}
END_TEST

START_TEST(interrupt_leaves_nothing_behind)
{
    write_step("simt", "01_interleaved", "#!/bin/sh\nexec sleep 98765\n");
    struct process_result result =
        run_shell(60,
                  "cd '%s' || exit 9; '%s/tools/ladder' --source . --build . & sleep 1; kill -INT "
                  "$!; wait $!;"
                  " echo status $?; sleep 0.2; ps -eo args | grep '[s]leep 98765'",
                  folder, BUILD_DIR);
    assert_contains(result.out.text, "status 130");
    assert_lacks(result.out.text, "sleep 98765");
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ladder tool");
    TCase *tool = tcase_create("tool");
    tcase_set_timeout(tool, 60);
    tcase_add_checked_fixture(tool, make_ladder, remove_ladder);
    tcase_add_test(tool, simulated_times_are_not_a_gpus);
    tcase_add_test(tool, table_compares_the_steps);
    tcase_add_test(tool, only_a_host_row_runs_on_the_cpu);
    tcase_add_test(tool, gpu_shows_bandwidth_and_the_yardstick);
    tcase_add_test(tool, gpu_takes_barriers_from_the_simulated_twin);
    tcase_add_test(tool, default_size_shrinks_until_it_fits);
    tcase_add_test(tool, unusable_gpu_falls_back_unless_asked_for);
    tcase_add_test(tool, backend_that_was_not_built_is_named);
    tcase_add_loop_test(tool, bad_step_shows_and_the_others_still_run, 0,
                        sizeof bad_steps / sizeof *bad_steps);
    tcase_add_test(tool, refused_option_stops_at_once);
    tcase_add_test(tool, options_reach_every_program);
    tcase_add_test(tool, csv_holds_a_row_for_each_step);
    tcase_add_test(tool, csv_file_comes_beside_the_table);
    tcase_add_test(tool, unwritable_csv_is_found_before_the_work);
    tcase_add_test(tool, unknown_options_are_refused);
    tcase_add_test(tool, piped_table_is_plain_and_narrow);
    tcase_add_test(tool, locale_decides_about_unicode);
    tcase_add_test(tool, interrupt_leaves_nothing_behind);
    suite_add_tcase(suite, tool);
    return run_suite(suite);
}
