#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the program and the library without the commands about tours, without the server and without MPI, in a temporary folder: their dependencies are neither
# looked for nor linked, the library exports the same names, the missing commands report that they are missing, and the tests of notation, search and the library pass.
set -euo pipefail

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cases=0

fail() {
    echo "not ok $((cases + 1)) - $1"
    exit 1
}

pass() {
    cases=$((cases + 1))
    echo "ok $cases - $1"
}

echo "1..6"
meson setup "$build" "$LEAPER_SOURCE" -Dtests=enabled -Dunits=folders -Dtours=disabled -Dserver=disabled -Dmpi=disabled >"$build/setup.log" 2>&1 ||
    { sed 's/^/# /' "$build/setup.log"; fail "meson accepts -Dtours=disabled -Dserver=disabled -Dmpi=disabled"; }
! grep -iE '(dependency|program|library) [^ ]*(gmp|cairo|mpi |sqlite|microhttpd|sodium).*YES' "$build/setup.log" ||
    fail "the dependencies of tours, server and MPI are not looked for"
pass "the dependencies of tours, server and MPI are not looked for"

ninja --quiet -C "$build" -j 2 >"$build/build.log" 2>&1 || { tail -40 "$build/build.log" | sed 's/^/# /'; fail "it builds"; }
! readelf -d "$build/leaper" "$build"/src/libleaper.so | grep NEEDED | grep -E 'gmp|cairo|mpi|sqlite|microhttpd|sodium' ||
    fail "their libraries are not linked"
# The program has tables of endings, the library has not.
! readelf -d "$build"/src/libleaper.so | grep NEEDED | grep libz || fail "the library does not need zlib"
pass "it builds, and the libraries of what is left out are not linked"

nm -D --defined-only "$build"/src/libleaper.so | awk '{print $3}' | LC_ALL=C sort | cmp - "$LEAPER_SOURCE/tests/api/symbols.txt" ||
    fail "the library exports the same names"
cat >"$build/absent.c" <<'END'
#include <leaper/leaper.h>

#include <string.h>

int main(void)
{
    struct leaper_error error;
    struct leaper_tours_spec spec = {.board = "5x6"};
    struct leaper_tours_options meeting = {.method = LEAPER_TOURS_MITM};
    struct leaper_tours_number number;
    struct leaper_tours *tours = leaper_tours_new(&spec, &error);
    if (leaper_has_feature("meeting") || leaper_tours_count(tours, &meeting, &number, &error) || error.code != LEAPER_ERROR_NOT_BUILT_IN)
        return 1;
    return !leaper_tours_count(tours, NULL, &number, &error) || strcmp(number.tours, "8") != 0;
}
END
cc -I "$LEAPER_SOURCE/include" "$build/absent.c" "$build/src/libleaper.so" -Wl,-rpath,"$build/src" -o "$build/absent"
"$build/absent" || fail "the library counts tours, but not by meeting in the middle"
pass "the library exports the same names, says what is not built in, and counts tours without it"

for command in 'tours count 6x6' serve 'archive check'; do
    status=0
    "$build/leaper" $command >"$build/out" 2>"$build/err" || status=$?
    [ "$status" = 1 ] && grep -q 'built without' "$build/err" || { sed 's/^/# /' "$build/err"; fail "'leaper $command' reports that it is not built in"; }
done
[ "$("$build/leaper" perft chess 3 --json | grep -c '"nodes": *8902')" = 1 ] || fail "leaper perft counts"
pass "the missing commands report it, the others work"

ls "$build"/share/leaper-*.1 | grep -E 'tours|serve|archive' && fail "missing commands have no page"
sed -n 's/^\.TP//; s/^\\fBleaper\\-\(.*\)\\fR(1)$/\1/p' "$build/share/leaper.1" | while read -r command; do
    [ -e "$build/share/leaper-$command.1" ] || { echo "# leaper(1) lists leaper-$command(1)"; exit 1; }
done || fail "leaper(1) lists only pages that exist"
! grep -nwE 'tours|serve|archive' "$build/share/leaper.1" "$build/share/leaper" "$build/share/_leaper" | sed 's/^/# /' | grep . ||
    fail "neither the manual nor completion offers missing commands"
pass "neither the manual nor completion offers missing commands"

# The rules are the same as in the full build, so their tests are not repeated.
meson test -C "$build" --no-rebuild --quiet --num-processes 2 --suite notation --suite search --suite session --suite api \
    >"$build/test.log" 2>&1 || { tail -40 "$build/test.log" | sed 's/^/# /'; grep '^not ok' "$build/meson-logs/testlog.txt" | sed 's/^/# /'; fail "the tests of notation, search and the library pass"; }
pass "the tests of notation, search and the library pass"
