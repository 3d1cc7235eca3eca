# simtcc's compilers and the options that every compilation gets. Read by simtcc, which gives
# add and fail, and has read command_line.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

find_compilers() {
    if [ -z "${CXX:-}" ]; then
        CXX=g++
        command -v g++ >/dev/null || CXX=clang++
        command -v "$CXX" >/dev/null || fail "no C++ compiler found: install g++ or clang++, or set CXX"
    fi
    case $CXX in
    *clang*) is_clang=1 ;;
    *g++*) is_clang= ;;
    *)
        is_clang=
        ! echo __clang__ | $CXX -E -P -x c++ - 2>/dev/null | grep -q '^1' || is_clang=1
        ;;
    esac
    if [ -z "${CC:-}" ]; then
        case $CXX in
        *clang++*) CC=${CXX%clang++*}clang${CXX##*clang++} ;;
        *g++*) CC=${CXX%g++*}gcc${CXX##*g++} ;;
        *) CC=cc ;;
        esac
    fi
}

# What every compilation needs: a return address is a line of the user's, no
# large array jumps over the guard page below a lane's stack, and an endless
# loop is one, as on a GPU.
common_flags() {
    set_flags=
    add set_flags -fno-optimize-sibling-calls -pthread
    add set_flags -fstack-clash-protection -fno-finite-loops
    if [ -n "$is_clang" ]; then
        add set_flags -Qunused-arguments
    fi
}

# Plain code is fast; instrumented code reports each access to shared and global
# memory. One fixed set of options, because counts depend on it.
code_flags() {
    if [ $mode = plain ]; then
        # gcc 12's vectoriser reads array elements that no lane asked for.
        add set_flags -O2 -fno-tree-vectorize -g1
        [ -z "$optimise" ] || add set_flags "$optimise"
        return
    fi
    add set_flags -O1 -g -fsanitize=thread -DSIMT_INSTRUMENT
    if [ -n "$is_clang" ]; then
        for option in instrument-read-before-write=1 distinguish-volatile=1 \
            instrument-func-entry-exit=0; do
            add set_flags -mllvm "-tsan-$option"
        done
        add set_flags -mllvm -disable-block-placement
        add set_flags -fsanitize-coverage=bb,no-prune,trace-pc-guard
    else
        # From 13 on gcc threads a jump past a barrier: then there are two, for two halves of a
        # warp. From 16 on it copies a struct from memory again where the source copies a variable.
        add set_flags -fno-tree-sra -fno-reorder-blocks -fno-thread-jumps -fno-tree-forwprop
        add set_flags --param tsan-distinguish-volatile=1
        add set_flags --param tsan-instrument-func-entry-exit=0 -fsanitize-coverage=trace-pc
    fi
    [ $mode != check ] || add set_flags "-fsanitize=${is_clang:+array-}bounds"
    if [ $mode = check ] && ! division_traps; then
        add set_flags -fsanitize=integer-divide-by-zero
    fi
}

# Whether the processor raises a signal when an integer is divided by zero.
division_traps() {
    case $($CXX -dumpmachine) in
    x86_64* | i?86*) ;;
    *) return 1 ;;
    esac
}
