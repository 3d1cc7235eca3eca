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
        clang_flags
    else
        gcc_flags
    fi
    [ $mode != check ] || add set_flags "-fsanitize=${is_clang:+array-}bounds"
    if [ $mode = check ] && ! division_traps; then
        add set_flags -fsanitize=integer-divide-by-zero
    fi
}

# Of both compilers: what one line of the source does must stay one place in the code, and what
# several lines do must stay several. And the code must lie in the source's order, because
# lanes that went apart come together at the lowest address.

# All versions from 14 to 21 know these options.
clang_flags() {
    for option in instrument-read-before-write=1 distinguish-volatile=1 \
        instrument-func-entry-exit=0; do
        add set_flags -mllvm "-tsan-$option"
    done
    add set_flags -fsanitize-coverage=bb,no-prune,trace-pc-guard
    # Without the first, the rest of a loop goes anywhere. The second threads jumps past
    # barriers. The others make one access of those on two sides of a branch, or of a loop's.
    for option in disable-block-placement simplifycfg-max-small-block-size=0 \
        simplifycfg-sink-common=false simplifycfg-hoist-common=false enable-tail-merge=false \
        disable-loop-idiom-all disable-licm-promotion; do
        add set_flags -mllvm "-$option"
    done
    # The end of a variable's lifetime is code that runs after a loop and lies before it.
    add set_flags -Xclang -disable-lifetime-markers
}

gcc_flags() {
    # gcc threads a jump past a barrier: then there are two, for two halves of a warp. Before 12
    # only the limit on what it copies forbids that. From 16 on it copies a struct from memory
    # again where the source copies a variable.
    add set_flags -fno-tree-sra -fno-reorder-blocks -fno-thread-jumps -fno-tree-forwprop
    add set_flags --param max-jump-thread-duplication-stmts=0
    add set_flags --param tsan-distinguish-volatile=1
    add set_flags --param tsan-instrument-func-entry-exit=0 -fsanitize-coverage=trace-pc
    # A copy of a few bytes would become plain instructions after the instrumentation.
    add set_flags -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
}

# Whether the processor raises a signal when an integer is divided by zero.
division_traps() {
    case $($CXX -dumpmachine) in
    x86_64* | i?86*) ;;
    *) return 1 ;;
    esac
}
