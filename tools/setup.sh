#!/bin/sh
# Installs what is missing to build (setup.sh) or to run the tests (setup.sh
# check). Asks nothing. NO_INSTALL=1 prints the command and installs nothing.
set -eu

missing=          # in words, for the reader
kinds=            # compiler make cmake check pkgconfig, for package_names

need() { # KIND WORDS
    kinds="$kinds $1"
    missing="${missing:+$missing, }$2"
}

look() {
    missing= kinds=
    cc=${CC:-cc} cxx=${CXX:-c++} # either may carry options
    command -v "${cc%% *}" >/dev/null 2>&1 && command -v "${cxx%% *}" >/dev/null 2>&1 ||
        need compiler "a C and C++ compiler"
    command -v make >/dev/null 2>&1 || need make make
    command -v cmake >/dev/null 2>&1 || need cmake CMake
    [ "$1" = check ] || return 0
    if ! command -v pkg-config >/dev/null 2>&1; then
        need pkgconfig pkg-config
        need check "the test library Check"
    elif ! pkg-config --exists 'check >= 0.15'; then
        need check "the test library Check (0.15 or newer)"
    fi
}

package_names() { # MANAGER
    for kind in $kinds; do
        case $1:$kind in
            apt:compiler) echo gcc g++ ;;
            apt:pkgconfig) echo pkg-config ;;
            apk:compiler) echo build-base linux-headers ;;
            pacman:compiler) echo gcc ;;
            dnf:compiler | zypper:compiler) echo gcc gcc-c++ ;;
            dnf:check | zypper:check) echo check-devel ;;
            apk:check) echo check-dev ;;
            brew:compiler) ;;
            *:pkgconfig) echo pkgconf ;;
            *) echo "$kind" ;;
        esac
    done
}

# Prints the command that installs, or nothing where no manager is known.
install_command() {
    for manager in apt-get dnf pacman zypper apk brew; do
        command -v $manager >/dev/null 2>&1 || continue
        names=$(package_names "${manager%-get}" | tr '\n' ' ')
        case $manager in
            apt-get) echo "apt-get install -y --no-install-recommends $names" ;;
            dnf) echo "dnf install -y $names" ;;
            pacman) echo "pacman -S --needed --noconfirm $names" ;;
            zypper) echo "zypper --non-interactive install $names" ;;
            apk) echo "apk add $names" ;;
            brew) echo "brew install $names" ;;
        esac
        return
    done
}

# Prints what must stand before the command to be allowed to install. Fails
# where that would need a password.
privilege() { # COMMAND
    case $1 in brew*) return 0 ;; esac
    [ "$(id -u)" -ne 0 ] || return 0
    sudo -n true 2>/dev/null && echo "sudo -n"
}

install() { # COMMAND
    if ! as=$(privilege "$1"); then
        echo "Installing needs a password. Run this, then try again:" >&2
        echo "  sudo $1" >&2
        exit 1
    fi
    echo "Installing: $1" >&2
    case $1 in apt-get*) $as apt-get update -q >&2 </dev/null || true ;; esac
    # shellcheck disable=SC2086  # both are lists of words
    $as env DEBIAN_FRONTEND=noninteractive $1 >&2 </dev/null
}

purpose=${1:-build}
look "$purpose"
[ -n "$missing" ] || exit 0

echo "Missing: $missing." >&2
command=$(install_command)
if [ -z "$command" ]; then
    echo "Please install it: there is no package manager here that this script knows." >&2
    exit 1
fi
if [ -n "${NO_INSTALL:-}" ]; then
    echo "To install it (NO_INSTALL is set, nothing was done):" >&2
    echo "  $command" >&2
    exit 1
fi
install "$command"
look "$purpose"
if [ -n "$missing" ]; then
    echo "Still missing after the installation: $missing." >&2
    exit 1
fi
