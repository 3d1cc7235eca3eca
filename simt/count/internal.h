/*
 * Between the files of the counters.
 */
#ifndef SIMT_COUNT_INTERNAL_H
#define SIMT_COUNT_INTERNAL_H

#include "count.h"
#include "event.h"

#include <stdio.h>

/* Passes memory on; ends the program, with a message, if there is none. */
void *simt_count_need(void *memory);

/* Adds counters; those that are largest values become the larger. */
void simt_count_merge(uint64_t *sum, const uint64_t *value);

/* ---- pcs.c: one row of counters for each place in the code ------------------- */

struct simt_pc {
    const void *pc;
    /* Where lanes went from the basic block that starts here: the first two ways
     * seen. Both set: its end is a branch. */
    const void *way[2];
    uint64_t value[SIMT_COUNTERS];
};

struct simt_pcs {
    struct simt_pc **slot; /* open addressing by pc; 1 << bits entries */
    unsigned bits;
    size_t count;
};

/* The row of pc, made if it is not there. Aborts the program without memory. */
struct simt_pc *simt_pcs_at(struct simt_pcs *pcs, const void *pc);
/* Adds all of `from`. */
void simt_pcs_merge(struct simt_pcs *pcs, const struct simt_pcs *from);
void simt_pcs_free(struct simt_pcs *pcs);

/* ---- hot.c: which address of global memory gets most atomics ------------------ */

struct simt_hot {
    struct simt_hot_cell {
        uintptr_t address;
        uint64_t lanes;
    } * cell; /* NULL before the first */
    size_t count;
};

/* Counts atomics of these lanes. Beyond some ten thousand addresses, which are
 * not contended then, new ones are not followed. */
void simt_hot_add(struct simt_hot *hot, const uintptr_t *address, uint32_t active);
void simt_hot_merge(struct simt_hot *hot, const struct simt_hot *from);
uint64_t simt_hot_most(const struct simt_hot *hot);
void simt_hot_free(struct simt_hot *hot);

/* ---- branch.c: which ways lanes go from one basic block to the next ------------ */

/* An execution of a basic block by lanes of a warp, until they all went on. */
struct simt_execution {
    struct simt_pc *at;
    uint32_t here;   /* lanes that have not gone on */
    const void *way; /* of the first that went */
    int diverged;
};

/* One warp. */
struct simt_branch_state {
    struct simt_execution execution[32];
    uint32_t used;        /* entries of execution[], as bits */
    unsigned char of[32]; /* by lane: its entry, valid if `known` has the lane */
    uint32_t known;
};

/* The active lanes enter the basic block of row `to`. */
void simt_branch_enter(struct simt_branch_state *warp, struct simt_pc *to, uint32_t active);
/* They leave the kernel. */
void simt_branch_exit(struct simt_branch_state *warp, uint32_t active);
/* After a launch: sets SIMT_COUNT_BRANCHES of all rows. */
void simt_branch_finish(struct simt_pcs *pcs);

/* ---- store.c: what is kept of each launch ------------------------------------- */

void simt_count_store(const struct simt_launch_info *launch, struct simt_pcs *pcs,
                      const struct simt_hot *hot);

/* ---- reports -------------------------------------------------------------------- */

void simt_count_print_summary(FILE *out, const struct simt_count_launch *launch);
/* The source of the kernel's last launch, line by line, with counters beside it. */
void simt_count_print_lines(FILE *out, const char *kernel);
/* One row per launch, with a header. */
void simt_count_print_csv(FILE *out);
/* One row per kernel and source line, of each kernel's last launch. */
void simt_count_print_lines_csv(FILE *out);
/* Calls visit with the name of each kernel, in order of its first launch. */
void simt_count_each_kernel(void (*visit)(const char *kernel, void *context), void *context);
/* Has the program report at its end, as the environment's SIMT_PROFILE asks. */
void simt_count_report_at_exit(void);

#endif
