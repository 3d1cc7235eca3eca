# What the record_*.sh scripts share; they source it from the repository's root, after
# naming the tools they need in $tools. It sets, of the first GPU that is seen,
#
#   device, driver   as nvidia-smi names them
#   capability       90 for 9.0
#   gpu              the device in lower case without its maker: h200
#   toolkit          CUDA 13.0 (nvcc 13.0.88)
#
# and $work, a folder that is removed at the end; WORK=FOLDER names one that stays.
#
# shellcheck shell=sh disable=SC2034,SC2154
for tool in nvcc nvidia-smi $tools; do
    command -v "$tool" >/dev/null || { echo "$0: $tool is not there" >&2; exit 3; }
done

ask_gpu() { # FIELD
    nvidia-smi "--query-gpu=$1" --format=csv,noheader | head -n 1
}

device=$(ask_gpu name)
driver=$(ask_gpu driver_version)
capability=$(ask_gpu compute_cap | tr -d .)
gpu=$(echo "$device" | tr 'A-Z ' 'a-z_' | sed 's/^nvidia_//')
toolkit=$(nvcc --version | sed -n 's/.*release \([0-9.]*\), V\([0-9.]*\).*/CUDA \1 (nvcc \2)/p')

work=${WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"

# The comments at the head of a table; lines given stand between the toolkit and the date.
heading() { # [LINE...]
    echo "# device: $device"
    echo "# driver: $driver"
    echo "# toolkit: $toolkit"
    for line; do
        echo "# $line"
    done
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# made by: tools/$(basename "$0")"
}
