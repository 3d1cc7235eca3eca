/* The name of a CUDA error. */
#ifndef SIMT_DETECT_ERROR_NAME_H
#define SIMT_DETECT_ERROR_NAME_H

/* "cudaErrorInvalidValue" */
const char *error_name(int code);

#endif
