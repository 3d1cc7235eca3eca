/*
 * The exercise commands on a terminal: colours, questions, and watching for
 * saved files.
 */
#define _GNU_SOURCE /* posix_openpt */
#include "scratch.h"

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- terminal ------------------------------------------------------------ */

/* Reads what was written to the terminal until nothing more comes: it arrives in parts,
 * some of them after their writer has ended. */
static void drain(int terminal, char *text, size_t size)
{
    struct pollfd ready = { .fd = terminal, .events = POLLIN };
    size_t got = 0;
    while (got < size && poll(&ready, 1, 300) == 1) {
        const ssize_t more = read(terminal, text + got, size - got);
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    ck_assert_uint_gt(got, 0);
}

/* Runs a command on a pseudo terminal; returns what it wrote, from malloc. */
static char *on_terminal(const char *answer, const char *command, const char *name)
{
    char *text = calloc(1, 1 << 16);
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const char *path = ptsname(terminal);
    const pid_t pid = fork();
    if (pid == 0) {
        const int other = open(path, O_RDWR | O_NOCTTY);
        dup2(other, STDIN_FILENO);
        dup2(other, STDOUT_FILENO);
        dup2(other, STDERR_FILENO);
        setenv("TERM", "xterm", 1);
        execl(BUILD_DIR "/tools/exercise", "exercise", command, name, (char *)NULL);
        _exit(127);
    }
    const int keep =
        open(path, O_RDWR | O_NOCTTY); /* else reading fails before the child opens it */
    ck_assert(write(terminal, answer, strlen(answer)) == (ssize_t)strlen(answer));
    int status;
    waitpid(pid, &status, 0);
    drain(terminal, text, (1 << 16) - 1);
    close(keep);
    close(terminal);
    return text;
}

START_TEST(colour_on_a_terminal_only_if_wanted)
{
    unsetenv("NO_COLOR");
    char *text = on_terminal("", "list", NULL);
    ck_assert_msg(strstr(text, "\033[") != NULL, "no colour: %s", text);
    free(text);
    setenv("NO_COLOR", "1", 1);
    text = on_terminal("", "list", NULL);
    ck_assert_msg(strstr(text, "\033[3") == NULL, "colour: %s", text);
    ck_assert_msg(strstr(text, "0 of 10 solved") != NULL, "%s", text);
    free(text);
}
END_TEST

START_TEST(reset_believes_the_answer)
{
    scratch_write_region("associativity", "    t.b = 42.0f;\n");
    char *text = on_terminal("n\n", "reset", "associativity");
    ck_assert_msg(strstr(text, "[y/N]") != NULL && strstr(text, "Nothing was changed") != NULL,
                  "%s", text);
    free(text);
    text = on_terminal("y\n", "reset", "associativity");
    ck_assert_msg(strstr(text, "is as it was shipped") != NULL, "%s", text);
    free(text);
}
END_TEST

/* ---- watch --------------------------------------------------------------- */

/* Saves a file in the background, after a moment, as an editor does: a new file by that name. */
static pid_t save_later(const char *name)
{
    const struct timespec moment = { 0, 700000000 };
    const pid_t pid = fork();
    if (pid == 0) {
        nanosleep(&moment, NULL);
        scratch_solve(name);
        _exit(0);
    }
    return pid;
}

static void watch_once(const char *option, const char *said)
{
    struct process_result result;
    const char *const argv[] = {
        BUILD_DIR "/tools/exercise", "watch", "--checks", "1", option, NULL
    };
    const pid_t pid = save_later("associativity");
    ck_assert_int_eq(process_run(argv, 30, &result), 0);
    waitpid(pid, NULL, 0);
    ck_assert_int_eq(result.timed_out, 0);
    scratch_contains(&result, "save a file and it is checked");
    scratch_contains(&result, "associativity is solved");
    if (said != NULL)
        scratch_contains(&result, said);
    else
        scratch_lacks(&result, "twice a second");
    process_free(&result);
}

START_TEST(watch_checks_on_save)
{
    watch_once(NULL, NULL);
}
END_TEST

START_TEST(watch_polls_and_says_so)
{
    watch_once("--poll", "File events are not used");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exercise commands on a terminal");
    TCase *tcase = tcase_create("terminal");
    tcase_set_timeout(tcase, 150);
    tcase_add_checked_fixture(tcase, scratch_enter, scratch_leave);
    tcase_add_test(tcase, colour_on_a_terminal_only_if_wanted);
    tcase_add_test(tcase, reset_believes_the_answer);
    tcase_add_test(tcase, watch_checks_on_save);
    tcase_add_test(tcase, watch_polls_and_says_so);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
