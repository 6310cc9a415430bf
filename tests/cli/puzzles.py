#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper puzzles`: what it makes is a problem, the same for a seed, kept when it is stopped; and what is in problems/ is proved.

    puzzles.py [all]

Without `all`, only a sample of the sets is proved.
"""

import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, is_sanitized, main, run, test  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SETS = sorted(glob.glob(os.path.join(ROOT, "problems", "*.jsonl")))
ALL = sys.argv[1:] == ["all"]
if ALL:
    sys.argv.pop()  # what is left are names of tests
# Every so many lines; sanitizers make proofs many times as long.
EVERY = 40 if not ALL else 8 if is_sanitized() else 1


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def temporary():
    return tempfile.TemporaryDirectory(prefix="leaper-puzzles-")


@test
def makes_the_same_for_a_seed():
    command = ["puzzles", "fuel", "--fuel", "5", "--count", "3", "--turns", "2", "--seed", "7"]
    status, first, _ = run(*command)
    equal(status, 0)
    equal(run(*command)[1], first)
    equal(run(*command, "--threads", "3")[1], first)
    problems = [json.loads(line) for line in first.splitlines()]
    equal(len(problems), 3)
    for problem in problems:
        equal(problem["turns"], 2)
        equal(len(problem["solution"]), 3)
        solved = json.loads(run("solve", "fuel", "--fuel", "5", "--fen", problem["fen"], "--forced", "2", "--lines", "9", "--json")[1])
        equal([line["turns"][0] for line in solved["solutions"]], problem["solution"][:1])
        equal(solved["half_turns"], 3)
        equal(problem["rating"], 600 + 48 * sum(4 - found for found in problem["found"]))


@test
def goes_on_with_a_file_as_if_it_had_never_stopped():
    command = ["puzzles", "hamiltonian", "--from", "1", "--turns", "2", "--easiest", "600"]
    with temporary() as folder:
        whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
        equal(run(*command, "--count", "8", "--output", whole)[0], 0)
        # An odd number could stop where a colour has had its half.
        for games in "2", "1", "1":
            equal(run(*command, "--count", "8", "--games", games, "--output", parts)[0], 1)
        with open(parts, "a", encoding="utf-8") as file:
            file.write('{"id":"torn')
        equal(run(*command, "--count", "8", "--threads", "2", "--output", parts)[0], 0)
        equal(lines(parts), lines(whole))
        status, out, _ = run("puzzles", "--check", parts)
        equal(status, 0)
        contains(out, "8 proved, 0 wrong")


@test
def keeps_what_was_found_when_it_is_interrupted():
    with temporary() as folder:
        path = os.path.join(folder, "set")
        process = subprocess.Popen([PROGRAM, "puzzles", "hamiltonian", "--from", "1", "--count", "100000", "--threads", "2", "--output", path],
                                   stderr=subprocess.PIPE, text=True)
        while not os.path.exists(path) or os.path.getsize(path) < 2000:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        contains(process.communicate()[1], "problems after game")
        equal(process.returncode, 1)
        equal(run("puzzles", "--check", path, "--every", "5")[0], 0)


@test
def finds_what_is_wrong_in_a_file():
    with temporary() as folder:
        path = os.path.join(folder, "set")
        equal(run("puzzles", "hamiltonian", "--from", "1", "--count", "2", "--output", path)[0], 0)
        good = lines(path)[0]
        for name, wrong in [("turns", 3), ("themes", ["castling"]), ("solution", ["a1a2"]), ("reason", "checkmate"), ("fen", "8 w"),
                            ("game", "nosuch"), ("parameters", {"fuel": 3}), ("id", "00000000")]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(json.dumps({**good, name: wrong}) + "\n")
            status, out, _ = run("puzzles", "--check", path)
            equal((name, status), (name, 1))
            contains(out, f"{path}:1: ")
            contains(out, "0 proved, 1 wrong")


@test
def refuses_what_makes_no_sense():
    for arguments, part in [([], "either a game or --check"), (["fuel", "--check", "x"], "either a game or --check"),
                            (["fuel", "--from", "3", "--turns", "2"], "--from must not be more"), (["--check", "/nonexistent"], "cannot be read"),
                            (["fuel", "--reason", "chekmate"], "did you mean 'checkmate'?"),
                            (["fuel", "--output", "/nonexistent/set"], "cannot be written")]:
        status, _, err = run("puzzles", *arguments)
        equal(status, 2)
        contains(err, part)


@test
def the_sets_are_large_mixed_and_without_repetition():
    for path in SETS:
        problems = lines(path)
        assert len(problems) >= 200, f"{path} has only {len(problems)}"
        equal(len({problem["id"] for problem in problems}), len(problems))
        equal(len({(problem["game"], problem["fen"].split()[0]) for problem in problems}), len(problems))
        white = sum(problem["winner"] == "white" for problem in problems)
        assert len(problems) * 0.4 <= white <= len(problems) * 0.6, f"{path}: White wins {white} of {len(problems)}"


@test
def the_sets_are_proved():
    assert SETS, "no sets"
    for path in SETS:
        status, out, _ = run("puzzles", "--check", path, "--effort", "1000000", "--every", str(EVERY))
        equal((out if status else "", status), ("", 0))


main()
