/*
 * What an observer of the simulated GPU sees: events, and the table by which
 * it asks for them.
 *
 * The core knows no observer. An object file that is linked into a program
 * adds itself with SIMT_OBSERVER(table); without any, an event costs one test.
 * A NULL entry of a table means "not interested", and what nobody wants is
 * not gathered.
 *
 * Threads. Events of a launch come on its workers, one host thread each, and
 * carry the state that worker_begin returned for that worker, so an observer
 * needs no lock there. launch_begin comes before all workers' events,
 * launch_end after them, both on the launching host thread; only one launch
 * runs at a time. Host-side events come on any host thread, also at once.
 *
 * Validity. Every pointer in an event is valid during the call only, except
 * strings, code addresses and struct simt_kernel, which live as long as the program.
 * Arrays "by lane" have 32 elements; those whose bit is not set are undefined.
 *
 * Time. Events of one warp come in the order in which it executes. An access
 * is announced before it is done: what a load will read can be read at the
 * address (unless the space is SIMT_SPACE_UNKNOWN), what a store writes is in memory
 * when the warp's next event comes. An observer must not call device code,
 * launch, or stop a lane, and must not throw or jump out.
 *
 * Lockstep or not. With launch->lockstep an event stands for one instruction
 * of a warp: all lanes that execute it together. Else lanes run one by one
 * and an event holds one lane; requests and active lanes then mean nothing,
 * and only an observer that looks at lanes is right.
 *
 * Code addresses (pc) are return addresses in the user's code: simt_site_of_call
 * turns them into file and line.
 */
#ifndef SIMT_EVENT_H
#define SIMT_EVENT_H

#include "simt/simt.h"
#include "simt_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- where it happens ------------------------------------------------------ */

struct simt_launch_info {
    const struct simt_kernel *kernel;
    const struct simt_config *config; /* grid, block, dynamic shared bytes */
    uint64_t id;                      /* 1, 2, ... in order of launch */
    uint64_t blocks, threads;         /* of the grid; of a block */
    unsigned warps;                   /* of a block */
    unsigned workers;
    int lockstep;
    uint64_t seed; /* of the lane order, 0 ascending */
    /* at launch_end only */
    size_t static_shared_bytes; /* per block */
    int error;                  /* 0, or the CUDA error code that ended it */
    double ms;
};

/* A block that runs. The object stays in place from block_begin to block_end. */
struct simt_block_info {
    const struct simt_launch_info *launch;
    uint64_t number; /* linear index in the grid */
    struct simt_dim3 index;
    unsigned worker;
    unsigned slot;         /* small; no other block that runs now on this worker has it */
    unsigned char *shared; /* base of its shared memory */
    size_t shared_bytes;   /* reserved there, static and dynamic */
    uint64_t barriers;     /* completed so far */
};

/* ---- what happens in a kernel ---------------------------------------------- */

enum simt_space {
    SIMT_SPACE_GLOBAL, /* cudaMalloc, managed, pinned host memory */
    SIMT_SPACE_SHARED,
    SIMT_SPACE_CONSTANT, /* a __constant__ variable */
    SIMT_SPACE_SYMBOL,   /* a __device__ or __managed__ variable: global memory too */
    SIMT_SPACE_LOCAL,    /* the lane's own stack */
    SIMT_SPACE_UNKNOWN   /* none of these: host memory or a wild pointer */
};

enum simt_access_kind { SIMT_LOAD, SIMT_STORE, SIMT_ATOMIC_ACCESS };

/* The lanes of one instruction that touch one space; an instruction whose
 * lanes touch several gives one event for each. */
struct simt_access {
    const struct simt_block_info *block;
    unsigned warp;
    unsigned active; /* lanes taking part, at least one */
    enum simt_access_kind kind;
    enum simt_space space;
    unsigned bytes; /* per lane: 1, 2, 4, 8 or 16; other sizes for block copies */
    int is_volatile;
    int is_packed;       /* the type needs no alignment to its size: a struct's copy */
    enum simt_atomic op; /* atomics only, like type and scope */
    enum simt_type type;
    enum simt_scope scope;
    const void *pc;
    const uintptr_t *address; /* by lane */
    /* An observer adds the lanes of a store whose values it wants to see: the
     * event `stored` comes for each of them. NULL: not for this access. */
    unsigned *watch;
};

enum simt_barrier_kind {
    SIMT_BARRIER_PLAIN,
    SIMT_BARRIER_COUNT,
    SIMT_BARRIER_AND,
    SIMT_BARRIER_OR
};

/* Lanes of a warp come to a __syncthreads at one place in the code. */
struct simt_barrier_arrival {
    const struct simt_block_info *block;
    unsigned warp;
    unsigned active; /* the lanes that come now */
    unsigned alive;  /* of the warp: those that have not left the kernel */
    enum simt_barrier_kind kind;
    const void *pc;
};

enum simt_warp_op_kind {
    SIMT_WARP_SYNC, /* __syncwarp: orders memory between the lanes of `active` */
    SIMT_WARP_SHUFFLE,
    SIMT_WARP_VOTE, /* __all_sync, __any_sync, __ballot_sync */
    SIMT_WARP_MATCH,
    SIMT_WARP_REDUCE,
    SIMT_WARP_ACTIVE_MASK
};

/* A warp operation completes. */
struct simt_warp_op {
    const struct simt_block_info *block;
    unsigned warp;
    enum simt_warp_op_kind kind;
    unsigned mask;   /* as passed by the lanes */
    unsigned active; /* those of them that take part (the others have left) */
    unsigned alive;
    unsigned bytes;         /* of the value exchanged: 4 or 8; 0 for sync and votes */
    unsigned width;         /* shuffles: segment */
    int is_group;           /* of an active mask: for coalesced_threads() */
    const unsigned *source; /* shuffles, by lane: the lane it reads; else NULL */
    const uint64_t *given;  /* by lane: the value passed, in its low bytes; NULL for a sync */
    const uint64_t *result; /* by lane: what it gets; NULL for a sync */
    const void *pc;         /* of the first lane that came */
    const void *const *pcs; /* by lane */
};

/* A lane is about to use an index that an array of this type does not have: one
 * of its own, a row of a shared one, a member of a struct. It goes on. */
struct simt_overrun {
    const struct simt_block_info *block;
    unsigned thread; /* linear index in the block */
    long long index;
    const char *type; /* "float [4]"; valid as long as the program */
    const void *pc;
};

struct simt_fence_event {
    const struct simt_block_info *block;
    unsigned warp, active;
    enum simt_scope scope;
    const void *pc;
};

/* A lane has done the store that an observer asked to watch, and nothing else
 * since: the value is at the address, no other lane has written over it. */
struct simt_stored {
    const struct simt_block_info *block;
    unsigned warp, lane;
};

/* Lanes leave the kernel. */
struct simt_lane_exit {
    const struct simt_block_info *block;
    unsigned warp, active;
    unsigned alive; /* of the warp, after it */
};

/* Lanes enter a basic block of the compiled kernel. Only in programs that are
 * compiled for control flow. */
struct simt_enter {
    const struct simt_block_info *block;
    unsigned warp, active;
    unsigned alive;
    const void *pc;
};

/* A `__shared__` variable takes its place in the block's shared memory: seen
 * once for each launch, on any worker, before the first access to it. */
struct simt_shared_variable {
    const struct simt_launch_info *launch;
    const char *name; /* as the source calls it */
    const char *file; /* NULL for the dynamic region */
    unsigned line;
    size_t offset, bytes; /* from block->shared */
};

/* ---- what happens on the host ---------------------------------------------- */

struct simt_host_copy {
    const char *what; /* "cudaMemcpy", "cudaMemset", ... */
    void *to;
    const void *from; /* NULL: a fill */
    size_t bytes;     /* rows of a pitched copy come one by one */
    const void *pc;
    void *stream;
    int is_async; /* the call does not wait for it */
};

/* What orders the work of streams. Calls that fail are not told. */
enum simt_stream_op_kind {
    SIMT_STREAM_CREATED,
    SIMT_STREAM_AWAITED, /* the host has waited for the stream's work; NULL: for the device's */
    SIMT_EVENT_RECORDED, /* in the stream */
    SIMT_EVENT_JOINED,   /* the stream waits for the event */
    SIMT_EVENT_AWAITED   /* the host has waited for the event */
};

struct simt_stream_op {
    enum simt_stream_op_kind kind;
    void *stream, *event;
    int is_apart; /* created: does not wait for the default stream */
};

/* A call of the runtime API that returned; of a launch, what it left for
 * cudaGetLastError. */
struct simt_api_result {
    const char *what; /* "cudaMalloc", or "kernel launch" */
    int code;         /* 0, or the CUDA error */
    const void *pc;
    /* of a kernel launch, else NULL */
    const struct simt_kernel *kernel;
    const struct simt_config *config;
};

/* Instrumented host code is about to touch an address in the range reserved
 * for device and managed memory. */
struct simt_host_access {
    const void *address;
    unsigned bytes;
    int is_write;
    const void *pc;
};

enum simt_failure_kind {
    SIMT_FAILED_ADDRESS, /* the host's processor refused the address */
    SIMT_FAILED_DIVISION,
    SIMT_FAILED_STACK,
    SIMT_FAILED_MISALIGNED,
    SIMT_FAILED_BARRIER, /* threads at different barriers */
    SIMT_FAILED_MASK,    /* a lane calls a warp operation with a mask that lacks it */
    SIMT_FAILED_DEADLOCK,
    SIMT_FAILED_RUNAWAY,
    SIMT_FAILED_TRAP,
    SIMT_FAILED_ASSERT,
    SIMT_FAILED_SHARED_SIZE, /* static shared memory does not fit */
    SIMT_FAILED_GRID_SYNC,   /* in a launch that is not cooperative */
    SIMT_FAILED_OTHER,
    SIMT_FAILED_HOST /* host code touched device memory and will not survive it */
};

/* A launch ends badly, or host code does. Comes once for a launch, before its
 * launch_end, on any of its workers. */
struct simt_failure {
    enum simt_failure_kind kind;
    int code;                         /* CUDA's, 0 for the host */
    const struct simt_kernel *kernel; /* NULL for the host */
    int has_lane;                     /* 1: block and thread are known */
    struct simt_dim3 block, thread;
    unsigned warp, lane;
    const void *pc; /* NULL: unknown */
    int pc_is_call; /* 1: a return address */
    const void *address;
    const void *other; /* barriers: where the others wait, a return address; else NULL */
    const char *text, *advice;
};

/* ---- the table ------------------------------------------------------------- */

struct simt_observer {
    const char *name;

    void (*launch_begin)(const struct simt_launch_info *launch);
    void (*launch_end)(const struct simt_launch_info *launch);
    /* On the worker's own thread. The result goes to all its events. */
    void *(*worker_begin)(const struct simt_launch_info *launch, unsigned worker);
    void (*worker_end)(void *state, const struct simt_launch_info *launch);

    void (*block_begin)(void *state, const struct simt_block_info *block);
    void (*block_end)(void *state, const struct simt_block_info *block);
    void (*access)(void *state, const struct simt_access *access);
    void (*barrier_arrive)(void *state, const struct simt_barrier_arrival *arrival);
    /* All lanes that have not left are there: what came before is ordered
     * before what comes after. block->barriers counts it already. */
    void (*barrier_complete)(void *state, const struct simt_block_info *block);
    void (*warp_op)(void *state, const struct simt_warp_op *op);
    void (*fence)(void *state, const struct simt_fence_event *fence);
    void (*stored)(void *state, const struct simt_stored *stored);
    /* The block goes on after grid.sync(): what any block did before its own
     * arrival is ordered before what this one does from now on. */
    void (*grid_complete)(void *state, const struct simt_block_info *block);
    /* Only in programs that are compiled for it (simtcc --check). */
    void (*overrun)(void *state, const struct simt_overrun *overrun);
    void (*lane_exit)(void *state, const struct simt_lane_exit *left);
    void (*enter)(void *state, const struct simt_enter *enter);
    void (*shared_variable)(void *state, const struct simt_shared_variable *variable);

    void (*allocated)(const struct simt_allocation *allocation);
    /* Also a release that was refused; allocation is NULL if none is meant. */
    void (*released)(const struct simt_allocation *allocation, enum simt_release result,
                     const void *pc);
    void (*copied)(const struct simt_host_copy *copy);
    void (*stream_op)(const struct simt_stream_op *op);
    void (*api_result)(const struct simt_api_result *result);
    void (*host_access)(const struct simt_host_access *access);
    /* An observer that has this one tells the reader itself: the core then
     * prints no headline, only who waits where. */
    void (*failed)(const struct simt_failure *failure);
};

/* Adds an observer to the program: at file scope, once for each table. The
 * linker gathers the section; an archive member must be pulled in (link with
 * -u and a symbol of it). */
#define SIMT_OBSERVER(table)                                                                       \
    __attribute__((section("simt_observers"),                                                      \
                   used)) static const struct simt_observer *const table##_entry = &(table)

/* ---- for the core: emission -------------------------------------------------- */

enum simt_event {
    SIMT_EVENT_ACCESS = 1,
    SIMT_EVENT_BARRIER_ARRIVE = 2,
    SIMT_EVENT_WARP_OP = 4,
    SIMT_EVENT_FENCE = 8,
    SIMT_EVENT_ENTER = 16,
    SIMT_EVENT_HOST = 32
};

/* The events that some observer wants; 0: there is none, emit nothing. */
unsigned simt_events_wanted(void);

enum { SIMT_MAX_OBSERVERS = 8 };

/* The observers and their states for one worker; lives in the worker. */
struct simt_listeners {
    unsigned count;
    const struct simt_observer *observer[SIMT_MAX_OBSERVERS];
    void *state[SIMT_MAX_OBSERVERS];
};

void simt_emit_launch_begin(const struct simt_launch_info *launch);
void simt_emit_launch_end(const struct simt_launch_info *launch);
/* Fills *listeners and calls worker_begin of each. */
void simt_emit_worker_begin(struct simt_listeners *listeners, const struct simt_launch_info *launch,
                            unsigned worker);
void simt_emit_worker_end(struct simt_listeners *listeners, const struct simt_launch_info *launch);

void simt_emit_block_begin(const struct simt_listeners *to, const struct simt_block_info *block);
void simt_emit_block_end(const struct simt_listeners *to, const struct simt_block_info *block);
void simt_emit_access(const struct simt_listeners *to, const struct simt_access *access);
void simt_emit_barrier_arrive(const struct simt_listeners *to,
                              const struct simt_barrier_arrival *arrival);
void simt_emit_barrier_complete(const struct simt_listeners *to,
                                const struct simt_block_info *block);
void simt_emit_warp_op(const struct simt_listeners *to, const struct simt_warp_op *op);
void simt_emit_fence(const struct simt_listeners *to, const struct simt_fence_event *fence);
void simt_emit_stored(const struct simt_listeners *to, const struct simt_stored *stored);
void simt_emit_grid_complete(const struct simt_listeners *to, const struct simt_block_info *block);
void simt_emit_overrun(const struct simt_listeners *to, const struct simt_overrun *overrun);
void simt_emit_lane_exit(const struct simt_listeners *to, const struct simt_lane_exit *left);
void simt_emit_enter(const struct simt_listeners *to, const struct simt_enter *enter);
void simt_emit_shared_variable(const struct simt_listeners *to,
                               const struct simt_shared_variable *variable);

void simt_emit_allocated(const struct simt_allocation *allocation);
void simt_emit_released(const struct simt_allocation *allocation, enum simt_release result,
                        const void *pc);
void simt_emit_stream_op(const struct simt_stream_op *op);
void simt_emit_copied(const struct simt_host_copy *copy);
void simt_emit_api_result(const struct simt_api_result *result);
void simt_emit_host_access(const struct simt_host_access *access);
/* Returns 1 if an observer tells the reader, else 0. */
int simt_emit_failed(const struct simt_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
