#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian packages that Leaper needs and that are missing: install-deps.sh GROUP…
# Groups: build (compile and run), page (the library for browsers), test (all checks), deb (Debian packages), bench (what we compare with).
# Does nothing, and needs no rights, when everything is there.
set -euo pipefail

# make may call this for two groups at once, and only one apt-get can install.
exec 9<"$0"
flock 9

declare -A packages=(
    [build]="gcc libc6-dev meson ninja-build pkg-config libjansson-dev libmicrohttpd-dev libsqlite3-dev
             libsodium-dev libcairo2-dev zlib1g-dev libedit-dev ca-certificates"
    [page]="clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32"
    [test]="libcmocka-dev libgmp-dev libsimde-dev g++ clang lld clang-tidy clang-format libclang-rt-14-dev llvm cppcheck chromium chromium-headless-shell sqlite3 curl
             xboard xvfb fairy-stockfish libopenmpi-dev openmpi-bin python3-cffi python3-wheel mypy man-db mandoc zsh"
    [deb]="debhelper dh-python dpkg-dev fakeroot lintian python3 python3-cffi"
    [bench]="fairy-stockfish pgn-extract"
)

installed() {
    [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed* ]]
}

node_is_good() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]
}

missing=()
for group in "$@"; do
    for package in ${packages[$group]}; do
        if command -v dpkg-query >/dev/null && ! installed "$package"; then
            missing+=("$package")
        fi
    done
    # Node may come from elsewhere than Debian, so ask for the programs.
    if [ "$group" = build ] && ! node_is_good; then
        missing+=(nodejs npm)
    fi
done

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "Leaper needs: ${missing[*]} (names of Debian 12). Install them with this system's package manager." >&2
    exit 1
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Leaper needs packages that are missing. As root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi

echo "Leaper needs these Debian packages, installing them: ${missing[*]}"
"${root[@]}" apt-get -q update </dev/null
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${missing[@]}" </dev/null
