#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the library as a WebAssembly module, for the page: build-wasm/tools/wasm/leaper.wasm. build.sh [JOBS]
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -e build-wasm/jansson/libjansson.a ] || tools/wasm/jansson.sh build-wasm/jansson
[ -e build-wasm/build.ninja ] || meson setup build-wasm --cross-file tools/wasm/wasm32.ini -Dunits=folders -Dtours=disabled \
    -Dserver=disabled -Dtests=disabled -Dmpi=disabled >/dev/null
ninja --quiet -C build-wasm -j "${1:-$(nproc)}"
