#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tours unit` and `merge` as a person or a script meets them: pieces of a count, done apart and put together."""

import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


def units_of(*board):
    status, out, err = run("tours", "unit", *board, "--json")
    equal((status, err), (0, ""))
    return json.loads(out)["units"]


def do(directory, *arguments):
    status, out, err = run("tours", "unit", *arguments, "--dir", directory, "--threads", "1")
    equal((status, err), (0, ""))
    return out


@test
def pieces_from_two_places():
    count = units_of("6x6")
    with tempfile.TemporaryDirectory() as place:
        here, there = os.path.join(place, "here"), os.path.join(place, "there")
        do(here, "6x6", "--unit", f"0-{count - 3}")
        do(there, "6x6", "--unit", f"{count - 2}-{count - 1}")
        status, out, err = run("tours", "merge", here, there, "--json")
        equal((status, err), (0, ""))
        answer = json.loads(out)
        equal((answer["count"], answer["directed"], answer["units"]), ("9862", "19724", count))
        # What is there is not done again.
        equal(do(there, "6x6", "--unit", str(count - 1)), "")

        status, out, err = run("tours", "merge", here)
        equal((status, out), (1, ""))
        contains(err, f"2 of {count} units are missing; the first is number {count - 2}")

        status, out, err = run("tours", "merge", here, there, os.path.join(here, "unit-000001.json"))
        equal((status, out), (2, ""))
        contains(err, "unit 1 appears twice")


@test
def units_of_other_boards_and_damaged_ones():
    with tempfile.TemporaryDirectory() as place:
        do(place, "6x6", "--unit", "0-2")
        other = os.path.join(place, "other")
        do(other, "6x8", "--unit", "0")
        status, out, err = run("tours", "merge", place, other)
        equal((status, out), (2, ""))
        contains(err, "belongs to another count: its board is '6x8', not '6x6'")
        # A directory that has units of one count takes none of another.
        status, out, err = run("tours", "unit", "6x8", "--unit", "1", "--dir", place)
        equal((status, out), (1, ""))
        contains(err, "its board is '6x6', not '6x8'")

        path = os.path.join(place, "unit-000001.json")
        text = open(path).read()
        shutil.copy(path, path + ".kept")
        with open(path, "w") as file:
            file.write(text.replace('"states": ', '"states": 1'))
        status, out, err = run("tours", "merge", place)
        equal((status, out), (2, ""))
        contains(err, "checksum")
        status, out, err = run("tours", "unit", "--check", path)
        equal(status, 2)
        contains(err, "checksum")
        status, out, err = run("tours", "unit", "--check", path + ".kept")
        equal((status, err), (0, ""))
        contains(out, "unit 1 of 6x6 is right modulo")


@test
def boards_with_holes_and_open_tours():
    board = ["--board", "5/5/5/5/1*3", "--open", "--from", "a1", "--cut", "2"]
    count = units_of(*board)
    assert count > 1
    with tempfile.TemporaryDirectory() as place:
        do(place, *board, "--unit", f"0-{count - 1}")
        merged = json.loads(run("tours", "merge", place, "--json")[1])
        whole = json.loads(run("tours", "count", *board[:5], "--method", "plain", "--json")[1])
        equal(merged["count"], whole["count"])
        equal(merged["kind"], "open")


@test
def refusals():
    with tempfile.TemporaryDirectory() as place:
        for arguments, part in [
            (["unit", "6x6", "--unit", "0"], "--dir"),
            (["unit", "6x6", "--unit", "x", "--dir", place], "a number or a range"),
            (["unit", "6x6", "--unit", "99999", "--dir", place], "units, 0 to"),
            (["unit", "6x6", "--from", "a1"], "add --open"),
            (["unit", "6x6", "--open", "--closed"], "closed or open, not both"),
            (["count", "6x6", "--open", "--closed", "--units", place], "closed or open, not both"),
            (["count", "6x6", "--open", "--from", "a9", "--units", place], "from"),
            (["unit", "5x6", "--cut", "12"], "cut"),
            (["unit", "6x6", "--check", "file"], "from the file"),
            (["unit", "--check", os.path.join(place, "none")], "cannot read"),
            (["merge"], "which units"),
            (["merge", place], "no units were found"),
        ]:
            status, out, err = run("tours", *arguments)
            equal((status, out), (2, ""), arguments)
            contains(err, part)


main()
