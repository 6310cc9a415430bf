#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of variants on the command line: --variants with every command that takes a game, and what is said of bad files."""

import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()

MINI = """\
# Chess on 25 squares.
[mini:chess]
title = Mini
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
maxFile = 5
maxRank = 5
castling = false
doubleStep = false
"""


def write(name, text):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def fine(*arguments, text=""):
    status, out, err = run(*arguments, text=text)
    equal((status, err), (0, ""), arguments)
    return out


@test
def own_texts():
    """The program trusts its own texts when it reads them, so their values are checked here."""
    folder = os.path.join(os.environ["LEAPER_SOURCE"], "variants")
    texts = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".ini"))
    out = fine("variants", "check", *texts)
    equal(len(out.splitlines()), len(texts))
    assert all("can be played" in line and "cannot" not in line for line in out.splitlines()), out


def refused(*arguments):
    status, out, err = run(*arguments)
    equal((status, out), (2, ""), arguments)
    return err


@test
def every_command_that_takes_a_game():
    mini = write("mini.ini", MINI)
    equal(json.loads(fine("perft", "mini", "3", "--json", "--variants", mini))["nodes"], 506)
    equal(json.loads(fine("--variants", mini, "show", "mini"))["count"], 7)
    contains(fine("games", "--variants=" + mini, "mini"), "Mini")
    contains(fine("games", "--variants", mini), "mini ")
    contains(fine("variants", "show", "mini", "--variants", mini), "maxFile = 5")
    contains(fine("solve", "mini", "--helped", "1", "--variants", mini), "")
    contains(fine("uci", "--variants", mini, text="uci\nsetoption name UCI_Variant value mini\ngo depth 3\n"), "bestmove ")
    contains(fine("xboard", "--variants", mini, text="xboard\nprotover 2\n"), ",mini")
    contains(fine("play", "mini", "--variants", mini, text="a2a3\nquit\n"), "a3")
    game = write("game.pgn", '[Variant "Mini"]\n[Result "*"]\n\n1. a3 *\n')
    contains(fine("pgn", "check", game, "--variants", mini), "")


@test
def several_files_and_inheritance_between_them():
    mini = write("mini.ini", MINI)
    child = write("child.ini", "[fold:mini]\nnFoldRule = 5\n")
    contains(fine("variants", "show", "fold", "--variants", mini, "--variants", child), "nFoldRule = 5")
    contains(refused("variants", "show", "fold", "--variants", child, "--variants", mini), "child.ini:1:7: there is no variant 'mini'")


@test
def recorded_games_name_their_definition():
    mini = write("mini.ini", MINI)
    record = os.path.join(FOLDER.name, "saved.pgn")
    fine("play", "mini", "--you", "both", "--variants", mini, text=f"a2a3\nsave {record}\nquit\n")
    with open(record, encoding="utf-8") as file:
        text = file.read()
    contains(text, '[Variant "Mini"]\n[VariantHash "')
    fine("pgn", "check", record, "--variants", mini)
    # Saved with its text, it needs no file.
    contains(text, '[VariantText "[mini]\\\\ntitle = Mini\\\\n')
    contains(fine("pgn", "check", record), "Mini")
    forged = write("forged.pgn", text.replace("title = Mini", "nFoldRule = 5"))
    contains("".join(run("pgn", "check", forged)[1:]), "[VariantHash]: [VariantText] defines another game than this hash names")
    broken = write("broken.pgn", text.replace("title = Mini", "title: Mini"))
    contains("".join(run("pgn", "check", broken)[1:]), "[VariantText]: ")
    record = write("short.pgn", re.sub(r"\[VariantText .*\n", "", text))
    fine("pgn", "check", record, "--variants", mini)
    # Titles and comments do not matter, rules do.
    fine("pgn", "check", record, "--variants", write("same.ini", "# again\n" + MINI))
    other = write("other.ini", MINI + "nFoldRule = 5\n")
    status, out, err = run("pgn", "check", record, "--variants", other)
    equal(status, 1)
    contains(out + err, "[VariantHash]: 'Mini' is known with another definition; load the file")
    status, out, err = run("pgn", "check", record)
    contains(out + err, "[Variant]: there is no game 'Mini'; load the file of variants that defines it")
    # Two games of one title are told apart.
    twin = write("twin.ini", "[twin:fuel]\ntitle = Mini\nnFoldRule = 7\n")
    fine("pgn", "check", record, "--variants", twin, "--variants", mini)
    assert "VariantHash" not in fine("play", "fuel", "--you", "both", text="pgn\nquit\n")


@test
def what_is_no_option():
    mini = write("mini.ini", MINI)
    contains(refused("perft", "--variants"), "which file?")
    # After -- it is a word.
    contains(refused("perft", "--", "--variants", mini), "there is no game '--variants'")


@test
def bad_files():
    contains(refused("games", "--variants", os.path.join(FOLDER.name, "none.ini")), "cannot be read")
    contains(refused("games", "--variants", FOLDER.name), "cannot be read")
    contains(refused("games", "--variants", write("empty.ini", "# nothing\n")), "has no variants")
    contains(refused("games", "--variants", write("large.ini", "#" * 400000)), "bytes")
    contains(refused("games", "--variants", write("key.ini", "[x:chess]\nnFoldRul = 5\n")), "key.ini:2:1: there is no key 'nFoldRul'")
    contains(refused("games", "--variants", write("start.ini", "[x:chess]\nstartFen = 8/8/8/8 w\n")), "start.ini:2:19:")


@test
def faults_of_a_child_are_not_its_parents():
    path = write("child.ini", "[a:chess]\nknight = -\n\n[b:chess]\nmaxFile = 6\ncastling = false\n\n[c:duck]\nsquareActions = after\n"
                 "\n[d:chess]\narmies = nutters nobody\n")
    status, out, _ = run("variants", "check", path)
    equal(status, 2)
    equal([line.split(": ", 1)[0] for line in out.splitlines() if ": error: " in line],
          [f"{path}:2:1", f"{path}:4:2", f"{path}:9:1", f"{path}:12:18"])
    contains(out, f"{path}:2:1: error: the start position that is inherited is refused at 'nbqkbnr/pppppppp': no piece")
    contains(out, "variants/chess.ini:14:1: note: it is inherited from here")


@test
def a_start_position_is_judged_beside_other_faults():
    path = write("starts.ini", """[letters:chess]
nFoldRul = 5
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1
[width:chess]
stalemateValue = lost
maxFile = 7
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
[height:chess]
pieceDrops = yes
startFen = rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1
[kings:chess]
startFen = rnbqkknr/pPpppppp/8/8/8/8/PPPPPPPP/PNBQKKNR w - - 0 1
[unclear:chess]
maxFile = none
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1
[drops:shogi]
nFoldRul = 5
""")
    status, out, _ = run("variants", "check", path)
    equal(status, 2)
    equal([line.split(": ", 1)[0].removeprefix(path) for line in out.splitlines() if ": error: " in line],
          [":2:1", ":3:50", ":5:18", ":7:19", ":9:14", ":10:53", ":12:12", ":12:12", ":14:11", ":17:1"])
    for message in ("no piece of this game has this letter", "this rank has more files than the board",
                    "the placement has fewer ranks than the board", "White needs exactly one king", "Black needs exactly one king"):
        contains(out, f"the start position is refused: {message}")


@test
def variants_with_a_fault_are_left_out():
    path = write("both.ini", MINI + "[bad:chess]\nnFoldRul = 5\n")
    status, out, err = run("games", "--variants", path)
    equal(status, 0)
    contains(out, "mini ")
    assert "bad " not in out
    contains(err, f"1 variant of {path} cannot be played; 'leaper variants check {path}' says why")


@test
def a_game_that_is_over_at_once_is_warned_of():
    path = write("over.ini", "[x:duck]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n[y:duck]\n")
    status, out, _ = run("variants", "check", path)
    equal(status, 0)
    contains(out, f"{path}:2:12: warning: the game is over in the start position (white: extinction)")
    equal(out.count("warning"), 1)
    contains(out, "2 variants can be played")


@test
def what_is_lost_is_told():
    for text, told in (
        (MINI + "[bad\nnFoldRule = 5\n", "1 variant of {} cannot be played; 'leaper variants check {}' says why"),
        (MINI + "[army x\n", "1 variant of {} cannot be played; 'leaper variants check {}' says why"),
        (MINI + "".join(f"[m{i}:mini]\n" for i in range(2001)),
         "2 variants of {} cannot be played; 'leaper variants check {}' says why"),
        ("nFoldRule = 5\n" + MINI, "{} has 1 error; 'leaper variants check {}' says what is wrong"),
    ):
        path = write("lost.ini", text)
        status, out, err = run("games", "--variants", path)
        equal(status, 0)
        contains(out, "mini ")
        contains(err, told.format(path, path))


@test
def more_parameters_than_options():
    sections = [f"[p{i}:chess]\n" + "".join(f"parameter = n{i}{j} N{i}x{j} 1..9 = 3: a number\n" for j in range(4))
                + f"nFoldRule = $n{i}0\n" for i in range(40)]
    path = write("parameters.ini", "\n".join(sections))
    equal(json.loads(fine("perft", "p0", "1", "--n00", "5", "--json", "--variants", path))["nodes"], 20)
    equal(json.loads(fine("perft", "p39", "1", "--json", "--variants", path))["nodes"], 20)
    contains(fine("uci", "--variants", path, text="uci\nsetoption name UCI_Variant value p39\ngo depth 1\n"), "bestmove")


main()
