#define _POSIX_C_SOURCE 200809L
#include "session.h"

#include "csv.h"
#include "free_memory.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

enum { LEVEL_SIZES = 128, SMALLEST_LARGEST = 4096 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int check_block(unsigned wanted, unsigned built, struct failure *why)
{
    if (wanted == 0 || built == 0 || wanted == built) {
        return 0;
    }
    return fail(why, EXIT_USAGE,
                "--block %u: this program was built with block %u; "
                "make run BLOCK=%u builds the programs with %u",
                wanted, built, wanted, wanted);
}

int session_open(struct session *session, int argc, char **argv, unsigned block, bool *help,
                 struct failure *why)
{
    char text[4096];
    *session = (struct session){ .program = base_name(argc > 0 ? argv[0] : "program") };
    const struct cli_program program = {
        session->program,
        "Sums N floats, checks the sum over many sizes and data sets, then times it.\n", CLI_ALL,
        block
    };
    int status = cli_parse(argc, argv, CLI_ALL, &session->options, why);
    *help = status == 0 && session->options.help;
    if (*help) {
        cli_help(text, sizeof text, &program);
        fputs(text, stdout);
        return 0;
    }
    if (status == 0) {
        status = check_block(session->options.block, block, why);
    }
    if (status == 0 && session->options.csv != NULL) {
        status = csv_check(session->options.csv, why);
    }
    session->report.program = session->program;
    session->report.block = block;
    return status;
}

/* The sizes that the options or the level ask for. */
static int list_sizes(struct session *session, struct failure *why)
{
    const struct options *o = &session->options;
    const size_t most = o->sizes != NULL ? o->size_count : LEVEL_SIZES;
    session->sizes = malloc((most > 0 ? most : 1) * sizeof *session->sizes);
    if (session->sizes == NULL) {
        return fail(why, EXIT_USAGE, "out of memory");
    }
    if (o->sizes != NULL) {
        memcpy(session->sizes, o->sizes, most * sizeof *session->sizes);
        session->size_count = most;
    } else {
        session->size_count = verify_sizes(o->verify, session->report.block, session->sizes, most);
    }
    return 0;
}

static int load_file(struct session *session, struct failure *why)
{
    struct report *report = &session->report;
    const struct options *o = &session->options;
    struct input input;
    const int status =
        input_load(o->input, (o->given & CLI_N) != 0 ? o->n : INPUT_ALL, &input, why);
    if (status != 0) {
        return status;
    }
    session->data = input.values;
    report->n = input.count;
    report->data_column = base_name(o->input);
    snprintf(report->data, sizeof report->data, "%s (%s)", o->input, input.format);
    input_notes(&input, report->notes, sizeof report->notes);
    return 0;
}

static int make_data(struct session *session, struct failure *why)
{
    char room[32];
    struct report *report = &session->report;
    const struct options *o = &session->options;
    const size_t bytes = report->n * sizeof *session->data;
    session->data = bytes > free_memory() ? NULL : malloc(bytes > 0 ? bytes : 1);
    if (session->data == NULL) {
        return fail(why, EXIT_USAGE, "--n: %zu floats do not fit in memory (%s are free)",
                    report->n, memory_words(room, sizeof room, free_memory()));
    }
    data_fill(session->data, report->n, o->data, o->seed);
    report->data_column = data_name(o->data);
    snprintf(report->data, sizeof report->data, "%s: %s, seed %llu", data_name(o->data),
             data_words(o->data), (unsigned long long)o->seed);
    return 0;
}

int session_load(struct session *session, size_t default_n, struct failure *why)
{
    const struct options *o = &session->options;
    struct report *report = &session->report;
    const bool n_given = (o->given & CLI_N) != 0;
    report->has_n = options_time(o) || n_given || o->input != NULL;
    report->n = n_given ? o->n : default_n;
    report->data_column = "";
    const int status = list_sizes(session, why);
    if (status != 0 || !report->has_n) {
        return status;
    }
    return o->input != NULL ? load_file(session, why) : make_data(session, why);
}

size_t session_largest(const struct session *session)
{
    size_t largest = SMALLEST_LARGEST;
    if (session->size_count > 0 && session->sizes[session->size_count - 1] > largest) {
        largest = session->sizes[session->size_count - 1];
    }
    return session->report.has_n && session->report.n > largest ? session->report.n : largest;
}

/* Judges the n floats. The report keeps what the first time gave. */
static int verify_data(struct session *session, const struct summer *summer, const char *name,
                       bool exact, const struct trial *trial, const char *when, struct failure *why)
{
    struct report *r = &session->report;
    struct judgement judgement;
    float value;
    const struct reference reference = reference_sum(session->data, r->n);
    if (reference_overflows(&reference)) {
        return fail(why, EXIT_USAGE,
                    "%s: the magnitudes add up to %.3g, more than float32 holds; "
                    "scale the data",
                    r->data, reference.sum_abs);
    }
    const int status = verify_sum(&summer->subject, session->data, &reference, trial, name, exact,
                                  &r->verdict, &judgement, &value, &r->finding);
    r->wrong = status != 0;
    r->when = when;
    if (!r->judged) {
        r->judged = true;
        r->sum = value;
        r->judgement = judgement;
        summer->describe(summer->self, r);
    }
    return status;
}

static int verify_before(struct session *session, const struct summer *summer, struct failure *why)
{
    const struct options *o = &session->options;
    const struct trial trial = { 0 };
    const bool file = o->input != NULL;
    return verify_data(session, summer, file ? "your" : data_name(o->data),
                       !file && data_is_exact(o->data, session->report.n), &trial, "before timing",
                       why);
}

/* The last timed sum must be the sum that was verified: a kernel may break after
 * many runs. */
static int check_timed(struct session *session, const struct summer *summer, float timed)
{
    struct report *r = &session->report;
    const bool same = memcmp(&timed, &r->sum, sizeof timed) == 0;
    if (same || summer->subject.any_order) {
        return 0;
    }
    r->wrong = true;
    r->when = "while timing";
    r->finding = (struct finding){ .n = r->n };
    snprintf(r->finding.data, sizeof r->finding.data, "the same");
    snprintf(r->finding.text, sizeof r->finding.text, "the sum was %.9g, and %.9g after many runs",
             (double)r->sum, (double)timed);
    return EXIT_WRONG;
}

/* New data of the same kind; after a file, coded data. */
static int verify_after(struct session *session, const struct summer *summer, struct failure *why)
{
    const struct options *o = &session->options;
    const enum data_kind kind = o->input != NULL ? DATA_CODED : o->data;
    const struct trial trial = { .misalign = 1, .once = true };
    data_fill(session->data, session->report.n, kind, o->seed + 1);
    return verify_data(session, summer, data_name(kind), data_is_exact(kind, session->report.n),
                       &trial, "after timing, with new data", why);
}

static int run_suite(struct session *session, const struct summer *summer, struct failure *why)
{
    const struct options *o = &session->options;
    const struct verify_plan plan = { .sizes = session->sizes,
                                      .size_count = session->size_count,
                                      .all_kinds = o->verify == VERIFY_FULL,
                                      .seed = o->seed };
    return verify_suite(&summer->subject, &plan, &session->report.verdict, why);
}

static int time_data(struct session *session, const struct summer *summer, struct failure *why)
{
    struct report *r = &session->report;
    float timed = 0;
    const int status = summer->time(summer->self, session->data, r->n, session->options.repeat,
                                    &r->times, &timed, why);
    if (status != 0) {
        r->error = status == EXIT_WRONG ? why->text : NULL;
        return status;
    }
    r->timed = true;
    return check_timed(session, summer, timed);
}

int session_run(struct session *session, const struct summer *summer, struct failure *why)
{
    const struct options *o = &session->options;
    int status = run_suite(session, summer, why);
    if (status == 0 && session->report.has_n) {
        status = verify_before(session, summer, why);
        if (status == 0 && options_time(o)) {
            status = time_data(session, summer, why);
            status = status != 0 ? status : verify_after(session, summer, why);
        }
    }
    return status;
}

int session_report(struct session *session, int status, struct failure *why)
{
    const char *csv = session->options.csv;
    if (csv == NULL || strcmp(csv, "-") != 0) {
        report_print(&session->report, stdout, report_wants_colour(stdout));
    }
    struct failure problem;
    if (csv != NULL && csv_append(csv, &session->report, &problem) != 0) {
        *why = problem;
        return EXIT_USAGE;
    }
    if (fflush(stdout) != 0) {
        return fail(why, EXIT_USAGE, "cannot write standard output");
    }
    return status;
}

int session_close(struct session *session, int status, const struct failure *why)
{
    if (status > EXIT_WRONG) {
        fprintf(stderr, "%s: %s\n", session->program, why->text);
    }
    free(session->data);
    free(session->sizes);
    options_free(&session->options);
    return status;
}
