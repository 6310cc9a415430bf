#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a C file that contains the texts of other files: the program's own variants, and weights of its evaluation.

    embed_texts.py OUTPUT FILE...

The texts keep the order of the arguments; all are in one folder. src/variants/embedded.h declares what is written.
"""

import sys
from pathlib import Path

LINE = 24


def main():
    output, *names = sys.argv[1:]
    with open(output, "w", encoding="ascii") as out:
        out.write('// Made by tools/embed_texts.py.\n#include "variants/embedded.h"\n\n')
        for number, name in enumerate(names):
            data = Path(name).read_bytes() + b"\0"
            out.write(f"static const char text_{number}[] = {{\n")
            for at in range(0, len(data), LINE):
                # Bytes above 127 do not fit into a char that has a sign.
                out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[at:at + LINE]) + "\n")
            out.write("};\n\n")
        folder = Path(names[0]).parent.name
        out.write(f"const struct embedded_text embedded_{folder}[] = {{\n")
        for number, name in enumerate(names):
            out.write(f'    {{"{folder}/{Path(name).name}", text_{number}, sizeof text_{number} - 1}},\n')
        out.write("    {0},\n};\n")


if __name__ == "__main__":
    main()
