#!/bin/sh
# Draws the ladder's counters from the table of `make profile CSV=...`:
#   counters.sh TABLE N FOLDER
set -eu
cd "$(dirname "$0")/.."
table=${1:?usage: counters.sh TABLE N FOLDER}
n=${2:?usage: counters.sh TABLE N FOLDER}
folder=${3:?usage: counters.sh TABLE N FOLDER}
command -v gnuplot >/dev/null 2>&1 ||
    { echo "charts: gnuplot is missing. Install it with your package manager (Debian: gnuplot-nox)." >&2; exit 1; }
mkdir -p "$folder"
columns=$(mktemp)
trap 'rm -f "$columns"' EXIT

# Per 1000 floats: step, barriers, wavefronts of shared loads and stores, sectors from memory.
awk -F, -v n="$n" '/^#/ { next }
    !head { for (k = 1; k <= NF; k++) at[$k] = k; head = 1; next }
    { s = 1000 / n
      printf "%s %g %g %g %g\n", substr($1, 1, 2), s * $at["barriers_completed"],
          s * $at["shared_load_wavefronts"], s * $at["shared_store_wavefronts"], s * $at["global_load_sectors"] }
' "$table" >"$columns"

for kind in svg png; do
    gnuplot -e "kind='$kind'; data='$columns'; folder='$folder'" bench/counters.gp
done
echo "The counters' chart is $folder/counters.svg (and .png)."
