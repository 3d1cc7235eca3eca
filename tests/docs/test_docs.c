/*
 * The book's pages: their checker passes on the tree, and finds each kind of mistake when
 * one is planted in a copy.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static char folder[RUN_PATH];

static int no_python(void)
{
    if (has_command("python3"))
        return 0;
    printf("note: the docs were not checked, there is no python3\n");
    return 1;
}

/* A copy of what the checker reads. */
static void setup(void)
{
    make_folder(folder, "");
    struct process_result copied = run_expecting(
        0, 30,
        "cd '%s' && cp -r docs steps exercises tools variants bench common mkdocs.yml Makefile "
        "*.md '%s' "
        "&& mkdir -p '%s/simt' '%s/cmake' '%s/tests' && cp -r simt/*/ simt/README.md simt/simtcc "
        "'%s/simt' && cp cmake/* '%s/cmake' && cp -r tests/docs '%s/tests' && cp LICENSE '%s'",
        SOURCE_DIR, folder, folder, folder, folder, folder, folder, folder, folder);
    process_free(&copied);
}

static void teardown(void)
{
    remove_folder(folder);
}

static void show_notes(const char *text)
{
    for (const char *at = text; (at = strstr(at, "note: ")) != NULL; at++)
        printf("%.*s\n", (int)strcspn(at, "\n"), at);
}

START_TEST(the_docs_are_true)
{
    if (no_python())
        return;
    struct process_result checked =
        run_expecting(0, 100, "cd '%s' && python3 tools/docs/check.py '%s'", SOURCE_DIR, BUILD_DIR);
    show_notes(checked.out.text);
    assert_contains(checked.out.text, ", 0 findings");
    process_free(&checked);
}
END_TEST

/* A mistake in the copy, made by a shell command, and what the checker says to it. */
struct mistake {
    const char *part, *command, *says;
};
static const struct mistake mistakes[] = {
    { "listings", "sed -i 's/tid % 32 == 0/tid % 16 == 0/' steps/08_warp_shuffle/README.md",
      "these lines are not in steps/08_warp_shuffle/reduce.cu" },
    { "listings",
      "sed -i 's/partial\\[tid \\/ 32\\] = sum/partial[tid \\/ 31] = sum/' "
      "steps/08_warp_shuffle/reduce.cu",
      "these lines are not in steps/08_warp_shuffle/reduce.cu" },
    { "listings",
      "printf '\\n<!-- from steps/01_interleaved/reduce.cu#nowhere -->\\n```c\\nx\\n```\\n'"
      " >>docs/machine.md",
      "the listing differs from steps/01_interleaved/reduce.cu#nowhere" },
    { "messages", "sed -i 's/the output was never written/the output was not written/' docs/faq.md",
      "common/gpu.c does not print" },
    { "sentences", "sed -i 's/changed on the way/came out otherwise/' docs/faq.md",
      "common/diagnose.c says “changed on the way”" },
    { "links", "printf '\\n[here](nowhere.md)\\n' >>docs/machine.md", "the link leads nowhere" },
    { "links", "printf '\\n[here](faq.md#no-such-heading)\\n' >>docs/machine.md",
      "has no heading" },
    { "links", "printf '\\n![x](figures/ladder.svg)\\n' >>docs/machine.md", "alt text" },
    { "nav", "printf '# Alone\\n' >docs/alone.md", "not in the navigation" },
    { "nav", "rm docs/reading.md", "which does not exist" },
    { "chapters", "sed -i 's/^## Try it/## Do it/' steps/04_first_add/README.md", "is missing" },
    { "chapters", "sed -i '0,/<.details>/s///' steps/04_first_add/README.md", "is not closed" },
    { "chapters",
      "sed -i '/4 banks asked/s/$/, at once/' "
      "steps/02_strided_index/README.md",
      "more than fit" },
    { "labs", "sed -i 's/^## Timing/## Time/' docs/labs/lab_2_instructor.md", "is missing" },
    { "commands", "printf '\\n```sh\\nmake step-42\\n```\\n' >>docs/machine.md",
      "there is no step 42" },
    { "commands", "printf '\\n```sh\\nmake everything\\n```\\n' >>docs/machine.md", "no target" },
    { "commands", "printf '\\n```sh\\nmake run M=3\\n```\\n' >>docs/machine.md", "no knob M" },
    { "data", "sed -i 's/| barriers | 9 |/| barriers | 8 |/' steps/02_strided_index/README.md",
      "stale" },
    { "data", "sed -i 's/880.416/881.416/' docs/data/h200_ladder.csv", "stale" },
    { "data", "sed -i 's/>95</>94</' docs/figures/wavefronts.svg", "stale" },
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(a_planted_mistake_is_found)
{
    const struct mistake *m = &mistakes[_i];
    if (no_python())
        return;
    struct process_result made = run_expecting(0, 10, "cd '%s' && %s", folder, m->command);
    process_free(&made);
    struct process_result checked = run_expecting(
        1, 60, "cd '%s' && python3 tools/docs/check.py --only %s '%s'", folder, m->part, folder);
    assert_contains(checked.out.text, m->says);
    process_free(&checked);
}
END_TEST

START_TEST(a_misspelt_word_is_found)
{
    struct process_result known = run_shell(10, "hunspell -D </dev/null 2>&1 | grep en_GB");
    const int can = known.status == 0 && has_command("python3");
    process_free(&known);
    if (!can)
        return; /* the checker has said so */
    struct process_result made =
        run_expecting(0, 10, "printf '\\nA barier.\\n' >>'%s/docs/machine.md'", folder);
    process_free(&made);
    struct process_result checked =
        run_expecting(1, 60, "cd '%s' && python3 tools/docs/check.py --only spelling", folder);
    assert_contains(checked.out.text, "“barier”");
    process_free(&checked);
}
END_TEST

START_TEST(a_report_becomes_a_page)
{
    char report[RUN_PATH + 16];
    snprintf(report, sizeof report, "%s/report.md", folder);
    write_text(report,
               "# Title\n\n| a | b |\n|---|---|\n| 1 < 2 | `x` |\n\n> answer: yes\n\n```text\na & "
               "b\n```\n",
               0644);
    struct process_result page =
        run_expecting(0, 10, "awk -f '%s/tools/lab_html.awk' '%s'", SOURCE_DIR, report);
    assert_contains(page.out.text, "<h1>Title</h1>");
    assert_contains(page.out.text, "<tr><td>1 &lt; 2</td><td><code>x</code></td></tr>");
    assert_contains(page.out.text, "<blockquote>\nanswer: yes<br>\n</blockquote>");
    assert_contains(page.out.text, "<pre>\na &amp; b\n</pre>");
    process_free(&page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("docs");
    TCase *tests = tcase_create("docs");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, the_docs_are_true);
    tcase_add_loop_test(tests, a_planted_mistake_is_found, 0, MISTAKES);
    tcase_add_test(tests, a_misspelt_word_is_found);
    tcase_add_test(tests, a_report_becomes_a_page);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
