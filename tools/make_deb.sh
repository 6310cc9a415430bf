#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian packages: make_deb.sh FOLDER. The source is copied to FOLDER/leaper, the packages end up in FOLDER.
# The page must have been built (make web).
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(realpath "$1")

[ -e web/dist/index.html ] || { echo "web/dist is missing; build the page first: make web" >&2; exit 1; }
rm -rf "${folder:?}/leaper" "$folder"/*.deb "$folder"/*.changes "$folder"/*.buildinfo
mkdir "$folder/leaper"
# What git knows of, as it stands; or, outside a repository, everything but builds.
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
        [ ! -e "$file" ] || printf '%s\0' "$file"
    done
else
    find . -type f -not -path './build*' -not -path './web/node_modules/*' -not -path './web/dist/*' -print0
fi | tar --null --no-recursion -T - -c -f - | tar -x -f - -C "$folder/leaper"
cp -R web/dist "$folder/leaper/web/dist"
cd "$folder/leaper"
DEB_BUILD_OPTIONS="parallel=${JOBS:-$(nproc)} ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage --build=binary --no-sign -rfakeroot
