#include "failure.h"

#include "finding.h"
#include "site.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

/* A bad address by its nature. */
static enum finding_name name_of_address(const void *address)
{
    struct simt_allocation a;
    if ((uintptr_t)address < SIMT_NULL_PAGE)
        return FINDING_NULL_POINTER;
    if (simt_memory_find(address, &a) && a.freed)
        return FINDING_USE_AFTER_FREE;
    return FINDING_GLOBAL_BOUNDS;
}

static enum finding_name name_of(const struct simt_failure *failure)
{
    switch (failure->kind) {
    case SIMT_FAILED_ADDRESS:
        return name_of_address(failure->address);
    case SIMT_FAILED_DIVISION:
        return FINDING_DIVISION_BY_ZERO;
    case SIMT_FAILED_STACK:
        return FINDING_STACK_OVERFLOW;
    case SIMT_FAILED_MISALIGNED:
        return FINDING_MISALIGNED;
    case SIMT_FAILED_BARRIER:
        return FINDING_BARRIER_DIVERGENCE;
    case SIMT_FAILED_MASK:
        return FINDING_WARP_MASK;
    case SIMT_FAILED_DEADLOCK:
        return FINDING_DEADLOCK;
    case SIMT_FAILED_RUNAWAY:
        return FINDING_RUNAWAY;
    case SIMT_FAILED_ASSERT:
        return FINDING_DEVICE_ASSERT;
    case SIMT_FAILED_SHARED_SIZE:
    case SIMT_FAILED_GRID_SYNC:
        return FINDING_LAUNCH_CONFIG;
    case SIMT_FAILED_HOST:
        return FINDING_HOST_ACCESS;
    default:
        return FINDING_KERNEL_STOPPED;
    }
}

/* The access that an address failed on was looked at before it was done. */
static int is_told(const struct simt_failure *failure)
{
    return (failure->kind == SIMT_FAILED_ADDRESS || failure->kind == SIMT_FAILED_MISALIGNED) &&
           state_launch()->bad_access;
}

/* A lane that is stopped from outside may be in simt's own code just then. */
static int is_in_user_code(const struct simt_failure *failure)
{
    struct simt_site site;
    const int known = failure->pc_is_call ? simt_site_of_call(failure->pc, &site)
                                          : simt_site_of_pc(failure->pc, &site);
    return known && strstr(site.file, "simt/hooks/") == NULL &&
           strstr(site.file, "simt/core/") == NULL && strstr(site.file, "simt/include/") == NULL;
}

static void fill_place(const struct simt_failure *failure, struct finding *f)
{
    f->here.pc = failure->pc != NULL && is_in_user_code(failure) ? failure->pc : NULL;
    f->here.pc_is_call = failure->pc_is_call;
    if (failure->kernel != NULL) {
        f->here.file = failure->kernel->file;
        f->here.line = failure->kernel->line;
        f->kernel = failure->kernel->name;
    }
    if (failure->has_lane) {
        f->here.has_block = f->here.has_thread = 1;
        f->here.block = failure->block;
        f->here.thread = failure->thread;
        f->here.warp = failure->warp;
        f->here.lane = failure->lane;
    }
}

/* The core's sentence, without its first words where they are the finding's name. */
static const char *sentence(const struct simt_failure *failure, enum finding_name name)
{
    const char *text = failure->text != NULL ? failure->text : "", *said = text;
    const char *label = finding_text(name);
    for (; *label != '\0' && (*said == *label || (*said == ' ' && *label == '-')); label++)
        said++;
    return *label == '\0' && strncmp(said, ": ", 2) == 0 ? said + 2 : text;
}

void failure_found(const struct simt_failure *failure)
{
    struct finding f;
    const enum finding_name name = name_of(failure);
    if (is_told(failure))
        return;
    memset(&f, 0, sizeof f);
    f.name = name;
    fill_place(failure, &f);
    if (finding_known(name, f.here.pc, failure->other, 0))
        return;
    if (failure->other != NULL) {
        f.other.pc = failure->other;
        f.other.pc_is_call = 1;
        f.other.what = "others wait";
    }
    snprintf(f.message, sizeof f.message, "%s", sentence(failure, name));
    if (failure->advice != NULL)
        snprintf(f.advice, sizeof f.advice, "%s", failure->advice);
    finding_add(&f);
}
