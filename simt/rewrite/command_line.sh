# shellcheck shell=sh disable=SC2034
# simtcc's command line: nvcc's options and a few of simt's own. Read by simtcc,
# which gives add, fail and warn, and uses the variables that are set here.

usage() {
    cat <<'END'
usage: simtcc [options] file.cu ... [file.c file.cpp file.o -llib ...]

Compiles CUDA C++ into a program for this machine's CPU. Options are nvcc's:
  -o FILE             the output: default a.out, with -c the source's name with .o
  -c                  compile only; -dc the same with -rdc=true
  -O0 ... -O3, -g     as the host compiler; default -O2 -g1; -G is -O0 -g
  -I -D -U -L -l -std=c++17 -W... -f... -m... -M...   as the host compiler
  -x cu               the files that follow are CUDA, whatever their names
  -Xcompiler A,B      hand A and B to the host compiler; -Xlinker to the linker
  -rdc=true           device variables are visible to other files
  --extended-lambda   allow lambdas marked __device__ in host code
  -run                run the program after building it
  -arch, -gencode, -lineinfo, -lcudart, ... are accepted and have no meaning here
simt's own:
  --profile           count what the kernels do (shared and global memory, barriers, ...)
  --check             count, and find races, bad addresses, bad barriers, ...
  --explain NAME      what a finding of --check means, such as shared-race, and its repair
  --keep              keep what simt-rewrite writes: name.simt.ii
  --dryrun, -v        show the commands; without or with running them
  --help, --version
Any other option goes to the host compiler.

environment: CXX and CC choose the host compilers (default g++, else clang++);
SIMT_HOME is the folder where simt is built (default: build/simt in the repository).
The program reads SIMT_PROFILE, words with commas between: off, summary, lines (the source
with counters), launches, csv=FILE, lines-csv=FILE, out=FILE, kernel=NAME.
END
}

# Prints the page of a finding and ends.
explain() { # NAME
    case $1 in
    *[!a-z-]*) ;;
    *)
        if [ -f "$here/explain/$1.md" ]; then
            cat "$here/explain/$1.md"
            exit 0
        fi
        ;;
    esac
    {
        printf 'simtcc: no finding has the name %s. There are:\n' "$1"
        for page in "$here"/explain/*.md; do
            page=${page##*/}
            printf '  %s\n' "${page%.md}"
        done
    } >&2
    exit 2
}

# ---- command line --------------------------------------------------------------

action=build
output=
mode=plain
language=
keep=
dryrun=
verbose=
run_after=
show_version=
std=-std=gnu++17
c_std=
flags= # for the preprocessor and the compiler
optimise=
rewrite_flags=
depend= # -M...
depend_file=
depend_target=
depend_only=
link= # in order: 'o' object | 's' source with its language | 'f' flag
sources=0

# One input: an object for the linker, or a source.
add_input() {
    kind=cu
    case $language:$1 in
    cu:*) ;;
    c:* | :*.c) kind=c ;;
    c++:* | :*.cpp | :*.cc | :*.cxx | :*.C) kind=c++ ;;
    :*.o | :*.obj | :*.a | :*.so | :*.so.*) kind=object ;;
    esac
    [ $kind = object ] || sources=$((sources + 1))
    add link "$kind" "$1"
}

add_include() { # a toolkit's headers would hide simt's
    if [ -e "$1/cuda_runtime.h" ] && [ -e "$1/crt" ]; then
        [ -z "$verbose" ] || warn "-I$1 holds the CUDA toolkit: left out"
    else
        add flags "-I$1"
    fi
}

add_library() {
    case $1 in
    cudart | cudart_static | cudadevrt) ;;
    *) add link flag "-l$1" ;;
    esac
}

set_std() {
    case $1 in
    *++*) std=-std=$1 ;;
    *) c_std=-std=$1 ;;
    esac
}

set_relocatable() {
    case $1 in
    true) rewrite_flags="$rewrite_flags --rdc" ;;
    false) ;;
    *) fail "-rdc takes true or false" 2 ;;
    esac
}

# Sets $value to the option's value: after its =, or the next word.
value_of() { # OPTION REST...
    used=1
    case $1 in
    -*=*) value=${1#*=} ;;
    *)
        [ $# -ge 2 ] || fail "$1 needs a value" 2
        value=$2
        used=2
        ;;
    esac
}

# An option; sets $used to the number of words it took.
read_option() {
    used=1
    case $1 in
    -h | --help) usage && exit 0 ;;
    -V | --version) show_version=1 ;;
    --profile) mode=profile ;;
    --check) mode=check ;;
    --explain | --explain=*) value_of "$@" && explain "$value" ;;
    --keep | -keep) keep=1 ;;
    --dryrun | -dryrun) dryrun=1 verbose=1 ;;
    -v | --verbose) verbose=1 ;;
    -run | --run) run_after=1 ;;
    -c | --compile) action=compile ;;
    -dc | --device-c) action=compile && set_relocatable true ;;
    -E | --preprocess) action=preprocess ;;
    -M | -MM) depend_only=1 && add depend "$1" ;;
    -MD | -MMD | -MP) add depend "$1" ;;
    -MF) value_of "$@" && depend_file=$value ;;
    -MT | -MQ) value_of "$@" && depend_target=$value && add depend "$1" "$value" ;;
    -shared | --shared) add flags -fPIC && add link flag -shared ;;
    -O*) optimise=$1 ;;
    -G | --device-debug)
        optimise=-O0
        add flags -g
        rewrite_flags="$rewrite_flags --debug"
        ;;
    -rdc | -rdc=* | --relocatable-device-code | --relocatable-device-code=*)
        value_of "$@" && set_relocatable "$value" ;;
    --extended-lambda | -extended-lambda | --expt-extended-lambda | -expt-extended-lambda)
        rewrite_flags="$rewrite_flags --extended-lambda" ;;
    -ptx | --ptx | -cubin | --cubin | -fatbin | --fatbin)
        fail "$1: simt compiles for the CPU and writes no GPU code" 2 ;;
    *) read_value_option "$@" ;;
    esac
}

read_value_option() {
    case $1 in
    -o | --output-file) value_of "$@" && output=$value ;;
    -o?*) output=${1#-o} ;;
    -x | -x?* | --x | --x=*) read_language "$@" ;;
    -I | --include-path) value_of "$@" && add_include "$value" ;;
    -I*) add_include "${1#-I}" ;;
    -D | -U) value_of "$@" && add flags "$1$value" ;;
    -L | --library-path) value_of "$@" && add link flag "-L$value" ;;
    -L*) add link flag "$1" ;;
    -l | --library) value_of "$@" && add_library "$value" ;;
    -lineinfo) ;;
    -l?*) add_library "${1#-l}" ;;
    -std | --std | -std=* | --std=*) value_of "$@" && set_std "$value" ;;
    -include | -isystem | -iquote | -idirafter | -imacros) value_of "$@" && add flags "$1" "$value" ;;
    --pre-include) value_of "$@" && add flags -include "$value" ;;
    --system-include) value_of "$@" && add flags -isystem "$value" ;;
    -Xcompiler | -Xcompiler=* | --compiler-options | --compiler-options=*)
        value_of "$@" && add_host_options "$value" ;;
    -Xlinker | -Xlinker=* | --linker-options | --linker-options=*)
        value_of "$@" && add link flag "-Wl,$value" ;;
    -Wl,*) add link flag "$1" ;;
    -ccbin | -ccbin=* | --compiler-bindir | --compiler-bindir=*) value_of "$@" && CXX=$value ;;
    *) read_meaningless "$@" ;;
    esac
}

read_language() {
    case $1 in
    -x | --x) value_of "$@" ;;
    -x=* | --x=*) value=${1#*=} ;;
    *) value=${1#-x} ;;
    esac
    case $value in
    cu | c | c++) language=$value ;;
    none) language= ;;
    *) fail "-x $value is not supported: cu, c, c++ or none" 2 ;;
    esac
}


# What nvcc knows and a CPU has no use for.
read_meaningless() {
    case $1 in
    -arch=* | -code=* | -gencode=* | --gpu-architecture=* | --gpu-code=* | --generate-code=*) ;;
    -arch | -code | -gencode | --gpu-architecture | --gpu-code | --generate-code) value_of "$@" ;;
    -Xptxas=* | -Xnvlink=* | -Xcudafe=* | -Xfatbin=* | -t=* | --threads=* | -maxrregcount=*) ;;
    --maxrregcount=* | -cudart=* | --cudart=* | -diag-suppress=* | --diag-suppress=*) ;;
    -Xptxas | -Xnvlink | -Xcudafe | -Xfatbin | -t | --threads | -maxrregcount) value_of "$@" ;;
    --maxrregcount | -cudart | --cudart | -diag-suppress | --diag-suppress) value_of "$@" ;;
    -Werror) read_werror "$@" ;;
    -default-stream | --default-stream | -default-stream=* | --default-stream=*)
        value_of "$@" && read_default_stream "$1" ;;
    --generate-line-info | --expt-relaxed-constexpr | -expt-relaxed-constexpr) ;;
    -ftz=* | --ftz=* | -prec-div=* | --prec-div=* | -prec-sqrt=* | --prec-sqrt=*) ;;
    -fmad=* | --fmad=* | -res-usage | --resource-usage | -dlto | --dlink-time-opt) ;;
    -use_fast_math | --use_fast_math) warn "$1 has no effect: arithmetic is the CPU's" ;;
    -m64 | --machine=64 | -forward-unknown-to-host-compiler) ;;
    --forward-unknown-to-host-compiler | -extra-device-vectorization) ;;
    *) add_host_option "$1" ;;
    esac
}

read_default_stream() { # OPTION, whose value is in $value
    case $value in
    legacy | null) ;;
    per-thread) warn "${1%%=*} per-thread has no effect: there is one default stream for all threads" ;;
    *) fail "${1%%=*} takes legacy, null or per-thread" 2 ;;
    esac
}

read_werror() { # nvcc's takes a kind of warning, the host compiler's does not
    case ${2:-} in
    all-warnings | cross-execution-space-call | reorder | default-stream-launch | ext-lambda-captures-this)
        used=2
        add flags -Werror
        ;;
    *) add flags -Werror ;;
    esac
}

# The linker must know some of the compiler's options, too.
add_host_option() {
    add flags "$1"
    case $1 in
    -f* | -m* | -pthread | -static* | -s | -rdynamic | -pie | -no-pie) add link flag "$1" ;;
    esac
}

add_host_options() { # A,B,C
    parts=$1,
    while [ -n "$parts" ]; do
        add_host_option "${parts%%,*}"
        parts=${parts#*,}
    done
}

read_command_line() {
    while [ $# -gt 0 ]; do
        case $1 in
        -?*)
            read_option "$@"
            shift "$used"
            ;;
        *)
            add_input "$1"
            shift
            ;;
        esac
    done
}
