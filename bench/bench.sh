#!/bin/sh
# make bench: times every step and variant that sums floats over sizes and block
# sizes, and draws the charts. Without a GPU times would be the simulator's: the
# counters are drawn instead.
#   bench.sh BUILD [TABLE]
set -eu
cd "$(dirname "$0")/.."
build=${1:?usage: bench.sh BUILD [TABLE]}
folder=$build/bench/charts

if [ "$(head -n 1 "$build/backend.txt")" = cuda ]; then
    table=${2:-$build/bench/sweep.csv}
    rm -f "$table"
    echo "Timing: a minute or two." >&2
    "$build/bench/sweep" --from 2^6 --blocks 2^26 --csv "$table"
    exec sh bench/charts.sh "$table" "$folder"
fi

table=${2:-$build/bench/counters.csv}
floats=1048576
echo "There are no times worth a chart: $(sed -n 2p "$build/backend.txt"). Drawing the counters." >&2
"$build/tools/profile" --build "$build" --block 256 --n "$floats" --csv "$table" >/dev/null
exec sh bench/counters.sh "$table" "$floats" "$folder"
