/*
 * What .vscode, .devcontainer and make editor promise: real messages become problems at
 * their line, the debugger stops in a kernel, clangd reads .cu files.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

static char folder[RUN_PATH];

static int lacks(const char *command, const char *what)
{
    if (has_command(command))
        return 0;
    printf("note: %s, there is no %s\n", what, command);
    return 1;
}

static void setup(void)
{
    make_folder(folder, "");
}

static void teardown(void)
{
    remove_folder(folder);
}

START_TEST(the_files_are_well_formed)
{
    if (lacks("python3", "the editors' files were not read"))
        return;
    struct process_result json = run_expecting(
        0, 20,
        "cd '%s' && python3 -c 'import json, sys; [json.load(open(f)) for f in sys.argv[1:]]' "
        ".vscode/*.json .devcontainer/devcontainer.json docs/notebook/reduction.ipynb",
        SOURCE_DIR);
    process_free(&json);
    struct process_result container =
        run_expecting(0, 20, "python3 '%s/tests/docs/editors.py' container", SOURCE_DIR);
    ck_assert_str_eq(container.out.text, "fine\n");
    process_free(&container);
}
END_TEST

/* A command in the repository's root, and a problem that the editor must show. */
struct problem {
    const char *task, *command, *shows;
};
static const struct problem problems[] = {
    { "find mistakes in this file",
      "sh tools/one_file.sh check tests/mutants/wrong/no_barrier_after_load.cu",
      "tests/mutants/wrong/no_barrier_after_load.cu:16 error: shared-race: " },
    { "find mistakes in this file",
      "sh tools/one_file.sh check tests/mutants/wrong/no_barrier_after_load.cu",
      "tests/mutants/wrong/no_barrier_after_load.cu:13 note: written here by " },
    { "find mistakes in this file", "sh tools/one_file.sh check tests/mutants/wrong/leak.cu",
      "tests/mutants/wrong/leak.cu:26 warning: leak: " },
    { "find mistakes in this file",
      "sh tools/one_file.sh check tests/mutants/wrong/lanes_wait_for_each_other.cu",
      "tests/mutants/wrong/lanes_wait_for_each_other.cu:13 error: deadlock: " },
    { "build this file for gdb",
      "sed 's/sum = 0;/sum == = 0;/' docs/examples/hello.cu >\"$T/typo.cu\"; "
      "sh tools/one_file.sh debug \"$T/typo.cu\" \"$T/typo\"",
      "/typo.cu:9 error: expected primary-expression" },
    { "build this file for gdb",
      "sed '1i #include \"nowhere.h\"' docs/examples/hello.cu >\"$T/lost.cu\"; "
      "sh tools/one_file.sh debug \"$T/lost.cu\" \"$T/lost\"",
      "/lost.cu:1 error: nowhere.h: No such file" },
    { "build this file for gdb",
      "sed 's/__syncthreads();/asm(\"bar.sync 0;\");/' docs/examples/hello.cu >\"$T/asm.cu\"; "
      "sh tools/one_file.sh debug \"$T/asm.cu\" \"$T/asm\"",
      "/asm.cu:10 error: simtcc: inline PTX" },
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

START_TEST(a_message_becomes_a_problem)
{
    const struct problem *p = &problems[_i];
    if (lacks("python3", "the tasks' problem matchers were not tried"))
        return;
    struct process_result matched =
        run_expecting(0, 100,
                      "cd '%s' && export T='%s' BUILD='%s' LC_ALL=C && { %s; } 2>&1 | "
                      "python3 tests/docs/editors.py match '%s'",
                      SOURCE_DIR, folder, folder, p->command, p->task);
    assert_contains(matched.out.text, p->shows);
    assert_lacks(matched.out.text, "no such file");
    process_free(&matched);
}
END_TEST

/* An exercise has no main: the sentence names the command that checks it. */
START_TEST(an_exercise_is_sent_to_its_command)
{
    static const char *const files[] = { "01_associativity/associativity.c",
                                         "05_argmin/argmin.cu" };
    static const char *const commands[] = { "make exercise-associativity checks",
                                            "make exercise-argmin checks" };
    for (size_t k = 0; k < 2; k++) {
        struct process_result refused =
            run_expecting(2, 10, "cd '%s' && BUILD='%s' sh tools/one_file.sh check exercises/%s",
                          SOURCE_DIR, folder, files[k]);
        assert_contains(refused.err.text, commands[k]);
        process_free(&refused);
    }
}
END_TEST

/* Each task that compiles or runs something finds problems in the same way. */
START_TEST(every_task_finds_the_same)
{
    static const char *const tasks[] = { "run the ladder",       "run a step",
                                         "check an exercise",    "check everything",
                                         "build a step for gdb", "build this file for gdb" };
    if (lacks("python3", "the tasks' problem matchers were not tried"))
        return;
    for (size_t k = 0; k < sizeof tasks / sizeof tasks[0]; k++) {
        struct process_result matched = run_expecting(
            0, 10,
            "printf 'README.md:3: error: shared-race: x\\nno: error\\nREADME.md:4:5: warning: "
            "y\\n' | "
            "python3 '%s/tests/docs/editors.py' match '%s' | sed 's/ (no such file)//'",
            SOURCE_DIR, tasks[k]);
        ck_assert_str_eq(matched.out.text, "README.md:3 error: shared-race: x\n"
                                           "README.md:4 warning: y\n");
        process_free(&matched);
    }
}
END_TEST

START_TEST(the_debugger_stops_in_a_kernel)
{
    static const char *const stops[][4] = {
        { "debug this .cu file on the simulated GPU", "docs/examples/hello.cu", "10", "{x = 64," },
        { "debug a step", "steps/03_sequential/reduce.cu", "22", "{x = 256," },
    };
    if (lacks("python3", "the editor's debugger was not tried") ||
        lacks("gdb", "the editor's debugger was not tried"))
        return;
    for (size_t k = 0; k < sizeof stops / sizeof stops[0]; k++) {
        const char *const *at = stops[k];
        struct process_result ran = run_expecting(
            0, 100, "cd '%s' && python3 tests/docs/editors.py debug '%s' '%s' %s 2>&1", SOURCE_DIR,
            at[0], at[1], at[2]);
        assert_contains(ran.out.text, "*stopped,reason=\"breakpoint-hit\"");
        assert_contains(ran.out.text, at[3]);
        assert_contains(ran.out.text, "[lane 0 of block (0,0,0)"); /* simt-gdb.py is there */
        process_free(&ran);
    }
}
END_TEST

START_TEST(clangd_reads_kernels_without_cuda)
{
    static const char *const files[] = { "steps/08_warp_shuffle/reduce.cu", "variants/dot/dot.cu",
                                         "exercises/05_argmin/argmin.cu" };
    if (lacks("python3", "clangd was not tried") || lacks("clangd", "clangd was not tried"))
        return;
    struct process_result copied = run_expecting(
        0, 30,
        "cd '%s' && cp -r steps exercises variants common '%s' && mkdir '%s/simt' '%s/tools' && "
        "cp -r simt/include '%s/simt' && cp -r tools/docs '%s/tools' && "
        "cd '%s' && python3 tools/docs/editor.py",
        SOURCE_DIR, folder, folder, folder, folder, folder, folder);
    process_free(&copied);
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        struct process_result read =
            run_expecting(0, 100, "cd '%s' && clangd --check=%s 2>&1", folder, files[k]);
        assert_contains(read.out.text, "All checks completed, 0 errors");
        process_free(&read);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("editors");
    TCase *tests = tcase_create("editors");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 230);
    tcase_add_test(tests, the_files_are_well_formed);
    tcase_add_loop_test(tests, a_message_becomes_a_problem, 0, PROBLEMS);
    tcase_add_test(tests, an_exercise_is_sent_to_its_command);
    tcase_add_test(tests, every_task_finds_the_same);
    tcase_add_test(tests, the_debugger_stops_in_a_kernel);
    tcase_add_test(tests, clangd_reads_kernels_without_cuda);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
