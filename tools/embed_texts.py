#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a C file that contains other files: the program's own variants, weights and networks of its evaluation, and levels.

    embed_texts.py [--names] OUTPUT NAME [FILE...]

They keep the order of the arguments. src/variants/embedded.h declares what is written, `embedded_NAME`. With --names, the
texts themselves are left out.
"""

import argparse
from pathlib import Path

LINE = 24


def write_text(out, number, path):
    data = path.read_bytes() + b"\0"
    out.write(f"static const char text_{number}[] = {{\n")
    for at in range(0, len(data), LINE):
        # Bytes above 127 do not fit into a char that has a sign.
        out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[at:at + LINE]) + "\n")
    out.write("};\n\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--names", action="store_true")
    parser.add_argument("output")
    parser.add_argument("table")
    parser.add_argument("paths", nargs="*", type=Path)
    asked = parser.parse_args()
    with open(asked.output, "w", encoding="ascii") as out:
        out.write('// Made by tools/embed_texts.py.\n#include "variants/embedded.h"\n\n')
        if not asked.names:
            for number, path in enumerate(asked.paths):
                write_text(out, number, path)
        out.write(f"const struct embedded_text embedded_{asked.table}[] = {{\n")
        for number, path in enumerate(asked.paths):
            text = "0, 0" if asked.names else f"text_{number}, sizeof text_{number} - 1"
            out.write(f'    {{"{path.parent.name}/{path.name}", {text}}},\n')
        out.write("    {0},\n};\n")


if __name__ == "__main__":
    main()
