#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the tables of keys in docs/variants.md from those of the program; with --check only compares.

usage: variant_keys.py BUILD [--check]
"""

import ctypes
import glob
import json
import os
import sys

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "variants.md")
MARKS = {"keys": "<!-- keys: made by tools/variant_keys.py -->", "refused": "<!-- refused: made by tools/variant_keys.py -->"}
END = "<!-- end -->"


def ask(build):
    library = ctypes.CDLL(glob.glob(os.path.join(build, "src", "libleaper.so.*[0-9]"))[0])
    library.leaper_request.restype = ctypes.c_char_p
    request = b'{"do":"keys"}'
    return json.loads(library.leaper_request(request, ctypes.c_size_t(len(request))))


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return f"`{cell(text)}`" if text else ""


def type_of(key):
    if "choices" in key:
        return ", ".join(f"`{choice}`" for choice in key["choices"])
    if "range" in key:
        return "number {}–{}".format(*key["range"])
    return key["type"]


def tables(answer):
    keys = [key for key in answer["keys"] if "help" in key and not key["type"].startswith("letter")]
    rows = ["| key | type | without it | meaning | example |", "| --- | --- | --- | --- | --- |"]
    rows += ["| {} | {} | {} | {} | {} |".format(code(key["name"]), type_of(key), code(key.get("default", "")), cell(key["help"]),
                                                 code(key.get("example", "")))
             for key in sorted(keys, key=lambda key: key["name"].lower())]
    refused = ["| key | reason |", "| --- | --- |"]
    refused += [f"| {code(key['name'])} | {cell(key['reason'])} |" for key in sorted(answer["refused"], key=lambda key: key["name"].lower())]
    return {"keys": "\n".join(rows), "refused": "\n".join(refused)}


def main():
    with open(DOCUMENT, encoding="utf-8") as file:
        before = file.read()
    after = before
    for name, table in tables(ask(sys.argv[1])).items():
        start = after.index(MARKS[name]) + len(MARKS[name])
        end = after.index(END, start)
        after = after[:start] + "\n\n" + table + "\n\n" + after[end:]
    if "--check" in sys.argv[2:]:
        sys.exit(before != after and "docs/variants.md differs from the tables of keys: run tools/variant_keys.py build")
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(after)


if __name__ == "__main__":
    main()
