/*
 * The counters, driven by made-up events: one launch of one block, whose warps do
 * what each test says.
 */
#include "count.h"
#include "event.h"
#include "internal.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static const struct simt_kernel kernel = { .name = "made_up", .file = "made_up.cu", .line = 1 };
static struct simt_config config;
static struct simt_launch_info launch;
static struct simt_block_info block;
static struct simt_listeners listeners;
static struct simt_count_launch counted;

/* Places in the code: any addresses that differ. */
static const char code[16];

static void begin(unsigned threads)
{
    config = (struct simt_config){ .grid = { 1, 1, 1 }, .block = { threads, 1, 1 } };
    launch = (struct simt_launch_info){ .kernel = &kernel,
                                        .config = &config,
                                        .id = 1,
                                        .blocks = 1,
                                        .threads = threads,
                                        .warps = (threads + 31) / 32,
                                        .workers = 1,
                                        .lockstep = 1 };
    block = (struct simt_block_info){ .launch = &launch };
    simt_emit_launch_begin(&launch);
    simt_emit_worker_begin(&listeners, &launch, 0);
    simt_emit_block_begin(&listeners, &block);
}

static void end(void)
{
    simt_emit_block_end(&listeners, &block);
    simt_emit_worker_end(&listeners, &launch);
    simt_emit_launch_end(&launch);
    ck_assert_int_eq(simt_count_last("made_up", &counted), 0);
}

static uint64_t value(enum simt_counter counter)
{
    return counted.value[counter];
}

/* Lane l of `active` accesses base + l * step. */
static void access_memory(enum simt_access_kind kind, enum simt_space space, unsigned active,
                          unsigned bytes, uintptr_t base, unsigned step)
{
    uintptr_t address[32];
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = base + (uintptr_t)lane * step;
    const struct simt_access access = { .block = &block,
                                        .active = active,
                                        .kind = kind,
                                        .space = space,
                                        .bytes = bytes,
                                        .pc = &code[0],
                                        .address = address };
    simt_emit_access(&listeners, &access);
}

static void enter(unsigned place, unsigned active)
{
    const struct simt_enter event = { .block = &block, .active = active, .pc = &code[place] };
    simt_emit_enter(&listeners, &event);
}

static void leave(unsigned active)
{
    const struct simt_lane_exit event = { .block = &block, .active = active };
    simt_emit_lane_exit(&listeners, &event);
}

/* ---- memory ------------------------------------------------------------------------ */

START_TEST(shared_accesses_are_counted_by_kind)
{
    begin(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, 0xffffu, 4, 0x1000, 4);
    access_memory(SIMT_STORE, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_SHARED, 0xffu, 4, 0x1000, 0);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_LANES), 48);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_WAVEFRONTS), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_CONFLICTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_STORE_WAVEFRONTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_STORE_CONFLICTS), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_REQUESTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_WAVEFRONTS), 8);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_QUEUE), 8);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 0);
}
END_TEST

START_TEST(global_accesses_are_counted_by_kind)
{
    begin(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_SYMBOL, ~0u, 4, 0x1000, 32);
    access_memory(SIMT_STORE, SIMT_SPACE_GLOBAL, 1, 4, 0x1000, 4);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_SECTORS), 4 + 32);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_BYTES), 256);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_STORE_SECTORS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_STORE_BYTES), 4);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 0);
}
END_TEST

START_TEST(the_hottest_address_is_followed_over_the_launch)
{
    begin(32);
    for (unsigned i = 0; i < 10; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    for (unsigned i = 0; i < 3; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, 0xffffu, 4, 0x1004, 0);
    end();
    ck_assert_uint_eq(counted.hottest, 10 + 3 * 16);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_QUEUE), 16);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS), 13);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_SECTORS), 10 * 4 + 3 * 16);
}
END_TEST

START_TEST(many_addresses_do_not_hide_the_hottest)
{
    begin(32);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 0);
    for (unsigned i = 0; i < 3000; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x100000 + 128 * i, 4);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 0);
    end();
    ck_assert_uint_eq(counted.hottest, 64);
}
END_TEST

START_TEST(what_is_no_device_memory_is_left_out)
{
    begin(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_UNKNOWN, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_LOCAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_STORE, SIMT_SPACE_LOCAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_CONSTANT, ~0u, 4, 0x1000, 0);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_CONSTANT_LOAD_REQUESTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 0);
}
END_TEST

/* ---- control ------------------------------------------------------------------------ */

START_TEST(barriers_count_per_warp_and_per_block)
{
    begin(64);
    for (unsigned warp = 0; warp < 2; warp++) {
        const struct simt_barrier_arrival arrival = {
            .block = &block, .warp = warp, .active = ~0u, .alive = ~0u, .pc = &code[1]
        };
        simt_emit_barrier_arrive(&listeners, &arrival);
    }
    simt_emit_barrier_complete(&listeners, &block);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BARRIERS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_BARRIERS_COMPLETED), 1);
}
END_TEST

START_TEST(warp_operations_count_by_kind)
{
    static const enum simt_warp_op_kind kinds[] = { SIMT_WARP_SYNC,   SIMT_WARP_SHUFFLE,
                                                    SIMT_WARP_VOTE,   SIMT_WARP_MATCH,
                                                    SIMT_WARP_REDUCE, SIMT_WARP_ACTIVE_MASK };
    begin(32);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (size_t times = 0; times <= i; times++) {
            const struct simt_warp_op op = { .block = &block, .kind = kinds[i], .pc = &code[2] };
            simt_emit_warp_op(&listeners, &op);
        }
    }
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_WARP_SYNCS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHUFFLES), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_VOTES), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_MATCHES), 4);
    ck_assert_uint_eq(value(SIMT_COUNT_REDUCTIONS), 5);
}
END_TEST

/* Blocks: 0 begins, 1 is the `then` part, 2 comes after it. */
START_TEST(a_branch_that_all_lanes_take_alike_does_not_diverge)
{
    begin(32);
    enter(0, ~0u);
    enter(1, ~0u);
    enter(2, ~0u);
    leave(~0u);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCKS), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCK_LANES), 96);
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 0);
}
END_TEST

START_TEST(a_branch_that_splits_the_lanes_diverges_once)
{
    begin(32);
    enter(0, ~0u);
    enter(1, 0xffu);
    enter(2, ~0u); /* together again */
    leave(~0u);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCK_LANES), 32 + 8 + 32);
}
END_TEST

START_TEST(warps_that_go_different_ways_branch_without_divergence)
{
    begin(64);
    for (unsigned warp = 0; warp < 2; warp++) {
        const struct simt_enter first = { &block, warp, ~0u, ~0u, &code[0] };
        const struct simt_enter then = { &block, warp, ~0u, ~0u, &code[1 + warp] };
        const struct simt_lane_exit left = { &block, warp, ~0u, 0 };
        simt_emit_enter(&listeners, &first);
        simt_emit_enter(&listeners, &then);
        simt_emit_lane_exit(&listeners, &left);
    }
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 0);
}
END_TEST

START_TEST(leaving_early_is_a_way_too)
{
    begin(32);
    enter(0, ~0u);
    leave(0xfu);
    enter(1, ~0xfu);
    leave(~0xfu);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
}
END_TEST

START_TEST(a_loop_with_lanes_that_end_one_after_the_other)
{
    begin(32);
    enter(0, ~0u);
    for (unsigned lanes = 32; lanes > 0; lanes--)
        enter(1, lanes == 32 ? ~0u : (1u << lanes) - 1); /* its end is the loop's branch */
    enter(2, ~0u);
    leave(~0u);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 32);
    /* The last trip has one lane, which cannot split. */
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 31);
}
END_TEST

START_TEST(all_32_lanes_on_ways_of_their_own)
{
    begin(32);
    enter(0, ~0u);
    for (unsigned lane = 0; lane < 32; lane++)
        enter(1 + lane % 4, 1u << lane);
    for (unsigned lane = 0; lane < 32; lane++)
        leave(1u << lane);
    end();
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCKS), 33);
}
END_TEST

/* ---- what is kept --------------------------------------------------------------------- */

START_TEST(a_launch_describes_itself)
{
    begin(256);
    launch.static_shared_bytes = 1024;
    config.shared_bytes = 100 * 1024;
    end();
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
        begin(32);
        for (unsigned k = 0; k < i; k++)
            access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 4);
        end();
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
    begin(32);
    enter(0, ~0u);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_STORE, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    leave(~0u);
    end();
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
    begin(32);
    for (unsigned i = 0; i < 1234; i++)
        access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_LOAD, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 64);
    end();
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
    begin(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    end();
    begin(64);
    end();
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
        shared_accesses_are_counted_by_kind,
        global_accesses_are_counted_by_kind,
        the_hottest_address_is_followed_over_the_launch,
        many_addresses_do_not_hide_the_hottest,
        what_is_no_device_memory_is_left_out,
        barriers_count_per_warp_and_per_block,
        warp_operations_count_by_kind,
        a_branch_that_all_lanes_take_alike_does_not_diverge,
        a_branch_that_splits_the_lanes_diverges_once,
        warps_that_go_different_ways_branch_without_divergence,
        leaving_early_is_a_way_too,
        a_loop_with_lanes_that_end_one_after_the_other,
        all_32_lanes_on_ways_of_their_own,
        a_launch_describes_itself,
        every_launch_is_kept_in_order,
        lines_add_up_to_the_launch,
        every_counter_has_a_name_of_its_own,
        every_counter_is_defined_in_the_docs,
        the_summary_says_what_was_counted,
        every_row_of_the_csv_has_all_columns,
    };
    return RUN_SUITE("count: events", tests);
}
