#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a C file that contains other files: the program's own variants, weights and networks of its evaluation, and levels.

    embed_texts.py OUTPUT NAME [FILE...]

They keep the order of the arguments. src/variants/embedded.h declares what is written, `embedded_NAME`.
"""

import sys
from pathlib import Path

LINE = 24


def main():
    output, table, *names = sys.argv[1:]
    with open(output, "w", encoding="ascii") as out:
        out.write('// Made by tools/embed_texts.py.\n#include "variants/embedded.h"\n\n')
        for number, name in enumerate(names):
            data = Path(name).read_bytes() + b"\0"
            out.write(f"static const char text_{number}[] = {{\n")
            for at in range(0, len(data), LINE):
                # Bytes above 127 do not fit into a char that has a sign.
                out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[at:at + LINE]) + "\n")
            out.write("};\n\n")
        out.write(f"const struct embedded_text embedded_{table}[] = {{\n")
        for number, name in enumerate(names):
            path = Path(name)
            out.write(f'    {{"{path.parent.name}/{path.name}", text_{number}, sizeof text_{number} - 1}},\n')
        out.write("    {0},\n};\n")


if __name__ == "__main__":
    main()
