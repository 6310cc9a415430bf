#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper pgn check` on files of any size: in bounded memory, quietly, as JSON, with figures and null moves."""

import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, contains, equal, main, run, skip_if_sanitized, test  # noqa: E402

GOOD = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n'
BAD = '[Event "x"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n'


def check(text, *arguments, status):
    got, out, err = run("pgn", "check", "-", *arguments, text=text)
    equal((got, err), (status, ""), arguments)
    return out


@test
def more_than_64_mib():
    skip_if_sanitized("a sanitizer's own memory passes the limit")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.pgn")
        filler = ("%" + "x" * 99 + "\n") * 10000
        with open(path, "w") as file:
            file.write(GOOD)
            for _ in range(75):
                file.write(filler)
            file.write(BAD + GOOD)
        done = subprocess.run([PROGRAM, "pgn", "check", path], capture_output=True, text=True, timeout=PATIENCE,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (48 << 20, 48 << 20)))
        equal(done.returncode, 1, done.stderr)
        contains(done.stdout, "3 games, 1 of them with a fault")
        contains(done.stdout, "line 750007, column 13: game 2, Chess: move 2, White: Ke3")


@test
def quiet():
    equal(check(GOOD + GOOD, "--quiet", status=0), "")
    out = check(GOOD + BAD + GOOD, "--quiet", status=1)
    contains(out, "game 2, Chess: move 2, White: Ke3")
    contains(out, "3 games, 1 of them with a fault")
    assert "game 1" not in out and "game 3" not in out


@test
def as_json():
    lines = [json.loads(line) for line in check(GOOD + BAD + "1. e4 {", "--json", status=1).splitlines()]
    equal(lines[0], {"file": "standard input", "game": 1, "legal": True, "variant": "chess", "turns": 4,
                     "result": "draw", "reason": "agreement"})
    fault = lines[1]
    equal((fault["game"], fault["legal"], fault["code"], fault["line"], fault["column"], fault["move"], fault["side"],
           fault["text"]), (2, False, "illegal-move", 7, 13, 2, "white", "Ke3"))
    contains(fault["proposals"], {"text": "Ke2", "follow": 1})
    equal(lines[-1]["faults"], lines[-1]["games"] - 1)
    quiet = check(GOOD + BAD, "--json", "--quiet", status=1).splitlines()
    equal([json.loads(line).get("game") for line in quiet], [2, None])


@test
def games_of_different_variants_and_armies():
    text = ('[Variant "Fuel Chess"]\n[Fuel "3"]\n\n1. Nf3 *\n\n[Variant "Fuel Chess"]\n[Fuel "1"]\n\n1. Nf3 *\n\n'
            '[Variant "chess"]\n[WhiteArmy "nutters"]\n\n1. e4 *\n\n' + GOOD)
    out = check(text, status=1)
    contains(out, "game 1, Fuel Chess: 1 half-move, legal")
    contains(out, "game 2, Fuel Chess: move 1, White: Nf3")
    contains(out, "game 4, Chess: 4 half-moves, all legal")
    contains(out, "4 games, 1 of them with a fault")


@test
def figures_as_play_draws_them():
    contains(check("1. ♘f3 ♞c6 2. ♙e4 d6 3. ♗b5 *\n", status=0), "5 half-moves, all legal")
    out = check("1. ♘f5 *\n", status=1)
    contains(out, "White: ♘f5: ")


@test
def null_moves():
    contains(check("1. e4 (1. -- e5 2. Z0) e5 *\n", status=0), "2 half-moves, all legal")
    contains(check("1. e4 -- *\n", status=1), "this is a null move, which may only occur in variations")


@test
def what_cannot_be_read():
    for name, part in [("/nonexistent.pgn", "cannot read"), ("/", "cannot read"), ("/dev/null", "there is no game")]:
        status, out, err = run("pgn", "check", name)
        equal((status, out), (2, ""), name)
        contains(err, part)


main()
