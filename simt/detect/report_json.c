/*
 * All findings as one JSON object:
 *
 *   { "tool": "simt", "version": 1, "command": what repeats the run,
 *     "findings": [ { "name", "severity", "file", "line", "what", "block", "thread", "warp",
 *                     "lane", "kernel", "object", "message", "advice", "count", "other" }, ... ] }
 *
 * block and thread are [x, y, z]. "other" is the other access, a place like the finding's
 * own: file to lane. "file" is "" and "line" 0 where the source is not known; all else from
 * "what" to "object", and "other", is left out where there is none.
 */
#include "report.h"

#include "text.h"

enum { VERSION = 1, COMMAND = 2000 };

struct list {
    FILE *to;
    int begun;
};

static void print_dim(FILE *to, const char *name, const struct simt_dim3 *d)
{
    fprintf(to, ", \"%s\": [%u, %u, %u]", name, d->x, d->y, d->z);
}

static void print_side(FILE *to, const struct finding_side *side)
{
    fprintf(to, "\"file\": ");
    simt_json_string(to, side->line != 0 ? side->file : "");
    fprintf(to, ", \"line\": %u", side->line);
    if (side->what != NULL) {
        fprintf(to, ", \"what\": ");
        simt_json_string(to, side->what);
    }
    if (side->has_block)
        print_dim(to, "block", &side->block);
    if (side->has_thread) {
        print_dim(to, "thread", &side->thread);
        fprintf(to, ", \"warp\": %u, \"lane\": %u", side->warp, side->lane);
    }
}

static void print_member(FILE *to, const char *name, const char *text)
{
    fprintf(to, ", \"%s\": ", name);
    simt_json_string(to, text);
}

static void print_finding(const struct finding *f, void *context)
{
    struct list *list = context;
    FILE *to = list->to;
    fprintf(to, "%s\n    {\"name\": \"%s\", \"severity\": \"%s\", ", list->begun ? "," : "",
            finding_text(f->name), finding_severity(f->name));
    list->begun = 1;
    print_side(to, &f->here);
    if (f->kernel != NULL)
        print_member(to, "kernel", f->kernel);
    if (f->object[0] != '\0')
        print_member(to, "object", f->object);
    print_member(to, "message", f->message);
    print_member(to, "advice", f->advice[0] != '\0' ? f->advice : finding_advice(f->name));
    fprintf(to, ", \"count\": %llu", (unsigned long long)f->count);
    if (f->other.pc != NULL || f->other.file != NULL) {
        fprintf(to, ", \"other\": {");
        print_side(to, &f->other);
        fprintf(to, "}");
    }
    fprintf(to, "}");
}

void report_json(FILE *to)
{
    char command[COMMAND];
    struct list list = { to, 0 };
    fprintf(to, "{\"tool\": \"simt\", \"version\": %d, \"command\": ", VERSION);
    simt_json_string(to, report_command(command, sizeof command));
    fprintf(to, ", \"findings\": [");
    finding_each(print_finding, &list);
    fprintf(to, "%s]}\n", list.begun ? "\n" : "");
}
