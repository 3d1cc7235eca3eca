/*
 * The set-up script on machines that do not exist: a PATH with only the
 * commands that this machine is supposed to have, and package managers that
 * write down what they were asked for.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static char folder[RUN_PATH];

static void add_command(const char *name, const char *script)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/bin/%s", folder, name);
    write_text(path, script, 0755);
}

/* The commands of a plain system, without compiler and package manager. */
static void make_machine(void)
{
    make_folder(folder, "");
    struct process_result made =
        run_expecting(0, 10,
                      "mkdir '%s/bin' && for c in sh env tr cat id touch chmod; do ln -s "
                      "\"$(command -v $c)\" '%s/bin/'; done",
                      folder, folder);
    process_free(&made);
    add_command("id", "#!/bin/sh\necho 0\n");
}

static void remove_machine(void)
{
    remove_folder(folder);
}

/* A manager that installs whatever is asked for: all the commands appear. */
#define INSTALLS                                                                                   \
    "#!/bin/sh\necho \"$0 $*\" >>\"${0%/*}/../calls\"\n"                                           \
    "for c in cc c++ make cmake pkg-config; do printf '#!/bin/sh\\nexit 0\\n' >\"${0%/*}/$c\"; "   \
    "chmod +x \"${0%/*}/$c\"; done\n"

static struct process_result run_setup(const char *settings, const char *purpose)
{
    return run_shell(20, "unset CC CXX NO_INSTALL; PATH='%s/bin' %s /bin/sh '%s/tools/setup.sh' %s",
                     folder, settings, SOURCE_DIR, purpose);
}

static char *calls(void)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/calls", folder);
    return access(path, F_OK) == 0 ? read_text(path) : strdup("");
}

static void have_everything(void)
{
    static const char *const all[] = { "cc", "c++", "make", "cmake", "pkg-config" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        add_command(all[i], "#!/bin/sh\nexit 0\n");
}

START_TEST(complete_machine_is_left_alone)
{
    have_everything();
    add_command("apt-get", INSTALLS);
    struct process_result result = run_setup("", "check");
    ck_assert_int_eq(result.status, 0);
    ck_assert_str_eq(result.err.text, "");
    ck_assert_msg(result.seconds < 0.5, "it took %g s", result.seconds);
    process_free(&result);
    char *text = calls();
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(building_needs_no_test_library)
{
    have_everything();
    add_command("pkg-config", "#!/bin/sh\nexit 1\n");
    struct process_result result = run_setup("", "");
    ck_assert_int_eq(result.status, 0);
    process_free(&result);
    result = run_setup("NO_INSTALL=1", "check");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.err.text, "Missing: the test library Check");
    process_free(&result);
}
END_TEST

static const struct {
    const char *manager, *command;
} managers[] = {
    { "apt-get", "apt-get install -y --no-install-recommends gcc g++ make cmake pkg-config check" },
    { "dnf", "dnf install -y gcc gcc-c++ make cmake pkgconf check-devel" },
    { "pacman", "pacman -S --needed --noconfirm gcc make cmake pkgconf check" },
    { "zypper", "zypper --non-interactive install gcc gcc-c++ make cmake pkgconf check-devel" },
    { "apk", "apk add build-base linux-headers make cmake pkgconf check-dev" },
    { "brew", "brew install make cmake pkgconf check" },
};

START_TEST(what_is_missing_is_named_and_installed)
{
    add_command(managers[_i].manager, INSTALLS);
    struct process_result result = run_setup("", "check");
    ck_assert_msg(result.status == 0, "%s", result.err.text);
    assert_contains(
        result.err.text,
        "Missing: a C and C++ compiler, make, CMake, pkg-config, the test library Check.");
    process_free(&result);
    char *text = calls();
    assert_contains(text, managers[_i].command);
    free(text);
}
END_TEST

START_TEST(no_install_prints_the_command_only)
{
    add_command(managers[_i].manager, INSTALLS);
    struct process_result result = run_setup("NO_INSTALL=1", "check");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.err.text, managers[_i].command);
    process_free(&result);
    char *text = calls();
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(without_rights_it_prints_the_command)
{
    add_command("id", "#!/bin/sh\necho 1000\n");
    add_command("apt-get", INSTALLS);
    struct process_result result = run_setup("", "");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.err.text, "sudo apt-get install -y");
    process_free(&result);
    add_command("sudo", "#!/bin/sh\n[ \"$1\" = -n ] && shift\nexec \"$@\"\n");
    add_command("true", "#!/bin/sh\n");
    result = run_setup("", "");
    ck_assert_msg(result.status == 0, "%s", result.err.text);
    process_free(&result);
}
END_TEST

START_TEST(installation_without_effect_is_noticed)
{
    add_command("apt-get", "#!/bin/sh\nexit 0\n");
    struct process_result result = run_setup("", "");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.err.text, "Still missing");
    process_free(&result);
}
END_TEST

START_TEST(failed_installation_fails)
{
    add_command("dnf", "#!/bin/sh\necho no network >&2\nexit 1\n");
    struct process_result result = run_setup("", "");
    ck_assert_int_ne(result.status, 0);
    process_free(&result);
}
END_TEST

START_TEST(unknown_system_gets_a_sentence)
{
    struct process_result result = run_setup("", "");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.err.text, "no package manager");
    process_free(&result);
}
END_TEST

int main(void)
{
    enum { MANAGERS = sizeof managers / sizeof *managers };
    Suite *suite = suite_create("setup");
    TCase *tests = tcase_create("setup");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, make_machine, remove_machine);
    tcase_add_test(tests, complete_machine_is_left_alone);
    tcase_add_test(tests, building_needs_no_test_library);
    tcase_add_loop_test(tests, what_is_missing_is_named_and_installed, 0, MANAGERS);
    tcase_add_loop_test(tests, no_install_prints_the_command_only, 0, MANAGERS);
    tcase_add_test(tests, without_rights_it_prints_the_command);
    tcase_add_test(tests, installation_without_effect_is_noticed);
    tcase_add_test(tests, failed_installation_fails);
    tcase_add_test(tests, unknown_system_gets_a_sentence);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
