#!/bin/sh
# What stands behind the Makefile's targets: sets up, builds what is missing,
# and calls the program that does the work. The knobs come as environment
# variables of the same names.
set -eu
cd "$(dirname "$0")/.."
source=$PWD
build=${BUILD:-build}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKE_TERMOUT MAKE_TERMERR # the outer make's; ours is another

die() {
    echo "$*" >&2
    exit 2
}

jobs() {
    nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# A cached setting of the build, or nothing.
cached() { # NAME
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null || true
}

# One command at a time in a build folder, to its end: another BLOCK would change
# the programs under it. What it calls itself in the same folder does not wait.
# Without flock nobody waits.
lock() {
    mkdir -p "$build"
    folder=$(cd "$build" && pwd -P)
    [ "${LOCKED_BUILD:-}" != "$folder" ] && command -v flock >/dev/null || return 0
    while :; do
        mkdir -p "$build"
        exec 9>>"$build/lock" # the lock lasts as long as this is open
        flock -n 9 || {
            echo "Waiting for another command in $build to end." >&2
            flock 9 || return 0
        }
        # shellcheck disable=SC3013 # every sh beside which flock was seen knows -ef
        [ ! "$build/lock" -ef /dev/fd/9 ] || break # else it was cleaned away
    done
    export LOCKED_BUILD="$folder"
}

configure() {
    # A build folder that came along with a moved or copied tree is of no use.
    home=$(cached CMAKE_HOME_DIRECTORY)
    if [ -n "$home" ] && [ "$home" != "$source" ]; then
        find "$build" -mindepth 1 -maxdepth 1 ! -name lock -exec rm -rf {} +
    fi
    mkdir -p "$build"
    if ! cmake -S . -B "$build" "-DBLOCK=${BLOCK:-256}" >"$build/configure.log" 2>&1; then
        # The sentences of the error, without CMake's account of where it was.
        sed -n '/^CMake Error/,/^Call Stack/s/^  \([^ ]\)/\1/p' "$build/configure.log" >&2
        exit 2
    fi
}

# On a terminal: what is being built now, on one line. Else nothing.
show_progress() {
    if [ -t 2 ]; then
        awk '/^\[ *[0-9]+%\]/ { printf "\r\033[K%s", substr($0, 1, 78); fflush() }
             END { printf "\r\033[K" }' >&2
    else
        cat >/dev/null
    fi
}

# Where a program refuses BLOCK: the sentence with which it does.
refuse_block() {
    sentence=$(sed -n 's/.*error.*BLOCK \(must [^"]*\).*/it \1/p' "$build/build.log" | head -n 1)
    [ -z "$sentence" ] || die "BLOCK is ${BLOCK:-256}: $sentence"
}

prepare() {
    sh tools/setup.sh "${purpose:-build}"
    [ -e "$build/CMakeCache.txt" ] || echo "Building: the first time takes a while." >&2
    configure
}

build() { # TARGET...
    prepare
    compile "$@"
}

compile() { # TARGET...
    {
        failed=0
        cmake --build "$build" --parallel "$(jobs)" --target "$@" 2>&1 9>&- || failed=1
        echo $failed >"$build/failed"
    } | tee "$build/build.log" | show_progress
    if [ "$(cat "$build/failed")" -ne 0 ]; then
        refuse_block
        grep -vE '^(\[ *[0-9]+%\]|g?make(\[[0-9]+\])?:|Consolidate|Scanning)' "$build/build.log" >&2 ||
            cat "$build/build.log" >&2
        exit 1
    fi
}

# Builds what the suites need that ONLY leaves of a list.
build_suites() { # LIST
    purpose=check
    prepare
    if [ -z "${ONLY:-}" ]; then
        compile "$1-build" check-runner
    else
        # shellcheck disable=SC2046 # a suite's name is one word
        compile $(cut -f 1 "$build/$1.list" | grep -F -e "$ONLY" | sed 's/:.*//; s/^/suite-/' | sort -u) \
            check-runner
    fi
}

# What the detectors look at, in many orders of the lanes: wrong and right programs, and
# everything that must be silent. An hour is allowed for each.
check_seeds() {
    purpose=check
    prepare
    cat "$build/check.list" "$build/check-long.list" |
        awk 'BEGIN { FS = OFS = "\t" }
             $1 ~ /^test_(mutants:(wrong|right)|detect_steps|variants_checked|solutions)/ { $2 = 3600; print }' \
            >"$build/check-seeds.list"
    compile suite-test_mutants suite-test_detect_steps suite-test_variants_checked variant-check-blocks \
        suite-test_solutions check-runner
}

# The step's folder name: 3 or 03 -> 03_sequential.
step_name() { # NUMBER
    number=$(printf '%02d' "${1#0}" 2>/dev/null) || number=$1
    for folder in steps/"$number"_*; do
        [ -d "$folder" ] || die "There is no step $1. There are: $(cd steps && echo [0-9]*)"
        basename "$folder"
    done
}

rows_bytes() { # FILE
    if [ -f "$1" ]; then wc -c <"$1"; else echo 0; fi
}

# A main that does not come to the harness succeeds in silence: then no row of CSV
# was written. What goes to a pipe or to standard output is the reader's to look at.
run_judged() { # PROGRAM, then options
    rows=${CSV:-$build/verdict.csv}
    if [ -z "${CSV:-}" ]; then
        rm -f "$rows"
        set -- "$@" --csv "$rows"
    fi
    before=$(rows_bytes "$rows")
    "$@"
    [ "$rows" != - ] || return 0
    [ -f "$rows" ] || [ ! -e "$rows" ] || return 0
    if [ "$(rows_bytes "$rows")" -eq "$before" ]; then
        echo "$name printed no verdict: does its main return what the harness returns?" >&2
        exit 1
    fi
}

# The backend that is asked for, or the build's own. CUDA may not have been built.
choose_backend() { # sets $backend
    built=$(head -n 1 "$build/backend.txt")
    backend=${BACKEND:-$built}
    case $backend in
        simt | "$built") ;;
        cuda)
            echo "The cuda backend was not built: $(sed -n 2p "$build/backend.txt")" >&2
            exit 3
            ;;
        *) die "There is no backend $backend: it is simt or cuda." ;;
    esac
}

run_step() { # NUMBER, then options
    name=$(step_name "$1")
    shift
    build "step-${name%%_*}"
    choose_backend
    run_judged "$build/$backend/$name" "$@"
}

# What the profiling programs understand.
profile_options() { # sets the words of $options
    options=
    [ -z "${N:-}" ] || options="--n $N"
    [ -z "${VALUES:-}" ] || options="$options --values $(echo "$VALUES" | tr -s ' ' ',')"
}

# Whether some step, or the one named, has blocks of so many threads.
allows() { # BLOCK NAME
    grep -q "^$2.* $1\( \|\$\)" "$build/steps.list" 2>/dev/null
}

# Builds the profiling program of a step. The steps' own block size stays.
build_profile() { # NUMBER BLOCK: sets $name and $program
    name=$(step_name "$1")
    [ "$name" != 00_serial ] || die "Step 00 has no kernel."
    BLOCK=$(cached BLOCK)
    allows "${BLOCK:-none}" "" || BLOCK=256
    [ -e "$build/steps.list" ] || build profile # configuring writes the list
    allows "$2" "$name" ||
        die "Step $1 is profiled with blocks of $(sed -n "s/^$name //p" "$build/steps.list") threads, not $2."
    program=$build/simt/profile/$name.$2
    build "profile-$name.$2"
}

profile_step() { # NUMBER
    build_profile "$1" "${BLOCK:-256}"
    profile_options
    SIMT_PROFILE="lines,out=/dev/stdout${CSV:+,lines-csv=$CSV}"
    export SIMT_PROFILE
    # shellcheck disable=SC2086
    exec "$program" $options
}

# Dies, before any work, unless the file can be written. Creates nothing.
need_writable() { # FILE
    if [ -e "$1" ]; then
        [ ! -d "$1" ] && [ -w "$1" ]
    else
        [ -w "$(dirname "$1")" ]
    fi || die "cannot write $1"
}

trace_step() { # NUMBER
    need_writable "${JSON:-/dev/null}"
    need_writable "${SVG:-/dev/null}"
    build_profile "$1" "${TRACE_BLOCK:-64}"
    profile_options
    [ -n "${N:-}" ] || options="--one-block $options"
    mkdir -p "$build/trace"
    json=${JSON:-$build/trace/$name.json} svg=${SVG:-$build/trace/$name.svg}
    # shellcheck disable=SC2086
    SIMT_PROFILE=off SIMT_TRACE="text,json=$json,svg=$svg" "$program" $options
    echo "The picture is $svg, the data are $json."
}

run_variant() { # NAME, then options
    [ -d "variants/$1" ] && [ "$1" != common ] ||
        die "There is no variant $1. There are: $(ls variants | grep -v -e common -e CMake -e README | tr '\n' ' ')"
    build "variant-$1"
    choose_backend
    lacks=$(awk -F '\t' -v name="$1" -v backend="$backend" \
        '$1 == name && ($2 == "absent" || backend == "simt") { print $3 }' "$build/variants.list")
    if [ -n "$lacks" ]; then
        echo "$1 is left out: the $backend backend of this machine lacks $lacks." >&2
        exit 3
    fi
    program=$build/$backend/$1
    shift
    "$program" "$@" 9>&- # MPI leaves a process behind that would hold the lock a little longer
}

show_diff() { # NUMBER
    name=$(step_name "$1")
    number=${name%%_*}
    [ "$number" != 00 ] || die "Step 00 is the first: there is nothing before it."
    before=$(step_name "$((${number#0} - 1))")
    exec sh tools/diff.sh steps/"$before"/reduce.c* steps/"$name"/reduce.c*
}

command=${1:?usage: front.sh COMMAND [NUMBER]}
number=${2:-}
set -- # from here on the options of the programs
[ -z "${N:-}" ] || set -- "$@" --n "$N"
[ -z "${INPUT:-}" ] || set -- "$@" --input "$INPUT"
[ -z "${DATA:-}" ] || set -- "$@" --data "$DATA"
[ -z "${SEED:-}" ] || set -- "$@" --seed "$SEED"
[ -z "${REPEAT:-}" ] || set -- "$@" --repeat "$REPEAT"
[ -z "${DEVICE:-}" ] || set -- "$@" --device "$DEVICE"
[ -z "${BACKEND:-}" ] || set -- "$@" --backend "$BACKEND"
[ -z "${CSV:-}" ] || set -- "$@" --csv "$CSV"

case $command in diff | charts | readme) ;; *) lock ;; esac
case $command in
    run)
        build steps ladder
        exec "$build/tools/ladder" --source "$source" --build "$build" "$@"
        ;;
    step) run_step "$number" "$@" ;;
    diff) show_diff "$number" ;;
    diff-table)
        build diff-table
        exec "$build/tools/diff-table" steps
        ;;
    check | check-long)
        build_suites "$command"
        exec "$build/tools/check-runner" "$build/$command.list" "${ONLY:-}"
        ;;
    check-seeds)
        SEEDS=${SEEDS:-20}
        CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-20} # lanes one by one are slow
        export SEEDS CK_TIMEOUT_MULTIPLIER
        check_seeds
        exec "$build/tools/check-runner" "$build/check-seeds.list" "${ONLY:-}"
        ;;
    check-aarch64)
        purpose=check
        build aarch64
        exec "$build/tests/test_aarch64"
        ;;
    exercise-parts) # what tools/exercise.sh needs
        purpose=check
        build exercise-parts
        ;;
    profile)
        if [ -n "$number" ]; then profile_step "$number"; fi
        build step-profiles profile
        exec "$build/tools/profile" --build "$build" --block "${BLOCK:-256}" ${N:+--n "$N"} \
            ${CSV:+--csv "$CSV"}
        ;;
    trace) trace_step "$number" ;;
    variants)
        build variants variants-table
        exec "$build/tools/variants-table" --source "$source" --build "$build" "$@"
        ;;
    variant) run_variant "$number" "$@" ;;
    bench) # without a GPU there are no times worth a chart: the counters are drawn
        build step-profiles profile
        [ "$(head -n 1 "$build/backend.txt")" != cuda ] || build sweep
        exec sh bench/bench.sh "$build" ${CSV:+"$CSV"}
        ;;
    charts) exec sh bench/charts.sh ${CSV:+"$CSV" "$build/bench/charts"} ;;
    bench-simt)
        build bench-simt
        exec "$build/bench/bench-simt" "$@"
        ;;
    build | cuda-compile)
        if [ "$command" = build ]; then build all; else build cuda-compile; fi
        ;;
    targets) # what other tools need
        # shellcheck disable=SC2086
        build $TARGETS
        ;;
    readme) exec sh tools/readme.sh README.md ;;
    clean) rm -rf "$build" ;;
    *) die "There is no command $command." ;;
esac
