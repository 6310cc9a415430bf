#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a folder of its own, as a user with a PREFIX at home would, compiles the programs of docs/examples with nothing
# but what pkg-config says of the installed library, starts them as they are, and looks at what they print. Also compiles
# each installed header on its own, as C and as C++, and takes everything away again.
set -euo pipefail

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
flags="-std=c17 -Wall -Wextra -Wpedantic -Werror"
cxxflags="-std=c++17 -Wall -Wextra -Wpedantic -Werror"
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
    [ "$(grep -c '^legal: ' "$1")" = 20 ] &&
        grep -qx 'perft 3: 8902' "$1" &&
        grep -qx 'position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 20x16,18,20x15' "$1" &&
        grep -qE '^engine: [a-h][78][a-h][56]$' "$1" &&
        grep -qx 'result: ongoing' "$1"
}

echo "1..8"
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

while read -r header; do
    echo "#include <${header#"$stage"*/include/leaper/}>" >"$stage/header.c"
    cc $flags $(pkg-config --cflags leaper) -fsyntax-only "$stage/header.c" || fail "${header##*/} stands on its own"
done < <(find "$stage" -path '*/include/leaper/*' -name '*.h')
pass "every installed header stands on its own"

while read -r header; do
    echo "#include <${header#"$stage"*/include/leaper/}>" >"$stage/header.cc"
    g++ $cxxflags $(pkg-config --cflags leaper) -fsyntax-only "$stage/header.cc" || fail "${header##*/} is C++"
    grep -q '^extern "C" {$' "$header" || [[ "$header" =~ /(leaper|atomic)\.h$ ]] ||
        fail "${header##*/} says that its functions are C"
done < <(find "$stage" -path '*/include/leaper/*' -name '*.h')
pass "every installed header can be included by C++"

program=$stage/first_steps
cc $flags "$LEAPER_SOURCE/docs/examples/first_steps.c" $(pkg-config --cflags --libs leaper) -o "$program" ||
    fail "first_steps compiles"
pass "first_steps compiles"

"$program" >"$stage/output" || { cat "$stage/output"; fail "first_steps starts where it was installed at home"; }
says_what_it_should "$stage/output" || { cat "$stage/output"; fail "first_steps says what it should"; }
pass "first_steps starts and says what it should"

cat >"$stage/game.cc" <<'END'
#include <leaper.h>

#include <iostream>
#include <memory>

int main()
{
    error err{};
    const game *chess = game_find("chess", &err);
    std::unique_ptr<session, decltype(&session_free)> played(session_new(chess, nullptr, nullptr, &err), session_free);
    if (!played || !session_play_text(played.get(), "Nf3", &err))
        return 1;
    std::cout << position_perft(&played->position, 2) << "\n";
}
END
g++ $cxxflags "$stage/game.cc" $(pkg-config --cflags --libs leaper) -o "$stage/game" || fail "a C++ program compiles"
[ "$("$stage/game")" = 440 ] || fail "a C++ program plays a game"
pass "a C++ program compiles, starts and plays"

"$stage$prefix/bin/leaper" --version >/dev/null || fail "the installed program starts"
pass "the installed program starts"

mkdir -p "$stage$prefix/share/leaper/web" "$stage$prefix/share/other"
touch "$stage$prefix/share/leaper/web/index.html" "$stage$prefix/share/other/kept"
# As the Makefile does, whose list must be the one that is removed.
copied=$(sed -n 's/^\t@cp \(share.*\) \$(DESTDIR).*/\1/p' "$LEAPER_SOURCE/Makefile")
[ -n "$copied" ] || fail "the Makefile says which files it copies"
for file in $copied; do
    cp "$LEAPER_SOURCE/$file" "$stage$prefix/share/leaper/"
done
python3 "$LEAPER_SOURCE/tools/uninstall.py" --build "$LEAPER_BUILD" --destdir "$stage" --folder "$prefix/share/leaper" >/dev/null
left=$(find "$stage$prefix" -type f -o -type l)
[ "$left" = "$stage$prefix/share/other/kept" ] || { echo "$left"; fail "uninstall leaves only what is not Leaper's"; }
[ ! -e "$stage$prefix/include/leaper" ] && [ ! -e "$stage$prefix/share/leaper" ] || fail "uninstall leaves no empty folder"
pass "uninstall removes everything, and nothing else"
