#!/bin/sh
# Draws the charts of a sweep, as SVG and PNG, with gnuplot:
#   charts.sh [TABLE [FOLDER]]
# By default the recorded table, into docs/figures/bench; another one into build/bench/charts.
set -eu
cd "$(dirname "$0")/.."
recorded=docs/data/h200_variants.csv
table=${1:-$recorded}
folder=docs/figures/bench
[ "$table" = $recorded ] || folder=build/bench/charts
folder=${2:-$folder}

if ! command -v gnuplot >/dev/null 2>&1; then
    echo "charts: gnuplot is missing. Install it with your package manager (Debian: gnuplot-nox)." >&2
    exit 1
fi
[ -r "$table" ] || { echo "charts: cannot read $table" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/charts"

pick() { # NAME=VALUE...
    for word; do set -- "$@" -v "$word"; shift; done
    awk "$@" -f bench/select.awk "$table"
}

device=$(sed -n 's/^# device: //p' "$table")
[ -n "$device" ] || device=$(awk -F, 'NR == 2 { print $3 }' "$table")
largest=$(pick what=largest)
[ "$largest" -gt 268435456 ] && largest=268435456
blocks_n=$(awk -F, '!/^#/ && $5 != 256 && $4 > 0 { n = $4 } END { print n + 0 }' "$table")

pick what=steps n="$largest" >"$work/steps"
if [ ! -s "$work/steps" ]; then
    echo "charts: $table is no sweep: it lacks times of all steps, which make bench CSV=$table writes on a GPU" >&2
    exit 2
fi
pick what=programs >"$work/programs"
while read -r name; do
    pick what=time block=256 program="$name" >"$work/$name"
    pick what=blocks n="$blocks_n" program="$name" | sort -n >"$work/blocks.$name"
done <"$work/programs"
crossover=$(pick what=crossover first=atomic_per_element second=03_sequential)
ceiling=$(awk -F, '!/^#/ && $12 + 0 > top { top = $12 + 0 } END { print top + 0 }' "$table")

for kind in svg png; do
    gnuplot -e "kind='$kind'; work='$work'; folder='$work/charts'; device='$device'; ceiling=$ceiling; \
        n=$largest; blocks_n=$blocks_n; crossover='${crossover:-}'" bench/charts.gp
done
mkdir -p "$folder"
mv "$work"/charts/* "$folder"
echo "Charts of $table are in $folder: speedup, bandwidth, crossover, blocks (.svg, .png)."
[ -z "$crossover" ] ||
    echo "$crossover" | awk '{ printf "One atomic per element is overtaken by the tree of step 03 at n = %d (between %d and %d).\n", $1, $2, $3 }'
