#!/bin/sh
# What stands behind make exercise, exercise-NAME, hint-NAME, solution-NAME,
# reset-NAME and watch: builds the checker if any of its sources is newer, then
# calls it. Nothing newer costs no time, so that an edit is answered at once.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
stamp=$build/exercises/built

is_current() {
    [ -x "$build/tools/exercise" ] && [ -e "$stamp" ] || return 1
    newer=$(find simt common cmake tests/exercises tools exercises/exercise.h CMakeLists.txt \
        tests/CMakeLists.txt -type f -newer "$stamp" | head -n 1)
    [ -z "$newer" ]
}

if ! is_current; then
    sh tools/front.sh exercise-parts
    mkdir -p "$build/exercises"
    : >"$stamp"
fi
exec "$build/tools/exercise" --build "$build" "$@"
