/*
 * Findings and what is printed of them; their names and pages.
 */
#define _GNU_SOURCE
#include "finding.h"
#include "process.h"
#include "report.h"
#include "suite.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* Addresses that no debug information knows. */
static const char code[4];

static struct finding race(const char *pc, unsigned line, const char *other, unsigned other_line)
{
    struct finding f = { .name = FINDING_SHARED_RACE, .kernel = "sum", .symmetric = 1 };
    snprintf(f.object, sizeof f.object, "partial[%u]", line);
    snprintf(f.message, sizeof f.message, "because \"so\"");
    f.here = (struct finding_side){
        .pc = pc, .file = "k.cu", .line = line, .has_block = 1, .has_thread = 1, .what = "read"
    };
    f.other =
        (struct finding_side){ .pc = other, .file = "k.cu", .line = other_line, .what = "written" };
    return f;
}

static void add(const struct finding *f)
{
    if (!finding_known(f->name, f->here.pc, f->other.pc, f->rank))
        finding_add(f);
}

static const char *printed(void (*print)(FILE *to))
{
    static char text[100000];
    FILE *to = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(to);
    print(to);
    fclose(to);
    return text;
}

static void print_one(const struct finding *f, void *to)
{
    report_text(to, f);
}

static void print_all(FILE *to)
{
    finding_each(print_one, to);
}

static void assert_has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in\n%s", part, text);
}

START_TEST(repeated_findings_are_counted)
{
    struct finding f = race(code, 42, code + 1, 40);
    for (int i = 0; i < 5; i++)
        add(&f);
    ck_assert_uint_eq(finding_total(), 1);
    assert_has(printed(report_json), "\"count\": 5");
}
END_TEST

START_TEST(an_other_side_that_explains_does_not_tell_findings_apart)
{
    struct finding f = race(code, 42, code + 1, 40);
    f.other_explains = 1;
    for (unsigned i = 0; i < 3; i++, f.other.pc = code + 1 + i)
        if (!finding_known(f.name, f.here.pc, NULL, f.rank))
            finding_add(&f);
    ck_assert_uint_eq(finding_total(), 1);
    assert_has(printed(report_json), "\"count\": 3");
}
END_TEST

START_TEST(the_lowest_thread_is_shown)
{
    struct finding f = race(code, 42, code + 1, 40);
    f.rank = 7;
    f.here.thread.x = 7;
    add(&f);
    f.rank = 3;
    f.here.thread.x = 3;
    add(&f);
    f.rank = 5;
    f.here.thread.x = 5;
    add(&f);
    assert_has(printed(print_all), "thread (3,0,0)");
}
END_TEST

START_TEST(the_lower_line_comes_first_whoever_came_first)
{
    struct finding f = race(code, 40, code + 1, 42);
    add(&f);
    assert_has(printed(print_all), "k.cu:42: error: shared-race: partial[40] is written here and "
                                   "read by another thread, because");
    assert_has(printed(print_all), "k.cu:40: note: read here");
}
END_TEST

START_TEST(copies_of_one_line_are_one_finding)
{
    struct finding f = race(code, 42, code + 1, 40), copy = race(code + 2, 42, code + 1, 40);
    add(&f);
    add(&copy);
    ck_assert_uint_eq(finding_total(), 1);
    assert_has(printed(report_json), "\"count\": 2");
}
END_TEST

START_TEST(a_race_explains_what_is_read_too_early)
{
    struct finding f = race(code, 42, code + 1, 40), g = f;
    g.name = FINDING_SHARED_UNINIT;
    g.symmetric = 0;
    add(&f);
    add(&g);
    ck_assert_uint_eq(finding_total(), 1);
    g.here.line = 43;
    g.here.pc = code + 3;
    add(&g);
    ck_assert_uint_eq(finding_total(), 2);
}
END_TEST

START_TEST(each_is_new_once)
{
    struct finding f = race(code, 42, code + 1, 40);
    char text[2000] = "";
    FILE *to = fmemopen(text, sizeof text, "w");
    add(&f);
    finding_each_new(print_one, to);
    add(&f);
    finding_each_new(print_one, to);
    fclose(to);
    const char *first = strstr(text, "shared-race:");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "shared-race:"));
}
END_TEST

START_TEST(a_full_table_drops_what_comes_late)
{
    static const char many[4 * FINDING_MAX];
    for (int i = 0; i < 2 * FINDING_MAX; i++) {
        struct finding f = race(many + i, 1 + (unsigned)i, NULL, 0);
        f.symmetric = 0;
        add(&f);
    }
    ck_assert_uint_eq(finding_total(), FINDING_MAX);
}
END_TEST

START_TEST(text_names_everything)
{
    struct finding f = race(code, 42, code + 1, 40);
    add(&f);
    const char *text = printed(print_all);
    assert_has(text, "k.cu:42: error: shared-race: partial[42] is read here and written by another "
                     "thread, because \"so\" [kernel sum, block (0,0,0), thread (0,0,0), warp 0");
    assert_has(text, "\nk.cu:40: note: written here\n  advice: ");
    assert_has(text, "\n  more: simtcc --explain shared-race\n");
}
END_TEST

/* Python reads both forms where there is one; they are strict JSON. */
static void check_json(const char *text, const char *expression)
{
    char program[1000];
    snprintf(program, sizeof program, "import json, sys; d = json.loads(sys.argv[1]); assert %s",
             expression);
    const char *const argv[] = { "python3", "-c", program, text, NULL };
    struct process_result r;
    const int missing = process_run(argv, 30, &r);
    ck_assert_msg(missing || r.status == 0, "%s\n%s\n%s", expression, text, r.err.text);
    process_free(&r);
}

START_TEST(json_is_json)
{
    struct finding f = race(code, 42, code + 1, 40);
    add(&f);
    const char *text = printed(report_json);
    assert_has(text, "{\"tool\": \"simt\", \"version\": 1, \"command\": \"SIMT_SEED=");
    check_json(text, "d['findings'][0]['line'] == 42 and d['findings'][0]['other']['line'] == 40");
}
END_TEST

START_TEST(no_findings_are_json_too)
{
    check_json(printed(report_json), "d['findings'] == []");
    check_json(printed(report_sarif), "d['runs'][0]['results'] == []");
}
END_TEST

START_TEST(sarif_points_at_both_places)
{
    struct finding f = race(code, 42, code + 1, 40);
    add(&f);
    check_json(
        printed(report_sarif),
        "d['version'] == '2.1.0' and d['runs'][0]['results'][0]['ruleId'] == 'shared-race' and "
        "d['runs'][0]['results'][0]['locations'][0]['physicalLocation']['region']"
        "['startLine'] == 42 and d['runs'][0]['results'][0]['relatedLocations'][0]"
        "['physicalLocation']['region']['startLine'] == 40");
}
END_TEST

/* ---- names and pages ------------------------------------------------------------------ */

START_TEST(each_name_has_a_page)
{
    for (unsigned i = 0; i < FINDING_NAMES; i++) {
        char path[4096], line[200] = "", title[200];
        const char *name = finding_text((enum finding_name)i);
        ck_assert_ptr_nonnull(name);
        snprintf(path, sizeof path, "%s/simt/explain/%s.md", SOURCE_DIR, name);
        snprintf(title, sizeof title, "# %s\n", name);
        FILE *page = fopen(path, "r");
        ck_assert_msg(page != NULL, "%s has no page", name);
        ck_assert_ptr_nonnull(fgets(line, sizeof line, page));
        ck_assert_str_eq(line, title);
        fclose(page);
    }
}
END_TEST

START_TEST(each_page_has_a_name)
{
    unsigned pages = 0;
    DIR *folder = opendir(SOURCE_DIR "/simt/explain");
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        pages += entry->d_name[0] != '.';
    closedir(folder);
    ck_assert_uint_eq(pages, FINDING_NAMES);
}
END_TEST

START_TEST(each_name_has_words)
{
    for (unsigned i = 0; i < FINDING_NAMES; i++) {
        const enum finding_name name = (enum finding_name)i;
        ck_assert_str_ne(finding_summary(name), "");
        ck_assert_ptr_nonnull(finding_advice(name));
        ck_assert(strcmp(finding_severity(name), "error") == 0 ||
                  strcmp(finding_severity(name), "warning") == 0);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        repeated_findings_are_counted,
        an_other_side_that_explains_does_not_tell_findings_apart,
        the_lowest_thread_is_shown,
        the_lower_line_comes_first_whoever_came_first,
        copies_of_one_line_are_one_finding,
        a_race_explains_what_is_read_too_early,
        each_is_new_once,
        a_full_table_drops_what_comes_late,
        text_names_everything,
        json_is_json,
        no_findings_are_json_too,
        sarif_points_at_both_places,
        each_name_has_a_page,
        each_page_has_a_name,
        each_name_has_words,
    };
    return RUN_SUITE("detect findings", tests);
}
