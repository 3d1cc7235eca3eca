#include "harness.h"

#include "device.h"
#include "gpu.h"
#include "gpu_time.h"
#include "session.h"

/* What a GPU's L2 cannot hold, and what the simulator sums in a moment. */
static const size_t hardware_n = (size_t)1 << 26, simulated_n = (size_t)1 << 20;

/* A step, its device and their buffers. */
struct bench {
    struct device device;
    struct gpu gpu;
};

static int time_step(void *self, const float *in, size_t n, unsigned repeat, struct times *times,
                     float *sum, struct failure *why)
{
    struct bench *bench = self;
    const int status = gpu_time(&bench->gpu, &bench->device, in, n, repeat, times, why);
    return status != 0 ? status : gpu_result(&bench->gpu, sum, why);
}

static void describe_step(void *self, struct report *report)
{
    const struct bench *bench = self;
    const struct gpu *gpu = &bench->gpu;
    report->has_passes = gpu->passes.count > 0;
    report->passes = gpu->passes.count;
    report->blocks = passes_first_blocks(gpu->step, &gpu->passes);
    report->barriers_known = gpu->barriers_known;
    report->barriers = gpu->barriers;
}

static void describe_device(const struct device *device, struct report *report)
{
    report->backend = device_backend_name(device_backend());
    report->device = device->name;
    report->why = device->why;
    report->simulated = device->simulated;
}

static int run(struct session *session, struct bench *bench, const struct step *step,
               struct failure *why)
{
    int status = device_open(&session->options, &bench->device, why);
    if (status != 0) {
        return status;
    }
    describe_device(&bench->device, &session->report);
    status = session_load(session, bench->device.simulated ? simulated_n : hardware_n, why);
    if (status == 0) {
        status = gpu_open(&bench->gpu, step, &bench->device, session_largest(session), why);
    }
    if (status == 0) {
        const struct summer summer = { gpu_subject(&bench->gpu), time_step, describe_step, bench };
        status = session_run(session, &summer, why);
        gpu_close(&bench->gpu);
    } else if (status == EXIT_WRONG) {
        session->report.error = why->text;
    }
    return status > EXIT_WRONG ? status : session_report(session, status, why);
}

int harness_main(int argc, char **argv, const struct step *step)
{
    static struct bench bench;
    struct session session;
    struct failure why;
    bool help = false;
    int status = session_open(&session, argc, argv, step->block, &help, &why);
    if (status == 0 && !help) {
        status = run(&session, &bench, step, &why);
    }
    return session_close(&session, status, &why);
}
