/*
 * Kernels whose address a program keeps as void *: CUDA launches them all the
 * same, so what their type told is kept beside the address.
 */
#include "runtime.h"

#include <pthread.h>
#include <stdlib.h>

#include "simt/kernel_calls.h"

struct handle {
    const void *kernel;
    const struct simt_known_kernel *known;
    struct handle *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *handles;

/* Under the lock. */
static struct handle *find(const void *kernel)
{
    struct handle *handle = handles;
    while (handle && handle->kernel != kernel)
        handle = handle->next;
    return handle;
}

void *simt_keep_kernel(const void *kernel, const struct simt_known_kernel *known)
{
    pthread_mutex_lock(&lock);
    struct handle *handle = kernel && !find(kernel) ? malloc(sizeof *handle) : NULL;
    if (handle) {
        *handle = (struct handle){ kernel, known, handles };
        handles = handle;
    }
    pthread_mutex_unlock(&lock);
    return (void *)(size_t)kernel;
}

const struct simt_known_kernel *simt_find_kernel(const void *kernel)
{
    pthread_mutex_lock(&lock);
    const struct handle *handle = find(kernel);
    const struct simt_known_kernel *known = handle ? handle->known : NULL;
    pthread_mutex_unlock(&lock);
    return known;
}
