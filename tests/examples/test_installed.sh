#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a temporary folder, as a user with a PREFIX at home would, compiles the programs in docs/examples with only the
# flags that pkg-config gives for the installed library, runs them without further settings, and checks their output. Also
# compiles each installed header on its own, as C and as C++ of several standards, and uninstalls everything.
set -euo pipefail

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
flags="-Wall -Wextra -pedantic -Werror"
cases=0

fail() {
    echo "not ok $((cases + 1)) - $1"
    exit 1
}

pass() {
    cases=$((cases + 1))
    echo "ok $cases - $1"
}

says_what_it_should() {
    grep -qx 'turns: 20, perft 3: 8902' "$1" &&
        grep -qx 'position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 20x32' "$1" &&
        grep -qE '^result: (white|black) \(.+\)$' "$1" &&
        grep -qx '\[Variant "Fuel Chess"\]' "$1" &&
        grep -qE '^tour: .*, drawn in tour.svg$' "$1" &&
        grep -q '</svg>' "${1%/*}/tour.svg"
}

# Runs an example in the folder where it may write its files.
run_example() { # PROGRAM
    rm -f "$stage/tour.svg"
    (cd "$stage" && "$1" >"$stage/output") || { cat "$stage/output"; return 1; }
    says_what_it_should "$stage/output" || { cat "$stage/output"; return 1; }
}

echo "1..9"
DESTDIR=$stage meson install -C "$LEAPER_BUILD" --no-rebuild --quiet >"$stage/install.log" 2>&1 ||
    { cat "$stage/install.log"; fail "install"; }
description=$(find "$stage" -name leaper.pc)
[ -n "$description" ] || fail "leaper.pc is installed"
# The same library with the folder itself as its PREFIX: what `make install PREFIX=~/folder` writes.
prefix=$(sed -n 's/^prefix=//p' "$description")
sed -i "s|^prefix=.*|prefix=$stage$prefix|" "$description"
export PKG_CONFIG_PATH=${description%/*}
unset LD_LIBRARY_PATH PKG_CONFIG_SYSROOT_DIR
pass "install"

headers=$(find "$stage" -path '*/include/leaper/*.h' | sort)
[ "$(wc -w <<<"$headers")" = "$(find "$LEAPER_SOURCE/include/leaper" -name '*.h' | wc -l)" ] || fail "the public headers are installed"
[ -z "$(find "$stage" -path '*/include/*' -name '*.h' -not -path '*/include/leaper/*')" ] || fail "no other header is installed"
pass "the public headers are installed, and no others"

stand_alone() { # COMPILER STANDARD SUFFIX
    command -v "$1" >/dev/null || return 0
    for header in $headers; do
        echo "#include <leaper/${header##*/}>" >"$stage/header.$3"
        "$1" -std="$2" -Wall -Wextra -pedantic -Werror $(pkg-config --cflags leaper) -fsyntax-only "$stage/header.$3" ||
            fail "${header##*/} stands on its own ($1 -std=$2)"
    done
}
for standard in c99 c11 c17; do
    stand_alone gcc $standard c
    stand_alone clang $standard c
done
pass "every installed header stands on its own as C99, C11 and C17"
for standard in c++11 c++17; do
    stand_alone g++ $standard cc
    stand_alone clang++ $standard cc
done
pass "every installed header stands on its own as C++11 and C++17"

cc -std=c99 $flags "$LEAPER_SOURCE/docs/examples/first_steps.c" $(pkg-config --cflags --libs leaper) -o "$stage/first_steps" ||
    fail "first_steps.c compiles"
run_example "$stage/first_steps" || fail "first_steps runs with a library installed at home, and prints what it should"
cp "$stage/output" "$stage/output-c"
pass "first_steps.c compiles, runs and prints what it should"

g++ -std=c++11 $flags "$LEAPER_SOURCE/docs/examples/first_steps.cc" $(pkg-config --cflags --libs leaper) -o "$stage/first_steps_cc" ||
    fail "first_steps.cc compiles"
run_example "$stage/first_steps_cc" || fail "first_steps in C++ prints what it should"
cmp "$stage/output" "$stage/output-c" || fail "first_steps prints the same in C++"
pass "first_steps.cc compiles, runs and prints the same"

[ -z "$(find "$stage" -name '*.a')" ] || fail "no static archive is installed: its internal names would be global"
pass "no static archive is installed"

"$stage$prefix/bin/leaper" --version >/dev/null || fail "the installed program starts"
pass "the installed program starts"

mkdir -p "$stage$prefix/share/leaper/web" "$stage$prefix/share/other"
touch "$stage$prefix/share/leaper/web/index.html" "$stage$prefix/share/other/kept"
# Copies what the Makefile copies; uninstall must remove the same list.
copied=$(sed -n 's/^\t@cp \(share.*\) \$(DESTDIR).*/\1/p' "$LEAPER_SOURCE/Makefile")
[ -n "$copied" ] || fail "the Makefile copies files from share"
for file in $copied; do
    cp "$LEAPER_SOURCE/$file" "$stage$prefix/share/leaper/"
done
python3 "$LEAPER_SOURCE/tools/uninstall.py" --build "$LEAPER_BUILD" --destdir "$stage" --folder "$prefix/share/leaper" >/dev/null
left=$(find "$stage$prefix" -type f -o -type l)
[ "$left" = "$stage$prefix/share/other/kept" ] || { echo "$left"; fail "uninstall leaves only what is not Leaper's"; }
[ ! -e "$stage$prefix/include/leaper" ] && [ ! -e "$stage$prefix/share/leaper" ] || fail "uninstall leaves no empty folder"
pass "uninstall removes everything, and nothing else"
