/* What is kept of each launch, and how it is told. */
#include "internal.h"
#include "made_up.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* ---- what is kept --------------------------------------------------------------------- */

START_TEST(a_launch_describes_itself)
{
    begin_launch(256);
    launch.static_shared_bytes = 1024;
    config.shared_bytes = 100 * 1024;
    end_launch();
    ck_assert_str_eq(counted.kernel, "made_up");
    ck_assert_uint_eq(counted.threads, 256);
    ck_assert_uint_eq(counted.warps, 8);
    ck_assert_uint_eq(counted.blocks_per_sm, 2); /* 228 KB hold two of 102 KB */
    ck_assert_double_eq_tol(counted.occupancy, 2 * 8 / 64.0, 1e-9);
}
END_TEST

START_TEST(every_launch_is_kept_in_order)
{
    struct simt_count_launch l;
    for (unsigned i = 0; i < 20; i++) {
        begin_launch(32);
        for (unsigned k = 0; k < i; k++)
            access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 4);
        end_launch();
    }
    ck_assert_uint_eq(simt_count_launches(), 20);
    for (unsigned i = 0; i < 20; i++) {
        ck_assert_int_eq(simt_count_launch(i, &l), 0);
        ck_assert_uint_eq(l.value[SIMT_COUNT_SHARED_LOAD_REQUESTS], i);
    }
    ck_assert_int_eq(simt_count_launch(20, &l), -1);
    ck_assert_int_eq(simt_count_last("another", &l), -1);
}
END_TEST

static void add_lines(const struct simt_count_line *line, void *context)
{
    uint64_t *sum = context;
    for (unsigned k = 0; k < SIMT_COUNTERS; k++)
        sum[k] += line->value[k];
}

START_TEST(lines_add_up_to_the_launch)
{
    uint64_t sum[SIMT_COUNTERS] = { 0 };
    begin_launch(32);
    enter(0, ~0u);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_STORE, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    leave(~0u);
    end_launch();
    ck_assert_uint_ge(simt_count_lines("made_up", add_lines, sum), 1);
    ck_assert_mem_eq(sum, counted.value, sizeof sum);
    ck_assert_uint_eq(simt_count_lines("another", add_lines, sum), 0);
}
END_TEST

START_TEST(every_counter_has_a_name_of_its_own)
{
    for (unsigned a = 0; a < SIMT_COUNTERS; a++) {
        ck_assert_ptr_nonnull(simt_counter_name((enum simt_counter)a));
        for (unsigned b = 0; b < a; b++)
            ck_assert_str_ne(simt_counter_name((enum simt_counter)a),
                             simt_counter_name((enum simt_counter)b));
    }
}
END_TEST

START_TEST(every_counter_is_defined_in_the_docs)
{
    static char page[20000];
    FILE *file = fopen(SOURCE_DIR "/docs/counters.md", "r");
    ck_assert_ptr_nonnull(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (unsigned k = 0; k < SIMT_COUNTERS; k++) {
        char name[64];
        snprintf(name, sizeof name, "`%s`", simt_counter_name((enum simt_counter)k));
        ck_assert_msg(strstr(page, name) != NULL, "docs/counters.md does not explain %s", name);
    }
}
END_TEST

/* ---- reports ---------------------------------------------------------------------------- */

static const char *printed(void (*print)(FILE *out))
{
    static char text[20000];
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    print(out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    return text;
}

static void print_summary(FILE *out)
{
    simt_count_print_summary(out, &counted);
}

START_TEST(the_summary_says_what_was_counted)
{
    begin_launch(32);
    for (unsigned i = 0; i < 1234; i++)
        access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_LOAD, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 64);
    end_launch();
    const char *text = printed(print_summary);
    ck_assert_ptr_nonnull(strstr(text, "made_up: grid 1, block 32"));
    ck_assert_ptr_nonnull(strstr(text, "1,234 requests, 2,468 wavefronts, of them 1,234 by bank"));
    ck_assert_ptr_nonnull(strstr(text, "32 sectors, 12 % of their bytes used"));
    ck_assert_ptr_nonnull(strstr(text, "score made_up: per thread 1 global loads"));
    ck_assert_ptr_nonnull(strstr(text, "8.00 bytes moved for each byte used"));
    ck_assert_ptr_null(strstr(text, "atomics"));
}
END_TEST

/* Fields of a line. */
static unsigned count_fields(const char *line)
{
    unsigned fields = 1;
    for (; *line != '\0' && *line != '\n'; line++)
        fields += *line == ',';
    return fields;
}

START_TEST(every_row_of_the_csv_has_all_columns)
{
    begin_launch(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    end_launch();
    begin_launch(64);
    end_launch();
    const char *text = printed(simt_count_print_csv);
    const unsigned fields = count_fields(text);
    unsigned rows = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        ck_assert_uint_eq(count_fields(line), fields);
        rows++;
    }
    ck_assert_uint_eq(rows, 3);
    text = printed(simt_count_print_lines_csv);
    ck_assert_uint_eq(count_fields(text), SIMT_COUNTERS + 3);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_launch_describes_itself,
        every_launch_is_kept_in_order,
        lines_add_up_to_the_launch,
        every_counter_has_a_name_of_its_own,
        every_counter_is_defined_in_the_docs,
        the_summary_says_what_was_counted,
        every_row_of_the_csv_has_all_columns,
    };
    return RUN_SUITE("count: reports", tests);
}
