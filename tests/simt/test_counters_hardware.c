/*
 * simt's counters against an H200's, for the program named on the command line:
 * the same source at the same sizes and block sizes. docs/data/h200_*.csv says
 * what the GPU counted, h200_explained.csv where the two may differ and why.
 *
 * Equal: requests and sectors of global memory, atomics, barriers and shuffles by
 * opcode; wavefronts and bank conflicts of shared memory as the profiler follows them
 * from the addresses of each instruction (h200_wavefronts.csv). The GPU's own counter of
 * conflicts holds arbitration with other accesses too: it is never below simt's, and above by
 * less than 2 % of the instructions that access memory.
 */
#include "count.h"
#include "process.h"
#include "suite.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

#define DATA SOURCE_DIR "/docs/data/h200_"

static const char *program;
static const char *const blocks[] = { "128", "256", "512" };
static const char *const sizes[] = { "1048576", "1000003" };
#define SIZES "1048576,1000003"

/* One launch on both. */
struct pair {
    const char *block, *size;
    struct table simt, counters, opcodes, wavefronts;
    double blocks; /* of the grid */
};

/* ---- running and reading ------------------------------------------------------------ */

static void csv_path(const char *block, char path[4096])
{
    snprintf(path, 4096, BUILD_DIR "/tests/hardware_%s.%s.csv", program, block);
}

/* Runs the program at all block sizes, once for all tests. */
static int run_simt(void)
{
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        char path[4096], csv[4096], wish[4200];
        csv_path(blocks[b], csv);
        snprintf(path, sizeof path, BUILD_DIR "/simt/profile/%s.%s", program, blocks[b]);
        snprintf(wish, sizeof wish, "SIMT_PROFILE=off,csv=%s", csv);
        const char *const argv[] = { "env", wish, path, "--n", SIZES, NULL };
        struct process_result result;
        const int failed = process_run(argv, 120, &result) != 0 || result.status != 0;
        if (failed)
            fprintf(stderr, "%s: %s\n", path, result.err.text);
        process_free(&result);
        if (failed)
            return -1;
    }
    return 0;
}

/* The k-th launch of the program at this block size. */
static void read_pair(struct pair *pair, const char *csv, const char *block, unsigned k)
{
    pair->block = block;
    pair->size = sizes[k];
    ck_assert_int_eq(table_open(&pair->simt, csv), 0);
    for (unsigned row = 0; row <= k; row++)
        ck_assert_int_eq(table_next(&pair->simt), 1);
    ck_assert_int_eq(table_open(&pair->counters, DATA "counters.csv"), 0);
    ck_assert_int_eq(table_open(&pair->opcodes, DATA "opcodes.csv"), 0);
    ck_assert(table_find(&pair->counters, "program", program, "block", block, "n", sizes[k], NULL));
    ck_assert(table_find(&pair->opcodes, "program", program, "block", block, "n", sizes[k], NULL));
    ck_assert_int_eq(table_open(&pair->wavefronts, DATA "wavefronts.csv"), 0);
    ck_assert(
        table_find(&pair->wavefronts, "program", program, "block", block, "n", sizes[k], NULL));
    pair->blocks = table_number(&pair->counters, "blocks");
    ck_assert_double_eq(pair->blocks, table_number(&pair->simt, "blocks"));
}

static void close_pair(struct pair *pair)
{
    table_close(&pair->simt);
    table_close(&pair->counters);
    table_close(&pair->opcodes);
    table_close(&pair->wavefronts);
}

static void for_each_pair(void (*compare)(const struct pair *pair))
{
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        char csv[4096];
        csv_path(blocks[b], csv);
        for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            static struct pair pair;
            read_pair(&pair, csv, blocks[b], k);
            compare(&pair);
            close_pair(&pair);
        }
    }
}

static double number(const struct table *table, const char *column)
{
    const double value = table_number(table, column);
    ck_assert_msg(value >= 0, "there is no number in column %s", column);
    return value;
}

/* ---- equal, or explained --------------------------------------------------------------- */

/* 1 if the difference is in the list, with these very values. Shows it. */
static int is_explained(const struct pair *pair, const char *counter, double simt, double hardware)
{
    static struct table list;
    ck_assert_int_eq(table_open(&list, DATA "explained.csv"), 0);
    if (!table_find(&list, "program", program, "block", pair->block, "counter", counter, NULL))
        return 0;
    /* Per block: the grid's last may have less to do. */
    const int known = !(simt > pair->blocks * number(&list, "simt")) &&
                      !(simt < (pair->blocks - 1) * number(&list, "simt")) &&
                      !(hardware > pair->blocks * number(&list, "hardware") + 2) &&
                      !(hardware < (pair->blocks - 1) * number(&list, "hardware"));
    if (known)
        printf("%s.%s, n = %s, %s: simt %.0f, H200 %.0f: %s\n", program, pair->block, pair->size,
               counter, simt, hardware, table_text(&list, "why"));
    table_close(&list);
    return known;
}

static void demand_equal(const struct pair *pair, const char *counter, double simt, double hardware)
{
    ck_assert_msg(simt == hardware || is_explained(pair, counter, simt, hardware),
                  "%s.%s, n = %s, %s: simt %.0f, H200 %.0f (per block %.3f and %.3f)", program,
                  pair->block, pair->size, counter, simt, hardware, simt / pair->blocks,
                  hardware / pair->blocks);
}

/* Every counter that is one of the profiler's, but for those of shared memory. */
static void compare_equal(const struct pair *pair)
{
    unsigned compared = 0;
    for (unsigned k = 0; k < SIMT_COUNTERS; k++) {
        const char *name = simt_counter_name((enum simt_counter)k);
        const char *metric = simt_counter_metric((enum simt_counter)k);
        if (metric == NULL || strstr(metric, "_mem_shared_") != NULL)
            continue;
        const int is_opcode = strncmp(metric, "sass__", 6) == 0;
        demand_equal(pair, name, number(&pair->simt, name),
                     number(is_opcode ? &pair->opcodes : &pair->counters, metric));
        compared++;
    }
    ck_assert_uint_ge(compared, 9);
}

/* ---- shared memory ------------------------------------------------------------------------ */

/* By instruction: conflicts are the wavefronts beyond those that would do without any. */
static void compare_addresses(const struct pair *pair)
{
    static const char *const kind[][2] = { { "load", "LDS" },
                                           { "store", "STS" },
                                           { "atomic", "ATOMS" } };
    for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++) {
        char counter[64], column[64];
        snprintf(counter, sizeof counter, "shared_%s_wavefronts", kind[i][0]);
        snprintf(column, sizeof column, "memory_l1_wavefronts_shared:%s", kind[i][1]);
        const double all = number(&pair->wavefronts, column);
        demand_equal(pair, counter, number(&pair->simt, counter), all);
        snprintf(counter, sizeof counter, "shared_%s_conflicts", kind[i][0]);
        snprintf(column, sizeof column, "memory_l1_wavefronts_shared_ideal:%s", kind[i][1]);
        demand_equal(pair, counter, number(&pair->simt, counter),
                     all - number(&pair->wavefronts, column));
    }
}

/* Instructions that access memory. */
static double memory_instructions(const struct pair *pair)
{
    static const char *const opcode[] = { "LDS", "STS", "ATOMS", "LDG", "STG", "REDG" };
    double sum = 0;
    for (size_t i = 0; i < sizeof opcode / sizeof opcode[0]; i++) {
        char column[64];
        snprintf(column, sizeof column, "sass__inst_executed_per_opcode:%s", opcode[i]);
        sum += number(&pair->opcodes, column);
    }
    return sum;
}

static void compare_counters(const struct pair *pair, enum simt_counter wavefronts,
                             enum simt_counter conflicts)
{
    const char *name = simt_counter_name(conflicts);
    const double simt = number(&pair->simt, name);
    const double gpu = number(&pair->counters, simt_counter_metric(conflicts));
    ck_assert_msg(!(simt > gpu) && !(gpu > simt + 0.02 * memory_instructions(pair)),
                  "%s.%s, n = %s, %s: simt %.0f, H200 %.0f", program, pair->block, pair->size, name,
                  simt, gpu);
    name = simt_counter_name(wavefronts);
    demand_equal(pair, name, number(&pair->simt, name) - simt,
                 number(&pair->counters, simt_counter_metric(wavefronts)) - gpu);
}

static void compare_shared(const struct pair *pair)
{
    compare_counters(pair, SIMT_COUNT_SHARED_LOAD_WAVEFRONTS, SIMT_COUNT_SHARED_LOAD_CONFLICTS);
    compare_counters(pair, SIMT_COUNT_SHARED_STORE_WAVEFRONTS, SIMT_COUNT_SHARED_STORE_CONFLICTS);
}

static void compare_occupancy(const struct pair *pair)
{
    static const char *const limit[] = { "warps", "blocks", "shared_mem" };
    double least = 1e9;
    for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++) {
        char column[64];
        snprintf(column, sizeof column, "launch__occupancy_limit_%s", limit[i]);
        const double value = number(&pair->counters, column);
        least = value < least ? value : least;
    }
    /* Registers limit a GPU as well; of these programs none. */
    ck_assert(!(number(&pair->counters, "launch__occupancy_limit_registers") < least));
    ck_assert_double_eq(number(&pair->simt, "blocks_per_sm"), least);
}

START_TEST(what_must_be_equal_is)
{
    for_each_pair(compare_equal);
}
END_TEST

START_TEST(wavefronts_and_conflicts_of_each_instruction_are_equal)
{
    for_each_pair(compare_addresses);
}
END_TEST

START_TEST(the_counters_of_conflicts_are_close)
{
    for_each_pair(compare_shared);
}
END_TEST

START_TEST(as_many_blocks_fit)
{
    for_each_pair(compare_occupancy);
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = { what_must_be_equal_is,
                                   wavefronts_and_conflicts_of_each_instruction_are_equal,
                                   the_counters_of_conflicts_are_close, as_many_blocks_fit };
    if (argc != 2) {
        fprintf(stderr, "usage: %s PROGRAM, such as 03_sequential\n", argv[0]);
        return 2;
    }
    program = argv[1];
    if (run_simt() != 0)
        return 1;
    return RUN_SUITE("count: against an H200", tests);
}
