/* The names of the counters, ours and Nsight Compute's. */
#include "count.h"

#include "internal.h"

#include <assert.h>

struct name {
    const char *ours, *metric;
    int largest; /* two values merge into the larger, not into the sum */
};

static const struct name name[SIMT_COUNTERS] = {
    [SIMT_COUNT_SHARED_LOAD_REQUESTS] = { "shared_load_requests", NULL, 0 },
    [SIMT_COUNT_SHARED_LOAD_LANES] = { "shared_load_lanes", NULL, 0 },
    [SIMT_COUNT_SHARED_LOAD_WAVEFRONTS] = { "shared_load_wavefronts",
                                            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                            0 },
    [SIMT_COUNT_SHARED_LOAD_CONFLICTS] = { "shared_load_conflicts",
                                           "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld."
                                           "sum",
                                           0 },
    [SIMT_COUNT_SHARED_STORE_REQUESTS] = { "shared_store_requests", NULL, 0 },
    [SIMT_COUNT_SHARED_STORE_LANES] = { "shared_store_lanes", NULL, 0 },
    [SIMT_COUNT_SHARED_STORE_WAVEFRONTS] = { "shared_store_wavefronts",
                                             "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                                             0 },
    [SIMT_COUNT_SHARED_STORE_CONFLICTS] = { "shared_store_conflicts",
                                            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st."
                                            "sum",
                                            0 },
    [SIMT_COUNT_SHARED_ATOMIC_REQUESTS] = { "shared_atomic_requests",
                                            "smsp__inst_executed_op_shared_atom.sum", 0 },
    [SIMT_COUNT_SHARED_ATOMIC_LANES] = { "shared_atomic_lanes", NULL, 0 },
    [SIMT_COUNT_SHARED_ATOMIC_WAVEFRONTS] = { "shared_atomic_wavefronts", NULL, 0 },
    [SIMT_COUNT_SHARED_ATOMIC_CONFLICTS] = { "shared_atomic_conflicts", NULL, 0 },
    [SIMT_COUNT_SHARED_ATOMIC_QUEUE] = { "shared_atomic_queue", NULL, 1 },
    [SIMT_COUNT_GLOBAL_LOAD_REQUESTS] = { "global_load_requests",
                                          "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 0 },
    [SIMT_COUNT_GLOBAL_LOAD_LANES] = { "global_load_lanes", NULL, 0 },
    [SIMT_COUNT_GLOBAL_LOAD_SECTORS] = { "global_load_sectors",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0 },
    [SIMT_COUNT_GLOBAL_LOAD_BYTES] = { "global_load_bytes", NULL, 0 },
    [SIMT_COUNT_GLOBAL_STORE_REQUESTS] = { "global_store_requests",
                                           "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 0 },
    [SIMT_COUNT_GLOBAL_STORE_LANES] = { "global_store_lanes", NULL, 0 },
    [SIMT_COUNT_GLOBAL_STORE_SECTORS] = { "global_store_sectors",
                                          "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 0 },
    [SIMT_COUNT_GLOBAL_STORE_BYTES] = { "global_store_bytes", NULL, 0 },
    [SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS] = { "global_atomic_requests",
                                            "smsp__inst_executed_op_global_red.sum", 0 },
    [SIMT_COUNT_GLOBAL_ATOMIC_LANES] = { "global_atomic_lanes", NULL, 0 },
    [SIMT_COUNT_GLOBAL_ATOMIC_SECTORS] = { "global_atomic_sectors",
                                           "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 0 },
    [SIMT_COUNT_GLOBAL_ATOMIC_QUEUE] = { "global_atomic_queue", NULL, 1 },
    [SIMT_COUNT_CONSTANT_LOAD_REQUESTS] = { "constant_load_requests", NULL, 0 },
    [SIMT_COUNT_BARRIERS] = { "barriers", "sass__inst_executed_per_opcode:BAR", 0 },
    [SIMT_COUNT_BARRIERS_COMPLETED] = { "barriers_completed", NULL, 0 },
    [SIMT_COUNT_WARP_SYNCS] = { "warp_syncs", NULL, 0 },
    [SIMT_COUNT_SHUFFLES] = { "shuffles", "sass__inst_executed_per_opcode:SHFL", 0 },
    [SIMT_COUNT_VOTES] = { "votes", "sass__inst_executed_per_opcode:VOTE", 0 },
    [SIMT_COUNT_MATCHES] = { "matches", NULL, 0 },
    [SIMT_COUNT_REDUCTIONS] = { "reductions", "sass__inst_executed_per_opcode:REDUX", 0 },
    [SIMT_COUNT_FENCES] = { "fences", NULL, 0 },
    [SIMT_COUNT_BASIC_BLOCKS] = { "basic_blocks", NULL, 0 },
    [SIMT_COUNT_BASIC_BLOCK_LANES] = { "basic_block_lanes", NULL, 0 },
    [SIMT_COUNT_BRANCHES] = { "branches", NULL, 0 },
    [SIMT_COUNT_DIVERGENT_BRANCHES] = { "divergent_branches", NULL, 0 },
};

const char *simt_counter_name(enum simt_counter counter)
{
    assert(counter < SIMT_COUNTERS);
    return name[counter].ours;
}

const char *simt_counter_metric(enum simt_counter counter)
{
    assert(counter < SIMT_COUNTERS);
    return name[counter].metric;
}

void simt_count_merge(uint64_t *sum, const uint64_t *value)
{
    for (unsigned k = 0; k < SIMT_COUNTERS; k++) {
        if (!name[k].largest)
            sum[k] += value[k];
        else if (value[k] > sum[k])
            sum[k] = value[k];
    }
}
