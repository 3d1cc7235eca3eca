/*
 * Inside of the core: workers, blocks, warps and lanes, and how one lane gives
 * way to the next. Not for users of simt.
 *
 * A worker (host thread) holds one running block and, when that one waits for
 * others, more resident ones. A lane runs until it must wait; then it jumps
 * straight to the next ready lane. There is no scheduler to return to: the
 * state below is what a lane needs to choose its successor.
 */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include "event.h"
#include "fiber.h"
#include "simt/simt.h"

#include <pthread.h>
#include <stdatomic.h>

#define SIMT_HIDDEN __attribute__((visibility("hidden")))
#define SIMT_TLS_MODEL __attribute__((tls_model("initial-exec")))
#define SIMT_LIKELY(x) __builtin_expect(!!(x), 1)
#define SIMT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SIMT_CALLER __builtin_extract_return_addr(__builtin_return_address(0))

/* The short way from lane to lane does not tell a sanitizer about the switch. */
#ifdef SIMT_ASAN
enum { SIMT_SHORT_WAY = 0 };
#else
enum { SIMT_SHORT_WAY = 1 };
#endif

/* What worker.site says when the core runs on nobody's behalf. */
#define SIMT_IN_CORE ((const void *)1)

enum { SIMT_SHARED_SPAN = 512 * 1024 }; /* from block.shared: all its regions and guards */
enum { SIMT_MAX_WARPS = SIMT_MAX_BLOCK / SIMT_WARP_SIZE, SIMT_ALIASES = 16 };

/* What lanes of a warp can wait for together. */
enum simt_op {
    SIMT_OP_NONE,
    SIMT_OP_SYNC,
    SIMT_OP_SHUFFLE_IDX,
    SIMT_OP_SHUFFLE_UP,
    SIMT_OP_SHUFFLE_DOWN,
    SIMT_OP_SHUFFLE_XOR,
    SIMT_OP_ALL,
    SIMT_OP_ANY,
    SIMT_OP_BALLOT,
    SIMT_OP_MATCH_ANY,
    SIMT_OP_MATCH_ALL,
    SIMT_OP_REDUCE,
    SIMT_OP_ACTIVE_MASK
};

/* Lanes that stand in the same operation with the same mask. */
struct group {
    enum simt_op op;
    unsigned mask;    /* lanes named by the callers */
    unsigned arrived; /* 0: the entry is free */
    unsigned detail;  /* value size, kind of reduction: must agree as well */
    const void *site; /* of the first to arrive */
};

struct warp {
    unsigned alive;   /* lanes that have not left the kernel */
    unsigned later;   /* ready, but let all others run first */
    unsigned at_grid; /* wait in a grid barrier */
    unsigned groups;  /* entries of group[] in use, as bits */
    struct group group[SIMT_WARP_SIZE];
    uint64_t value[SIMT_WARP_SIZE]; /* operands in, results out */
    unsigned operand[SIMT_WARP_SIZE];

    /* Observed launches only, see lockstep.c. */
    unsigned parked;     /* lanes that stand before an event not announced yet */
    unsigned todo;       /* lanes of the step under way that have yet to run on */
    unsigned round;      /* lanes parked since the last step was chosen */
    unsigned mixed;      /* not all of `round` stand before the same event */
    unsigned left;       /* lanes that ended since then */
    unsigned watched;    /* lanes whose last store an observer wants to see done */
    unsigned idle;       /* steps in a row that may be polling */
    uintptr_t polled[4]; /* the last addresses of such steps */
    uint64_t key[SIMT_WARP_SIZE], what[SIMT_WARP_SIZE];
    uintptr_t address[SIMT_WARP_SIZE];
};

struct worker;
struct launch;

struct block {
    struct launch *launch;
    unsigned current;     /* the lane that runs */
    unsigned ready_warps; /* bit w: ready[w] is not 0 */
    /* Lanes that can run; the one that runs is not among them. */
    unsigned ready[SIMT_MAX_WARPS];

    unsigned alive, arrived;  /* lanes; at the barrier */
    const void *barrier_site; /* of the first lane at this barrier, or at the last one */
    const void *barrier_copy; /* another address of the same source line, or NULL */
    enum simt_barrier_kind barrier_kind;
    int predicate, result; /* gathered so far; of the last barrier */
    uint64_t barriers;     /* completed */
    unsigned departed;     /* lanes that left the kernel after one of them */

    unsigned threads, warps;
    unsigned later_warps; /* bit w: warp[w].later is not 0 */
    unsigned at_grid;     /* lanes in a grid barrier */
    unsigned idle_rounds; /* turns in which all lanes only let others run */
    unsigned grid_round;  /* the grid barrier that this block waits for */
    uint64_t random;      /* state of the seeded schedule, 0 without */
    int direct;           /* 1: the next lane is simply the first ready one */
    int lockstep;         /* 1: observed, lanes of a warp run from event to event */
    unsigned step_warp;   /* the warp that steps */
    struct simt_block_info info;
    uint64_t number; /* linear index in the grid */
    struct simt_dim3 index;

    unsigned char *shared; /* static region, then dynamic region */
    size_t poisoned;       /* bytes of the static region that are filled */

    struct block *next, *previous; /* ring of the worker's resident blocks */

    void *context[SIMT_MAX_BLOCK]; /* where a lane stopped; NULL: not started */
    struct stack *stack[SIMT_MAX_BLOCK];
    const void *site[SIMT_MAX_BLOCK]; /* where it waits (not for the barrier) */
    struct warp warp[SIMT_MAX_WARPS];
};

/* A lane's (or the host's) way to ruin. Filled where it happens, told later
 * from the worker's own stack. */
struct failure {
    enum simt_failure_kind kind;
    const void *other; /* barriers: where the others wait */
    int code;          /* enum simt_error; 0: none */
    const void *pc;    /* the instruction, or the return address of a call */
    int pc_is_call;
    int signal;  /* 0, or what the host's processor raised */
    int access;  /* of a bad address: 'r', 'w', 0 unknown */
    int is_wild; /* 1: the bits are no address at all, the processor names none */
    const void *address;
    struct block *block; /* NULL: no lane is concerned */
    unsigned thread;
    int list_lanes; /* append who waits where */
    char text[400], advice[400];
};

/* Two addresses that stand for one place in the source. */
struct alias {
    const void *first, *other;
};

/* Where a lane stood that is to be stopped, look after look: see loop.c. */
enum { SIMT_LOOP_SAMPLES = 32 };

struct loop_sample {
    const void *pc;
    uintptr_t depth; /* of the stack */
    unsigned thread;
};

struct loop_samples {
    unsigned count, tried, warp;
    int is_call;
    struct loop_sample at[SIMT_LOOP_SAMPLES];
};

struct worker {
    const void *site;    /* not NULL: the lane is inside the core, called from there */
    struct block *block; /* NULL on the host */
    struct launch *launch;
    void *home;     /* the worker's own stack, while lanes run */
    void *home_low; /* its bounds, for AddressSanitizer */
    size_t home_bytes;
    uint64_t switches;      /* counts up while lanes give way */
    _Atomic uint64_t exits; /* lanes that ended: what counts as progress */
    unsigned atomics;       /* since the last turn */
    struct block *resident; /* ring, NULL if empty */
    struct block *spare;    /* unused block objects */
    struct stack_pool stacks;
    uint64_t barriers, blocks; /* of this launch */
    struct simt_listeners listeners;
    uintptr_t arena; /* the device's memory */
    size_t arena_bytes;
    unsigned slots;                   /* block objects made */
    int starting;                     /* the next fiber has no lane yet */
    struct alias alias[SIMT_ALIASES]; /* of barriers, by a hash of both */
    struct failure failure;
    struct loop_samples loop;
    pthread_t thread;
    int clock; /* a clockid_t: the time that the thread has run */
    unsigned number;
    _Atomic int running; /* inside a launch: may be signalled */
};

/* Memory outside of the arena that device code may touch. */
struct range {
    uintptr_t base;
    size_t bytes;
    enum simt_space space;
};

struct launch {
    const struct simt_kernel *kernel;
    simt_entry *entry;
    const void *closure;
    struct simt_config config;
    uint64_t id;
    uint64_t blocks;
    unsigned threads, warps;
    size_t static_limit;        /* what dynamic memory leaves of the block's share */
    _Atomic size_t static_used; /* of the region, with red zones */
    size_t static_sum;          /* without; under the layout's lock */
    uint64_t seed;
    unsigned wanted; /* events that somebody wants */
    size_t closure_bytes;
    _Atomic int dynamic_known; /* announced, under the layout's lock */
    struct simt_launch_info info;
    struct range *ranges; /* symbols and pinned memory, by address */
    size_t range_count;
    _Atomic uint64_t next_block;
    _Atomic int stop; /* a worker failed, or time is up: leave */
    _Atomic int told; /* the one message is out */
    /* grid barrier, under lock */
    pthread_mutex_t lock;
    pthread_cond_t change;
    _Atomic unsigned grid_round;
    uint64_t grid_arrived, blocks_done;
    unsigned workers, idle;
    struct simt_dim3 index[SIMT_MAX_BLOCK]; /* threadIdx by linear index */
};

extern SIMT_HIDDEN _Thread_local struct worker *simt_self SIMT_TLS_MODEL;
extern _Thread_local struct simt_dim3 threadIdx SIMT_TLS_MODEL, blockIdx SIMT_TLS_MODEL,
    blockDim SIMT_TLS_MODEL, gridDim SIMT_TLS_MODEL;

/* ---- schedule.c ---- */

/* The rare cases of simt_wait, below. */
SIMT_HIDDEN void simt_wait_slowly(struct worker *w, struct block *from, unsigned me);
SIMT_HIDDEN void simt_run_current(struct worker *w, struct block *from, unsigned me);
/* The running lane stays ready, but all others have their turn first. */
SIMT_HIDDEN void simt_give_way(struct worker *w, const void *site);
/* A lane of a set: the first one, or with a seed any. */
SIMT_HIDDEN unsigned simt_pick_bit(struct block *b, unsigned bits);
/* With a seed: a number below `below`, drawn by chance. */
SIMT_HIDDEN unsigned simt_draw(struct block *b, unsigned below);
/* Takes lanes out of their warp's ready set. */
SIMT_HIDDEN void simt_unready(struct block *b, unsigned warp, unsigned lanes);
/* Makes the lanes of a warp ready. */
SIMT_HIDDEN void simt_wake(struct block *b, unsigned warp, unsigned lanes);
/* From the worker's own stack into its first lane, and back for good. */
SIMT_HIDDEN void simt_leave_home(struct worker *w, struct stack *stack);
SIMT_HIDDEN void simt_go_home(struct worker *w) __attribute__((noreturn));

/* ---- block.c ---- */
SIMT_HIDDEN struct block *simt_block_start(struct worker *w, uint64_t number);
SIMT_HIDDEN void simt_block_finish(struct worker *w, struct block *b);
SIMT_HIDDEN void simt_block_enter(struct worker *w, struct block *b); /* makes it w->block */
SIMT_HIDDEN void simt_blocks_drop(struct worker *w);

/* ---- barrier.c, warp.c, grid.c ---- */
SIMT_HIDDEN void simt_barrier_complete(struct worker *w, struct block *b);
SIMT_HIDDEN void simt_groups_check(struct worker *w, struct block *b, unsigned warp);
SIMT_HIDDEN void simt_group_result(struct warp *w, const struct group *g, unsigned taking_part);
/* The lane that `lane` reads from in a shuffle, and the shuffle's segment. */
SIMT_HIDDEN unsigned simt_source_lane(enum simt_op op, unsigned lane, unsigned packed);
SIMT_HIDDEN unsigned simt_shuffle_width(unsigned packed);
SIMT_HIDDEN int simt_active_masks_complete(struct worker *w, struct block *b);
SIMT_HIDDEN int simt_grid_wake(struct worker *w);
SIMT_HIDDEN int simt_grid_wait(struct worker *w); /* 1: look again, 0: nothing will come */
SIMT_HIDDEN void simt_grid_lane_left(struct block *b);
SIMT_HIDDEN void simt_grid_block_done(struct launch *launch);
SIMT_HIDDEN void simt_grid_worker_done(struct launch *launch);

/* ---- lockstep.c ---- */
/* Where a parked lane stands: a return address. */
SIMT_HIDDEN const void *simt_parked_pc(const struct warp *p, unsigned lane);

/* ---- ranges.c ---- */
SIMT_HIDDEN void simt_ranges_begin(struct launch *launch);
SIMT_HIDDEN void simt_ranges_end(struct launch *launch);

/* ---- shared.c ---- */
SIMT_HIDDEN unsigned char *simt_shared_create(void);
SIMT_HIDDEN void simt_shared_begin(struct block *b);
SIMT_HIDDEN int simt_shared_holds(const struct block *b, const void *address);
/* Describes a bad address at the block's shared memory; 0 if it is elsewhere. */
SIMT_HIDDEN int simt_shared_describe(const struct block *b, const void *address, char *text,
                                     size_t bytes);

/* ---- declared.c ---- */
/* Static shared bytes as far as declarations tell, at most 48 KB. */
SIMT_HIDDEN size_t simt_declared_bytes(const struct simt_kernel *kernel);

/* ---- fault.c, report.c ---- */
/* Ends the launch from inside a lane: fills the worker's failure and goes home. */
SIMT_HIDDEN void simt_fail(struct worker *w, enum simt_failure_kind kind, int code,
                           const void *site, const char *advice, const char *format, ...)
    __attribute__((noreturn, format(printf, 6, 7)));
/* The same, with a list of what every lane of the block waits for. */
SIMT_HIDDEN void simt_fail_listing(struct worker *w, enum simt_failure_kind kind, int code,
                                   const void *site, const char *advice, const char *text)
    __attribute__((noreturn));
/* The launch is to stop (launch.stop): goes home; the message if time is up. */
SIMT_HIDDEN void simt_stop_here(struct worker *w, const void *pc, int is_call)
    __attribute__((noreturn));
SIMT_HIDDEN void simt_fault_install(void);
SIMT_HIDDEN void simt_fault_thread(void); /* a signal stack for this thread */
/* The handler's frames were left for good: a sanitizer must forget them. */
SIMT_HIDDEN void simt_fault_settle(void);
SIMT_HIDDEN void simt_report(const struct worker *w); /* prints w->failure on stderr */
SIMT_HIDDEN const char *simt_op_name(enum simt_op op);

/* ---- loop.c ---- */
/* Notes where the running lane stands, that deep in its stack. 1 when enough
 * has been seen and the launch may be stopped. */
SIMT_HIDDEN int simt_loop_seen(struct worker *w, const void *pc, int is_call, uintptr_t depth);
/* After a runaway: makes the failure's place the loop. On the worker's own stack. */
SIMT_HIDDEN void simt_loop_place(struct worker *w);

/* ---- watch.c ---- */
enum { SIMT_STOP_FAILED = 1, SIMT_STOP_TIME = 2 }; /* values of launch.stop */
SIMT_HIDDEN void simt_watch_begin(struct launch *launch, struct worker *const *workers,
                                  unsigned count);
SIMT_HIDDEN void simt_watch_end(void);
SIMT_HIDDEN double simt_watch_timeout_ms(void);
/* The interrupted instruction, from a signal handler's third argument. */
SIMT_HIDDEN const void *simt_signal_pc(const void *context);
/* 1 if pc lies in the module that holds the kernel. */
SIMT_HIDDEN int simt_is_user_code(const void *pc);

/* ---- worker.c ---- */
/* Runs the launch on as many workers as help; returns 0 or a CUDA error code. */
SIMT_HIDDEN int simt_workers_run(struct launch *launch, struct simt_launch_stats *stats);

/* ---- the hot path ---- */

static inline unsigned simt_first(unsigned bits)
{
    return (unsigned)__builtin_ctz(bits);
}

static inline void simt_make_current(struct block *b, unsigned next)
{
    b->current = next;
    threadIdx = b->launch->index[next];
}

/* Takes the first ready lane out of its set; there is one. */
static inline unsigned simt_take_first(struct block *b)
{
    const unsigned warp = simt_first(b->ready_warps), lanes = b->ready[warp];
    b->ready[warp] = lanes & (lanes - 1);
    if (SIMT_UNLIKELY(b->ready[warp] == 0))
        b->ready_warps &= b->ready_warps - 1;
    return warp * SIMT_WARP_SIZE + simt_first(lanes);
}

/* Marks the core's own work, which no signal may interrupt by a switch. The
 * fences keep the compiler from moving that work out of it. */
static inline void simt_enter(struct worker *w, const void *site)
{
    w->site = site;
    atomic_signal_fence(memory_order_seq_cst);
}

static inline void simt_leave(struct worker *w)
{
    atomic_signal_fence(memory_order_seq_cst);
    w->site = NULL;
}

/* The running lane `me` does not stay ready: on to the next one. Returns when
 * its turn comes again, and has left the core then. The switch itself leaves for
 * the lane it goes to, so that a waiting lane has nothing to do but to return:
 * this compiles to a jump, and a waiting lane's stack holds one frame less. */
static inline void simt_wait(struct worker *w, struct block *b, unsigned me)
{
    w->switches++;
    if (SIMT_UNLIKELY(b->ready_warps == 0 || !b->direct)) {
        simt_wait_slowly(w, b, me);
        return;
    }
    const unsigned next = simt_take_first(b);
    void *target = b->context[next];
    simt_make_current(b, next);
    if (SIMT_LIKELY(next != me && target != NULL))
        simt_switch(&b->context[me], target, &w->site);
    else
        simt_run_current(w, b, me);
}

#endif
