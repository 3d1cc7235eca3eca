/*
 * The headers' wrappers in instrumented code: an access to memory is seen when
 * the user's code makes one, and never because of a wrapper.
 *
 * Counts calls of the sanitizer's hooks in objects that simtcc compiles. A
 * kernel without accesses is compared with, because a launch has some itself.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

struct hooks {
    int all, read16, read8, write16, write4;
};

static int have(const char *program)
{
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    return system(command) == 0;
}

/* Counts the references to each hook in the object of instrumented/NAME.cu. */
static struct hooks count_hooks(const char *compiler, const char *name)
{
    char command[3 * RUN_PATH], line[1024], folder[RUN_PATH];
    struct hooks hooks = { 0 };
    make_folder(folder, "");
    snprintf(command, sizeof command,
             "SIMT_HOME='%s/simt' CXX=%s '%s/simt/simtcc' --profile -c "
             "'%s/tests/simt/instrumented/%s.cu' -o '%s/object' && objdump -r '%s/object'",
             BUILD_DIR, compiler, SOURCE_DIR, SOURCE_DIR, name, folder, folder);
    FILE *output = popen(command, "r");
    ck_assert_ptr_nonnull(output);
    while (fgets(line, sizeof line, output)) {
        hooks.all += strstr(line, "__tsan_read") || strstr(line, "__tsan_write") ||
                     strstr(line, "__tsan_unaligned");
        hooks.read16 += strstr(line, "__tsan_read16") != NULL;
        hooks.read8 += strstr(line, "__tsan_read8") != NULL;
        hooks.write16 += strstr(line, "__tsan_write16") != NULL;
        hooks.write4 += strstr(line, "__tsan_write4") != NULL;
    }
    ck_assert_msg(pclose(output) == 0, "failed: %s", command);
    remove_folder(folder);
    return hooks;
}

static void ck_wrappers_are_quiet(const char *compiler)
{
    const struct hooks none = count_hooks(compiler, "nothing");
    const struct hooks some = count_hooks(compiler, "wrappers");
    ck_assert_int_eq(some.all, none.all + 1);
    ck_assert_int_eq(some.write4, none.write4 + 1);
}

static void ck_vectors_are_whole(const char *compiler)
{
    const struct hooks none = count_hooks(compiler, "nothing");
    const struct hooks some = count_hooks(compiler, "vectors");
    ck_assert_int_eq(some.read16, none.read16 + 2);
    ck_assert_int_eq(some.read8, none.read8 + 1);
    ck_assert_int_eq(some.write16, none.write16 + 1);
    ck_assert_int_eq(some.write4, none.write4 + 1);
    ck_assert_int_eq(some.all, none.all + 5);
}

START_TEST(wrappers_are_quiet_with_gcc)
{
    ck_wrappers_are_quiet("g++");
}
END_TEST

START_TEST(vectors_are_whole_with_gcc)
{
    ck_vectors_are_whole("g++");
}
END_TEST

START_TEST(wrappers_are_quiet_with_clang)
{
    ck_wrappers_are_quiet("clang++");
}
END_TEST

START_TEST(vectors_are_whole_with_clang)
{
    ck_vectors_are_whole("clang++");
}
END_TEST

/* Check wants a constant list; this one depends on the compilers there are. */
static void add_tests(TCase *tcase)
{
    if (have("g++")) {
        tcase_add_test(tcase, wrappers_are_quiet_with_gcc);
        tcase_add_test(tcase, vectors_are_whole_with_gcc);
    }
    if (have("clang++")) {
        tcase_add_test(tcase, wrappers_are_quiet_with_clang);
        tcase_add_test(tcase, vectors_are_whole_with_clang);
    } else {
        printf("note: not run, it needs clang++: what its instrumented code calls\n");
    }
}

int main(void)
{
    Suite *suite = suite_create("runtime quiet");
    TCase *tcase = tcase_create("runtime quiet");
    tcase_set_timeout(tcase, 120);
    add_tests(tcase);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner), ran = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
