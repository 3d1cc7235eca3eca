/*
 * The device's memory: a registry of every allocation, live or freed.
 *
 * Device and managed allocations are 256-byte aligned, lie in one reserved
 * range of addresses, end just before an inaccessible guard page, and are not
 * reused after a free while addresses last, so wild and stale pointers fault.
 * Pages are given by the system on first touch. Up to SIMT_POISON_LIMIT
 * bytes a new allocation is filled with SIMT_POISON, a NaN as half, float and
 * double.
 *
 * All functions may be called from any host thread. Device code calls them only
 * for what a kernel takes and gives back itself.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SIMT_POISON 0xfffbfffbu
#define SIMT_NULL_PAGE ((uintptr_t)65536) /* below: a null pointer, perhaps indexed */
#define SIMT_POISON_LIMIT ((size_t)64 << 20)

enum simt_memory_kind {
    SIMT_MEMORY_DEVICE,  /* cudaMalloc */
    SIMT_MEMORY_MANAGED, /* cudaMallocManaged */
    SIMT_MEMORY_HOST,    /* cudaMallocHost, cudaHostAlloc, cudaHostRegister */
    SIMT_MEMORY_SYMBOL   /* __device__, __constant__, __managed__ variables */
};

enum simt_memory_flag {
    SIMT_MEMORY_CONSTANT = 1,   /* symbol in __constant__ space */
    SIMT_MEMORY_REGISTERED = 2, /* not owned: cudaHostRegister */
    SIMT_MEMORY_INTERNAL = 4,   /* owned by the runtime: no leak */
    SIMT_MEMORY_ON_HOST = 8,    /* symbol that host code may touch: __managed__ */
    SIMT_MEMORY_HEAP = 16       /* taken by a kernel, with malloc or new */
};

struct simt_allocation {
    unsigned char *base;
    size_t bytes;
    enum simt_memory_kind kind;
    unsigned flags;
    const char *what; /* "cudaMalloc", or the symbol's name */
    const void *site; /* return address of the call in user code, or NULL */
    const char *file; /* symbols: where it is declared, else NULL */
    unsigned line;
    const char *name;           /* what its owner calls it from `named` on, or NULL */
    const unsigned char *named; /* simt_memory_name */
    uint64_t serial;            /* 1, 2, … in order of allocation */
    int freed;                  /* 1: released */
    const void *free_site;      /* where */
};

/* New memory of `bytes` > 0, or NULL where the system has not that much left.
 * `what` is the API function's name (a string that lives on), `site` the
 * return address in the user's code (for messages and leak reports). */
void *simt_memory_allocate(size_t bytes, enum simt_memory_kind kind, const char *what,
                           const void *site);

/* Messages call the live allocation that holds `address` by a name (a string that lives on),
 * its first element being there, instead of where it was allocated. */
void simt_memory_name(const void *address, const char *name);

/* Makes memory that the user owns known (cudaHostRegister). Returns 0, or -1
 * if the range overlaps a live allocation. */
int simt_memory_register(void *base, size_t bytes, enum simt_memory_kind kind, unsigned flags,
                         const char *what, const void *site);

enum simt_release {
    SIMT_RELEASED,
    SIMT_RELEASE_UNKNOWN,  /* no allocation holds this address */
    SIMT_RELEASE_INTERIOR, /* inside an allocation, not its base */
    SIMT_RELEASE_TWICE,    /* already freed */
    SIMT_RELEASE_KIND      /* of another kind: cudaFree of host memory, … */
};

/* Gives the allocation at `base` back. `kinds` is a bit set, 1u << kind, of
 * what the caller may free. On refusal *found (may be NULL) is the allocation
 * concerned, if any. A released registration (SIMT_MEMORY_REGISTERED) leaves
 * the user's memory alone. */
enum simt_release simt_memory_release(void *base, unsigned kinds, const void *site,
                                      struct simt_allocation *found);

/* Adds flags to the allocation that starts at base; 0, or -1 if there is none. */
int simt_memory_flag(const void *base, unsigned flags);

/* Finds the allocation that holds address, live before freed. Returns 1 and
 * fills *found; 0 without. */
int simt_memory_find(const void *address, struct simt_allocation *found);

/* Finds the nearest allocation that ends before or starts behind an address
 * which belongs to none ("12 bytes past the end of"). Returns 1 or 0. */
int simt_memory_near(const void *address, struct simt_allocation *found);

/* 1 if all of [address, address + bytes) lies in one live allocation of any
 * kind, else 0. */
int simt_memory_valid(const void *address, size_t bytes);

/* 1 if the address lies in the range reserved for device and managed memory,
 * allocated or not. Cheap; may be called from device code. */
int simt_memory_is_device(const void *address);

/* The reserved range itself, for shadow maps. Fixed once asked. */
void simt_memory_range(uintptr_t *base, size_t *bytes);

/* Calls visit for every allocation known, in order of allocation, freed ones
 * included. visit must not allocate or release. */
void simt_memory_each(void (*visit)(const struct simt_allocation *allocation, void *context),
                      void *context);

/* Device and managed bytes in use, and how many there can be (a share of this
 * machine's free memory at start, or the environment's SIMT_MEMORY in bytes). */
void simt_memory_usage(size_t *used, size_t *total);

/* Describes an address for a message: "index 12 bytes past the end of cudaMalloc
 * at file.cu:7 (4096 bytes)", "shared memory", "null pointer". Returns text. */
char *simt_memory_describe(const void *address, char *text, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
