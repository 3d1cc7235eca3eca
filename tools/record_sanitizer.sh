#!/bin/sh
# Runs every program of tests/mutants on an NVIDIA GPU, plain and under the four
# tools of compute-sanitizer, and writes what they reported:
#
#   tools/record_sanitizer.sh [FILE]      default docs/data/GPU_sanitizer.csv
#
# One row for each program and tool: kind (wrong, right), program, tool (none,
# memcheck, racecheck, initcheck, synccheck), reported (1, 0, or "hangs" past the
# time), the first message. For the tool "none" reported is 1 where the program
# itself found its result wrong or failed. GPU is the device's name in lower case, such
# as h200. Needs nvcc and compute-sanitizer. Takes a few minutes; JOBS=n programs at once
# (default 6), SECONDS_EACH=n is the time for one run (default 20).
set -eu
cd "$(dirname "$0")/.."
tools=compute-sanitizer
. tools/recording.sh
file=${1:-docs/data/${gpu}_sanitizer.csv}
seconds=${SECONDS_EACH:-20}
jobs=${JOBS:-6}

programs=$(ls tests/mutants/wrong/*.cu tests/mutants/right/*.cu)
[ -n "$programs" ] || { echo "$0: no programs in tests/mutants" >&2; exit 1; }

# ---- one program --------------------------------------------------------------

cat >"$work/compile" <<'END'
kind=$(basename "$(dirname "$2")") name=$(basename "$2" .cu)
nvcc -std=c++17 -O2 -lineinfo -arch="sm_$3" "$2" -o "$1/$kind.$name" || echo "$2" >>"$1/failed"
END

# The first thing that a tool says, without its frame and without commas.
cat >"$work/run" <<'END'
work=$1 seconds=$3
kind=$(basename "$(dirname "$2")") name=$(basename "$2" .cu)
for tool in none memcheck racecheck initcheck synccheck; do
    log=$work/$kind.$name.$tool
    options=
    [ $tool != memcheck ] || options="--leak-check full"
    status=0
    if [ $tool = none ]; then
        timeout -s KILL "$seconds" "$work/$kind.$name" >"$log" 2>&1 || status=$?
        message=$(head -n 1 "$log")
    else
        # shellcheck disable=SC2086
        timeout -s KILL "$seconds" compute-sanitizer --tool $tool $options --error-exitcode 77 \
            --print-limit 3 "$work/$kind.$name" >"$log" 2>&1 || status=$?
        message=$(sed -n 's/^========= *//p' "$log" |
            grep -v -e '^COMPUTE-SANITIZER' -e '^$' -e SUMMARY | head -n 1)
    fi
    case $status in
    137) reported=hangs ;;
    77) reported=1 ;;
    *) [ $tool = none ] && [ $status -ne 0 ] && reported=1 || reported=0 ;;
    esac
    [ "$reported" != 0 ] || message=
    printf '%s,%s,%s,%s,%s\n' "$kind" "$name" $tool "$reported" \
        "$(printf '%s' "$message" | tr ',\n' '; ' | cut -c1-160)" >"$log.row"
done
END

# ---- all ------------------------------------------------------------------------

echo "$programs" | xargs -P "$(nproc)" -I{} sh "$work/compile" "$work" {} "$capability"
if [ -s "$work/failed" ]; then
    echo "$0: nvcc refuses:" >&2
    cat "$work/failed" >&2
    exit 1
fi
echo "$programs" | xargs -P "$jobs" -I{} sh "$work/run" "$work" {} "$seconds"
{
    heading "sanitizer: $(compute-sanitizer --version |
        sed -n 's/.*[Vv]ersion \([0-9.]*\).*/compute-sanitizer \1/p' | head -n 1)"
    echo "kind,program,tool,reported,message"
    cat "$work"/*.row
} >"$file"
echo "$(grep -c ',memcheck,' "$file") programs, see $file"
