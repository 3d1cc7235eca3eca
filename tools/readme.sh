#!/bin/sh
# Writes the output of commands into a Markdown file, between the lines
#   <!-- output of: COMMAND -->  and  <!-- end of output -->
# so that what a reader sees there was really printed.
set -eu
cd "$(dirname "$0")/.."
file=${1:?usage: readme.sh FILE}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

inside=
while IFS= read -r line; do
    case $line in
        '<!-- output of: '*)
            command=${line#<!-- output of: }
            command=${command% -->}
            printf '%s\n\n```text\n' "$line"
            LC_ALL=C.UTF-8 sh -c "$command" 2>/dev/null </dev/null
            printf '```\n\n'
            inside=1
            ;;
        '<!-- end of output -->')
            inside=
            printf '%s\n' "$line"
            ;;
        *) [ -n "$inside" ] || printf '%s\n' "$line" ;;
    esac
done <"$file" >"$new"
cat "$new" >"$file"
