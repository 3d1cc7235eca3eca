#!/bin/sh
# What stands behind make docs, docs-serve, docs-data, docs-tools, check-docs and
# editor. The book's tools live in a Python environment of their own, build/docs-venv.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-$PWD/build}
venv=$build/docs-venv

die() {
    echo "$*" >&2
    exit 1
}

# The environment with what a list of requirements names, made once per list.
environment() { # REQUIREMENTS
    stamp=$venv/$(basename "$1" .txt).done
    if [ -e "$stamp" ] && [ -z "$(find "$1" -newer "$stamp")" ]; then
        return
    fi
    command -v python3 >/dev/null || die "The book needs Python 3.9 or newer: please install python3."
    if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        [ -z "${NO_INSTALL:-}" ] || die "NO_INSTALL is set: to install what the book needs, run
  python3 -m venv $venv && $venv/bin/pip install -r $1"
        python3 -m venv "$venv" 2>/dev/null || install_venv
    fi
    [ -z "${NO_INSTALL:-}" ] || die "NO_INSTALL is set: $venv/bin/pip install -r $1"
    echo "Installing what $1 lists into $venv (once)." >&2
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$1" >&2
    : >"$stamp"
}

# Debian keeps Python's venv in a package of its own.
install_venv() {
    rm -rf "$venv"
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q python3-venv >&2
        python3 -m venv "$venv"
    else
        die "Python cannot make an environment here. On Debian: sudo apt-get install python3-venv"
    fi
}

mkdocs() {
    environment tools/docs/requirements.txt
    NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true "$venv/bin/python" -m mkdocs "$@"
}

mkdir -p "$build"
case ${1:?usage: docs.sh docs|serve|data|tools|check|commands|editor} in
    docs)
        if ! mkdocs build --site-dir "$build/site" >"$build/docs.log" 2>&1; then
            grep -v '^INFO' "$build/docs.log" >&2
            exit 1
        fi
        echo "The book: build/site/index.html"
        ;;
    serve) mkdocs serve ;;
    data)
        # What is counted and drawn comes from programs.
        TARGETS="$(cd steps && for step in 0[1-9]_*; do echo "profile-$step.256 trainer-$step"; done)" \
            sh tools/front.sh targets
        python3 tools/docs/data.py "$build"
        ;;
    tools)
        environment tools/docs/requirements.txt
        environment tools/docs/requirements-tools.txt
        ;;
    check) python3 tools/docs/check.py "$build" ;;
    commands) python3 tools/docs/commands.py ;;
    editor) python3 tools/docs/editor.py ;;
    *) die "There is no docs.sh $1." ;;
esac
