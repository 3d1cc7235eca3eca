#include "exercise.h"
#include "judge.h"
#include "lab.h"

#include <stdlib.h>

/* A matrix on the host: rows of `pitch` bytes, poison between them. */
struct matrix {
    size_t rows, columns, pitch;
    float *cells; /* rows * pitch / 4 floats */
};

static float *row(const struct matrix *m, size_t r)
{
    return m->cells + r * m->pitch / sizeof(float);
}

static struct matrix make(size_t rows, size_t columns, size_t padding)
{
    struct matrix m = { rows, columns, (columns + padding) * sizeof(float), NULL };
    m.cells = lab_memory(rows * m.pitch);
    for (size_t i = 0; i < rows * m.pitch / sizeof(float); i++)
        m.cells[i] = NAN;
    for (size_t r = 0; r < rows; r++) /* whole numbers: sums up to 2^24 are exact */
        for (size_t c = 0; c < columns; c++)
            row(&m, r)[c] = (float)(judge_random() % 31) - 8.0f;
    return m;
}

/* Sums of part of it: `columns` of each row, or of `rows` of each column. */
static double row_sum(const struct matrix *m, size_t r, size_t from, size_t to)
{
    double sum = 0;
    for (size_t c = from; c < to; c++)
        sum += (double)row(m, r)[c];
    return sum;
}

static double column_sum(const struct matrix *m, size_t c, size_t rows)
{
    double sum = 0;
    for (size_t r = 0; r < rows; r++)
        sum += (double)row(m, r)[c];
    return sum;
}

static double total(const struct matrix *m, size_t rows, size_t columns)
{
    double sum = 0;
    for (size_t r = 0; r < rows; r++)
        sum += row_sum(m, r, 0, columns);
    return sum;
}

static int equal(double a, double b)
{
    return a <= b && a >= b;
}

static int is_poison(const float *value)
{
    return *(const uint32_t *)(const void *)value == LAB_POISON;
}

/* ---- why it is wrong ----------------------------------------------------- */

/* The number of leading cells, of `count`, whose sum is got; count if none. */
static size_t found_part(const struct matrix *m, size_t index, double got, int of_row)
{
    const size_t count = of_row ? m->columns : m->rows;
    const size_t parts[] = { 32,       64, 128, 256, 512, 1024, count / 32 * 32, count / 256 * 256,
                             count - 1 };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] < count &&
            equal(got, of_row ? row_sum(m, index, 0, parts[i]) : column_sum(m, index, parts[i])))
            return parts[i];
    }
    return count;
}

static void explain_line(const struct matrix *m, size_t index, const float *got, int of_row)
{
    const char *line = of_row ? "row" : "column";
    const size_t part = found_part(m, index, (double)*got, of_row);
    const size_t other = of_row ? m->columns : m->rows;
    double packed = 0; /* as if there were no padding */
    for (size_t k = 0; k < other; k++) {
        const size_t at = of_row ? index * m->columns + k : k * m->columns + index;
        packed += (double)m->cells[at];
    }
    if (is_poison(got))
        judge_because("%s %zu was never written: does the grid cover all %ss?", line, index, line);
    else if (of_row ? index < m->columns && equal((double)*got, column_sum(m, index, m->rows))
                    : index < m->rows && equal((double)*got, row_sum(m, index, 0, m->columns)))
        judge_because("rows and columns are swapped");
    else if (m->pitch > m->columns * sizeof(float) &&
             (isnan(packed) ? isnan(*got) : equal((double)*got, packed)))
        judge_because("the pitch was ignored: row r begins r * pitch bytes behind d_in, use row()");
    else if (isnan(*got))
        judge_because("something that is not data was added: a row ends after `columns` floats, "
                      "and pitch counts bytes");
    else if (part < other)
        judge_because("only the first %zu of %zu elements of the %s were added: a thread must "
                      "stride on",
                      part, other, line);
    else
        judge_because("the sum of this %s is wrong: which elements does each thread take, and "
                      "does every round of the tree end with a barrier?",
                      line);
}

static void explain_total(const struct matrix *m, const float *got, const float *rows)
{
    const double value = (double)*got;
    if (is_poison(got))
        judge_because("the total was never written");
    else if (equal(value, (double)rows[0]) && m->rows > 1)
        judge_because("that is the sum of row 0: all %zu row sums add up to the total", m->rows);
    else if (m->rows > 256 && equal(value, total(m, 256, m->columns)))
        judge_because("only the first 256 row sums were added: a thread must stride on");
    else if (isnan(*got))
        judge_because("something that is not data was added: there are %zu row sums", m->rows);
    else if (equal(value, 2 * total(m, m->rows, m->columns)))
        judge_because("everything was counted twice: the output is added to, not set");
    else
        judge_because("the total is the sum of the %zu row sums, or of the %zu column sums",
                      m->rows, m->columns);
}

/* ---- calling ------------------------------------------------------------- */

struct sums {
    float *rows, *columns, total;
};

static void say(const struct matrix *m, const char *more)
{
    judge_trying("%zu × %zu, pitch %zu bytes%s", m->rows, m->columns, m->pitch, more);
}

static void compare_lines(const struct matrix *m, const float *got, int of_row)
{
    const size_t count = of_row ? m->rows : m->columns;
    for (size_t i = 0; i < count; i++) {
        const double want = of_row ? row_sum(m, i, 0, m->columns) : column_sum(m, i, m->rows);
        if (!equal((double)got[i], want)) {
            judge_expected("%s %zu: %.9g", of_row ? "row" : "column", i, want);
            judge_got(is_poison(&got[i]) ? "what lay there before" : "%.9g", (double)got[i]);
            explain_line(m, i, &got[i], of_row);
            judge_fail();
        }
    }
}

enum what { ROWS = 1, COLUMNS = 2, TOTAL = 4, ALL = 7 };

static void compare(const struct matrix *m, const struct sums *sums, enum what what)
{
    const double want = total(m, m->rows, m->columns);
    if (what & ROWS)
        compare_lines(m, sums->rows, 1);
    if (what & COLUMNS)
        compare_lines(m, sums->columns, 0);
    if ((what & TOTAL) && !equal((double)sums->total, want)) {
        judge_expected("total %.9g", want);
        judge_got(is_poison(&sums->total) ? "what lay there before" : "%.9g", (double)sums->total);
        explain_total(m, &sums->total, sums->rows);
        judge_fail();
    }
}

static void check_matrix(const struct matrix *m, enum what what)
{
    const float *d_in = lab_input("d_in", m->cells, m->rows * m->pitch, 0);
    float *d_rows = lab_output("d_rows", m->rows * 4),
          *d_columns = lab_output("d_columns", m->columns * 4);
    float *d_total = lab_output("d_total", 4);
    struct sums sums = { lab_memory(m->rows * 4), lab_memory(m->columns * 4), 0 };
    for (int run = 0; run < 2; run++) {
        say(m, run == 1 ? ", second run on the same buffers" : "");
        lab_before();
        lab_after(matrix_sums(d_in, m->rows, m->columns, m->pitch, d_rows, d_columns, d_total),
                  cudaSuccess);
        lab_read(d_rows, sums.rows, m->rows * 4);
        lab_read(d_columns, sums.columns, m->columns * 4);
        lab_read(d_total, &sums.total, 4);
        compare(m, &sums, what);
    }
    free(sums.rows);
    free(sums.columns);
    lab_clear();
}

/* ---- the checks ---------------------------------------------------------- */

/* Few rows: each is a block. More columns than a block may have threads. */
static const size_t shapes[][2] = {
    { 1, 1 },   { 2, 2 },   { 1, 5 },   { 5, 1 },   { 2, 3 },   { 3, 2 },    { 2, 33 },  { 33, 2 },
    { 31, 65 }, { 7, 100 }, { 3, 255 }, { 3, 257 }, { 60, 61 }, { 2, 1025 }, { 261, 3 },
};

static void check_shapes(size_t padding, enum what what)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct matrix m = make(shapes[i][0], shapes[i][1], padding);
        check_matrix(&m, what);
        free(m.cells);
    }
}

static void rows_dense(void)
{
    check_shapes(0, ROWS);
}

static void columns_dense(void)
{
    check_shapes(0, COLUMNS);
}

static void totals_dense(void)
{
    check_shapes(0, TOTAL);
}

static void padded(void)
{
    check_shapes(1, ALL);
    check_shapes(31, ALL);
}

/* Runs a large matrix and compares the sectors moved with those that must be:
 * each once for the rows, once for the columns. */
static void coalesced(void)
{
    struct matrix m = make(64, 256, 0);
    struct counters counters;
    check_matrix(&m, ALL);
    lab_counters(&counters);
    const double needed = 2.0 * 64 * 256 * 4 / 32, moved = (double)counters.global_load_sectors;
    say(&m, ", sectors counted");
    judge_expected("about %.0f sectors loaded", needed);
    judge_got("%.0f", moved);
    if (moved > 5 * needed)
        judge_because("neighbouring lanes read floats a whole row apart, in rows and in columns");
    else if (moved > 1.25 * needed)
        judge_because("in one of the two, neighbouring lanes read floats a whole row apart: a "
                      "sector brings 8 floats, and 7 of them are thrown away");
    if (moved > 1.25 * needed)
        judge_fail();
    free(m.cells);
}

static const struct judge_check checks[] = {
    { "row sums", rows_dense },
    { "column sums", columns_dense },
    { "the total", totals_dense },
    { "the padding between rows is not data", padded },
    { "neighbouring lanes read neighbouring floats", coalesced },
};

static void score(void)
{
    struct matrix m = make(100, 300, 20);
    check_matrix(&m, ALL);
    lab_score();
    free(m.cells);
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
