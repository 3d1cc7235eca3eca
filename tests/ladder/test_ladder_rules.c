/*
 * The rules of the ladder, as a test: a step shows one idea, and everything
 * else stays where the reader left it one file ago. The changed lines are
 * measured by tools/diff_table; what one file must look like is checked here.
 */
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_STEP = 8, MAX_LINES = 200, LINE_BYTES = 160, NAME_BYTES = 64 };

static const char SIGNATURE[] = "__global__ void reduce(const float *in, float *out, size_t n)\n";
static const char HELPER[] = "__device__ static float reduce_warp(float sum)\n";

struct source {
    char name[NAME_BYTES]; /* folder, "03_sequential" */
    char line[MAX_LINES][LINE_BYTES];
    int lines;
    int caption; /* number of comment lines at the top */
};

static struct source steps[LAST_STEP + 1];

static bool starts_with(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

static void read_source(struct source *source, const char *file)
{
    char path[512];
    snprintf(path, sizeof path, SOURCE_DIR "/steps/%s/%s", source->name, file);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s is missing", path);
    while (source->lines < MAX_LINES && fgets(source->line[source->lines], LINE_BYTES, in))
        source->lines++;
    ck_assert_msg(feof(in), "%s is longer than %d lines", path, MAX_LINES);
    fclose(in);
    while (source->caption < source->lines && starts_with(source->line[source->caption], "//"))
        source->caption++;
}

/* Fills steps[] from the folders; each number 00 to 08 must stand there once. */
static void read_steps(void)
{
    DIR *folder = opendir(SOURCE_DIR "/steps");
    ck_assert_msg(folder != NULL, "there is no folder steps");
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "CMakeLists.txt"))
            continue;
        const int number = atoi(entry->d_name);
        ck_assert_msg(isdigit((unsigned char)entry->d_name[0]) && number <= LAST_STEP &&
                          strlen(entry->d_name) < NAME_BYTES && steps[number].lines == 0,
                      "steps/%s is no step, or its number is taken", entry->d_name);
        memcpy(steps[number].name, entry->d_name, strlen(entry->d_name) + 1);
        read_source(&steps[number], number == 0 ? "reduce.c" : "reduce.cu");
    }
    closedir(folder);
    for (int k = 0; k <= LAST_STEP; k++)
        ck_assert_msg(steps[k].lines > 0, "step %02d is missing", k);
}

static int find_line(const struct source *source, const char *prefix)
{
    for (int k = 0; k < source->lines; k++) {
        if (starts_with(source->line[k], prefix))
            return k;
    }
    return -1;
}

static bool mentions(const struct source *source, const char *word)
{
    for (int k = source->caption; k < source->lines; k++) {
        if (strstr(source->line[k], word))
            return true;
    }
    return false;
}

START_TEST(folder_holds_source_and_chapter_only)
{
    const char *const source = _i == 0 ? "reduce.c" : "reduce.cu";
    char path[512];
    snprintf(path, sizeof path, SOURCE_DIR "/steps/%s", steps[_i].name);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    int expected = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const bool known = !strcmp(entry->d_name, source) || !strcmp(entry->d_name, "README.md");
        expected += known;
        ck_assert_msg(known || entry->d_name[0] == '.', "stray file %s/%s", path, entry->d_name);
    }
    closedir(folder);
    ck_assert_msg(expected == 2, "%s needs %s and README.md", path, source);
}
END_TEST

START_TEST(caption_names_the_step_and_its_cost)
{
    const struct source *const step = &steps[_i];
    char title[32];
    snprintf(title, sizeof title, "// Step %02d: ", _i);
    ck_assert_msg(starts_with(step->line[0], title), "%s: first line is not \"%s...\"", step->name,
                  title);
    ck_assert_msg(step->caption >= 4 && step->caption <= 7, "%s: caption of %d lines, not 4 to 7",
                  step->name, step->caption);
    int cost = -1;
    for (int k = 0; k < step->caption; k++) {
        if (starts_with(step->line[k], "// Cost: "))
            cost = k;
    }
    ck_assert_msg(cost > 0, "%s: the caption does not say what is still slow (Cost:)", step->name);
}
END_TEST

START_TEST(length_fits_a_screen)
{
    const int lines = steps[_i].lines - steps[_i].caption;
    ck_assert_msg(lines >= 35 && lines <= 60, "%s: %d lines outside the caption, not 35 to 60",
                  steps[_i].name, lines);
}
END_TEST

START_TEST(frame_is_the_same_everywhere)
{
    const struct source *const step = &steps[_i];
    ck_assert_msg(find_line(step, "#include \"harness.h\"\n") > 0, "%s", step->name);
    const int block = find_line(step, "#ifndef BLOCK\n");
    ck_assert_msg(block > 0 && starts_with(step->line[block + 1], "#define BLOCK 256\n"),
                  "%s: BLOCK must have a default that the build can override", step->name);
    ck_assert_msg(find_line(step, "#define ELEMENTS_PER_BLOCK ") > block, "%s", step->name);
    ck_assert_msg(find_line(step, SIGNATURE) > 0, "%s: the kernel is not\n%s", step->name,
                  SIGNATURE);
    const int helper = find_line(step, "__device__ ");
    ck_assert_msg(helper < 0 || !strcmp(step->line[helper], HELPER), "%s: the helper is not\n%s",
                  step->name, HELPER);
}
END_TEST

START_TEST(kernel_reads_block_size_as_its_chapter_says)
{
    const bool at_run_time = _i < 6;
    ck_assert_msg(mentions(&steps[_i], "blockDim.x") == at_run_time,
                  "%s: the kernel must %sread blockDim.x: replacing it is the idea of step 06",
                  steps[_i].name, at_run_time ? "" : "not ");
}
END_TEST

START_TEST(launch_and_main_are_those_of_the_first_step)
{
    const int here = find_line(&steps[_i], "static void launch("),
              first = find_line(&steps[1], "static void launch(");
    ck_assert_int_gt(here, 0);
    ck_assert_int_eq(steps[_i].lines - here, steps[1].lines - first);
    for (int k = 0; first + k < steps[1].lines; k++)
        ck_assert_str_eq(steps[_i].line[here + k], steps[1].line[first + k]);
}
END_TEST

/* Does the line hold a comment that ends like a statement or a block? */
static bool comments_out_code(const char *line)
{
    const char *const comment = strstr(line, "//");
    if (!comment)
        return false;
    size_t length = strcspn(comment, "\n");
    while (isspace((unsigned char)comment[length - 1]))
        length--;
    return strchr(";{}", comment[length - 1]) != NULL;
}

/* An identifier such as reduce3, v7 or step_04 would change with every step. */
static bool numbers_a_step(const char *line)
{
    static const char *const stems[] = { "reduce", "step", "kernel", "v", "version" };
    for (size_t k = 0; k < sizeof stems / sizeof *stems; k++) {
        for (const char *at = line; (at = strstr(at, stems[k])) != NULL; at++) {
            const char *end = at + strlen(stems[k]);
            end += *end == '_';
            if ((at == line || !isalnum((unsigned char)at[-1])) && isdigit((unsigned char)*end))
                return true;
        }
    }
    return false;
}

START_TEST(no_line_breaks_the_house_rules)
{
    const struct source *const step = &steps[_i];
    for (int k = step->caption; k < step->lines; k++) {
        const char *const line = step->line[k];
        ck_assert_msg(!numbers_a_step(line), "%s:%d: step number in a name", step->name, k + 1);
        ck_assert_msg(!strstr(line, "volatile"), "%s:%d: volatile orders nothing", step->name,
                      k + 1);
        ck_assert_msg(!comments_out_code(line), "%s:%d: code in a comment", step->name, k + 1);
    }
    for (int k = 0; k < step->lines; k++)
        ck_assert_msg(!strstr(step->line[k], "GB/s"), "%s:%d: a measurement in the code",
                      step->name, k + 1);
}
END_TEST

START_TEST(differences_stay_within_the_budget)
{
    ck_assert_msg(system("\"" BUILD_DIR "/tools/diff-table\" \"" SOURCE_DIR "/steps\"") == 0,
                  "make diff-table says which step changes too much");
}
END_TEST

static TCase *rules(void)
{
    TCase *const rules = tcase_create("rules");
    tcase_add_unchecked_fixture(rules, read_steps, NULL);
    tcase_add_loop_test(rules, folder_holds_source_and_chapter_only, 0, LAST_STEP + 1);
    tcase_add_loop_test(rules, caption_names_the_step_and_its_cost, 0, LAST_STEP + 1);
    tcase_add_loop_test(rules, length_fits_a_screen, 1, LAST_STEP + 1);
    tcase_add_loop_test(rules, frame_is_the_same_everywhere, 1, LAST_STEP + 1);
    tcase_add_loop_test(rules, kernel_reads_block_size_as_its_chapter_says, 1, LAST_STEP + 1);
    tcase_add_loop_test(rules, launch_and_main_are_those_of_the_first_step, 1, LAST_STEP + 1);
    tcase_add_loop_test(rules, no_line_breaks_the_house_rules, 0, LAST_STEP + 1);
    tcase_add_test(rules, differences_stay_within_the_budget);
    return rules;
}

int main(void)
{
    Suite *const suite = suite_create("ladder rules");
    suite_add_tcase(suite, rules());
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
