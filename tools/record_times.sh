#!/bin/sh
# Times the ladder and everything beyond it on an NVIDIA GPU, and writes the tables
# that the book and the charts show:
#
#   tools/record_times.sh [FOLDER]      default docs/data
#
#   FOLDER/GPU_ladder.csv      the ladder and CUB, 2^28 floats; as a text, too: GPU_ladder.txt
#   FOLDER/GPU_small.csv       steps 07 and 08 at 2^10 ... 2^20
#   FOLDER/GPU_variants.csv    every step and variant that sums floats, 2^6 ... 2^32
#   FOLDER/GPU_labs.csv        argmax, dot, histogram, operators and the other labs
#   FOLDER/GPU_multi_gpu.csv   one GPU beside all of the host, 2^31 and 2^28 floats for each;
#                              left out where there is one
#   FOLDER/GPU_multi_host.csv  1, 2 and 4 ranks of MPI, up to 10^12 floats; left out
#                              without MPI
#
# PARTS="ladder small variants labs multi_gpu multi_host" chooses some of them. GPU is the
# device's name in lower case, such as h200. Every result is verified, or the script fails.
# Needs nvcc and CMake, 16 GiB of the GPU's memory at 2^32 floats, and two minutes after the
# build. WORK=FOLDER keeps the build there.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-docs/data}
tools="cmake c++"
. tools/recording.sh
parts=" ${PARTS:-ladder small variants labs multi_gpu multi_host} "
mkdir -p "$folder"

# ---- build -------------------------------------------------------------------

cmake -S . -B "$work" -DREDUCTION_CUDA=ON -DREDUCTION_CUDA_ARCHITECTURES="$capability" >"$work/said"
cmake --build "$work" --parallel "$(nproc)" --target steps variants sweep ladder >"$work/said" 2>&1 || {
    tail -n 40 "$work/said" >&2
    exit 1
}

# ---- measure -----------------------------------------------------------------

# Runs a program that appends its rows to $work/rows; what it says is shown if it fails.
measure() { # COMMAND...
    "$@" --csv "$work/rows" >"$work/said" 2>"$work/errors" || {
        echo "$0: $* failed:" >&2
        cat "$work/said" "$work/errors" >&2
        exit 1
    }
}

# Writes the rows as a table, and begins anew.
table() { # NAME LINE...: with these lines in its head
    name=$1
    shift
    { heading "$@" && cat "$work/rows"; } >"$folder/${gpu}_$name.csv"
    rm "$work/rows"
    wc -l "$folder/${gpu}_$name.csv"
}

record_ladder() {
    measure "$work/tools/ladder" --source . --build "$work" --backend cuda --n 2^28
    cp "$work/said" "$folder/${gpu}_ladder.txt"
    table ladder "runs: every step verified before and after; all passes included; 00 on a core of the host"
}

# The smallest difference of two measured times, in microseconds.
tick() {
    awk -F, '!/^#/ && !named++ { for (k = 1; k <= NF; k++) at[$k] = k; next }
             { print $at["min_ms"]; print $at["median_ms"]; print $at["max_ms"] }' "$work/rows" | sort -g |
        awk 'NR > 1 && $1 > last && (!least || $1 - last < least) { least = $1 - last }
             { last = $1 }
             END { printf "%.3f", 1000 * least }'
}

# By how many microseconds a median differs at most in a second run of the same.
spread() { # FIRST SECOND
    awk -F, '{ key = $1 "," $4 }
             $8 + 0 == 0 { next }
             NR == FNR { first[key] = $8; next }
             { gap = first[key] > $8 ? first[key] - $8 : $8 - first[key]
               most = gap > most ? gap : most }
             END { printf "%.2f", 1000 * most }' "$1" "$2"
}

record_small() {
    for round in first second; do
        for k in $(seq 10 20); do
            for step in 07_multi_element 08_warp_shuffle; do
                measure "$work/cuda/$step" --n "2^$k" --repeat 201
            done
        done
        mv "$work/rows" "$work/rows.$round"
    done
    cp "$work/rows.first" "$work/rows"
    table small "runs: steps 07 and 08 in turn" "clock: ticks every $(tick) us" \
        "again: one length differs by up to $(spread "$work/rows.first" "$work/rows.second") us in a second run"
}

record_variants() {
    measure "$work/bench/sweep" --from 2^6 --to 2^32 --blocks 2^26
    table variants "runs: sweep --from 2^6 --to 2^32 --blocks 2^26" \
        "ceiling_gbps: the faster of float4 loads and bulk copies, from 16 GiB"
}

record_labs() {
    for lab in argmax dot histogram operators; do
        measure "$work/cuda/$lab" --n 2^28 --repeat 41
    done
    for lab in statistics precision scan segmented; do
        measure "$work/cuda/$lab" --repeat 41
    done
    table labs "runs: argmax, dot, histogram, operators with --n 2^28; the others with their usual n; all with --repeat 41"
}

record_multi_gpu() {
    gpus=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)
    if [ "$gpus" -lt 2 ] || [ ! -x "$work/cuda/multi_gpu" ]; then
        echo "multi_gpu is left out: it takes two GPUs and NCCL"
        return
    fi
    for each in 2147483648 268435456; do
        measure "$work/cuda/multi_gpu" --n $((each * gpus))
    done
    table multi_gpu "runs: $gpus GPUs of one host"
}

record_multi_host() {
    if [ ! -x "$work/cuda/multi_host" ] || ! command -v mpirun >/dev/null; then
        echo "multi_host is left out: it takes MPI and its mpirun"
        return
    fi
    for n in 2^31 10^12; do
        for ranks in 1 2 4; do
            CUDA_VISIBLE_DEVICES=0 measure mpirun --oversubscribe -n $ranks "$work/cuda/multi_host" --n $n
        done
    done
    table multi_host "runs: mpirun -n R multi_host --n N, ranks that share one GPU; a single run each, which makes the data on the GPU and sums it"
}

for part in $parts; do
    record_"$part"
done
