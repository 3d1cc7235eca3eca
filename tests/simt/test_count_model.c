/*
 * The model of banks and sectors: rules that a reader can check by hand, and
 * each access pattern that was recorded on an H200.
 */
#include "model.h"

#include "pattern.h"
#include "suite.h"
#include "table.h"

#include <string.h>

enum { BASE = 0x40000 };

/* Addresses base + step * lane. */
static const uintptr_t *every(unsigned step, uintptr_t base)
{
    static uintptr_t address[32];
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = base + (uintptr_t)step * lane;
    return address;
}

/* ---- by hand -------------------------------------------------------------------- */

START_TEST(neighbouring_words_are_one_wavefront)
{
    const struct simt_wavefronts w = simt_shared_load(every(4, BASE), ~0u, 4);
    ck_assert_uint_eq(w.wavefronts, 1);
    ck_assert_uint_eq(w.conflicts, 0);
}
END_TEST

START_TEST(a_stride_of_two_words_doubles_the_wavefronts)
{
    const struct simt_wavefronts w = simt_shared_store(every(8, BASE), ~0u, 4);
    ck_assert_uint_eq(w.wavefronts, 2);
    ck_assert_uint_eq(w.conflicts, 1);
}
END_TEST

START_TEST(one_word_for_all_lanes_is_no_conflict)
{
    ck_assert_uint_eq(simt_shared_load(every(0, BASE), ~0u, 4).wavefronts, 1);
    ck_assert_uint_eq(simt_shared_load(every(128, BASE), ~0u, 4).wavefronts, 32);
}
END_TEST

START_TEST(lanes_that_stay_out_cost_nothing)
{
    ck_assert_uint_eq(simt_shared_load(every(128, BASE), 1u << 31, 4).wavefronts, 1);
    ck_assert_uint_eq(simt_shared_load(every(128, BASE), 0x80000001u, 4).wavefronts, 2);
    ck_assert_uint_eq(simt_shared_load(every(128, BASE), 0, 4).wavefronts, 0);
    ck_assert_uint_eq(simt_shared_load(every(4, BASE), 0, 4).wavefronts, 0);
    ck_assert_uint_eq(simt_shared_atomic(every(4, BASE), 0).conflicts, 0);
    ck_assert_uint_eq(simt_global_sectors(every(4, BASE), 0, 4).sectors, 0);
    ck_assert_uint_eq(simt_longest_queue(every(0, BASE), 0), 0);
}
END_TEST

START_TEST(wide_loads_go_in_parts)
{
    ck_assert_uint_eq(simt_shared_load(every(8, BASE), ~0u, 8).wavefronts, 2);
    ck_assert_uint_eq(simt_shared_load(every(16, BASE), ~0u, 16).wavefronts, 4);
    ck_assert_uint_eq(simt_shared_load(every(16, BASE), ~0u, 16).conflicts, 0);
    /* All lanes agree: half as many parts. A store has no such way. */
    ck_assert_uint_eq(simt_shared_load(every(0, BASE), ~0u, 16).wavefronts, 2);
    ck_assert_uint_eq(simt_shared_store(every(0, BASE), ~0u, 16).wavefronts, 4);
}
END_TEST

START_TEST(bytes_of_one_word_share_it)
{
    ck_assert_uint_eq(simt_shared_store(every(1, BASE), ~0u, 1).wavefronts, 1);
    ck_assert_uint_eq(simt_shared_load(every(2, BASE), ~0u, 2).wavefronts, 1);
}
END_TEST

START_TEST(an_atomic_serves_lanes_of_one_word_one_by_one)
{
    ck_assert_uint_eq(simt_shared_atomic(every(4, BASE), ~0u).wavefronts, 1);
    ck_assert_uint_eq(simt_shared_atomic(every(0, BASE), ~0u).wavefronts, 32);
    ck_assert_uint_eq(simt_longest_queue(every(0, BASE), 0xffu), 8);
    ck_assert_uint_eq(simt_longest_queue(every(4, BASE), ~0u), 1);
}
END_TEST

START_TEST(a_warp_of_floats_is_four_sectors)
{
    struct simt_sectors s = simt_global_sectors(every(4, BASE), ~0u, 4);
    ck_assert_uint_eq(s.sectors, 4);
    ck_assert_uint_eq(s.used, 128);
    s = simt_global_sectors(every(4, BASE + 4), ~0u, 4); /* not on a boundary */
    ck_assert_uint_eq(s.sectors, 5);
    ck_assert_uint_eq(s.used, 128);
    s = simt_global_sectors(every(16, BASE), ~0u, 16);
    ck_assert_uint_eq(s.sectors, 16);
    ck_assert_uint_eq(s.used, 512);
}
END_TEST

START_TEST(scattered_lanes_move_more_than_they_use)
{
    struct simt_sectors s = simt_global_sectors(every(32, BASE), ~0u, 4);
    ck_assert_uint_eq(s.sectors, 32);
    ck_assert_uint_eq(s.used, 128);
    s = simt_global_sectors(every(0, BASE), ~0u, 4); /* all lanes one float */
    ck_assert_uint_eq(s.sectors, 1);
    ck_assert_uint_eq(s.used, 4);
    s = simt_global_sectors(every(4, BASE), 0x5u, 4);
    ck_assert_uint_eq(s.sectors, 1);
    ck_assert_uint_eq(s.used, 8);
}
END_TEST

START_TEST(global_atomics_move_a_sector_for_each_in_the_queue)
{
    ck_assert_uint_eq(simt_global_atomic_sectors(every(4, BASE), ~0u), 4);
    ck_assert_uint_eq(simt_global_atomic_sectors(every(0, BASE), ~0u), 32);
    ck_assert_uint_eq(simt_global_atomic_sectors(every(0, BASE), 1), 1);
}
END_TEST

/* ---- against the recording ----------------------------------------------------- */

static unsigned value_of(const struct table *t, const char *column)
{
    const double value = table_number(t, column);
    ck_assert_msg(value >= 0, "the recording has no number in column %s", column);
    return (unsigned)value;
}

static unsigned pattern_called(const char *name)
{
    for (unsigned p = 0; p < pattern_count(); p++)
        if (strcmp(pattern_name(p), name) == 0)
            return p;
    ck_abort_msg("the recording has a pattern %s that is not known here", name);
    return 0;
}

struct warp {
    uintptr_t address[32];
    uint32_t active;
    unsigned bytes;
};

static struct warp warp_of(const struct table *t)
{
    struct warp w = { .active = 0, .bytes = value_of(t, "width") };
    const unsigned pattern = pattern_called(table_text(t, "pattern"));
    for (unsigned lane = 0; lane < 32; lane++) {
        const int cell = pattern_cell(pattern, lane);
        if (cell == PATTERN_IDLE)
            continue;
        w.active |= 1u << lane;
        w.address[lane] = BASE + (uintptr_t)cell * w.bytes;
    }
    return w;
}

#define WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared"
#define CONFLICTS "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"

static void compare_shared(const struct table *t, struct simt_wavefronts w, const char *wavefronts,
                           const char *conflicts, unsigned others)
{
    ck_assert_msg(
        w.wavefronts + others == value_of(t, wavefronts) && w.conflicts == value_of(t, conflicts),
        "%s of %s bytes, %s: %u wavefronts, %u conflicts, but the GPU had %u and %u",
        table_text(t, "kernel"), table_text(t, "width"), table_text(t, "pattern"), w.wavefronts,
        w.conflicts, value_of(t, wavefronts) - others, value_of(t, conflicts));
}

static void compare_global(const struct table *t, unsigned sectors, const char *column,
                           unsigned others)
{
    ck_assert_msg(sectors + others == value_of(t, column),
                  "%s of %s bytes, %s: %u sectors, but the GPU had %u", table_text(t, "kernel"),
                  table_text(t, "width"), table_text(t, "pattern"), sectors,
                  value_of(t, column) - others);
}

static void compare(const struct table *t)
{
    /* What patterns.cu does besides: it reads 32 indices (4 sectors); around the
     * atomic it has a barrier, one load, and each kernel one wavefront at its end. */
    enum { INDEX_SECTORS = 4, AROUND_ATOMIC = 3 };
    const struct warp w = warp_of(t);
    const char *kernel = table_text(t, "kernel");
    if (strcmp(kernel, "shared_load") == 0)
        compare_shared(t, simt_shared_load(w.address, w.active, w.bytes), WAVEFRONTS "_op_ld.sum",
                       CONFLICTS "_op_ld.sum", 0);
    else if (strcmp(kernel, "shared_store") == 0)
        compare_shared(t, simt_shared_store(w.address, w.active, w.bytes), WAVEFRONTS "_op_st.sum",
                       CONFLICTS "_op_st.sum", 0);
    else if (strcmp(kernel, "shared_atomic") == 0)
        compare_shared(t, simt_shared_atomic(w.address, w.active), WAVEFRONTS ".sum",
                       CONFLICTS ".sum", AROUND_ATOMIC);
    else if (strcmp(kernel, "global_load") == 0)
        compare_global(t, simt_global_sectors(w.address, w.active, w.bytes).sectors,
                       "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", INDEX_SECTORS);
    else if (strcmp(kernel, "global_store") == 0)
        compare_global(t, simt_global_sectors(w.address, w.active, w.bytes).sectors,
                       "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 0);
    else if (strcmp(kernel, "global_atomic") == 0)
        compare_global(t, simt_global_atomic_sectors(w.address, w.active),
                       "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 0);
    else
        ck_abort_msg("the recording has a kernel %s that is not known here", kernel);
}

START_TEST(every_recorded_pattern_comes_out_exactly)
{
    struct table t;
    unsigned rows = 0;
    ck_assert_int_eq(table_open(&t, SOURCE_DIR "/docs/data/h200_patterns.csv"), 0);
    for (int more = table_next(&t); more != 0; more = table_next(&t)) {
        ck_assert_int_eq(more, 1);
        compare(&t);
        rows++;
    }
    /* 4 kernels at 5 widths and 2 with atomics. */
    ck_assert_uint_eq(rows, pattern_count() * 22);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        neighbouring_words_are_one_wavefront,
        a_stride_of_two_words_doubles_the_wavefronts,
        one_word_for_all_lanes_is_no_conflict,
        lanes_that_stay_out_cost_nothing,
        wide_loads_go_in_parts,
        bytes_of_one_word_share_it,
        an_atomic_serves_lanes_of_one_word_one_by_one,
        a_warp_of_floats_is_four_sectors,
        scattered_lanes_move_more_than_they_use,
        global_atomics_move_a_sector_for_each_in_the_queue,
        every_recorded_pattern_comes_out_exactly,
    };
    return RUN_SUITE("count: the model of memory", tests);
}
