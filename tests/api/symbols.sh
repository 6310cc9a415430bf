#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The shared library exports what tests/api/symbols.txt lists and include/leaper declares. It calls nothing that prints, ends the
# process, or changes the state of the whole process. docs/library.md says what a change to the list means.
set -euo pipefail

library=$(find "$LEAPER_BUILD/src" -maxdepth 1 -name 'libleaper.so.*.*.*' -type f)
list=$LEAPER_SOURCE/tests/api/symbols.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=0

check() { # NAME FILE: passes when the file is empty
    cases=$((cases + 1))
    if [ -s "$2" ]; then
        sed 's/^/# /' "$2"
        echo "not ok $cases - $1"
    else
        echo "ok $cases - $1"
    fi
}

echo "1..4"
nm -D --defined-only "$library" | awk '{print $3}' | LC_ALL=C sort >"$work/exported"
diff "$list" "$work/exported" >"$work/differences" || true
check "the library exports what the list says" "$work/differences"

cat "$LEAPER_SOURCE"/include/leaper/*.h | sed 's|//.*||' | grep -A1 '^LEAPER_API' | grep -oE '\bleaper_[a-z_]+\(' | tr -d '(' |
    LC_ALL=C sort -u >"$work/declared"
diff "$work/declared" "$list" >"$work/differences" || true
check "the headers declare what the list says" "$work/differences"

grep -v '^leaper_' "$list" >"$work/strangers" || true
check "every name has the prefix" "$work/strangers"

nm -D --undefined-only "$library" | awk '{print $2}' | sed 's/@.*//' |
    grep -xE 'abort|exit|_exit|quick_exit|signal|sigaction|setlocale|printf|puts|putchar|vprintf|perror|stdout|stderr|fprintf|fputs|fputc|system|fork|execv.*|chdir|umask|setenv|srand|rand|strtok|json_set_alloc_funcs2?|__gmp_set_memory_functions|__gmp[zqf]_.*|__printf_chk|__fprintf_chk' >"$work/forbidden" || true
check "the library calls nothing that is the program's business" "$work/forbidden"
