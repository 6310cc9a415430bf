#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/examples/small-boards.ini can be played, and what docs/reports/balance.md says of its games stands, as far as it is found quickly."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

SOURCE = os.environ["LEAPER_SOURCE"]
BOARDS = os.path.join(SOURCE, "docs", "examples", "small-boards.ini")
QUICK = 10000  # positions

with open(os.path.join(SOURCE, "docs", "reports", "balance.md"), encoding="utf-8") as document:
    ROWS = re.findall(r"^\| `(\w+)` \|(?: (\d+) \|)? (White|Black) \| (\d+) \| ([\d,]+) \| [\d.]+ \|$", document.read(), re.MULTILINE)


@test
def all_can_be_played():
    status, out, err = run("variants", "check", BOARDS)
    equal((status, err), (0, ""))
    equal(out.split(": ")[1:], [f"{len(set(row[0] for row in ROWS))} variants can be played\n"])


@test
def results_of_the_report():
    quick = [row for row in ROWS if int(row[4].replace(",", "")) < QUICK]
    assert len(quick) > 30, quick
    for game, fuel, winner, turns, _ in quick:
        words = ["--variants", BOARDS, "solve", game, "--forced", turns, "--winner", winner.lower(), "--json"]
        found = json.loads(run(*words, *(["--fuel", fuel] if fuel else []))[1])
        # White wins by the first half of its last turn, Black by the second.
        equal((found["status"], found["half_turns"]), ("found", 2 * int(turns) - (winner == "White")), (game, fuel))


@test
def two_units_of_fuel():
    """All thirty turns that White has, and Black's copies of them."""
    white = ["c2c3", "c3c4", "f2f3", "f3f4", "b1c3", "g1f3"]
    white += [f"{file}{rank}{file}{rank + 1}" for file in "abdegh" for rank in (2, 3)]
    white += ["c1b2", "b2a3", "f1g2", "g2h3", "a1b1", "b1b2", "h1g1", "g1g2", "d1d2", "d2d3", "e1e2", "e2e3"]
    equal(len(white), 30)
    both = [turn for move in white for turn in (move, re.sub(r"\d", lambda rank: str(9 - int(rank[0])), move))]
    _, out, _ = run("play", "fuel", "--fuel", "2", "--you", "both", text="\n".join(both) + "\nquit\n")
    contains(out, "30… Ke6{0}  White has no legal move: out of fuel. Black wins.\n")


main()
