/* Traces of real blocks: steps 03 and 08 with 64 threads. */
#include "process.h"
#include "suite.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define PROGRAMS BUILD_DIR "/simt/profile/"

static char text[1 << 20];

/* Runs a program over 64 floats and returns the output asked for: json, svg or text. */
static const char *trace(const char *program, const char *kind, const char *values,
                         const char *words)
{
    char wish[512];
    struct process_result result;
    snprintf(wish, sizeof wish, "SIMT_TRACE=%s=-%s", kind, words);
    const char *const argv[] = { "env",  wish, "SIMT_PROFILE=off", program, "--n", "64", "--values",
                                 values, NULL };
    ck_assert_int_eq(process_run(argv, 60, &result), 0);
    ck_assert_msg(result.status == 0, "%s: %s", program, result.err.text);
    ck_assert_uint_lt(result.out.bytes, sizeof text);
    memcpy(text, result.out.text, result.out.bytes + 1);
    process_free(&result);
    return text;
}

static unsigned count(const char *in, const char *what)
{
    unsigned times = 0;
    for (const char *at = strstr(in, what); at != NULL; at = strstr(at + 1, what))
        times++;
    return times;
}

/* ---- JSON: is it well-formed? ---------------------------------------------------------- */

static const char *skip_value(const char *at);

static const char *skip_space(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static const char *skip_string(const char *at)
{
    ck_assert_msg(*at == '"', "a string is missing at: %.40s", at);
    for (at++; *at != '"'; at++) {
        ck_assert_msg((unsigned char)*at >= ' ', "a string does not end");
        at += *at == '\\';
    }
    return skip_space(at + 1);
}

/* Members or elements up to the closing bracket. */
static const char *skip_list(const char *at, char close)
{
    at = skip_space(at + 1);
    while (*at != close) {
        if (close == '}') {
            at = skip_string(at);
            ck_assert_msg(*at == ':', "a colon is missing at: %.40s", at);
            at = skip_space(at + 1);
        }
        at = skip_value(at);
        ck_assert_msg(*at == ',' || *at == close, "a comma is missing at: %.40s", at);
        if (*at == ',') {
            at = skip_space(at + 1);
            ck_assert_msg(*at != close, "a comma too many at: %.40s", at);
        }
    }
    return skip_space(at + 1);
}

static const char *skip_value(const char *at)
{
    if (*at == '{')
        return skip_list(at, '}');
    if (*at == '[')
        return skip_list(at, ']');
    if (*at == '"')
        return skip_string(at);
    const size_t length = strspn(at, "+-.0123456789eEnul");
    ck_assert_msg(length > 0, "a value is missing at: %.40s", at);
    return skip_space(at + length);
}

START_TEST(the_json_is_well_formed)
{
    const char *programs[] = { PROGRAMS "03_sequential.64", PROGRAMS "08_warp_shuffle.64" };
    for (size_t i = 0; i < 2; i++) {
        const char *json = trace(programs[i], "json", "1,2,nan,inf", "");
        ck_assert_str_eq(skip_value(skip_space(json)), "");
        ck_assert_ptr_null(strstr(json, "nan"));
        ck_assert_ptr_null(strstr(json, "inf"));
    }
}
END_TEST

/* ---- what it says --------------------------------------------------------------------- */

START_TEST(a_tree_of_64_has_a_step_for_each_barrier_and_the_end)
{
    const char *json = trace(PROGRAMS "03_sequential.64", "json", "1", "");
    ck_assert_ptr_nonnull(strstr(json, "\"format\": \"simt-trace\",\n  \"version\": 1,"));
    ck_assert_ptr_nonnull(strstr(json, "\"block\": [64, 1, 1]"));
    ck_assert_ptr_nonnull(strstr(json, "{\"name\": \"partial\", \"bytes\": 256}"));
    ck_assert_uint_eq(count(json, "\"step\": "), 8); /* load, 32 .. 1, write */
    ck_assert_uint_eq(count(json, "\"ends\": \"barrier\""), 7);
    ck_assert_uint_eq(count(json, "\"ends\": \"exit\""), 1);
    static const char *const active[] = { "64,", "32,", "16,", "8,", "4,", "2,", "1,", "1," };
    const char *at = json;
    for (size_t i = 0; i < 8; i++) {
        char field[64];
        at = strstr(at, "\"active_lanes\": ");
        ck_assert_ptr_nonnull(at);
        snprintf(field, sizeof field, "\"active_lanes\": %s", active[i]);
        ck_assert_msg(strncmp(at, field, strlen(field)) == 0, "step %zu: %.30s", i, at);
        at++;
    }
}
END_TEST

START_TEST(values_are_the_readers_own)
{
    const char *json = trace(PROGRAMS "03_sequential.64", "json", "3,1,4,1,5", "");
    ck_assert_ptr_nonnull(strstr(json, "\"values\": [3, 1, 4, 1, 5, 3, 1,"));
    /* 12 times 3+1+4+1+5 and 3+1+4+1 */
    ck_assert_ptr_nonnull(strstr(json, "\"values\": [177]"));
}
END_TEST

START_TEST(accesses_have_banks_and_costs)
{
    const char *json = trace(PROGRAMS "03_sequential.64", "json", "1", "");
    ck_assert_ptr_nonnull(strstr(json, "\"index\": [32, 33,"));
    ck_assert_ptr_nonnull(strstr(json, "\"bank\": [0, 1, 2,"));
    ck_assert_ptr_nonnull(strstr(json, "\"sectors\": 4"));
    ck_assert_uint_eq(count(json, "\"conflicts\": 0"), count(json, "\"conflicts\": "));
    /* Step 02 at stride 1: two lanes at each second bank. */
    json = trace(PROGRAMS "02_strided_index.64", "json", "1", "");
    ck_assert_ptr_nonnull(strstr(json, "\"bank\": [0, 2, 4,"));
    ck_assert_ptr_nonnull(strstr(json, "\"wavefronts\": 2, \"conflicts\": 1"));
}
END_TEST

START_TEST(shuffles_have_sources)
{
    const char *json = trace(PROGRAMS "08_warp_shuffle.64", "json", "1", "");
    ck_assert_uint_eq(count(json, "\"op\": \"shuffle\""), 5 * 2 + 5);
    ck_assert_ptr_nonnull(strstr(json, "\"source\": [16, 17, 18,"));
    ck_assert_ptr_nonnull(strstr(json, "\"source\": [48, 49, 50,")); /* of the second warp */
}
END_TEST

START_TEST(another_block_can_be_chosen)
{
    char wish[] = "SIMT_TRACE=json=-,block=1";
    const char *const argv[] = {
        "env", wish, "SIMT_PROFILE=off", PROGRAMS "03_sequential.64", "--n", "128", NULL
    };
    struct process_result result;
    ck_assert_int_eq(process_run(argv, 60, &result), 0);
    ck_assert_ptr_nonnull(strstr(result.out.text, "\"block_index\": [1, 0, 0]"));
    ck_assert_ptr_nonnull(strstr(result.out.text, "\"values\": [65, 66, 67,"));
    process_free(&result);
}
END_TEST

START_TEST(the_picture_has_a_cell_for_each_place)
{
    const char *svg = trace(PROGRAMS "03_sequential.64", "svg", "1", "");
    ck_assert_ptr_nonnull(strstr(svg, "</svg>"));
    ck_assert_uint_eq(count(svg, "<rect class="), 7 * 64);
    /* Each sum has two arrows: 32 + 16 + ... + 1 of them. */
    ck_assert_uint_eq(count(svg, "<line "), 2 * 63);
}
END_TEST

START_TEST(the_text_shows_lanes_at_work)
{
    const char *shown = trace(PROGRAMS "03_sequential.64", "text", "1", "");
    char strip[] = "lanes     ................................................................\n";
    memset(strip + strlen("lanes     "), '#', 16);
    ck_assert_ptr_nonnull(strstr(shown, strip));
    ck_assert_uint_eq(count(shown, "step "), 8);
}
END_TEST

START_TEST(values_can_be_shown_as_integers)
{
    const char *json = trace(PROGRAMS "03_sequential.64", "json", "1", ",type=u32");
    ck_assert_ptr_nonnull(strstr(json, "\"values\": [1065353216, ")); /* the bits of 1.0f */
}
END_TEST

START_TEST(without_a_wish_nothing_is_written)
{
    const char *const argv[] = {
        "env", "SIMT_PROFILE=off", PROGRAMS "03_sequential.64", "--n", "64", NULL
    };
    struct process_result result;
    ck_assert_int_eq(process_run(argv, 60, &result), 0);
    ck_assert_uint_eq(result.out.bytes, 0);
    process_free(&result);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_json_is_well_formed,
        a_tree_of_64_has_a_step_for_each_barrier_and_the_end,
        values_are_the_readers_own,
        accesses_have_banks_and_costs,
        shuffles_have_sources,
        another_block_can_be_chosen,
        the_picture_has_a_cell_for_each_place,
        the_text_shows_lanes_at_work,
        values_can_be_shown_as_integers,
        without_a_wish_nothing_is_written,
    };
    return RUN_SUITE("trace", tests);
}
