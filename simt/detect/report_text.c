/*
 * One finding for people and for editors, which jump to file:line:
 *
 *     k.cu:42: error: shared-race: partial[133] is read here and ... [kernel k, ...]
 *     k.cu:40: note: written here by thread (133,0,0), warp 4, lane 5
 *       advice: put __syncthreads() ...
 *       simtcc --explain shared-race
 */
#include "report.h"

#include "site.h"

static void print_place(FILE *to, const struct finding_side *side)
{
    struct simt_site site;
    if (side->line != 0 && side->file != NULL)
        fprintf(to, "%s:%u: ", side->file, side->line);
    else if (side->pc != NULL && (simt_site_of_call(side->pc, &site), site.function != NULL))
        fprintf(to, "%s: ", site.function);
    else
        fprintf(to, "?: ");
}

static void print_thread(FILE *to, const struct finding_side *side)
{
    fprintf(to, "thread (%u,%u,%u), warp %u, lane %u", side->thread.x, side->thread.y,
            side->thread.z, side->warp, side->lane);
}

static void print_block(FILE *to, const struct finding_side *side)
{
    fprintf(to, "block (%u,%u,%u)", side->block.x, side->block.y, side->block.z);
}

static void print_who(FILE *to, const struct finding *f)
{
    if (f->kernel == NULL)
        return;
    fprintf(to, " [kernel %s", f->kernel);
    if (f->here.has_block) {
        fprintf(to, ", ");
        print_block(to, &f->here);
    }
    if (f->here.has_thread) {
        fprintf(to, ", ");
        print_thread(to, &f->here);
    }
    fprintf(to, "]");
}

static void print_other(FILE *to, const struct finding *f)
{
    if (f->other.pc == NULL && f->other.file == NULL)
        return;
    print_place(to, &f->other);
    fprintf(to, "note: %s here", f->other.what != NULL ? f->other.what : "see");
    if (f->other.has_block) {
        fprintf(to, " by ");
        print_block(to, &f->other);
    }
    if (f->other.has_thread) {
        fprintf(to, ", ");
        print_thread(to, &f->other);
    }
    fprintf(to, "\n");
}

void report_text(FILE *to, const struct finding *f)
{
    const char *name = finding_text(f->name);
    const char *advice = f->advice[0] != '\0' ? f->advice : finding_advice(f->name);
    print_place(to, &f->here);
    fprintf(to, "%s: %s: %s", finding_severity(f->name), name, f->message);
    print_who(to, f);
    fprintf(to, "\n");
    print_other(to, f);
    if (advice[0] != '\0')
        fprintf(to, "  advice: %s\n", advice);
    fprintf(to, "  more: simtcc --explain %s\n", name);
}
