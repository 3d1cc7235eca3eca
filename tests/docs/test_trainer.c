/*
 * The trainer in a headless browser: its states against the simulator's traces,
 * for every step, block size and operator that it offers; and the page as a
 * reader drives it.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

enum { STEPS = 8, OPERATORS = 8, MOST_NUMBERS = 512, PAGE_BYTES = 300000 };

static char folder[RUN_PATH];
static char browser[RUN_PATH];

static const char *const programs[1 + STEPS] = {
    NULL,
    "01_interleaved",
    "02_strided_index",
    "03_sequential",
    "04_first_add",
    "05_unroll_last_warp",
    "06_full_unroll",
    "07_multi_element",
    "08_warp_shuffle",
};
static const char *const operators[OPERATORS] = { "add", "mul", "max",  "min",
                                                  "all", "any", "band", "bor" };
/* As the trainer has it: how many numbers a thread takes. */
static const unsigned per_thread[1 + STEPS] = { 0, 1, 1, 1, 2, 2, 2, 8, 8 };

static void setup(void)
{
    make_folder(folder, "");
    struct process_result found =
        run_shell(10, "command -v chromium || command -v chromium-browser || "
                      "command -v google-chrome");
    snprintf(browser, sizeof browser, "%.*s", (int)strcspn(found.out.text, "\n"), found.out.text);
    process_free(&found);
}

static void teardown(void)
{
    remove_folder(folder);
}

static int no_browser(void)
{
    if (browser[0] != '\0')
        return 0;
    printf("note: the trainer was not driven, there is no Chromium (package chromium)\n");
    return 1;
}

static FILE *open_below(const char *name)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    return file;
}

/* What the browser's page says in the end. Scripts may take 60 s of its own time. */
static char *open_page(const char *page)
{
    struct process_result shown = run_expecting(
        0, 120,
        "'%s' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
        "--user-data-dir='%s/profile' --host-resolver-rules='MAP * ~NOTFOUND' "
        "--virtual-time-budget=60000 --dump-dom 'file://%s/%s' 2>'%s/browser.log'",
        browser, folder, folder, page, folder);
    const char *at = strstr(shown.out.text, "<pre id=\"result\">");
    ck_assert_msg(at != NULL, "the page never finished:\n%.2000s", shown.out.text);
    char *said = strdup(at);
    ck_assert_ptr_nonnull(said);
    process_free(&shown);
    return said;
}

/* ---- states ------------------------------------------------------------------------ */

/* Numbers that tell elements apart, halves and negative ones among them, without
 * so large products that all is infinity; truth values for the logical operators;
 * whole numbers for bits. */
static double number(const char *op, unsigned k)
{
    const unsigned mixed = k * 2654435761u >> 24;
    if (strcmp(op, "all") == 0 || strcmp(op, "any") == 0)
        return mixed % 17 == 0 ? 0 : 1;
    if (op[0] == 'b')
        return (double)(mixed | 1u);
    if (strcmp(op, "mul") == 0)
        return mixed % 5 == 0 ? -1.5 : 1;
    return (double)mixed / 2 - 40;
}

static void write_trace(FILE *out, unsigned step, const char *op, unsigned block, unsigned n)
{
    char numbers[MOST_NUMBERS * 12] = "", path[RUN_PATH + 64];
    for (unsigned k = 0, at = 0; k < n; k++)
        at += (unsigned)snprintf(numbers + at, sizeof numbers - at, " %g", number(op, k));
    snprintf(path, sizeof path, "%s/trace.json", folder);
    struct process_result ran =
        run_expecting(0, 60, "SIMT_PROFILE=off SIMT_TRACE='json=%s' '%s/tests/trainer/%s' %s %u%s",
                      path, BUILD_DIR, programs[step], op, block, numbers);
    char *trace = read_text(path);
    fprintf(out, "TRACES.push({step: %u, operator: \"%s\", block: %u, numbers: [", step, op, block);
    for (unsigned k = 0; k < n; k++)
        fprintf(out, "%s%g", k > 0 ? ", " : "", number(op, k));
    fprintf(out, "], result: %s, trace: %s});\n",
            strstr(ran.out.text, "inf") != NULL ? "null" : ran.out.text, trace);
    free(trace);
    process_free(&ran);
}

/* A full block and one that has too few numbers, odd in every way. */
static unsigned write_traces(unsigned first_step, unsigned last_step)
{
    unsigned count = 0;
    FILE *out = open_below("traces.js");
    fprintf(out, "const TRACES = [], SOURCES = {};\n");
    for (unsigned step = first_step; step <= last_step; step++) {
        for (unsigned op = 0; op < OPERATORS; op++) {
            for (unsigned block = step < 5 ? 8 : 32; block <= 64; block *= 2, count += 2) {
                write_trace(out, step, operators[op], block, block * per_thread[step]);
                write_trace(out, step, operators[op], block,
                            block * per_thread[step] / 2 + 1 + op % 2);
            }
        }
    }
    fclose(out);
    return count;
}

/* Sources as strings of JavaScript, for the statements that the page shows. */
static void write_sources(void)
{
    FILE *out = open_below("sources.js");
    for (unsigned step = 1; step <= STEPS; step++) {
        char path[RUN_PATH];
        snprintf(path, sizeof path, "%s/steps/%s/reduce.cu", SOURCE_DIR, programs[step]);
        char *text = read_text(path);
        fprintf(out, "SOURCES[%u] = \"", step);
        for (const char *at = text; *at; at++) {
            if (*at == '\n' || *at == '"' || *at == '\\')
                fputc('\\', out);
            fputc(*at == '\n' ? 'n' : *at, out);
        }
        fprintf(out, "\";\n");
        free(text);
    }
    fclose(out);
}

static void write_comparison(void)
{
    FILE *out = open_below("compare.html");
    fprintf(out,
            "<!DOCTYPE html><meta charset=utf-8><body>"
            "<script src=\"file://%s/docs/trainer/model.js\"></script>"
            "<script src=traces.js></script><script src=sources.js></script>"
            "<script src=\"file://%s/tests/docs/compare.js\"></script></body>",
            SOURCE_DIR, SOURCE_DIR);
    fclose(out);
}

START_TEST(every_state_is_the_simulators)
{
    if (no_browser())
        return;
    const unsigned count = write_traces(1, STEPS);
    char expected[64];
    write_sources();
    write_comparison();
    char *said = open_page("compare.html");
    snprintf(expected, sizeof expected, "COMPARED %u DIFFERENT 0", count);
    ck_assert_msg(strstr(said, expected) != NULL, "%.4000s", said);
    printf("note: %u runs of the trainer equal the simulator's traces\n", count);
    free(said);
}
END_TEST

/* One value of one trace is changed: the comparison must see it. */
START_TEST(a_wrong_state_is_found)
{
    if (no_browser())
        return;
    write_traces(3, 3);
    write_sources();
    write_comparison();
    FILE *out = open_below("sources.js");
    fprintf(out, "for (let step = 1; step <= 8; step++) SOURCES[step] = \"\";\n"
                 "TRACES.length = 2;\n"
                 "TRACES[1].trace.steps[2].shared.partial[1] += 1;\n");
    fclose(out);
    char *said = open_page("compare.html");
    assert_contains(said, "COMPARED 2 DIFFERENT 2"); /* a source that lacks it; a cell */
    assert_contains(said, "cells after frame 2");
    free(said);
}
END_TEST

/* ---- the page ------------------------------------------------------------------------ */

/* The page with the driving script, and axe where it is installed, at its end. */
static int write_driven_page(void)
{
    struct process_result copied = run_expecting(
        0, 10,
        "cd '%s' && cp %s/docs/trainer/* . && cp %s/tests/docs/drive.js . && "
        "axe=$(ls %s/docs-venv/lib/python*/site-packages/axe_playwright_python/axe.min.js "
        "2>/dev/null | head -n 1); if [ -n \"$axe\" ]; then cp \"$axe\" axe.js; fi; "
        "sed 's|</body>|<script src=axe.js></script><script src=drive.js></script></body>|' "
        "index.html >driven.html; test ! -f axe.js || echo axe",
        folder, SOURCE_DIR, SOURCE_DIR, BUILD_DIR);
    const int has_axe = strstr(copied.out.text, "axe") != NULL;
    process_free(&copied);
    return has_axe;
}

START_TEST(the_page_does_what_a_reader_asks)
{
    if (no_browser())
        return;
    if (!write_driven_page())
        printf("note: axe did not look at the trainer (make docs-tools installs it)\n");
    char *said = open_page("driven.html");
    assert_contains(said, "DROVE");
    ck_assert_msg(strstr(said, "WRONG") == NULL, "%.4000s", said);
    free(said);
}
END_TEST

START_TEST(the_page_is_small_and_names_no_other_host)
{
    struct process_result size =
        run_expecting(0, 10, "cat '%s'/docs/trainer/* | wc -c", SOURCE_DIR);
    const long bytes = strtol(size.out.text, NULL, 10);
    ck_assert_msg(bytes > 1000 && bytes < PAGE_BYTES, "%ld bytes", bytes);
    process_free(&size);
    struct process_result hosts =
        run_shell(10, "grep -nE '(https?:)?//[a-z]+[.]' '%s'/docs/trainer/*", SOURCE_DIR);
    ck_assert_str_eq(hosts.out.text, "");
    process_free(&hosts);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trainer");
    TCase *tests = tcase_create("trainer");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, every_state_is_the_simulators);
    tcase_add_test(tests, a_wrong_state_is_found);
    tcase_add_test(tests, the_page_does_what_a_reader_asks);
    tcase_add_test(tests, the_page_is_small_and_names_no_other_host);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
