#!/bin/sh
# Shows two neighbouring steps: side by side where the terminal is wide enough
# for both, else as one listing with - and +.
set -eu
old=$1
new=$2

title() { # FILE: "Step 03: sequential addressing" from its first line
    sed -n '1s|^// *||p' "$1"
}

color=
columns=0
if [ -t 1 ]; then
    columns=${COLUMNS:-$(stty size 2>/dev/null </dev/tty | cut -d ' ' -f 2)}
    if [ -z "${NO_COLOR:-}" ] && diff --color=always /dev/null /dev/null 2>/dev/null; then
        color=--color=always
    fi
fi

printf '%s  ->  %s\n\n' "$(title "$old")" "$(title "$new")"
status=0
if [ "${columns:-0}" -ge 160 ]; then
    # shellcheck disable=SC2086  # $color may be empty
    diff $color -t -y -W "$columns" "$old" "$new" || status=$?
else
    # shellcheck disable=SC2086
    diff $color -u --label "$old" --label "$new" "$old" "$new" || status=$?
fi
[ "$status" -le 1 ] # 1: they differ, as they should
