#include "sweep.h"

#include "data.h"
#include "passes.h"
#include "reference.h"

enum {
    PATTERN = 1 << 16, /* floats, then they repeat */
    PATTERN_MOST = 16, /* their magnitude */
    POISON_BYTES = 256
};

/* What fills the array. Integers, so that sums of the pattern are exact in double. */
static const float *pattern(void)
{
    static float values[PATTERN];
    static bool made;
    if (!made) {
        data_fill_coded(values, PATTERN, 1, PATTERN_MOST);
        made = true;
    }
    return values;
}

static void add_pattern(struct reference *reference, size_t count, double times)
{
    const float *values = pattern();
    double sum = 0, sum_abs = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)values[i];
        sum_abs += values[i] < 0 ? -(double)values[i] : (double)values[i];
    }
    reference->sum += times * sum;
    reference->sum_abs += times * sum_abs;
}

static struct reference reference_of(size_t n)
{
    struct reference reference = { .n = n };
    add_pattern(&reference, PATTERN, (double)(n / PATTERN));
    add_pattern(&reference, n % PATTERN, 1);
    return reference;
}

/* Copies the pattern, then what is there already, until the array is full. */
static int fill_input(float *in, size_t count, struct failure *why)
{
    size_t done = count < PATTERN ? count : PATTERN;
    int status =
        CUDA_TRY(cudaMemcpy(in, pattern(), done * sizeof *in, cudaMemcpyHostToDevice), why);
    while (done < count && status == 0) {
        const size_t more = count - done < done ? count - done : done;
        status =
            CUDA_TRY(cudaMemcpy(in + done, in, more * sizeof *in, cudaMemcpyDeviceToDevice), why);
        done += more;
    }
    return status;
}

static int allocate(float **to, size_t floats, struct failure *why)
{
    void *memory = NULL;
    const int status = CUDA_TRY(cudaMalloc(&memory, floats * sizeof(float)), why);
    *to = memory;
    return status;
}

int sweep_open(struct sweep *sweep, const struct device *device, size_t largest,
               struct failure *why)
{
    *sweep = (struct sweep){ .in = NULL };
    int status = cold_open(&sweep->cold, device, why);
    if (status == 0) {
        status = ceiling_measure(&sweep->cold, largest * sizeof *sweep->in, &sweep->ceiling, why);
    }
    if (status == 0) {
        status = allocate(&sweep->in, largest, why);
    }
    if (status == 0) {
        status = fill_input(sweep->in, largest, why);
    }
    /* The first pass of the smallest block leaves a sum for each 32 floats, or for each block
     * that the device holds. */
    for (int k = 0; k < 2 && status == 0; k++) {
        status = allocate(&sweep->sums[k], largest / 32 + (1 << 16), why);
    }
    return status;
}

void sweep_close(struct sweep *sweep)
{
    cudaFree(sweep->in);
    cudaFree(sweep->sums[0]);
    cudaFree(sweep->sums[1]);
    cold_close(&sweep->cold);
}

/* One sum, for the clock. */
struct job {
    const struct sweep *sweep;
    const struct step *step;
    struct passes passes;
};

static int launch(void *self, struct failure *why)
{
    const struct job *job = self;
    const struct passes *passes = &job->passes;
    for (unsigned k = 0; k < passes->count; k++) {
        const float *from = k == 0 ? job->sweep->in : job->sweep->sums[(k + 1) % 2];
        job->step->launch(from, job->sweep->sums[k % 2], passes->n[k], passes->blocks[k]);
    }
    return LAUNCH_TRY(step->launch(in, out, n, blocks), passes->blocks[0], job->step->block, false,
                      why);
}

static int judge(const struct job *job, struct report *report, struct failure *why)
{
    float sum = 0;
    const size_t n = report->n;
    const struct reference reference = reference_of(n);
    const float *last = job->sweep->sums[(job->passes.count - 1) % 2];
    const int status = CUDA_TRY(cudaMemcpy(&sum, last, sizeof sum, cudaMemcpyDeviceToHost), why);
    if (status != 0) {
        return status;
    }
    const double rounds = reference_tree_rounds(n) + passes_chain(job->step, &job->passes);
    report->judged = true;
    report->sum = sum;
    report->judgement = reference_judge(&reference, sum, false, rounds);
    report->wrong = !report->judgement.ok;
    report->finding = (struct finding){ .n = n };
    if (report->wrong) {
        snprintf(report->finding.text, sizeof report->finding.text, "the sum is %.9g, not %.9g",
                 (double)sum, reference.sum);
    }
    return report->wrong ? EXIT_WRONG : 0;
}

static int run(struct job *job, unsigned repeat, struct report *report, struct failure *why)
{
    const struct cold *cold = &job->sweep->cold;
    int status = CUDA_TRY(cudaMemset(job->sweep->sums[0], 0xFF, POISON_BYTES), why);
    if (status == 0) {
        status = launch(job, why);
    }
    if (status == 0) {
        status = judge(job, report, why);
    }
    if (status == 0) {
        status = cold_time(cold, launch, job, repeat, &report->times.run, why);
        report->times.ceiling = job->sweep->ceiling;
        report->timed = status == 0;
    }
    return status;
}

int sweep_run(struct sweep *sweep, const struct program *program, unsigned repeat,
              struct report *report, struct failure *why)
{
    struct job job = { .sweep = sweep, .step = &program->step };
    const unsigned resident = device_resident_blocks(&sweep->cold.device, program->step.block);
    int status = passes_plan(&program->step, report->n, resident, &job.passes, why);
    if (status == 0) {
        report->has_passes = true;
        report->passes = job.passes.count;
        report->blocks = passes_first_blocks(&program->step, &job.passes);
        status = run(&job, repeat, report, why);
    }
    if (status != 0 && !report->wrong) {
        report->error = why->text;
    }
    return status;
}
