#!/bin/sh
# Builds the one file of CUDA C that is open in an editor, with what it needs of this
# repository:
#
#   tools/one_file.sh check FILE           under simt's detectors, and runs it
#   tools/one_file.sh debug FILE OUTPUT    for gdb, as nvcc's -G does
#
# A file that includes harness.h gets the harness; one of variants also what lies beside
# it and what the variants share. Any other file is a program by itself.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-$PWD/build}

die() {
    echo "$*" >&2
    exit 2
}

includes() { grep -q "^#include \"$1\"" "$file"; }

[ $# -ge 2 ] || die "usage: one_file.sh check|debug FILE [OUTPUT]"
command=$1 file=$2
[ -f "$file" ] || die "there is no file $file"
case $file in
*.cu | *.c) ;;
*) die "$file is no CUDA C file" ;;
esac
name=$(basename "$file")
! includes exercise.h ||
    die "An exercise has no main: make exercise-${name%.*} checks this one."

sources=$file
arguments=
case $file in
variants/*)
    beside=$(dirname "$file")
    sources=$(find "$beside" variants/common -name '*.c' -o -name '*.cu')
    ;;
esac
if [ "$sources" != "$file" ] || includes harness.h; then
    sources="$sources $(echo common/*.c common/*.cu)"
    arguments="--n 2^16 --repeat 0"
fi

mkdir -p "$build"
options="-Icommon -Ivariants/common -Ivariants/best"
case $command in
check)
    # shellcheck disable=SC2086
    simt/simtcc --check -g $options $sources -o "$build/checked"
    # shellcheck disable=SC2086
    exec "$build/checked" $arguments
    ;;
debug)
    # shellcheck disable=SC2086
    exec simt/simtcc -G $options $sources -o "${3:?one_file.sh debug FILE OUTPUT}"
    ;;
*) die "one_file.sh does not know $command" ;;
esac
