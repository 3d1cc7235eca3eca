/* All findings in SARIF 2.1.0, which editors and code hosts read. */
#include "report.h"

#include "text.h"

static const char schema[] = "https://json.schemastore.org/sarif-2.1.0.json";

struct list {
    FILE *to;
    int begun;
};

static void print_rules(FILE *to)
{
    for (unsigned i = 0; i < FINDING_NAMES; i++) {
        const enum finding_name name = (enum finding_name)i;
        fprintf(to, "%s\n      {\"id\": \"%s\", \"shortDescription\": {\"text\": ", i ? "," : "",
                finding_text(name));
        simt_json_string(to, finding_summary(name));
        fprintf(to, "}, \"help\": {\"text\": ");
        simt_json_string(to, finding_advice(name));
        fprintf(to, "}, \"defaultConfiguration\": {\"level\": \"%s\"}}", finding_severity(name));
    }
}

static void print_location(FILE *to, const struct finding_side *side, const char *message)
{
    fprintf(to, "{");
    if (message != NULL) {
        fprintf(to, "\"message\": {\"text\": ");
        simt_json_string(to, message);
        fprintf(to, "}, ");
    }
    fprintf(to, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    simt_json_string(to, side->file);
    fprintf(to, "}, \"region\": {\"startLine\": %u}}}", side->line);
}

static void print_result(const struct finding *f, void *context)
{
    struct list *list = context;
    FILE *to = list->to;
    fprintf(to, "%s\n    {\"ruleId\": \"%s\", \"level\": \"%s\", \"message\": {\"text\": ",
            list->begun ? "," : "", finding_text(f->name), finding_severity(f->name));
    list->begun = 1;
    simt_json_string(to, f->message);
    fprintf(to, "}, \"occurrenceCount\": %llu", (unsigned long long)f->count);
    if (f->here.line != 0 && f->here.file != NULL) {
        fprintf(to, ", \"locations\": [");
        print_location(to, &f->here, NULL);
        fprintf(to, "]");
    }
    if (f->other.line != 0 && f->other.file != NULL) {
        fprintf(to, ", \"relatedLocations\": [");
        print_location(to, &f->other, f->other.what);
        fprintf(to, "]");
    }
    fprintf(to, "}");
}

void report_sarif(FILE *to)
{
    struct list list = { to, 0 };
    fprintf(to, "{\"$schema\": \"%s\", \"version\": \"2.1.0\",\n", schema);
    fprintf(to, "  \"runs\": [{\"tool\": {\"driver\": {\"name\": \"simt\", \"rules\": [");
    print_rules(to);
    fprintf(to, "\n    ]}}, \"results\": [");
    finding_each(print_result, &list);
    fprintf(to, "%s]}]}\n", list.begun ? "\n    " : "");
}
