/*
 * One step of the ladder, named on the command line: at every block size that
 * its line in steps/CMakeLists.txt allows it must verify in full, on every
 * backend that was built; every other size it must refuse when it is compiled.
 *
 * A second argument is the build folder to look in, for the test that breaks a
 * step and expects this suite to go red.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

enum { MAX_BLOCKS = 32, TIMEOUT_S = 200 };

static const char *step, *build = BUILD_DIR;
static unsigned blocks[MAX_BLOCKS];
static int block_count;
static int with_cuda;

static int allows(unsigned block)
{
    for (int i = 0; i < block_count; i++) {
        if (blocks[i] == block)
            return 1;
    }
    return 0;
}

/* Finds the step's line, "03_sequential 32 64 128", and takes its blocks. */
static int read_blocks(void)
{
    char path[RUN_PATH], line[512];
    snprintf(path, sizeof path, "%s/steps.list", build);
    FILE *file = fopen(path, "r");
    int found = 0;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        char *word = strtok(line, " \n");
        found = word != NULL && strcmp(word, step) == 0;
        while (found && (word = strtok(NULL, " \n")) != NULL && block_count < MAX_BLOCKS)
            blocks[block_count++] = (unsigned)strtoul(word, NULL, 10);
    }
    if (file != NULL)
        fclose(file);
    return found;
}

static void read_backends(void)
{
    char path[RUN_PATH], line[64] = "";
    snprintf(path, sizeof path, "%s/backend.txt", build);
    FILE *file = fopen(path, "r");
    if (file != NULL && fgets(line, sizeof line, file) != NULL)
        with_cuda = strcmp(line, "cuda\n") == 0;
    if (file != NULL)
        fclose(file);
}

static void verify(const char *backend, const char *program)
{
    struct process_result result = run_shell(
        TIMEOUT_S, "'%s/%s/%s' --n 1000 --verify full --repeat 0 --csv -", build, backend, program);
    ck_assert_msg(result.status == 0 && !result.timed_out, "%s/%s: exit status %d\n%.4000s%.4000s",
                  backend, program, result.status, result.out.text, result.err.text);
    assert_contains(result.out.text, "\nprogram,backend,device" + 1);
    assert_contains(result.out.text, ",verified,");
    process_free(&result);
}

static void verify_blocks(const char *backend, int index)
{
    char program[256];
    if (block_count == 0)
        snprintf(program, sizeof program, "%s", step);
    else
        snprintf(program, sizeof program, "blocks/%s.%u", step, blocks[index]);
    verify(backend, program);
}

START_TEST(step_verifies_on_simt)
{
    verify_blocks("simt", _i);
}
END_TEST

START_TEST(step_verifies_on_the_gpu)
{
    verify_blocks("cuda", _i);
}
END_TEST

/* Whole warps that this algorithm may not want, and what no GPU has. */
static const unsigned tried[] = { 32, 64, 96, 128, 160, 192, 256, 512, 1024, 16, 48, 1056, 2048 };

START_TEST(other_block_sizes_are_refused_with_a_sentence)
{
    const unsigned block = tried[_i];
    if (allows(block) || block_count == 0)
        return;
    struct process_result result = run_shell(
        60, "'%s/simt/simtcc' -c '%s/steps/%s/reduce.cu' -I'%s/common' -DBLOCK=%u -o /dev/null",
        SOURCE_DIR, SOURCE_DIR, step, SOURCE_DIR, block);
    ck_assert_msg(result.status != 0, "%s compiles with block %u", step, block);
    assert_contains(result.err.text, "BLOCK must be");
    process_free(&result);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_steps STEP [BUILD]\n");
        return 2;
    }
    step = argv[1];
    if (argc > 2)
        build = argv[2];
    if (!read_blocks()) {
        fprintf(stderr, "test_steps: %s is not in %s/steps.list\n", step, build);
        return 2;
    }
    read_backends();
    const int runs = block_count > 0 ? block_count : 1;
    Suite *suite = suite_create(step);
    TCase *tests = tcase_create(step);
    tcase_set_timeout(tests, TIMEOUT_S + 10);
    tcase_add_loop_test(tests, step_verifies_on_simt, 0, runs);
    if (with_cuda)
        tcase_add_loop_test(tests, step_verifies_on_the_gpu, 0, runs);
    if (argc == 2)
        tcase_add_loop_test(tests, other_block_sizes_are_refused_with_a_sentence, 0,
                            sizeof tried / sizeof *tried);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
