#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a directory of its own, compiles the programs of docs/examples with nothing but what pkg-config says
# of the installed library, and looks at what they print. Also compiles each installed header on its own.
set -euo pipefail

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
flags="-std=c17 -Wall -Wextra -Wpedantic -Werror"
cases=0

fail() {
    echo "not ok $((cases + 1)) - $1"
    exit 1
}

pass() {
    cases=$((cases + 1))
    echo "ok $cases - $1"
}

echo "1..4"
DESTDIR=$stage meson install -C "$LEAPER_BUILD" --no-rebuild --quiet >"$stage/install.log" 2>&1 ||
    { cat "$stage/install.log"; fail "install"; }
description=$(find "$stage" -name leaper.pc)
[ -n "$description" ] || fail "leaper.pc is installed"
export PKG_CONFIG_PATH=${description%/*} PKG_CONFIG_SYSROOT_DIR=$stage
library=${description%/pkgconfig/*}
pass "install"

while read -r header; do
    echo "#include <${header#"$stage"*/include/leaper/}>" >"$stage/header.c"
    cc $flags $(pkg-config --cflags leaper) -fsyntax-only "$stage/header.c" || fail "${header##*/} stands on its own"
done < <(find "$stage" -path '*/include/leaper/*' -name '*.h')
pass "every installed header stands on its own"

program=$stage/first_steps
cc $flags "$LEAPER_SOURCE/docs/examples/first_steps.c" $(pkg-config --cflags --libs leaper) -o "$program" ||
    fail "first_steps compiles"
pass "first_steps compiles"

LD_LIBRARY_PATH=$library "$program" >"$stage/output" || { cat "$stage/output"; fail "first_steps runs"; }
{
    [ "$(grep -c '^legal: ' "$stage/output")" = 20 ] &&
        grep -qx 'perft 3: 8902' "$stage/output" &&
        grep -qx 'position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 20x16,18,20x15' "$stage/output" &&
        grep -qE '^engine: [a-h][78][a-h][56]$' "$stage/output" &&
        grep -qx 'result: ongoing' "$stage/output"
} || { cat "$stage/output"; fail "first_steps says what it should"; }
pass "first_steps says what it should"
