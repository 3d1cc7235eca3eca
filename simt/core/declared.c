/*
 * What is known of a kernel's static shared memory before it runs: the variables
 * that are declared in it and in the functions that it calls by name. Of several
 * functions with one name (overloads, instances of a template) the one with the
 * fewest bytes counts, so that a kernel is never said to use more than it does.
 */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16 /* as in shared.c */ };

struct variable {
    const void *owner;
    const char *function; /* NULL: the owner is a kernel */
    const struct simt_shared_slot *slot;
    struct variable *next;
};

struct calls {
    const struct simt_kernel *kernel;
    const char *names;
    struct calls *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct variable *variables; /* by line */
static struct calls *all_calls;

/* Two files may hold one function, and each makes it known. */
static int is_known(const void *owner, const struct simt_shared_slot *slot)
{
    for (const struct variable *v = variables; v != NULL; v = v->next)
        if (v->owner == owner && v->slot == slot)
            return 1;
    return 0;
}

void simt_declare_shared(const void *owner, const char *function,
                         const struct simt_shared_slot *slot)
{
    pthread_mutex_lock(&lock);
    struct variable *added = is_known(owner, slot) ? NULL : malloc(sizeof *added);
    if (added != NULL) {
        struct variable **link = &variables;
        while (*link != NULL && (*link)->slot->line <= slot->line)
            link = &(*link)->next;
        *added = (struct variable){ owner, function, slot, *link };
        *link = added;
    }
    pthread_mutex_unlock(&lock);
}

void simt_declare_calls(const struct simt_kernel *kernel, const char *names)
{
    struct calls *added = malloc(sizeof *added);
    if (added == NULL)
        return;
    pthread_mutex_lock(&lock);
    *added = (struct calls){ kernel, names, all_calls };
    all_calls = added;
    pthread_mutex_unlock(&lock);
}

/* `sum` with the owner's variables behind it. */
static size_t add_owned(size_t sum, const void *owner)
{
    for (const struct variable *v = variables; v != NULL; v = v->next) {
        const size_t align = v->slot->align > ALIGN ? v->slot->align : ALIGN;
        if (v->owner == owner)
            sum = (sum + align - 1) / align * align + v->slot->bytes;
    }
    return sum;
}

static int is_named(const struct variable *v, const char *name, size_t length)
{
    return v->function != NULL && strlen(v->function) == length &&
           memcmp(v->function, name, length) == 0;
}

static size_t add_function(size_t sum, const char *name, size_t length)
{
    size_t least = 0;
    for (const struct variable *v = variables; v != NULL; v = v->next) {
        const size_t with = is_named(v, name, length) ? add_owned(sum, v->owner) : 0;
        if (with != 0 && (least == 0 || with < least))
            least = with;
    }
    return least != 0 ? least : sum;
}

static size_t add_functions(size_t sum, const char *names)
{
    while (*names != '\0') {
        const size_t length = strcspn(names, " ");
        sum = add_function(sum, names, length);
        names += length + strspn(names + length, " ");
    }
    return sum;
}

size_t simt_declared_bytes(const struct simt_kernel *kernel)
{
    pthread_mutex_lock(&lock);
    size_t sum = add_owned(0, kernel);
    const struct calls *c = all_calls;
    while (c != NULL && c->kernel != kernel)
        c = c->next;
    if (c != NULL)
        sum = add_functions(sum, c->names);
    pthread_mutex_unlock(&lock);
    return sum < SIMT_STATIC_SHARED ? sum : SIMT_STATIC_SHARED;
}
