#!/bin/sh
# make lab-1 ... lab-5: the sheet's questions as a file to answer in, once, and the
# table of this machine. make lab-report: all of it on one page. What a learner has
# written in my_labs is never overwritten.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
folder=my_labs
unset CSV JSON SVG # what is measured goes where we want it

die() {
    echo "$*" >&2
    exit 2
}

# The block size and the backend that the programs are built with.
BLOCK=$(sed -n 's/^BLOCK:[A-Z]*=//p' "$build/CMakeCache.txt" 2>/dev/null || true)
export BLOCK="${BLOCK:-256}"

build_targets() { # TARGET...
    TARGETS=$* sh tools/front.sh targets
}

backend() {
    echo "${BACKEND:-$(head -n 1 "$build/backend.txt")}"
}

# ---- the form -----------------------------------------------------------------------

# The numbered items of two sections of a sheet, each with room for an answer.
write_form() { # NUMBER
    form=$folder/lab_$1.md
    [ ! -e "$form" ] || return 0
    mkdir -p "$folder"
    {
        sed -n 's/^# /# /p;/^# /q' "docs/labs/lab_$1.md"
        awk '/^## /       { inside = /Write down first|Questions/; if (inside) printf "\n%s\n", $0 }
             inside && /^[0-9]+\. / { if (open) answer(); open = 1; printf "\n%s\n", $0; next }
             inside && open && /^   / { print; next }
             /^## / && open { answer(); open = 0 }
             END { if (open) answer() }
             function answer() { printf "\n> answer:\n" }' "docs/labs/lab_$1.md"
    } >"$form"
    echo "Your predictions and answers go into $form."
}

# What simtcc --check links, for the sheets' commands.
checker="simt_detect simt_hooks simt_count"

# ---- tables -------------------------------------------------------------------------

# One run of a program as a row: the columns named, from its CSV.
run_row() { # PROGRAM LABEL COLUMNS OPTIONS...
    program=$1 label=$2 columns=$3
    shift 3
    "$program" "$@" --repeat 5 --csv - 2>/dev/null | awk -v label="$label" -v columns="$columns" '
        function split_csv(line, field,    n, text, c, quoted, i) {
            n = 1; field[1] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) field[++n] = ""
                else field[n] = field[n] c
            }
            return n
        }
        NR == 1 { for (n = split_csv($0, name); n > 0; n--) at[name[n]] = n }
        NR == 2 {
            split_csv($0, field)
            row = "| " label
            n = split(columns, wanted, " ")
            for (k = 1; k <= n; k++) {
                value = field[at[wanted[k]]]
                if (wanted[k] ~ /_ms$/ && value != "") value = sprintf("%.3g", value)
                row = row " | " (value == "" ? "–" : value)
            }
            print row " |"
        }'
}

# The counters of one launch as a row.
count_row() { # STEP-FOLDER BLOCK COLUMNS
    counts=$(mktemp)
    SIMT_PROFILE="csv=$counts,out=/dev/null" "$build/simt/profile/$1.$2" --n 65536 2>/dev/null
    awk -F, -v step="${1%%_*}" -v block="$2" -v columns="$3" '
        NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k }
        NR == 2 {
            row = "| " step " | " block
            n = split(columns, wanted, " ")
            for (k = 1; k <= n; k++)
                row = row " | " $at[wanted[k]] / $at["blocks"]
            print row " |"
        }' "$counts"
    rm -f "$counts"
}

table_1() {
    # shellcheck disable=SC2086
    build_targets step-00 step-01 $checker
    echo "| step, N, data | verdict | barriers per block | blocks in the first pass | ms |"
    echo "|---|---|---|---|---|"
    for run in "00_serial 1048576 coded" "00_serial 1048576 mixed" "01_interleaved 65536 coded" \
        "01_interleaved 1048576 coded" "01_interleaved 1048576 mixed" "01_interleaved 1000 ones"; do
        # shellcheck disable=SC2086
        set -- $run
        run_row "$build/$(backend)/$1" "${1%%_*}, $2, $3" "verdict barriers_per_block blocks median_ms" \
            --n "$2" --data "$3"
    done
}

count_table() { # COLUMNS HEADS STEPS BLOCKS
    targets=$checker
    for name in $3; do
        for block in $4; do targets="$targets profile-$name.$block"; done
    done
    # shellcheck disable=SC2086
    build_targets $targets
    echo "| step | block | $2 |"
    echo "|---|---|$(echo "$2" | sed 's/[^|]*|/---|/g; s/[^|]*$/---|/')"
    for name in $3; do
        for block in $4; do count_row "$name" "$block" "$1"; done
    done
}

table_2() {
    count_table "shared_load_requests shared_load_wavefronts shared_load_conflicts shared_store_wavefronts barriers_completed" \
        "load requests | load wavefronts | by conflicts | store wavefronts | barriers" \
        "01_interleaved 02_strided_index 03_sequential" "64 256 1024"
}

table_3() {
    count_table "barriers_completed warp_syncs shuffles shared_load_wavefronts shared_store_wavefronts" \
        "barriers | warp syncs | shuffles | load wavefronts | store wavefronts" \
        "04_first_add 05_unroll_last_warp 08_warp_shuffle" "256 1024"
}

table_4() {
    ways="atomic_per_element atomic_per_block two_launches last_block grid_sync"
    targets="step-07 $checker"
    for name in $ways; do targets="$targets variant-$name"; done
    # shellcheck disable=SC2086
    build_targets $targets
    echo "| way, N | bits, run after run | verdict | ms |"
    echo "|---|---|---|---|"
    for name in $ways 07_multi_element; do
        for n in 1000 65536 1048576; do
            order=same
            ! "$build/$(backend)/$name" --n "$n" --repeat 1 2>/dev/null | grep -q 'order of addition varies' ||
                order=vary
            run_row "$build/$(backend)/$name" "$name, $n | $order" "verdict median_ms" --n "$n"
        done
    done
}

table_5() {
    echo '```text'
    sh tools/exercise.sh list
    echo '```'
}

lab() { # NUMBER
    case $1 in [1-5]) ;; *) die "There is no lab $1: there are labs 1 to 5." ;; esac
    write_form "$1"
    mkdir -p "$folder"
    {
        echo "### Table of lab $1"
        echo
        "table_$1"
        echo
        echo "Backend $(backend), block $BLOCK unless a column says otherwise."
    } >"$folder/lab_$1_table.new"
    mv "$folder/lab_$1_table.new" "$folder/lab_$1_table.md"
    echo "The table of this machine is in $folder/lab_$1_table.md. Predict first, then look."
}

# ---- the report -----------------------------------------------------------------------

machine() {
    echo "| what | on this machine |"
    echo "|---|---|"
    echo "| processor | $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1) |"
    echo "| cores | $(nproc 2>/dev/null || echo '?') |"
    echo "| system | $(uname -sr) |"
    echo "| compiler | $(${CXX:-c++} --version 2>/dev/null | head -n 1) |"
    echo "| backend | $(tr '\n' ' ' <"$build/backend.txt" 2>/dev/null || echo 'nothing is built yet') |"
    gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1) || gpu=
    echo "| GPU | ${gpu:-none} |"
    changed=$(git diff --stat -- steps variants 2>/dev/null | tail -n 1)
    echo "| steps and variants changed | ${changed:-no} |"
}

report() {
    set -- "$folder"/lab_[1-5].md
    [ -e "$1" ] || die "There is nothing to report yet: make lab-1 begins."
    learner=${LEARNER:-$(git config user.name 2>/dev/null || true)}
    {
        echo "# Lab report: ${learner:-name}"
        echo
        date +%Y-%m-%d
        echo
        machine
        for form in "$@"; do
            echo
            sed 's/^# /## /; s/^## \(Write\|Questions\)/### \1/' "$form"
            table=${form%.md}_table.md
            echo
            [ ! -e "$table" ] || cat "$table"
        done
        echo
        echo "## Exercises"
        echo
        table_5
    } >"$folder/report.md"
    awk -f tools/lab_html.awk "$folder/report.md" >"$folder/report.html"
    empty=$(grep -c '^> answer:$' "$folder/report.md" || true)
    echo "The report: $folder/report.md and $folder/report.html"
    [ "$empty" -eq 0 ] || echo "Answers still empty: $empty"
}

case ${1:?usage: lab.sh NUMBER|report} in
    report) report ;;
    *) lab "$1" ;;
esac
