#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line makes of odd words: numbers below zero, single dashes, values that look like options; and how help is laid out."""

import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

COMMANDS = ["play", "serve", "games", "uci", "xboard", "show", "pgn", "perft", "solve", "hamiltonian", "bench", "match"]


def refusal(*arguments):
    status, out, err = run(*arguments)
    equal((status, out), (2, ""), arguments)
    equal(err.count("\n"), 1, err)
    return err


@test
def numbers_below_zero_are_words():
    contains(refusal("perft", "chess", "-1"), "from 0 to 64, not '-1'")
    contains(refusal("perft", "chess", "-.5"), "not '-.5'")
    contains(refusal("bench", "-3"), "not '-3'")
    contains(refusal("games", "-1"), "there is no game '-1'")
    contains(refusal("play", "fuel", "--fuel", "-3"), "not '-3'")
    for command in COMMANDS:
        assert "two dashes" not in refusal(command, "-1"), command


@test
def single_dashes():
    contains(refusal("perft", "chess", "-fen", "x"), "two dashes: --fen")
    contains(refusal("perft", "chess", "-fen=x"), "two dashes: --fen=x")
    contains(refusal("perft", "chess", "-white", "fide"), "two dashes: --white")
    for command in COMMANDS:
        contains(refusal(command, "-z"), f"there is no option -z; 'leaper {command} --help'")


@test
def a_value_that_looks_like_an_option():
    contains(refusal("perft", "chess", "3", "--fen", "--divide"), "--fen needs a value, and '--divide' is an option")
    # Behind '=' it is taken as it stands.
    contains(refusal("perft", "chess", "3", "--fen=--divide"), "fen[8]")


@test
def moves_are_no_misspelt_commands():
    for move in ["@e5", "@@e", "e5e", "8x8"]:
        out = run("play", "hans38", "--you", "both", text=move + "\n")[1]
        assert "Did you mean" not in out, out
    contains(run("play", "chess", "--you", "both", text="udno\n")[1], "Did you mean 'undo'?")
    contains(run("play", "chess", "--you", "both", text="hlep\n")[1], "Did you mean 'help'?")


def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@test
def help_stands_in_columns():
    for locale in ["C", "C.UTF-8"]:
        for command in COMMANDS:
            out = run(command, "--help", env={"LC_ALL": locale})[1]
            rows = [line for line in out.split("\n") if re.match(r"  --\w", line)]
            assert rows, command
            for row in rows:
                left = re.match(r"  (--[\w-]+(?: \S+| '[^']*')?)(?=  | *$)|  (.{22}) ", row)
                assert left, row
                right = row[len(left.group()):]
                padding = len(right) - len(right.lstrip())
                if right.strip() and not left.group(2):
                    equal(columns(left.group()) + padding, 25, row)


main()
