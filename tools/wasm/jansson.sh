#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles Debian's jansson for WebAssembly, for which there is no package: jansson.sh FOLDER. Leaves jansson.h and libjansson.a in FOLDER.
# The source package comes from where this machine gets its packages; the lists of sources are temporary, so apt's own stay as they are.
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt fetches as a user of its own.
chmod 755 "$work"
mkdir -p "$work/parts" "$work/lists/partial" "$work/source"

# This machine's entries, of either format, as entries for sources.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -e "$file" ] || continue
    case $file in
        *.sources) sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$work/parts/$(basename "$file")" ;;
        *.list) sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" >"$work/parts/$(basename "$file")" ;;
    esac
done
options=(-q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" -o Dir::State::lists="$work/lists"
    -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -o APT::Sandbox::User=)
apt-get "${options[@]}" update </dev/null >"$work/log" 2>&1 || true # sources of others may be missing
if ! (cd "$work/source" && apt-get "${options[@]}" source --download-only jansson </dev/null >>"$work/log" 2>&1); then
    cat "$work/log" >&2
    echo "the source package of jansson cannot be fetched" >&2
    exit 1
fi
tar -xf "$work"/source/jansson_*.orig.tar.* -C "$work/source" --strip-components=1

# The configuration that jansson's authors ship for systems without its configure script; single-threaded.
cd "$work/source/src"
cp ../android/jansson_config.h .
: >jansson_private_config.h
clang-14 --target=wasm32-wasi -O2 -mbulk-memory -ftls-model=local-exec -ffunction-sections -fdata-sections -w \
    -DHAVE_STDINT_H -I. -c ./*.c
rm -f "$folder/libjansson.a"
llvm-ar-14 rcs "$folder/libjansson.a" ./*.o
cp jansson.h jansson_config.h "$folder"
