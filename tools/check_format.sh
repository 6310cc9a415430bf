#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that every C file is formatted as .clang-format says.
set -euo pipefail
cd "$(dirname "$0")/.."
find include src tests fuzz bench docs -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run --Werror
