#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The UCI option VariantPath: games of files, errors by line, and parameters that files bring."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()


def write(name, text):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def talk(*lines):
    status, out, err = run("uci", text="\n".join(lines) + "\n")
    equal((status, err), (0, ""))
    return out


def errors(out):
    return [line for line in out.splitlines() if line.startswith("info string error:")]


@test
def games_of_a_file():
    path = write("two words.ini", "[five:chess]\nnFoldRule = 5\n[level:chess]\nparameter = much Much 1..9 = 3: how much\nnFoldRule = $much\n")
    out = talk(f"setoption name VariantPath value {path}", "uci", "setoption name Much value 4",
               "setoption name UCI_Variant value level", "d", "go depth 2")
    equal(errors(out), [])
    contains(out, "info string 2 variants, 0 left out: five level\n")
    contains(out, " var five var level\n")
    contains(out, "option name Much type spin default 3 min 1 max 9\n")
    contains(out, "Variant: level")
    contains(out, "\nbestmove ")


@test
def errors_by_line_leave_the_rest():
    path = write("faults.ini", "[good:chess]\n[bad:chess]\nnFoldRul = 3\n[worse:bad]\n")
    out = talk(f"setoption name VariantPath value {path}", "setoption name UCI_Variant value good", "d",
               "setoption name UCI_Variant value bad")
    found = errors(out)
    contains(found[0], f"{path}:3:1: there is no key 'nFoldRul'")
    contains(found[1], f"{path}:4:8: 'bad' has a fault")
    contains(out, "info string 1 variant, 2 left out: good\n")
    contains(out, "Variant: good")
    contains(found[2], "there is no game 'bad'")
    equal(len(found), 3)


@test
def a_game_that_cannot_begin_is_not_described():
    path = write("start.ini", "[start:chess]\nparameter = files Files 7..8 = 8: how many are empty\nstartFen = $files/8/8/8/8/8/8/K6k w - - 0 1\n")
    known, chosen = f"setoption name VariantPath value {path}", "setoption name UCI_Variant value start"
    contains(talk(known, chosen), "info string variant start files 8 ranks 8 ")
    out = talk(known, "setoption name Files value 7", chosen, "d")
    equal(len(errors(out)), 1)
    contains(errors(out)[0], "fewer files than the board")
    assert "info string variant " not in out, out
    contains(out, "Variant: chess")


@test
def a_name_that_is_taken():
    first = write("first.ini", "[same:chess]\nnFoldRule = 4\n")
    other = write("other.ini", "# another\n[same:chess]\nnFoldRule = 5\n")
    out = talk(*(f"setoption name VariantPath value {path}" for path in (first, first, other)), "uci")
    equal(len(errors(out)), 2)
    contains(out, f"{other}:2:2: there is a variant 'same' already")
    contains(out, f"{first}:1:2: note: it is here")
    equal(out.count(" var same"), 1)


@test
def what_is_no_file():
    out = talk("setoption name VariantPath value <empty>", "setoption name VariantPath", "setoption name VariantPath value", "isready")
    equal(errors(out), [])
    out = talk(f"setoption name VariantPath value {FOLDER.name}/none.ini", f"setoption name VariantPath value {FOLDER.name}", "d")
    equal(len(errors(out)), 2)
    contains(out, "cannot be read")
    contains(out, "Variant: chess")


@test
def parameters_of_one_name_and_other_ranges():
    # Chess has no Fuel, Fuel Chess takes 1 to 999, this one 1 to 3.
    path = write("range.ini", "[little:chess]\nparameter = fuel Fuel 1..3 = 2: little\nnFoldRule = $fuel\n")
    out = talk("setoption name Fuel value 400", f"setoption name VariantPath value {path}", "setoption name UCI_Variant value little",
               "d", "setoption name Fuel value 400", "setoption name Fuel value 3", "setoption name UCI_Variant value fuel", "d")
    equal(len(errors(out)), 1)
    contains(errors(out)[0], "from 1 to 3")
    contains(out, "Variant: little")
    contains(out, "Variant: fuel")


main()
