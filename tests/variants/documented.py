#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/variants.md: the tutorial is followed to the letter, its texts are read, and its tables are those of the program.
docs/architecture.md: the mechanism that it has for an example is the one that is compiled and tested."""

import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, main, run, skip_if_sanitized, test  # noqa: E402

SOURCE = os.environ["LEAPER_SOURCE"]

with open(os.path.join(SOURCE, "docs", "variants.md"), encoding="utf-8") as document:
    TEXT = document.read()


def blocks(text):
    """Its blocks of code: the language, and the text."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def section(title):
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def sessions(block):
    """The commands of a block, each with what it prints."""
    return [part.split("\n", 1) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


def printed(command, folder):
    words = shlex.split(command)
    assert words[0] == "leaper", command
    done = subprocess.run([os.path.abspath(PROGRAM), *words[1:]], cwd=folder, capture_output=True, text=True, timeout=100)
    return re.sub(r"^(time  |speed ).*\n", "", done.stdout + done.stderr, flags=re.MULTILINE)


@test
def tutorial():
    steps = iter(blocks(section("A game in ten minutes")))
    texts = [text for language, text in blocks(section("A game in ten minutes")) if language == "ini"]
    # What the tutorial tells the reader to correct after the first block of commands.
    mends = [("promotionPieceType ", "promotionPieceTypes "), ("5e", "e5")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frogs.ini")
        content, commands = "", 0
        for language, block in steps:
            if language == "ini":
                content += block
            else:
                for mend in mends if commands else []:
                    content = content.replace(*mend)
                commands += 1
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
                for command, expected in sessions(block):
                    equal(printed(command, folder), expected, command)
    equal(len(texts), 2)


@test
def combinations():
    text, notes = ("".join(text for language, text in blocks(section("Combinations")) if language == kind) for kind in ("ini", "text"))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "storm.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        status, out, _ = run("variants", "check", path)
        equal((status, out), (0, f"{path}: 1 variant can be played\n"))
        status, out, _ = run("--variants", path, "perft", "great-storm", "1")
        equal((status, out.split()[1]), (0, "62"))
        status, out, _ = run("--variants", path, "variants", "show", "great-storm")
        equal((status, [line for line in out.splitlines() if line.startswith("# The ")]), (0, notes.splitlines()))
        # What is shown is the same game, with the same letters.
        shown = os.path.join(folder, "shown.ini")
        with open(shown, "w", encoding="utf-8") as file:
            file.write(out)
        equal(run("variants", "check", shown)[:2], (0, f"{shown}: 1 variant can be played\n"))
        equal(run("--variants", shown, "perft", "great-storm", "1")[1].split()[1], "62")
        contains(run("--variants", shown, "rules", "great-storm")[1], "The charging rook (J) moves")


@test
def example_of_a_mechanism():
    with open(os.path.join(SOURCE, "docs", "architecture.md"), encoding="utf-8") as file:
        shown = [text for language, text in blocks(file.read()) if language == "c"]
    with open(os.path.join(SOURCE, "docs", "examples", "countdown.c"), encoding="utf-8") as file:
        # After the comments at its head.
        equal(shown, [file.read().split("\n", 2)[2]])


@test
def tables():
    skip_if_sanitized("Python loads the library, which sanitizers do not like")
    tool = os.path.join(SOURCE, "tools", "variant_keys.py")
    done = subprocess.run([sys.executable, tool, os.environ["LEAPER_BUILD"], "--check"], capture_output=True, text=True)
    equal((done.returncode, done.stderr), (0, ""))


main()
