#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# This version against an older one, as a match: is it stronger?
#
#     match_release.sh [-r REVISION] GAME [options of `leaper match`]
#
# REVISION is anything that git understands: a tag, a branch, a commit; the newest tag if nothing is said. It is built once, in
# build-release/, from what git has of it, and kept there. The program of this version is build/leaper, which make brings up to date,
# or the one that LEAPER_PROGRAM names.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."

fail() {
    echo "match_release.sh: $*" >&2
    exit 2
}

revision=
while getopts r: option; do
    case $option in
    r) revision=$OPTARG ;;
    *) fail "usage: match_release.sh [-r REVISION] GAME [options of leaper match]" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || fail "which game? match_release.sh [-r REVISION] GAME [options of leaper match]"
game=$1
shift

git rev-parse --git-dir >/dev/null 2>&1 || fail "this is no git repository, so there is no older version"
[ -n "$revision" ] || revision=$(git describe --tags --abbrev=0 2>/dev/null) ||
    fail "there is no tag yet; name another revision: match_release.sh -r REVISION $game"
commit=$(git rev-parse --verify --quiet "$revision^{commit}") || fail "git knows no revision $revision"
older=$PWD/build-release/${commit:0:12}/leaper
[[ $older != *[[:space:]]* ]] || fail "the command of an engine cannot have blanks in its path: $older"

# The options that the revision knows of those that leave out what a match does not need.
meson_options() {
    local pair
    for pair in server=disabled tests=disabled mpi=disabled units=folders; do
        ! grep -q "^option('${pair%%=*}'" "$1/meson_options.txt" 2>/dev/null || echo "-D$pair"
    done
}

build() {
    local folder=$1 options
    mkdir "$folder/source" && git archive "$commit" | tar -x -C "$folder/source" || return 1
    mapfile -t options < <(meson_options "$folder/source")
    meson setup "${options[@]}" "$folder/build" "$folder/source" >&2 && ninja -C "$folder/build" leaper >&2
}

if [ ! -x "$older" ]; then
    echo "building $revision" >&2
    mkdir -p build-release
    folder=$(mktemp -d build-release/making.XXXXXX)
    trap 'rm -rf "$folder"' EXIT
    build "$folder" || fail "$revision cannot be built"
    mkdir -p "$(dirname "$older")"
    mv "$folder/build/leaper" "$older"
fi

program=${LEAPER_PROGRAM:-}
if [ -z "$program" ]; then
    make -s program >&2
    program=$PWD/build/leaper
fi

# The older program needs the same files of variants.
files=()
previous=
for argument in "$@"; do
    [ "$previous" != --variants ] || files+=("$argument")
    [[ $argument != --variants=* ]] || files+=("${argument#--variants=}")
    previous=$argument
done
command="$older uci"
for file in "${files[@]}"; do
    command+=" --variants $file"
done

cd "$here"
"$program" match "$game" "leaper name=new" "cmd=\"$command\" name=\"$revision\"" "$@"
