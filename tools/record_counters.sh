#!/bin/sh
# Profiles the ladder and the access patterns on an NVIDIA GPU with Nsight
# Compute and writes what the hardware counted:
#
#   tools/record_counters.sh [FOLDER]      default docs/data
#
#   FOLDER/GPU_counters.csv  one row per launch: steps 01-08 and three more kernels,
#                            at two sizes and three block sizes
#   FOLDER/GPU_opcodes.csv   the same launches, instructions by opcode
#   FOLDER/GPU_wavefronts.csv  the same launches, wavefronts of shared memory by opcode, as
#                            they follow from the addresses of each instruction
#   FOLDER/GPU_patterns.csv  one row per access pattern of tests/counters/pattern.c
#
# PARTS="counters opcodes wavefronts patterns" chooses some of them, PATTERNS="NAME ..." some patterns.
# GPU is the device's name in lower case, such as h200. Needs nvcc, ncu, and the
# right to read the counters. Clocks and caches are left as they are. Takes about
# five minutes. WORK=FOLDER keeps the programs and the profiler's own files there.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-docs/data}
parts=" ${PARTS:-counters opcodes wavefronts patterns} "
sizes=1048576,1000003
blocks="128 256 512"

tools=ncu
. tools/recording.sh
flags="-O3 -std=c++17 -gencode=arch=compute_$capability,code=sm_$capability"

# ---- build ----------------------------------------------------------------

home=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
for source in tools/one_launch common/resident tests/counters/pattern; do
    cc -std=c11 -D_DEFAULT_SOURCE -O2 -Icommon -Itests/counters -I"$home/include" \
        -c $source.c -o "$work/$(basename $source).o"
done
jobs=""
for source in steps/0[1-8]_*/reduce.cu tests/counters/float4.cu tests/counters/atomic_*.cu; do
    name=$(basename "$(dirname "$source")")
    [ "$name" != counters ] || name=$(basename "$source" .cu)
    for block in $blocks; do
        # shellcheck disable=SC2086
        nvcc $flags -DBLOCK=$block -Icommon "$source" "$work/one_launch.o" "$work/resident.o" -o "$work/$name.$block" &
        jobs="$jobs $!"
        echo "$name.$block" >>"$work/programs"
    done
done
case $parts in
*" patterns "*)
    # shellcheck disable=SC2086
    nvcc $flags -Itests/counters tests/counters/patterns.cu "$work/pattern.o" -o "$work/patterns" &
    jobs="$jobs $!"
    ;;
esac
for job in $jobs; do
    wait "$job"
done

# ---- profile ---------------------------------------------------------------

ncu --query-metrics --query-metrics-mode base 2>/dev/null | awk '{ print $1 }' >"$work/known"

# Those of the metrics given that this GPU has, with commas between.
available() {
    for metric; do
        case $metric in
            launch__* | sass__*) echo "$metric" ;;
            *) if grep -qx "${metric%%.*}" "$work/known"; then echo "$metric"; fi ;;
        esac
    done | paste -sd, -
}

profile() { # LABELS OUTPUT METRICS COMMAND...: the command's standard error gives a label per launch
    labels=$1 output=$2 metrics=$3
    shift 3
    ncu --target-processes all --clock-control none --cache-control none --csv --page raw \
        --print-units base --print-metric-instances details --log-file "$output" \
        --metrics "$metrics" "$@" 2>"$labels"
}

profile_heading() {
    heading "profiler: ncu $(ncu --version | sed -n 's/^Version //p')" "compiled with: nvcc $flags" \
        "profiled with: ncu --clock-control none --cache-control none"
}

table() { # PART LABELS METRICS
    { profile_heading && awk -f tools/counters.awk -v metrics="$3" -v labels="$2" "$work/$1.raw"; } \
        >"$work/$1.csv"
    mkdir -p "$folder"
    cp "$work/$1.csv" "$folder/${gpu}_$1.csv"
    wc -l "$folder/${gpu}_$1.csv"
}

cat >"$work/all.sh" <<END
for program in $(paste -sd' ' "$work/programs"); do
    "$work/\$program" --n $sizes
done
END

record_counters() {
    metrics=$(available \
        smsp__inst_executed.sum smsp__thread_inst_executed_pred_on_per_inst_executed.ratio \
        smsp__inst_executed_op_shared_ld.sum smsp__inst_executed_op_shared_st.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_st.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_red.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum \
        smsp__inst_executed_op_global_red.sum smsp__inst_executed_op_shared_atom.sum \
        smsp__sass_branch_targets_threads_divergent.sum \
        smsp__sass_branch_targets_threads_uniform.sum smsp__inst_executed_op_branch.sum \
        launch__registers_per_thread launch__occupancy_limit_registers \
        launch__occupancy_limit_warps launch__occupancy_limit_blocks \
        launch__occupancy_limit_shared_mem launch__shared_mem_per_block_dynamic \
        launch__shared_mem_per_block_static)
    profile "$work/labels" "$work/counters.raw" "$metrics" sh "$work/all.sh"
    table counters "$work/labels" "$metrics"
}

record_opcodes() {
    metrics=sass__inst_executed_per_opcode
    profile "$work/labels" "$work/opcodes.raw" "$metrics" sh "$work/all.sh"
    table opcodes "$work/labels" "$metrics"
}

# The profiler's source page: it follows the addresses of each instruction, so what
# other warps do at the same time does not show, as it does in the counters above.
record_wavefronts() {
    ncu --target-processes all --clock-control none --cache-control none \
        --section SourceCounters --log-file "$work/wavefronts.log" -f -o "$work/wavefronts" \
        sh "$work/all.sh" 2>"$work/labels"
    ncu --import "$work/wavefronts.ncu-rep" --page source --print-source sass --csv \
        --print-units base >"$work/wavefronts.raw"
    { profile_heading && awk -f tools/wavefronts.awk -v labels="$work/labels" \
        -v programs="$work/programs" "$work/wavefronts.raw"; } >"$work/wavefronts.csv"
    mkdir -p "$folder"
    cp "$work/wavefronts.csv" "$folder/${gpu}_wavefronts.csv"
    wc -l "$folder/${gpu}_wavefronts.csv"
}

record_patterns() {
    metrics=$(available \
        smsp__inst_executed_op_shared_ld.sum smsp__inst_executed_op_shared_st.sum \
        smsp__inst_executed_op_shared_atom.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum \
        l1tex__data_pipe_lsu_wavefronts_mem_shared.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_st.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum \
        l1tex__t_requests_pipe_lsu_mem_global_op_red.sum \
        l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum)
    profile /dev/null "$work/patterns.raw" "$metrics" \
        sh -c "\"$work/patterns\" ${PATTERNS:-} >\"$work/pattern.labels\""
    table patterns "$work/pattern.labels" "$metrics"
}

for part in counters opcodes wavefronts patterns; do
    case $parts in *" $part "*) record_$part ;; esac
done
