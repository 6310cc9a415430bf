#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of variants that attack: each is refused or stays cheap, from the command line and by UCI, within a limit of processor time and memory."""

import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, Conversation, contains, equal, main, run, skip_if_sanitized, test  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()
SECONDS, BYTES = 30, 1 << 30

BIG = "maxFile = 16\nmaxRank = 16\n"
LETTERS = "abcdefghijlmnoqrstuvwxyz"  # all but k and p
CROWD = "/".join(["k" + "1a" * 7 + "1"] + ["a1" * 8, "1a" * 8] * 3 + ["16"] * 2 + ["A1" * 8, "1A" * 8] * 3 + ["K" + "1A" * 7 + "1"])
HOLES = CROWD.replace("16", "*" * 16).replace("1", "*")
HAND = "".join(c.upper() * 3 + c * 3 for c in LETTERS)
KINDS = "".join(f"customPiece{i + 1} = {c}:QNNCCZZ\n" for i, c in enumerate(LETTERS))
RIDERS = f"[g]\n{BIG}king = k\ncustomPiece1 = a:QNNCC\nstartFen = {CROWD} w - - 0 1\n"
EMPTY = "k15/" + "16/" * 14 + "15K"

# What must be refused.
REFUSED = {
    "nothing but zeros": b"\0" * 1000,
    "noise": bytes(range(256)) * 800,
    "too long": "# x\n" * 100000,
    "too many games": "".join(f"[{i:x}]\n" for i in range(30000)),
    "a circle of parents": "[a:b]\n[b:a]\n[c:c]\n",
    "a chain of parents": "".join(f"[g{i}:g{i + 1}]\n" for i in range(1999)) + "[g1999]\n",
    "many faults": "".join(f"[g{i}:chess]\nnfoldRul = 1\n" for i in range(1900)),
    "a long key": "[g]\n" + "x" * 200000 + " = 3\n",
    "a long value": "[g]\nstartFen = " + "x" * 200000 + "\n",
    "a value of many lines": "[g]\nrule = a\n" + "  b\n" * 50000,
    "many parameters": "[g:chess]\n" + "".join(f"parameter = a{i} A{i} 0..1000000 = 5: x\n" for i in range(40)),
    "many words": "[g:chess]\nparameter = a A " + "|".join(f"w{i}" for i in range(900)) + " = w1: x\n",
    "parameters that grow": "[g:chess]\nparameter = a A aaaaaaaaaaaaaaa|b = aaaaaaaaaaaaaaa: x\ncustomPiece1 = c:" + "$a" * 4000 + "\n",
    "back ranks that grow": "[g:chess]\nstartFen = " + "{white}" * 1100 + "\n",
    "a great range": "[g:chess]\ncustomPiece1 = c:W99999999999999999999999999\n",
    "great numbers": "[g:chess]\nmaxRank = -5\nnMoveRule = -1\nnFoldRule = 99999999999999999999\n",
    "great clocks": "[g:chess]\nstartFen = 99999999999999999999/8/8 w - - 99999999999999 99999999999999999\n",
    "many ranks": "[g:chess]\nstartFen = " + "/" * 8000 + "\n",
    "no board": "[g:chess]\nmaxRank = 0\nmaxFile = 0\n",
    "more moves than a list holds": f"[g]\n{BIG}king = k\n{KINDS}pieceDrops = true\ncapturesToHand = true\ndropPromoted = true\npromotedPieceType = "
                                    + " ".join(f"{c}:a" for c in LETTERS[1:]) + f"\nstartFen = {EMPTY}[{HAND}] w - - 0 1\n",
}

# What may be read.
PLAYED = {
    "many games": "".join(f"[g{i}:chess]\nnFoldRule = {i % 9}\n" for i in range(1999)).replace("[g0:", "[g:"),
    "the same key over and over": "[g:chess]\n" + "nFoldRule = 3\n" * 999,
    "the same atom over and over": "[g:chess]\ncustomPiece1 = c:" + "W" * 8000 + "\n",
    "the same region over and over": "[g:chess]\nflagRegion = " + "a1-h8 " * 1300 + "\n",
    "a crowd of riders": RIDERS,
    "walls": RIDERS + "wallingRule = arrow\n",
    "ducks": RIDERS + "wallingRule = duck\n",
    "captures that are compulsory": RIDERS + "mustCapture = true\nwallingRule = arrow\n",
    "fuel": RIDERS + "fuel = 999\n",
    "squares": f"[g]\n{BIG}king = k\ncustomPiece1 = a:QNNCC\nsquareActions = afterPlacing\nsquareReserve = 200\nstalemateValue = loss\n"
               f"startFen = {HOLES} w - - 0 1 200/200 - -\n",
    "a hundred royal riders": f"[g]\n{BIG}customPiece1 = a:QNNCC\nextinctionPieceTypes = a\nextinctionPseudoRoyal = true\nextinctionPieceCount = 0\n"
                              f"startFen = {CROWD.replace('k', 'a').replace('K', 'A')} w - - 0 1\n",
    "drops of all kinds": f"[g]\n{BIG}king = k\n{KINDS}pieceDrops = true\ncapturesToHand = true\nstartFen = {EMPTY}[{HAND}] w - - 0 1\n",
    "drops of all kinds, and ducks": f"[g]\n{BIG}king = k\n{KINDS}pieceDrops = true\ncapturesToHand = true\nwallingRule = duck\n"
                                     f"startFen = {EMPTY}[{HAND}] w - - 0 1\n",
}


def write(text):
    path = os.path.join(FOLDER.name, "attack.ini")
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def limited(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=PATIENCE, preexec_fn=limit)
    return done.returncode, done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")


@test
def attacks_are_refused():
    skip_if_sanitized("limits of memory")
    for name, text in REFUSED.items():
        path = write(text)
        status, out = limited("variants", "check", path)
        equal(status, 2, name + ": " + out[-300:])
        assert len(out) < 1 << 20, name
        status, out = limited("perft", "chess", "1", "--variants", path)
        assert status in (0, 2), (name, status, out[-300:])


@test
def attacks_stay_cheap():
    skip_if_sanitized("limits of memory")
    for name, text in PLAYED.items():
        path = write(text)
        status, out = limited("variants", "check", path)
        equal(status, 0, name + ": " + out[-300:])
        for command in (("show", "g"), ("perft", "g", "1"), ("variants", "show", "g")):
            status, out = limited(*command, "--variants", path)
            equal(status, 0, f"{name}: {command}: {out[-300:]}")


@test
def the_engine_stops():
    for name, text in PLAYED.items():
        with Conversation("uci", "--variants", write(text)) as engine:
            engine.send("setoption name UCI_Variant value g", "position startpos")
            for search, end in (("go infinite", "stop"), ("go movetime 50", "isready"), ("go perft 6", "stop")):
                engine.send(search, end)
                if "perft" not in search:
                    move = engine.until("^bestmove")[-1]
                    assert len(move.split()[1]) > 3 or "region" in name, (name, move)
            engine.ask("isready", "^readyok")


@test
def every_command_says_what_is_wrong_with_a_file():
    commands = [line.split()[0] for line in run("--help")[1].split("Commands:")[1].split("Options:")[0].splitlines() if line.strip()]
    assert len(commands) > 12, commands
    missing = os.path.join(FOLDER.name, "missing.ini")
    for command in commands:
        if command in ("help", "version"):
            continue
        for path in (missing, FOLDER.name, write(b"\0\1\2"), write("# nothing\n" * 40000)):
            status, out, err = run(command, "--variants", path)
            equal((status, out), (2, ""), f"{command} {path}: {err}")
            contains(err, os.path.basename(path))
    good = write("[g:chess]\nnFoldRule = 5\n")
    equal(run("perft", "g", "1", "--variants", good, "--variants", good)[0], 0)


main()
