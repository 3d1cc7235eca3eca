#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Where and how a report is printed. */
struct page {
    FILE *out;
    const char *good, *bad, *dim, *plain;
};

static struct page open_page(FILE *out, bool colour)
{
    return colour ? (struct page){ out, "\033[32m", "\033[1;31m", "\033[2m", "\033[0m" }
                  : (struct page){ out, "", "", "", "" };
}

bool report_wants_colour(FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(fileno(out)) != 0 && (no_color == NULL || no_color[0] == '\0');
}

const char *report_verdict(const struct report *report)
{
    if (report->error != NULL || report->verdict.device_error) {
        return "error";
    }
    return report->wrong || report->verdict.wrong_sizes > 0 ? "wrong" : "verified";
}

double report_gbps(const struct report *report)
{
    const double ms = report->times.run.median_ms;
    const size_t each = report->element_bytes > 0 ? report->element_bytes : sizeof(float);
    return report->timed && ms > 0 ? (double)report->n * (double)each / ms * 1e-6 : 0;
}

double report_share(const struct report *report)
{
    const double ceiling = report->times.ceiling.gbps;
    return report->timed && ceiling > 0 ? 100 * report_gbps(report) / ceiling : 0;
}

static void print_head(const struct report *r, const struct page *page)
{
    char n[48];
    fprintf(page->out, "%s", r->program);
    if (r->has_n) {
        fprintf(page->out, ": %s float%s, %s", cli_print_count(n, sizeof n, r->n),
                r->n == 1 ? "" : "s", r->data);
    }
    fprintf(page->out, "\n");
    if (r->notes[0] != '\0') {
        fprintf(page->out, "  note     %s\n", r->notes);
    }
    fprintf(page->out, "  backend  %s%s%s", r->backend, r->simulated ? ", a simulated GPU" : ": ",
            r->simulated ? "" : r->device);
    if (r->block > 0) {
        fprintf(page->out, ", block %u", r->block);
    }
    fprintf(page->out, "%s%s%s%s\n", page->dim, r->why[0] != '\0' ? " - " : "", r->why,
            page->plain);
}

static void print_finding(const struct finding *finding, const struct page *page)
{
    fprintf(page->out, "           n = %zu, %s data", finding->n, finding->data);
    if (finding->misalign > 0) {
        fprintf(page->out, ", %u float%s off a 16-byte boundary", finding->misalign,
                finding->misalign == 1 ? "" : "s");
    }
    fprintf(page->out, ": %s\n", finding->text);
}

static void print_wrong(const struct report *r, const struct page *page)
{
    const struct verdict *v = &r->verdict;
    fprintf(page->out, "  %s%s%s    ", page->bad, v->device_error ? "error" : "wrong", page->plain);
    if (v->wrong_sizes == 0) {
        fprintf(page->out, "%s\n", r->when);
        print_finding(&r->finding, page);
        return;
    }
    fprintf(page->out, "%u of %u sizes tried", v->wrong_sizes, v->sizes);
    fprintf(page->out, "%s\n", v->device_error ? "; the device stopped" : "; the smallest case:");
    print_finding(&v->smallest, page);
    if (v->telling.n != v->smallest.n && !v->device_error) {
        fprintf(page->out, "           and a larger one:\n");
        print_finding(&v->telling, page);
    }
}

static void print_verified(const struct report *r, const struct page *page)
{
    char words[96];
    fprintf(page->out, "  %sverified%s %u sums of %u sizes", page->good, page->plain,
            r->verdict.sums, r->verdict.sizes + (r->judged ? 1 : 0));
    fprintf(page->out, "%s\n",
            r->verdict.deterministic ? ", the same bits run after run"
                                     : "; the order of addition varies");
    if (r->judged) { /* the sign of a NaN means nothing */
        fprintf(page->out, "  sum      %.9g (%s)\n", isnan(r->sum) ? (double)NAN : (double)r->sum,
                judgement_words(&r->judgement, words, sizeof words));
    }
}

static void print_passes(const struct report *r, const struct page *page)
{
    if (!r->has_passes) {
        return;
    }
    if (r->blocks > 0) {
        fprintf(page->out, "  passes   %u, the first with %u block%s", r->passes, r->blocks,
                r->blocks == 1 ? "" : "s");
    } else {
        fprintf(page->out, "  passes   %u, with a grid of its own", r->passes);
    }
    if (r->barriers_known) {
        fprintf(page->out, ", %.3g barrier%s per block", r->barriers,
                fabs(r->barriers - 1) < 1e-9 ? "" : "s");
    }
    fprintf(page->out, "\n");
}

/* Three digits in the unit that suits. */
static void print_ms(FILE *out, double ms)
{
    if (ms < 1) {
        fprintf(out, "%.3g us", ms * 1e3);
    } else {
        fprintf(out, ms < 1000 ? "%.3g ms" : "%.0f ms", ms);
    }
}

static void print_time(const struct report *r, const struct page *page)
{
    const struct timing *t = &r->times.run;
    fprintf(page->out, "  time     ");
    print_ms(page->out, t->median_ms);
    fprintf(page->out, ", the median of %u (", t->repeat);
    print_ms(page->out, t->min_ms);
    fprintf(page->out, " to ");
    print_ms(page->out, t->max_ms);
    fprintf(page->out, ")%s\n", r->simulated ? ": the simulator's own time, not a GPU's" : "");
    if (!r->run_only) {
        fprintf(page->out, "  beside   launch ");
        print_ms(page->out, r->times.launch_overhead_ms);
        fprintf(page->out, ", copy to the device ");
        print_ms(page->out, r->times.copy_ms);
        fprintf(page->out, "\n");
    }
}

static void print_speed(const struct report *r, const struct page *page)
{
    const double share = report_share(r);
    fprintf(page->out, "  speed    %.4g GB/s%s", report_gbps(r), r->simulated ? ", simulated" : "");
    if (share > 100) {
        fprintf(page->out, ", %sinvalid%s: %.1f %% of the read ceiling of %.4g GB/s", page->bad,
                page->plain, share, r->times.ceiling.gbps);
    } else if (share > 0) {
        fprintf(page->out, ", %.1f %% of this device's read ceiling, %.4g GB/s (%s)", share,
                r->times.ceiling.gbps, r->times.ceiling.by);
    }
    fprintf(page->out, "\n");
}

void report_print(const struct report *report, FILE *out, bool colour)
{
    const struct page page = open_page(out, colour);
    print_head(report, &page);
    if (report->error != NULL) {
        fprintf(out, "  %serror%s    %s\n", page.bad, page.plain, report->error);
    } else if (report->wrong || report->verdict.wrong_sizes > 0) {
        print_wrong(report, &page);
    } else {
        print_verified(report, &page);
    }
    print_passes(report, &page);
    if (report->timed) {
        print_time(report, &page);
        print_speed(report, &page);
    }
}
