/*
 * gdb with simt/gdb/simt-gdb.py: the session in docs/debugging.md, line by line, and
 * lanes in every state that they can be found in.
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIMTCC "SIMT_HOME='" BUILD_DIR "/simt' '" SOURCE_DIR "/simt/simtcc'"
#define GDB                                                                                        \
    "env -u DEBUGINFOD_URLS LC_ALL=C gdb -q -nx -batch -x '" SOURCE_DIR "/simt/gdb/simt-gdb.py'"

enum { SECONDS = 60, TEXT = 12288 };

static char folder[RUN_PATH];
static char lanes_source[] = SOURCE_DIR "/tests/simt/debugger/lanes.cu";

/* ---- gdb ----------------------------------------------------------------------------- */

static int can_debug;

/* gdb is there, and may trace a program: containers can forbid it. */
static void try_gdb(void)
{
    struct process_result tried =
        run_shell(SECONDS, GDB " -ex run -ex 'echo done\\n' /bin/true 2>&1");
    can_debug = tried.status == 0 && strstr(tried.out.text, "exited normally") != NULL;
    if (!can_debug)
        printf("note: nothing was debugged, gdb is not there or may not trace: %.*s\n",
               (int)strcspn(tried.out.text, "\n"), tried.out.text);
    process_free(&tried);
}

static void build(void)
{
    make_folder(folder, "");
    try_gdb();
    if (!can_debug)
        return;
    struct process_result built =
        run_expecting(0, 120,
                      "cd '%s' && " SIMTCC " -G docs/examples/tree.cu -o '%s/tree' & "
                      "cd '%s' && " SIMTCC " -G '%s' -o '%s/lanes' && wait $!",
                      SOURCE_DIR, folder, SOURCE_DIR, lanes_source, folder);
    process_free(&built);
}

static void clean(void)
{
    remove_folder(folder);
}

/* The line of lanes.cu that ends in "// mark". */
static unsigned line_of(const char *mark)
{
    char comment[80], *text = read_text(lanes_source);
    snprintf(comment, sizeof comment, "// %s\n", mark);
    const char *found = strstr(text, comment);
    ck_assert_msg(found != NULL, "lanes.cu has no %s", mark);
    unsigned line = 1;
    for (const char *at = text; at < found; at++)
        line += *at == '\n';
    free(text);
    return line;
}

/* What gdb prints, each command before its answer. The program's arguments come with its
 * name; commands are separated by line ends. Free with process_free. */
static struct process_result debug(const char *environment, const char *commands,
                                   const char *program)
{
    char words[TEXT] = "";
    size_t used = 0;
    for (const char *at = commands; *at != '\0';) {
        const int length = (int)strcspn(at, "\n");
        used += (size_t)snprintf(words + used, sizeof words - used,
                                 " -ex 'echo (gdb) %.*s\\n' -ex '%.*s'", length, at, length, at);
        ck_assert_uint_lt(used, sizeof words);
        at += length + (at[length] == '\n');
    }
    return run_shell(SECONDS, "cd '%s' && %s " GDB "%s --args ./%s 2>&1", folder, environment,
                     words, program);
}

/* Where `command` was answered; the text up to the next command, from malloc. */
static char *answer(const struct process_result *session, const char *command)
{
    char line[256];
    snprintf(line, sizeof line, "(gdb) %s\n", command);
    const char *start = strstr(session->out.text, line);
    ck_assert_msg(start != NULL, "\"%s\" is not in\n%.7000s", command, session->out.text);
    start += strlen(line);
    const char *end = strstr(start, "(gdb) ");
    return strndup(start, end != NULL ? (size_t)(end - start) : strlen(start));
}

/* The answer to a command contains this. */
static void expect(const struct process_result *session, const char *command, const char *part)
{
    char *text = answer(session, command);
    ck_assert_msg(strstr(text, part) != NULL, "%s: \"%s\" is not in\n%.7000s", command, part,
                  session->out.text);
    free(text);
}

static void expect_line(const struct process_result *session, const char *command,
                        const char *format, const char *mark)
{
    char part[256];
    snprintf(part, sizeof part, format, line_of(mark));
    expect(session, command, part);
}

/* ---- the page ------------------------------------------------------------------------- */

/* Addresses and process numbers become "…", as the page has them; gdb's remarks about the
 * threads' library go. */
static void normalise(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        const int starts_line = at == text || at[-1] == '\n';
        const size_t line = strcspn(at, "\n") + 1;
        const size_t digits = strncmp(at, "0x", 2) == 0 ? strspn(at + 2, "0123456789abcdef") : 0;
        if (starts_line && (strstr(at, "libthread_db") != NULL) &&
            strstr(at, "libthread_db") < at + line) {
            at += line;
        } else if (digits > 0) {
            to = stpcpy(to, "0x…");
            at += 2 + digits;
        } else if (strncmp(at, "process ", 8) == 0 && strspn(at + 8, "0123456789") > 2) {
            to = stpcpy(to, "process …");
            at += 8 + strspn(at + 8, "0123456789");
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
}

/* The blocks of the page that hold gdb's commands and answers, in one text. */
static char *page_session(void)
{
    char *page = read_text(SOURCE_DIR "/docs/debugging.md"), *session = calloc(1, TEXT);
    for (const char *at = page; (at = strstr(at, "```text\n(gdb) ")) != NULL;) {
        at += strlen("```text\n");
        const size_t length = (size_t)(strstr(at, "```") - at);
        ck_assert_uint_lt(strlen(session) + length, TEXT);
        strncat(session, at, length);
        at += length;
    }
    free(page);
    return session;
}

static void commands_of(const char *session, char *commands)
{
    commands[0] = '\0';
    for (const char *at = session; (at = strstr(at, "(gdb) ")) != NULL;) {
        at += strlen("(gdb) ");
        strncat(commands, at, strcspn(at, "\n") + 1);
    }
}

START_TEST(the_page_shows_what_gdb_says)
{
    if (!can_debug)
        return;
    char *expected = page_session(), commands[TEXT];
    commands_of(expected, commands);
    ck_assert_uint_gt(strlen(commands), 100);
    struct process_result session = debug("", commands, "tree");
    normalise(session.out.text);
    ck_assert_msg(strcmp(session.out.text, expected) == 0,
                  "gdb says\n%.3500s\nthe page says\n%.3500s", session.out.text, expected);
    process_free(&session);
    free(expected);
}
END_TEST

/* ---- lanes ------------------------------------------------------------------------------ */

START_TEST(lanes_in_every_state)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands,
             "break lanes.cu:%u if threadIdx.x == 20\nrun\nsimt lanes\nsimt warp 0\n"
             "simt lane 3\nbacktrace\nprint asked\nup\nprint mine\nprint table[1][4]\n"
             "print threadIdx.x\nsimt lane 16\nprint mine\nsimt lane 17\nprint threadIdx.x\n"
             "simt lane 25\nsimt lane\nprint mine\nsimt lane 2\ncontinue",
             line_of("barrier"));
    struct process_result s = debug("", commands, "lanes");
    expect(&s, "run", "[lane 20 of block (0,0,0): warp 0, thread (20,0,0), runs]");
    expect_line(&s, "simt lanes", "lane 0-15         waits in __shfl_sync for 31 at lanes.cu:%u\n",
                "ask");
    expect_line(&s, "simt lanes", "lane 16,18-19     waits in __syncthreads at lanes.cu:%u\n",
                "barrier");
    expect(&s, "simt lanes", "lane 17           has left the kernel\n");
    expect_line(&s, "simt lanes", "* warp  0  lane 20           runs at lanes.cu:%u\n", "barrier");
    expect(&s, "simt lanes", "lane 21-31        has not started\n");
    expect(&s, "simt warp 0", "  lane  31  thread (31,0,0)    has not started\n");
    expect_line(&s, "simt lane 3", "lanes.cu:%u\n", "ask");
    expect(&s, "backtrace", " ask (mine=103)");
    expect(&s, "backtrace", " mixed (out=");
    expect(&s, "print asked", "= 1103\n");
    expect(&s, "print mine", "= 103\n");
    expect(&s, "print table[1][4]", "= 208\n");
    expect(&s, "print threadIdx.x", "= 3\n");
    expect_line(&s, "simt lane 16", "lanes.cu:%u\n", "barrier");
    expect(&s, "simt lane 17", "thread (17,0,0), has left the kernel]\n");
    expect(&s, "simt lane 25", "thread (25,0,0), has not started]\n");
    expect(&s, "simt lane", "[lane 20 of");
    expect(&s, "continue", "sum 26385\n");
    expect(&s, "continue", "exited normally");
    process_free(&s);
}
END_TEST

/* Blocks that wait for the grid, on one worker: all are looked at, and none is
 * disturbed. */
START_TEST(blocks_that_wait)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands,
             "break lanes.cu:%u if blockIdx.x == 2\nrun\nsimt info\nsimt block 1\nprint blockIdx\n"
             "simt lanes\nsimt lane 3,2\nprint threadIdx\nprint mine\nsimt block 7\n"
             "simt block 1\ndelete\ncontinue",
             line_of("begin"));
    struct process_result s = debug("SIMT_THREADS=1", commands, "lanes together");
    expect(&s, "simt info", "kernel together: grid (3,1,1), block (8,4,1)");
    expect(&s, "simt info", "  block 0 (0,0,0): 32 of 32 lanes left, 0 barriers passed, waits");
    expect(&s, "simt info", "* block 2 (2,0,0): 32 of 32 lanes left, 0 barriers passed, runs");
    expect_line(&s, "simt block 1", "lanes.cu:%u\n", "grid");
    expect(&s, "print blockIdx", "{x = 1, y = 0, z = 0}\n");
    expect_line(&s, "simt lanes", "lane 0-31         waits in grid.sync() at lanes.cu:%u\n",
                "grid");
    expect(&s, "simt lane 3,2", "[lane 19 of block (1,0,0): warp 0, thread (3,2,0), waits in");
    expect(&s, "print threadIdx", "{x = 3, y = 2, z = 0}\n");
    expect(&s, "print mine", "= 51\n");
    expect(&s, "simt block 7", "Block 7 is not resident: these are 0-2.");
    expect(&s, "continue", "sum 4656\n");
    expect(&s, "continue", "exited normally");
    process_free(&s);
}
END_TEST

/* Which worker has which block is chance: each is found. */
START_TEST(blocks_of_several_workers)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands,
             "break lanes.cu:%u\nrun\ndelete\nsimt block 2\nprint 20 + blockIdx.x\nsimt lane 7\n"
             "print mine\nsimt block 0\nprint 30 + blockIdx.x\ncontinue",
             line_of("met"));
    struct process_result s = debug("SIMT_THREADS=2", commands, "lanes together");
    expect(&s, "print 20 + blockIdx.x", "= 22\n");
    expect(&s, "print mine", "= 71\n");
    expect(&s, "print 30 + blockIdx.x", "= 30\n");
    expect(&s, "continue", "sum 4656\n");
    process_free(&s);
}
END_TEST

/* Its turn is taken by a signal, which gdb passes on without a word. */
START_TEST(a_lane_that_polls)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands, "break lanes.cu:%u\nrun\nsimt lane 0\nbacktrace\ncontinue",
             line_of("answer"));
    struct process_result s = debug("", commands, "lanes polling");
    expect(&s, "run", "[lane 1 of block");
    expect(&s, "simt lane 0", "lets others run]\n");
    expect_line(&s, "simt lane 0", "lanes.cu:%u\n", "poll");
    expect(&s, "backtrace", " polling (out=");
    expect(&s, "continue", "sum 12\n");
    assert_lacks(s.out.text, "SIGVTALRM");
    process_free(&s);
}
END_TEST

START_TEST(stepping_stays_with_its_lane)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands,
             "break lanes.cu:%u if threadIdx.x == 20\nrun\ndelete\nsimt lane 3\nstep\n"
             "print 1000 + mine\nprint threadIdx.x\ncontinue",
             line_of("barrier"));
    struct process_result s = debug("", commands, "lanes");
    expect_line(&s, "step", "%u\t", "after"); /* across the barrier, not into it */
    expect(&s, "print 1000 + mine", "= 1120\n");
    expect(&s, "print threadIdx.x", "= 20\n"); /* lane 3's was set back */
    expect(&s, "continue", "sum 26385\n");
    process_free(&s);
}
END_TEST

START_TEST(a_chosen_lane_runs_until_it_returns)
{
    if (!can_debug)
        return;
    char commands[TEXT];
    snprintf(commands, sizeof commands,
             "break lanes.cu:%u if threadIdx.x == 20\nrun\ndelete\nsimt lane 3\nfinish\n"
             "simt lane\nprint mine\ncontinue",
             line_of("barrier"));
    struct process_result s = debug("", commands, "lanes");
    expect(&s, "finish", "[lane 3 of block");
    expect(&s, "finish", "Value returned is $1 = 1131\n");
    expect(&s, "simt lane", "[lane 3 of block");
    expect(&s, "print mine", "= 103\n");
    expect(&s, "continue", "sum 26385\n");
    process_free(&s);
}
END_TEST

/* In the body, not where the host launches it; also without the script, which
 * spares the stop there. */
START_TEST(a_breakpoint_on_a_kernel_stops_in_it)
{
    if (!can_debug)
        return;
    struct process_result s = debug(
        "", "break mixed\nrun\nbacktrace\nprint threadIdx.x + 500\ndelete\ncontinue", "lanes");
    expect(&s, "run", "simt_body::mixed (out=");
    expect_line(&s, "run", "lanes.cu:%u\n", "mixed");
    expect(&s, "run", "[lane 0 of block (0,0,0): warp 0, thread (0,0,0), runs]");
    expect(&s, "backtrace", "#0  mixed (out=");
    expect(&s, "print threadIdx.x + 500", "= 500\n");
    expect(&s, "continue", "sum 26385\n");
    process_free(&s);
    struct process_result bare =
        run_shell(SECONDS,
                  "cd '%s' && LC_ALL=C gdb -q -nx -batch -ex 'break mixed' -ex run -ex "
                  "continue -ex 'info symbol $pc' ./lanes 2>&1",
                  folder);
    assert_contains(bare.out.text, "simt_body::mixed (out=");
    process_free(&bare);
}
END_TEST

START_TEST(says_what_is_not_there)
{
    if (!can_debug)
        return;
    struct process_result s =
        debug("", "simt lanes\nsimt info\nbreak main\nrun\nsimt lane 3\nsimt block", "tree");
    expect(&s, "simt lanes", "No kernel runs.");
    expect(&s, "simt info", "No kernel runs.");
    expect(&s, "simt lane 3", "No kernel runs.");
    process_free(&s);
    struct process_result other = run_shell(SECONDS, GDB " -ex 'simt lanes' /bin/true 2>&1");
    assert_contains(other.out.text, "There is no simt here");
    process_free(&other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gdb");
    TCase *tests = tcase_create("gdb");
    tcase_add_unchecked_fixture(tests, build, clean);
    tcase_set_timeout(tests, 2 * SECONDS);
    tcase_add_test(tests, the_page_shows_what_gdb_says);
    tcase_add_test(tests, lanes_in_every_state);
    tcase_add_test(tests, blocks_that_wait);
    tcase_add_test(tests, blocks_of_several_workers);
    tcase_add_test(tests, a_lane_that_polls);
    tcase_add_test(tests, stepping_stays_with_its_lane);
    tcase_add_test(tests, a_chosen_lane_runs_until_it_returns);
    tcase_add_test(tests, a_breakpoint_on_a_kernel_stops_in_it);
    tcase_add_test(tests, says_what_is_not_there);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
