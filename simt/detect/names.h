/*
 * The stable names of findings. Graders and editors rely on them; each has a
 * page in simt/explain.
 */
#ifndef SIMT_DETECT_NAMES_H
#define SIMT_DETECT_NAMES_H

enum finding_name {
    FINDING_SHARED_RACE,
    FINDING_GLOBAL_RACE,
    FINDING_STREAM_RACE,
    FINDING_BARRIER_DIVERGENCE,
    FINDING_BARRIER_EXITED,
    FINDING_SHARED_BOUNDS,
    FINDING_GLOBAL_BOUNDS,
    FINDING_ARRAY_BOUNDS,
    FINDING_MISALIGNED,
    FINDING_SHARED_UNINIT,
    FINDING_GLOBAL_UNINIT,
    FINDING_WARP_MASK,
    FINDING_WARP_INACTIVE_LANE,
    FINDING_WARP_WIDTH,
    FINDING_WARP_ACTIVEMASK,
    FINDING_LAUNCH_CONFIG,
    FINDING_API_ERROR,
    FINDING_UNCHECKED_ERROR,
    FINDING_USE_AFTER_FREE,
    FINDING_DOUBLE_FREE,
    FINDING_INVALID_FREE,
    FINDING_LEAK,
    FINDING_HOST_ACCESS,
    FINDING_HOST_POINTER,
    FINDING_NULL_POINTER,
    FINDING_CONSTANT_WRITE,
    FINDING_MISSING_SYNC,
    FINDING_DEADLOCK,
    FINDING_RUNAWAY,
    FINDING_DIVISION_BY_ZERO,
    FINDING_STACK_OVERFLOW,
    FINDING_DEVICE_ASSERT,
    FINDING_KERNEL_STOPPED,
    FINDING_NAMES /* how many */
};

/* "shared-race", ... */
const char *finding_text(enum finding_name name);
/* "error" or "warning". Both make the exit status 1. */
const char *finding_severity(enum finding_name name);
/* One sentence for lists, such as SARIF's rules. */
const char *finding_summary(enum finding_name name);
/* What to do, in one line of plain words. */
const char *finding_advice(enum finding_name name);

#endif
