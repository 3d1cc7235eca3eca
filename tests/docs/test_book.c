/*
 * The built book: it asks no other host for anything, and axe finds nothing on its
 * pages and the trainer's, light and dark. With the argument `some` axe looks at a few
 * pages, with `all` at every one. Needs what make docs-tools installs, and Chromium.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static char folder[RUN_PATH];
static const char *which = "some";

static int can(const char *command)
{
    struct process_result ran = run_shell(10, "%s", command);
    const int yes = ran.status == 0;
    process_free(&ran);
    return yes;
}

/* The book in `folder`/site. Returns 0, and says so, where MkDocs is not installed. */
static int build_book(void)
{
    if (!can("test -e '" BUILD_DIR "/docs-venv/requirements.done'")) {
        printf("note: the book was not built, MkDocs is not installed (make docs installs it)\n");
        return 0;
    }
    make_folder(folder, "");
    struct process_result built =
        run_expecting(0, 200,
                      "cd '%s' && NO_MKDOCS_2_WARNING=1 '%s/docs-venv/bin/python' -m mkdocs build "
                      "-q -d '%s/site'",
                      SOURCE_DIR, BUILD_DIR, folder);
    process_free(&built);
    return 1;
}

START_TEST(the_book_needs_no_network)
{
    if (!build_book())
        return;
    struct process_result foreign =
        run_shell(20,
                  "grep -rhoE '(src|href)=\"(https?:)?//[^\"]*\"' '%s/site' --include='*.html' | "
                  "grep -E 'src=|\\.(css|js|woff2?)\"' | sort -u",
                  folder);
    ck_assert_str_eq(foreign.out.text, "");
    process_free(&foreign);
    remove_folder(folder);
}
END_TEST

static int no_axe(void)
{
    if (can("ls '" BUILD_DIR "'/docs-venv/lib/python*/site-packages/axe_playwright_python/"
            "axe.min.js") &&
        can("command -v chromium || command -v chromium-browser || command -v google-chrome"))
        return 0;
    printf("note: axe did not look at the book (make docs-tools, and Chromium)\n");
    return 1;
}

/* A page that opens the pages listed in `folder`/pages, one after the other. */
static void write_looking_page(void)
{
    struct process_result made = run_expecting(
        0, 10,
        "cd '%s' && { printf '<!DOCTYPE html><html lang=en><meta charset=utf-8><title>axe</title>"
        "<body><script>const AXE = \"file://'; "
        "printf '%%s' '%s'/docs-venv/lib/python*/site-packages/axe_playwright_python/axe.min.js; "
        "printf '\", PAGES = ['; sed 's|.*|\"file://%s/site/&\",|' pages; "
        "printf '];</script><script src=\"file://%s/tests/docs/axe_book.js\"></script></body>'; } "
        ">look.html",
        folder, BUILD_DIR, folder, SOURCE_DIR);
    process_free(&made);
}

/* What axe said, and of how many pages. */
static char *look(unsigned seconds)
{
    struct process_result seen = run_expecting(
        0, (int)seconds,
        "cd '%s' && $(command -v chromium || command -v chromium-browser || command -v "
        "google-chrome) --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
        "--no-first-run --disable-web-security --allow-file-access-from-files "
        "--host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir='%s/profile' "
        "--virtual-time-budget=%u000 --dump-dom 'file://%s/look.html' 2>browser.log",
        folder, folder, 2 * seconds, folder);
    const char *at = strstr(seen.out.text, "<pre id=\"result\">");
    ck_assert_msg(at != NULL, "the page never finished:\n%.1000s", seen.out.text);
    char *said = strdup(at);
    ck_assert_ptr_nonnull(said);
    process_free(&seen);
    return said;
}

/* 404.html names its scripts by the address of a server and is no page of the book. */
START_TEST(axe_finds_nothing)
{
    const int all = strcmp(which, "all") == 0;
    char expected[64];
    if (no_axe() || !build_book())
        return;
    struct process_result listed = run_expecting(
        0, 10,
        "cd '%s/site' && { if %s; then find . -name '*.html' ! -name 404.html; else printf "
        "'%%s\\n' "
        "./index.html ./faq.html ./steps/02_strided_index/index.html ./trainer/index.html; fi; } | "
        "cut -c3- | sort >../pages && wc -l <../pages",
        folder, all ? "true" : "false");
    const unsigned count = (unsigned)strtoul(listed.out.text, NULL, 10);
    process_free(&listed);
    ck_assert_uint_ge(count, all ? 100 : 4);
    write_looking_page();
    char *said = look(all ? 800 : 150);
    const char *wrong = strstr(said, "VIOLATION");
    ck_assert_msg(wrong == NULL, "%.1500s", wrong);
    snprintf(expected, sizeof expected, "LOOKED AT %u<", count);
    assert_contains(said, expected);
    printf("note: axe looked at %u pages in light and in dark\n", count);
    free(said);
    remove_folder(folder);
}
END_TEST

/* The same with colours that nobody can read: axe must say so, of the dark page too. */
START_TEST(axe_finds_a_pale_colour)
{
    if (no_axe())
        return;
    make_folder(folder, "");
    struct process_result made = run_expecting(
        0, 10,
        "mkdir -p '%s/site' && cd '%s' && echo pale.html >pages && echo '<!DOCTYPE html><html "
        "lang=en><title>pale</title><body style=\"background: #777\"><main><h1>Pale</h1><details>"
        "<summary style=\"color: #fff\">more</summary><p style=\"color: #888\">grey</p></details>"
        "</main></body></html>' >site/pale.html",
        folder, folder);
    process_free(&made);
    write_looking_page();
    char *said = look(60);
    assert_contains(said, "pale.html light color-contrast: &lt;p");
    assert_contains(said, "pale.html dark color-contrast: &lt;p");
    assert_contains(said, "LOOKED AT 1<");
    free(said);
    remove_folder(folder);
}
END_TEST

int main(int argc, char **argv)
{
    which = argc > 1 ? argv[1] : which;
    Suite *suite = suite_create("book");
    TCase *tests = tcase_create("book");
    tcase_set_timeout(tests, 1100);
    if (strcmp(which, "some") == 0) {
        tcase_add_test(tests, the_book_needs_no_network);
        tcase_add_test(tests, axe_finds_a_pale_colour);
    }
    tcase_add_test(tests, axe_finds_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
