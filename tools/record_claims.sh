#!/bin/sh
# Runs the experiments of docs/claims.md that need an NVIDIA GPU, and writes the
# tables that the page shows:
#
#   tools/record_claims.sh [FOLDER]      default docs/data
#
#   FOLDER/claim_modulo.csv        step 01 with the block size from blockDim.x and as a constant
#   FOLDER/claim_barrier_cost.csv  cycles of a barrier by block size
#   FOLDER/claim_volatile.csv      step 05 with a volatile last warp: hazards, and right sums
#   FOLDER/claim_atomics.csv       each step with partial sums and with an atomic per block
#
# The page's table of wrong programs is made from what tools/record_sanitizer.sh
# recorded. Needs nvcc and compute-sanitizer, takes some minutes. The times are
# the harness's: after a warm-up, medians of REPEAT=21 runs with a cold L2. N=2^28
# floats, RUNS=100 runs of the volatile warp.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-docs/data}
tools=compute-sanitizer
. tools/recording.sh
n=${N:-2^28} repeat=${REPEAT:-21} runs=${RUNS:-100}
flags="-O3 -gencode=arch=compute_$capability,code=sm_$capability -lineinfo -Icommon"
mkdir -p "$folder"

# ---- build -------------------------------------------------------------------

compile() { # NAME SOURCE: in the background; a refusal is noticed by `built`
    # shellcheck disable=SC2086
    nvcc $flags "$2" "$work/libharness.a" -o "$work/$1" &
}

built() { # NAME...: whether they all are there
    wait
    for name; do
        [ -x "$work/$name" ] || { echo "$0: $name was not built" >&2; exit 1; }
    done
}

# shellcheck disable=SC2086
nvcc $flags -lib common/*.c common/*.cu -o "$work/libharness.a"
steps=
for source in steps/0[1-8]_*/reduce.cu; do
    step=$(basename "$(dirname "$source")")
    steps="$steps $step"
    sed -f docs/claims/one_atomic.sed "$source" >"$work/atomic.$step.cu"
    compile "$step" "$source"
    compile "atomic.$step" "$work/atomic.$step.cu"
done
sed 's/blockDim\.x/BLOCK/g' steps/01_interleaved/reduce.cu >"$work/constant.cu"
compile constant "$work/constant.cu"
sed -f docs/claims/volatile_warp.sed steps/05_unroll_last_warp/reduce.cu >"$work/volatile.cu"
compile volatile "$work/volatile.cu"
compile barrier_cost docs/claims/barrier_cost.cu
# shellcheck disable=SC2086,SC2046
built $steps $(printf 'atomic.%s ' $steps) constant volatile barrier_cost

# ---- measure -----------------------------------------------------------------

start() { # NAME WHAT HEAD: begins a table
    {
        heading
        echo "# $2"
        echo "$3"
    } >"$folder/claim_$1.csv"
}

row() { # NAME FIELD...: a line of the table, commas between
    table=$folder/claim_$1.csv
    shift
    (IFS=, && echo "$*") >>"$table"
}

# Times a program and prints "MS,GBPS"; fails unless the harness found its sums right.
timed() {
    rm -f "$work/row"
    "$work/$1" --n "$n" --repeat "$repeat" --csv "$work/row" >"$work/said" 2>&1 || {
        cat "$work/said" >&2
        return 1
    }
    awk -F, '!/^#/ && !seen++ { for (k = 1; k <= NF; k++) at[$k] = k; next }
             !/^#/ { print $at["median_ms"] "," $at["gbps"] }' "$work/row"
}

# A program that fails ends the script: none of these stands inside a row.
# shellcheck disable=SC2086,SC2046
for program in $steps $(printf 'atomic.%s ' $steps) constant; do
    timed "$program" >"$work/time.$program"
done

time_of() { cat "$work/time.$1"; }

record_modulo() {
    start modulo "$n floats, block 256" "kernel,ms,GB/s"
    row modulo "step 01 with blockDim.x" "$(time_of 01_interleaved)"
    row modulo "step 01 with BLOCK" "$(time_of constant)"
    row modulo "step 02 with blockDim.x" "$(time_of 02_strided_index)"
}

record_barrier_cost() {
    start barrier_cost "one block on an idle multiprocessor" "threads per block,cycles per barrier"
    "$work/barrier_cost" >"$work/said"
    awk 'NR > 1 { print $1 "," $2 }' "$work/said" >>"$folder/claim_barrier_cost.csv"
}

hazards() { # PROGRAM: how many racecheck counts in one run
    compute-sanitizer --tool racecheck "$work/$1" --n 2^16 --repeat 0 >"$work/said" 2>&1 || true
    sed -n 's/.*RACECHECK SUMMARY: \([0-9]*\) hazard.*/\1/p' "$work/said" | grep . || {
        cat "$work/said" >&2
        return 1
    }
}

right() { # PROGRAM: in how many of the runs the harness found nothing wrong
    count=0
    for run in $(seq "$runs"); do
        status=0
        "$work/$1" --n 2^16 --seed "$run" --repeat 0 >"$work/said" 2>&1 || status=$?
        case $status in
        0) count=$((count + 1)) ;;
        1) ;;
        *) cat "$work/said" >&2 && return 1 ;;
        esac
    done
    echo $count
}

record_volatile() {
    start volatile "2^16 floats, block 256" "last warp,racecheck: hazards displayed (at most 100),verified in $runs runs"
    for program in 05_unroll_last_warp volatile; do
        found=$(hazards $program)
        verified=$(right $program)
        case $program in
        volatile) row volatile "volatile and no synchronisation" "$found" "$verified" ;;
        *) row volatile "step 05 as it is" "$found" "$verified" ;;
        esac
    done
}

record_atomics() {
    start atomics "$n floats, block 256" \
        "step,partial sums: ms,GB/s,an atomic per block: ms,atomics: GB/s"
    for step in $steps; do
        row atomics "$step" "$(time_of "$step")" "$(time_of "atomic.$step")"
    done
}

record_modulo
record_barrier_cost
record_volatile
record_atomics
wc -l "$folder"/claim_*.csv
