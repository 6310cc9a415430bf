#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tables`: endings are built once, listed, asked and proved; what is wrong gets a clear error."""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


def tables(*arguments, folder, status=0):
    got, out, err = run("tables", *arguments, "--folder", folder)
    equal(got, status, (arguments, out, err))
    return out, err


@test
def builds_lists_and_proves():
    with tempfile.TemporaryDirectory() as folder:
        inside = os.path.join(folder, "new")
        out, _ = tables("build", "KPK", "kkr", "--threads", "2", folder=inside)
        for ending in ("KQK", "KRK", "KBK", "KNK", "KPK-QRBN"):
            contains(out, ending)
            assert os.path.exists(os.path.join(inside, ending + ".table"))
        out, _ = tables("build", "KPK", folder=inside)
        contains(out, "nothing to build")
        rows = [json.loads(line) for line in tables("list", "--json", folder=inside)[0].splitlines()]
        equal([row["ending"] for row in rows], ["KBK", "KNK", "KQK", "KRK", "KPK-QRBN"])
        equal([row["white"]["longest_win"] for row in rows], [0, 0, 10, 16, 28])
        contains(tables("list", folder=inside)[0], "KPK-QRBN        76.5%  23.5%   0.0%   28")
        out, _ = tables("check", folder=inside)
        equal(out.count("follow from their turns"), 5)
        out, _ = tables("check", "KQK", "--every", "3", folder=inside)
        equal(out.count("follow from their turns"), 1)


@test
def armies_share_what_is_the_same():
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KPK", folder=folder)
        out, _ = tables("build", "KPK", "--white", "rookies", folder=folder)
        contains(out, "KPK-QERSFMBN")
        assert "KQK" not in out, out  # of the first game


@test
def a_position_and_its_turns():
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KRK", folder=folder)
        fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
        out, _ = tables("probe", fen, folder=folder)
        lines = out.splitlines()
        equal(lines[0], "White to move: mate in 1")
        equal(lines[1].split(), ["Ra8#", "mate", "in", "1"])
        answer = json.loads(tables("probe", fen, "--json", folder=folder)[0])
        equal(answer["value"], {"result": "win", "turns": 1})
        equal(answer["turns"][0], {"turn": "a1a8", "value": {"result": "win", "turns": 1}})
        equal(len(answer["turns"]), len(lines) - 1)
        # Black takes the rook; or is mated already.
        out, _ = tables("probe", "8/8/8/8/8/1k6/R7/7K b - - 0 1", folder=folder)
        contains(out, "Black to move: draw\n  Kxa2")
        out, _ = tables("probe", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", folder=folder)
        equal(out, "Black to move: mate\n")


@test
def the_solver_asks_them():
    fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KRK", folder=folder)
        turns = json.loads(tables("probe", fen, "--json", folder=folder)[0])["turns"][0]["value"]["turns"]
        status, out, err = run("solve", "chess", "--forced", "24", "--fen", fen, "--tables", folder, "--json")
        equal(status, 0, err)
        solved = json.loads(out)
        equal(solved["half_turns"], 2 * turns - 1)
        equal(len(solved["solutions"][0]["turns"]), 2 * turns - 1)
        contains(run("solve", "chess", "--helped", "2", "--tables", folder)[2], "belongs to --forced")
        for command in (["solve", "chess", "--forced", "2"], ["puzzles", "chess"]):
            status, _, err = run(*command, "--tables", os.path.join(folder, "nowhere"))
            equal(status, 2)
            contains(err, "nowhere")


@test
def problems_are_proved_with_them():
    # A win that takes more than the least effort without tables. With them the proof goes on to compare what else a problem says.
    problem = {"game": "chess", "parameters": {"armies": ["fide", "fide"]}, "fen": "2k5/8/4KR2/8/8/8/8/8 w - - 0 1", "turns": 5, "seed": 1, "number": 1}
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KRK", folder=folder)
        path = os.path.join(folder, "problems.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(problem) + "\n")
        check = ["puzzles", "--check", path, "--effort", "1024"]
        contains(run(*check)[1], "not proved with this effort")
        contains(run(*check, "--tables", folder)[1], "id: it should be")


@test
def what_is_wrong_is_said():
    with tempfile.TemporaryDirectory() as folder:
        for arguments, part in [
            (["build"], "which endings?"),
            (["build", "KQRBK"], "at most 4 men"),
            (["build", "KXK"], "no piece 'X'"),
            (["build", "KQK", "--game", "hans38"], "there are no tables for hans38"),
            (["probe"], "which position?"),
            (["probe", "8/8"], "fen"),
            (["check"], "has no tables of this game"),
            (["build", "KQK", "--men", "5"], "--men"),
        ]:
            contains(tables(*arguments, folder=folder, status=2)[1], part)
        _, err = tables("probe", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", folder=folder, status=1)
        contains(err, "there is no table of this position")
        _, err = tables("check", "KRK", folder=folder, status=1)
        contains(err, "a table is missing")


@test
def damage_is_reported():
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KQK", folder=folder)
        path = os.path.join(folder, "KQK.table")
        with open(path, "rb") as file:
            whole = file.read()
        with open(path, "wb") as file:
            file.write(whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:])
        _, err = tables("check", folder=folder, status=1)
        contains(err, "is damaged")
        with open(path, "wb") as file:
            file.write(b"something else")
        out, err = tables("list", folder=folder)
        equal(out, "")
        contains(err, "1 file of")
        # A table that cannot be read is built again.
        tables("build", "KQK", folder=folder)
        with open(path, "rb") as file:
            equal(file.read(), whole)


def talk(command, *lines):
    status, out, err = run(command, text="\n".join(lines) + "\n")
    equal(status, 0, (lines, out, err))
    return out


@test
def engines_ask_them():
    with tempfile.TemporaryDirectory() as folder:
        tables("build", "KRK", folder=folder)
        fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
        turns = json.loads(tables("probe", fen, "--json", folder=folder)[0])["value"]["turns"]
        assert turns > 8, turns
        position = [f"position fen {fen}", "go depth 2"]
        contains(talk("uci", f"setoption name TablePath value {folder}", *position), f"score mate {turns}")
        assert "score mate" not in talk("uci", *position)
        # And no more, once there are none.
        out = talk("uci", f"setoption name TablePath value {folder}", "setoption name TablePath value <empty>", *position)
        assert "score mate" not in out, out
        out = talk("uci", "setoption name TablePath value /nowhere", "isready")
        contains(out, "setoption TablePath: cannot read the folder '/nowhere'")
        out = talk("xboard", "protover 2", f"option TablePath={folder}", f"setboard {fen}", "post", "sd 2", "go")
        contains(out, 'option="TablePath -path "')
        contains(out, f" {100000 + turns} ")
        equal(run("play", "chess", "--tables", folder, "--fen", fen, "--you", "white", text="hint\nquit\n")[0], 0)
        status, _, err = run("play", "chess", "--tables", os.path.join(folder, "none"), text="quit\n")
        equal(status, 2)
        contains(err, "cannot read the folder")
        os.mkdir(os.path.join(folder, "empty"))
        status, _, err = run("serve", "--tables", os.path.join(folder, "empty"))
        equal(status, 2)
        contains(err, "has no tables of endings")


main()
