/*
 * What host code does wrong: calls that fail, errors nobody looks at, wrong
 * and missing frees, device memory touched by the host.
 */
#ifndef SIMT_DETECT_HOST_H
#define SIMT_DETECT_HOST_H

#include "event.h"

void host_allocated(const struct simt_allocation *allocation);
void host_released(const struct simt_allocation *allocation, enum simt_release result,
                   const void *pc);
void host_copied(const struct simt_host_copy *copy);
void host_api_result(const struct simt_api_result *result);
void host_accessed(const struct simt_host_access *access);
void host_launched(const struct simt_launch_info *launch);

/* The program ends with this status: leaks, and errors that nobody looked at. */
void host_ends(int status);

#endif
