/* With exact_columns, what is added leaves each word of the reader's in its line
 * and column, as line markers count them. */
#include "rewriting.h"

#include <ctype.h>

static const char program[] = "extern __shared__ int pool[];\n"
                              "__global__ void kernel_one(const float *input,\n"
                              "                           float *output, int = 3)\n"
                              "{\n"
                              "\t__shared__ volatile float tile[64], other;  tile[0] = input[1];\n"
                              "    output[threadIdx.x] = pool[2]; marked_a(__func__); marked_b();\n"
                              "} int marked_c;\n"
                              "__device__ int counter = 3, second; int marked_d;\n"
                              "int main()\n"
                              "{\n"
                              "    if (marked_e) kernel_one\n"
                              "        <<<1, 2>>>(marked_f,\n"
                              "    marked_g); marked_h();\n"
                              "}\n";

struct place {
    unsigned line, column;
};

/* Where `word` stands for the compiler, which reads markers `# line "file"`. */
static struct place find_word(const char *text, const char *word)
{
    struct place place = { 1, 0 };
    const char *line = text;
    while (*line) {
        const char *end = strchr(line, '\n');
        const size_t bytes = end ? (size_t)(end - line) : strlen(line);
        const char *found = strstr(line, word);
        if (*line == '#') {
            place.line = (unsigned)strtoul(line + 1, NULL, 10) - 1;
        } else if (found && found < line + bytes) {
            place.column = (unsigned)(found - line) + 1;
            return place;
        }
        place.line++;
        line += bytes + (end != NULL);
    }
    return (struct place){ 0, 0 };
}

START_TEST(words_stay_in_their_places)
{
    static const char *const words[] = { "kernel_one(const", "input[1]", "output[threadIdx",
                                         "marked_a",         "marked_b", "marked_c",
                                         "marked_d",         "marked_e", "marked_f",
                                         "marked_g",         "marked_h" };
    struct rewriting result =
        rewrite_with(program, (struct rewrite_options){ .exact_columns = true });
    ck_assert_str_eq(result.errors, "");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct place before = find_word(program, words[i]);
        const struct place after = find_word(text_string(&result.out), words[i]);
        ck_assert_msg(before.line == after.line && before.column == after.column,
                      "%s: %u:%u became %u:%u in\n%s", words[i], before.line, before.column,
                      after.line, after.column, text_string(&result.out));
    }
    free_rewriting(&result);
}
END_TEST

START_TEST(parameters_of_the_body_have_their_places)
{
    struct rewriting result =
        rewrite_with(program, (struct rewrite_options){ .exact_columns = true });
    const char *body = strstr(text_string(&result.out), "struct simt_body");
    ck_assert_ptr_nonnull(body);
    const struct place input = find_word(strchr(body, '\n') + 1, "const float *input,");
    const struct place output = find_word(strchr(body, '\n') + 1, "float *output,");
    ck_assert_uint_eq(input.line, 2);
    ck_assert_uint_eq(input.column, 28);
    ck_assert_uint_eq(output.line, 3);
    ck_assert_uint_eq(output.column, 28);
    free_rewriting(&result);
}
END_TEST

START_TEST(markers_keep_the_system_flag)
{
    struct rewriting result =
        rewrite_with("# 1 \"/usr/cuda.h\" 1 3\n__device__ int a; int b;\n# 2 \"a.cu\" 2\n",
                     (struct rewrite_options){ .exact_columns = true });
    ck_assert_ptr_nonnull(strstr(text_string(&result.out), "\n# 1 \"/usr/cuda.h\" 3\n"));
    free_rewriting(&result);
}
END_TEST

START_TEST(text_without_cuda_passes_byte_for_byte)
{
    const char *const text = "# 1 \"x.c\"\nint main ( ) {\n\treturn 1<<2 ;  /* a */ // b\n}\n\n";
    struct rewriting result = rewrite_with(text, (struct rewrite_options){ .exact_columns = true });
    ck_assert_str_eq(text_string(&result.out), text);
    free_rewriting(&result);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { words_stay_in_their_places,
                                   parameters_of_the_body_have_their_places,
                                   markers_keep_the_system_flag,
                                   text_without_cuda_passes_byte_for_byte };
    return RUN_SUITE("rewrite_columns", tests);
}
