#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tours mckay` as a person or a script meets it."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


@test
def figures_as_text():
    status, out, err = run("tours", "mckay", "6x8")
    equal((status, err), (0, ""))
    contains(out, "computed")
    rows = {line[:40].strip(): line[40:].strip() for line in out.splitlines()}
    equal(rows["tours"], "55,488,142")
    equal(rows["their classes"], "2,817")
    # The paper says nothing of this board.
    assert "paper" not in out and "equal" not in out, out


@test
def both_runs_as_json():
    status, out, err = run("tours", "mckay", "6x6", "--both", "--json", "--threads", "2")
    equal((status, err), (0, ""))
    answer = json.loads(out)
    equal((answer["board"], answer["leaper"]), ("6x6", "N"))
    for name in ["plain", "mirrored"]:
        equal(answer[name]["tours"], {"computed": "9862"})
        equal(answer[name]["half_tours"], {"computed": "1845"})
        # On a square of side 6 there are tours with quarter-turn symmetry, which this method does not count.
        assert "classes" not in answer[name]


@test
def refusals():
    for arguments, part in [
        (["7x7"], "even"),
        (["11x6"], "rotate the board"),
        (["6x6", "--leaper", "C"], "two ranks"),
        (["--board", "6/6/6/6/6/5*"], "mirror"),
        (["6x6", "--both", "--mirror"], "includes"),
        (["6x6", "6x6"], "unexpected argument"),
    ]:
        status, out, err = run("tours", "mckay", *arguments)
        equal((status, out), (2, ""), arguments)
        contains(err, part)
    status, out, err = run("tours", "mckay", "8x8", "--memory", "40")
    equal((status, out), (1, ""))
    # The method counts its own memory, the watch that of the process: whichever sees it first says so.
    contains(err, "memory")
    contains(err, "allows")


main()
