#include "gpu.h"

#include "reference.h"

#ifdef __SIMT__
#include "simt/simt.h"
#endif

int gpu_open(struct gpu *gpu, const struct step *step, const struct device *device, size_t largest,
             struct failure *why)
{
    *gpu = (struct gpu){ .step = step, .resident = device_resident_blocks(device, step->block) };
    /* Memory first: a sum that does not fit needs no plan. */
    int status = buffer_create(&gpu->in, "input", largest, why);
    if (status == 0) {
        status = passes_plan(step, largest, gpu->resident, &gpu->passes, why);
    }
    /* Smaller sums may need more blocks than the largest when the grid strides. */
    size_t blocks = gpu->passes.blocks[0];
    if (step->elements_per_block == GRID_STRIDE && blocks < gpu->resident) {
        blocks = gpu->resident;
    }
    for (int k = 0; k < 2 && status == 0; k++) {
        status = buffer_create(&gpu->sums[k], "output", blocks, why);
    }
    if (status != 0) {
        gpu_close(gpu);
    }
    return status;
}

void gpu_close(struct gpu *gpu)
{
    buffer_free(&gpu->in);
    buffer_free(&gpu->sums[0]);
    buffer_free(&gpu->sums[1]);
}

static struct buffer *output_of(struct gpu *gpu, unsigned pass)
{
    return &gpu->sums[pass % 2];
}

static const struct buffer *input_of(struct gpu *gpu, unsigned pass)
{
    return pass == 0 ? &gpu->in : &gpu->sums[(pass + 1) % 2];
}

static void launch(struct gpu *gpu, unsigned pass)
{
    gpu->step->launch(input_of(gpu, pass)->at, output_of(gpu, pass)->at, gpu->passes.n[pass],
                      gpu->passes.blocks[pass]);
}

static int launch_and_wait(struct gpu *gpu, unsigned pass, struct failure *why)
{
    launch(gpu, pass);
    return LAUNCH_TRY(step->launch(in, out, n, blocks), gpu->passes.blocks[pass], gpu->step->block,
                      true, why);
}

static void count_barriers(struct gpu *gpu)
{
#ifdef __SIMT__
    struct simt_launch_stats stats;
    if (simt_last_launch(&stats) == 0 && stats.blocks > 0) {
        gpu->barriers_known = true;
        gpu->barriers = (double)stats.barriers / (double)stats.blocks;
    }
#else
    gpu->barriers_known = false;
#endif
}

static int place_output(struct gpu *gpu, unsigned pass, const struct trial *trial,
                        struct failure *why)
{
    struct buffer *out = output_of(gpu, pass);
    const int status = buffer_place(out, gpu->passes.blocks[pass], trial->misalign,
                                    trial->tame_before, trial->tame_after, why);
    return status != 0 ? status : buffer_poison(out, why);
}

/* Says which sums a pass did not write, if any. */
static int check_written(struct gpu *gpu, unsigned pass, struct outcome *outcome,
                         struct failure *why)
{
    size_t missing = 0, first = 0;
    const unsigned blocks = gpu->passes.blocks[pass];
    const int status = buffer_check_written(output_of(gpu, pass), &missing, &first, why);
    if (status != 0 || missing == 0 || outcome->fault != FAULT_NONE) {
        return status;
    }
    outcome->fault = FAULT_NOT_WRITTEN;
    append(outcome->text, sizeof outcome->text, "the result is poison: ");
    if (missing == blocks) {
        append(outcome->text, sizeof outcome->text, "the output was never written");
    } else {
        append(outcome->text, sizeof outcome->text, "pass %u never wrote the sum of block %zu",
               pass + 1, first);
        if (missing > 1) {
            append(outcome->text, sizeof outcome->text, " (and of %zu more of %u)", missing - 1,
                   blocks);
        }
    }
    return 0;
}

static int check_guards(const struct buffer *buffer, struct outcome *outcome, struct failure *why)
{
    char text[128];
    const int status = buffer_check_guards(buffer, text, sizeof text, why);
    if (status == 0 && text[0] != '\0') {
        outcome->fault = FAULT_WROTE_OUTSIDE;
        outcome->text[0] = '\0';
        append(outcome->text, sizeof outcome->text, "%s", text);
    }
    return status;
}

/* One pass of the first run. */
static int first_pass(struct gpu *gpu, unsigned pass, const struct trial *trial,
                      struct outcome *outcome, struct failure *why)
{
    int status = place_output(gpu, pass, trial, why);
    if (status == 0) {
        status = launch_and_wait(gpu, pass, why);
    }
    if (status == 0 && pass == 0) {
        count_barriers(gpu);
    }
    if (status == 0) {
        status = check_written(gpu, pass, outcome, why);
    }
    if (status == 0 && !trial->probe) {
        status = check_guards(output_of(gpu, pass), outcome, why);
    }
    return status;
}

static int check_input(struct gpu *gpu, const float *in, struct outcome *outcome,
                       struct failure *why)
{
    size_t changed = 0, first = 0;
    int status = buffer_check_same(&gpu->in, in, &changed, &first, why);
    if (status == 0 && changed > 0) {
        outcome->fault = FAULT_INPUT_CHANGED;
        outcome->text[0] = '\0';
        append(outcome->text, sizeof outcome->text, "the input was changed at element %zu", first);
        if (changed > 1) {
            append(outcome->text, sizeof outcome->text, " (and at %zu more)", changed - 1);
        }
    }
    return status != 0 ? status : check_guards(&gpu->in, outcome, why);
}

static int fetch(struct gpu *gpu, float *sum, struct failure *why)
{
    const struct buffer *last = output_of(gpu, gpu->passes.count - 1);
    return CUDA_TRY(cudaMemcpy(sum, last->at, sizeof *sum, cudaMemcpyDeviceToHost), why);
}

/* The second run on the same buffers: what a kernel leaves behind matters now. */
static int run_again(struct gpu *gpu, struct outcome *outcome, struct failure *why)
{
    int status = 0;
    for (unsigned pass = 0; pass < gpu->passes.count && status == 0; pass++) {
        status = launch_and_wait(gpu, pass, why);
    }
    return status != 0 ? status : fetch(gpu, &outcome->second, why);
}

static int run_checked(struct gpu *gpu, const float *in, size_t n, const struct trial *trial,
                       struct outcome *outcome, struct failure *why)
{
    int status = passes_plan(gpu->step, n, gpu->resident, &gpu->passes, why);
    if (status == 0) {
        status =
            buffer_place(&gpu->in, n, trial->misalign, trial->tame_before, trial->tame_after, why);
    }
    if (status == 0 && n > 0) {
        status = CUDA_TRY(cudaMemcpy(gpu->in.at, in, n * sizeof *in, cudaMemcpyHostToDevice), why);
    }
    for (unsigned pass = 0; pass < gpu->passes.count && status == 0; pass++) {
        status = first_pass(gpu, pass, trial, outcome, why);
    }
    if (status == 0) {
        status = fetch(gpu, &outcome->first, why);
        outcome->second = outcome->first;
    }
    if (status == 0 && !trial->probe && !trial->once && outcome->fault == FAULT_NONE) {
        status = run_again(gpu, outcome, why);
    }
    return status != 0 || trial->probe ? status : check_input(gpu, in, outcome, why);
}

static void sum(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome)
{
    struct failure why;
    *outcome = (struct outcome){ .fault = FAULT_NONE };
    if (run_checked(self, in, n, trial, outcome, &why) != 0) {
        outcome->fault = FAULT_DEVICE;
        outcome->text[0] = '\0';
        append(outcome->text, sizeof outcome->text, "%s", why.text);
    }
}

static double rounds(void *self, size_t n)
{
    const struct gpu *gpu = self;
    struct passes passes;
    struct failure why;
    if (passes_plan(gpu->step, n, gpu->resident, &passes, &why) != 0) {
        return 0;
    }
    return reference_tree_rounds(n) + passes_chain(gpu->step, &passes);
}

struct subject gpu_subject(struct gpu *gpu)
{
    return (struct subject){ .sum = sum,
                             .self = gpu,
                             .block = gpu->step->block,
                             .elements_per_block = gpu->step->elements_per_block,
                             .any_order = passes_is_one(gpu->step->elements_per_block),
                             .rounds = rounds };
}

int gpu_load(struct gpu *gpu, const float *in, size_t n, struct failure *why)
{
    const struct trial trial = { 0 };
    int status = passes_plan(gpu->step, n, gpu->resident, &gpu->passes, why);
    if (status == 0) {
        status = buffer_place(&gpu->in, n, 0, false, false, why);
    }
    for (unsigned pass = 0; pass < gpu->passes.count && status == 0; pass++) {
        status = place_output(gpu, pass, &trial, why);
    }
    if (status == 0 && n > 0) {
        status = CUDA_TRY(cudaMemcpy(gpu->in.at, in, n * sizeof *in, cudaMemcpyHostToDevice), why);
    }
    return status;
}

void gpu_run(struct gpu *gpu)
{
    for (unsigned pass = 0; pass < gpu->passes.count; pass++) {
        launch(gpu, pass);
    }
}

int gpu_result(struct gpu *gpu, float *sum_out, struct failure *why)
{
    const int status = LAUNCH_TRY(step->launch(in, out, n, blocks), gpu->passes.blocks[0],
                                  gpu->step->block, true, why);
    return status != 0 ? status : fetch(gpu, sum_out, why);
}
