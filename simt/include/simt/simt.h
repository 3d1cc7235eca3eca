/*
 * The simulated GPU's own C interface: what the CUDA headers in simt/include
 * and the runtime API in simt/runtime call. User programs never include it by
 * hand.
 *
 * A lane is one CUDA thread: a fiber on a small guarded stack. 32 lanes make a
 * warp, warps make a block, a block runs on one host thread (a worker), and
 * the workers share the blocks of a grid.
 *
 * Every function below that can stop a lane may be called from device code
 * only, unless it says otherwise. Source positions are taken from the return
 * address, so these functions are never inlined and never tail-called.
 */
#ifndef SIMT_H
#define SIMT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIMT_WARP_SIZE = 32,
    SIMT_MAX_BLOCK = 1024,
    SIMT_SM_COUNT = 132,
    SIMT_SM_THREADS = 2048,
    SIMT_SM_BLOCKS = 32,
    SIMT_SM_SHARED = 228 * 1024, /* 1 KB per block is the system's */
    SIMT_STATIC_SHARED = 48 * 1024,
    SIMT_BLOCK_SHARED_OPT_IN = 227 * 1024
};

struct simt_dim3 {
    unsigned x, y, z;
};

/* Static description of one __global__ function, emitted by the rewriter. */
struct simt_kernel {
    const char *name; /* as written, without template arguments */
    const char *file;
    unsigned line;
    unsigned max_threads; /* first argument of __launch_bounds__, 0 without */
};

/* What stands between <<< and >>>. */
struct simt_config {
    struct simt_dim3 grid, block;
    size_t shared_bytes;
    void *stream;    /* cudaStream_t */
    int cooperative; /* 1: all blocks are resident at once (grid sync works) */
};

/* Calls a kernel's body once, for the lane that runs: closure holds the
 * kernel's arguments and is not changed. */
typedef void simt_entry(const void *closure);

/* ---- launches (host side) ------------------------------------------------ */

/* Keeps the configuration for a simt_launch of this host thread, which takes
 * the latest one that is left: a launch's arguments may launch, too. Returns 0,
 * so that `simt_configure(...) ? (void)0 : kernel(args)` calls. */
int simt_configure(const struct simt_config *config);
/* The same for a call on the user's behalf; pc is the return address there. */
int simt_configure_at(const struct simt_config *config, const void *pc);

/* Takes the kept configuration, checks it against the device's limits, and
 * runs the grid to its end. Errors are left for cudaGetLastError: bad shapes
 * and sizes, also a block above __launch_bounds__, are cudaErrorInvalidValue,
 * which an H200 gives with CUDA 13.0 (older toolkits have other errors for some
 * of them); no configuration is cudaErrorMissingConfiguration. A fault in a lane
 * (bad address, divergent barrier, deadlock, runaway) prints one message with
 * file:line, block and thread on stderr and leaves a sticky error. */
void simt_launch(const struct simt_kernel *kernel, simt_entry *entry, const void *closure);
/* The same, told how large the closure is, so that observers do not take a
 * lane's reading of its arguments for an access to the host's memory. */
void simt_launch_sized(const struct simt_kernel *kernel, simt_entry *entry, const void *closure,
                       size_t closure_bytes);

/* Most dynamic shared bytes that this kernel may be launched with
 * (cudaFuncAttributeMaxDynamicSharedMemorySize). Returns a CUDA error code. */
int simt_set_dynamic_limit(const struct simt_kernel *kernel, size_t bytes);
size_t simt_dynamic_limit(const struct simt_kernel *kernel); /* 48 KB unless set */
/* Static shared bytes of the kernel: what is declared in it and in the functions
 * that it calls by name, or more if a launch has used more. */
size_t simt_static_bytes(const struct simt_kernel *kernel);
/* Blocks of so many threads and shared bytes (static and dynamic) that one
 * multiprocessor holds at once; 0 if none fits. */
unsigned simt_blocks_per_sm(unsigned threads, size_t shared_bytes);

/* ---- where am I ---------------------------------------------------------- */

#ifdef __cplusplus
#define SIMT_TLS thread_local
#else
#define SIMT_TLS _Thread_local
#endif

/* The core defines four thread-local objects with C linkage, each of the shape
 * of struct simt_dim3, and keeps them right at every switch of lanes:
 *   threadIdx, blockIdx, blockDim, gridDim
 * C++ declares them as extern "C" __thread const (not thread_local, which would
 * add a call) with tls_model("initial-exec"). Instrumented code reads them by the
 * functions below instead, so that an index is no memory access. On the host
 * they are all zero. */
struct simt_dim3 simt_thread_index(void) __attribute__((const));
struct simt_dim3 simt_block_index(void) __attribute__((const));
struct simt_dim3 simt_block_size(void) __attribute__((const));
struct simt_dim3 simt_grid_size(void) __attribute__((const));

/* Linear index of the running lane in its block, and of its lane in the warp. */
unsigned simt_thread(void);
unsigned simt_lane(void);
/* 1 on a lane of a running kernel, 0 on the host. */
int simt_on_device(void);

/* ---- shared memory ------------------------------------------------------- */

/* One per `__shared__ T name[...]` in the source, emitted by the rewriter as
 * a static object; the runtime fills in the last two. */
struct simt_shared_slot {
    const char *name;
    size_t bytes, align;
    const char *file;
    unsigned line;
    uint64_t launch; /* the launch that `offset` belongs to */
    size_t offset;
};

/* A device function that has such variables, emitted by the rewriter. */
struct simt_function {
    const char *name; /* as written, without scope and template arguments */
};

/* Make known, before main, whose a variable is (owner: the description of a
 * kernel, or of another function, then with its name, else NULL), and which
 * functions with such variables a kernel calls, directly or by others: names
 * with a blank between two. */
void simt_declare_shared(const void *owner, const char *function,
                         const struct simt_shared_slot *slot);
void simt_declare_calls(const struct simt_kernel *kernel, const char *names);

/* This block's copy of the variable. Never NULL. */
void *simt_shared_static(struct simt_shared_slot *slot);
/* This block's dynamic shared memory; `name` is what the source calls it. */
void *simt_shared_dynamic(const char *name);

/* 1 if the address lies in this block's shared memory, and then its offset
 * there (offset may be NULL); 1 if it is device or managed memory. */
int simt_is_shared(const void *address, size_t *offset);
int simt_is_global(const void *address);

/* ---- barriers and warps -------------------------------------------------- */

void simt_barrier(void);               /* __syncthreads */
int simt_barrier_count(int predicate); /* __syncthreads_count */
int simt_barrier_and(int predicate);
int simt_barrier_or(int predicate);
/* grid.sync(): waits for all blocks of a cooperative launch. In another launch
 * it ends the kernel with a message. */
void simt_grid_barrier(void);
/* 1 in a kernel that was launched cooperatively, else 0. */
int simt_is_cooperative(void);
void simt_warp_sync(unsigned mask); /* __syncwarp */
unsigned simt_active_mask(void);    /* __activemask */
unsigned simt_coalesced_mask(void); /* the same for a group, which may then sync and exchange */

enum simt_shuffle { SIMT_SHFL_IDX, SIMT_SHFL_UP, SIMT_SHFL_DOWN, SIMT_SHFL_XOR };

/* One register of 32 or 64 bits. `operand` is srcLane, delta or laneMask;
 * width is a power of two up to 32. As on the hardware a lane whose source lies outside
 * its segment gets its own value back; a source lane that does not take part
 * gives a poison value. */
uint64_t simt_shuffle(unsigned mask, uint64_t value, unsigned bytes, enum simt_shuffle how,
                      unsigned operand, unsigned width);

int simt_vote_all(unsigned mask, int predicate);
int simt_vote_any(unsigned mask, int predicate);
unsigned simt_vote_ballot(unsigned mask, int predicate);
unsigned simt_match_any(unsigned mask, uint64_t value, unsigned bytes);
unsigned simt_match_all(unsigned mask, uint64_t value, unsigned bytes, int *predicate);

enum simt_reduce { SIMT_ADD, SIMT_MIN, SIMT_MAX, SIMT_AND, SIMT_OR, SIMT_XOR };
unsigned simt_reduce(unsigned mask, unsigned value, enum simt_reduce how, int is_signed);

/* ---- atomics and fences -------------------------------------------------- */

enum simt_atomic {
    SIMT_ATOMIC_ADD,
    SIMT_ATOMIC_SUB,
    SIMT_ATOMIC_MIN,
    SIMT_ATOMIC_MAX,
    SIMT_ATOMIC_AND,
    SIMT_ATOMIC_OR,
    SIMT_ATOMIC_XOR,
    SIMT_ATOMIC_INC,
    SIMT_ATOMIC_DEC,
    SIMT_ATOMIC_EXCH,
    SIMT_ATOMIC_CAS
};
enum simt_type { SIMT_I32, SIMT_U32, SIMT_I64, SIMT_U64, SIMT_F32, SIMT_F64, SIMT_U16 };
enum simt_scope { SIMT_SCOPE_BLOCK, SIMT_SCOPE_DEVICE, SIMT_SCOPE_SYSTEM };

/* Value bits travel in the low bytes of a uint64_t. `compare` matters for CAS
 * only. Returns the bits that were there before. Lets other lanes run now and
 * then, so that a lock held by a neighbour in the warp gets released. */
uint64_t simt_atomic(void *address, enum simt_atomic op, enum simt_type type, uint64_t value,
                     uint64_t compare, enum simt_scope scope);
void simt_fence(enum simt_scope scope);
void simt_nanosleep(unsigned ns); /* lets other lanes run */

/* __trap() and a failed device assert: ends the launch with a sticky error,
 * cudaErrorLaunchFailure and cudaErrorAssert, and a message at the caller's line. */
void simt_trap(const char *message) __attribute__((noreturn));
/* The same for the line that a return address belongs to. */
void simt_trap_at(const char *message, const void *pc) __attribute__((noreturn));
void simt_assert_failed(const char *message) __attribute__((noreturn));

/* ---- symbols ------------------------------------------------------------- */

enum simt_symbol_space { SIMT_SYMBOL_DEVICE, SIMT_SYMBOL_CONSTANT, SIMT_SYMBOL_MANAGED };

/* Makes a __device__, __constant__ or __managed__ variable known by address.
 * Called before main. The strings must live on. */
void simt_register_symbol(const char *name, void *address, size_t bytes,
                          enum simt_symbol_space space, const char *file, unsigned line);

/* ---- statistics of the last launch of this process (host side) ------------ */

struct simt_launch_stats {
    const char *kernel;
    struct simt_dim3 grid, block;
    uint64_t barriers; /* completed __syncthreads, summed over all blocks */
    uint64_t blocks;
    uint64_t threads;
    double ms;
};
/* Fills *stats; returns 0, or -1 when nothing was launched yet. */
int simt_last_launch(struct simt_launch_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
