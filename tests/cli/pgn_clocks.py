#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper pgn check` judges clocks: the tag TimeControl, and the times after turns, %clk."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]


def game(control, *times, tag=True):
    """A game with these times after its turns; None: none is written."""
    text = f'[Event "x"]\n[TimeControl "{control}"]\n\n' if tag else '[Event "x"]\n\n'
    for ply, move in enumerate(MOVES):
        text += f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        text += move
        if ply < len(times) and times[ply] is not None:
            text += f" {{[%clk {times[ply]}]}}"
        text += "\n"
    return text + "*\n\n"


def check(text, *arguments):
    """The games' objects, and the sum. Whatever clocks show, all moves are legal."""
    status, out, err = run("pgn", "check", "-", "--json", *arguments, text=text)
    equal((status, err), (0, ""))
    lines = [json.loads(line) for line in out.splitlines()]
    return lines[:-1], lines[-1]


def warnings(text):
    (one,), _ = check(text)
    return one.get("warnings", [])


@test
def time_controls_that_are_pgn():
    for control in ["?", "-", "*180", "300", "300+5", "180+0", "40/7200", "40/7200:3600", "40/5400+30:1800+30", "20/60:10/60:5/60",
                    "1/86400", "300d5", "60+0.6", "0+1"]:
        equal(warnings(game(control)), [], control)


@test
def time_controls_that_are_not():
    for control in ["", "5 min", "300+", "+5", "300-5", "/300", "0/300", "40/", "300:300", "40/7200:", "?:300", "300+5+5", "*", "*180+1", "5.",
                    "99999999999", "40/x", "300 ", ":".join(["1/60"] * 17)]:
        found = warnings(game(control))
        equal(len(found), 1, control)
        equal(found[0]["line"], 2)
        assert "move" not in found[0], found
        contains(found[0]["message"], "[TimeControl]: not a time control")


@test
def clocks_that_may_be():
    for control, times in [
            ("300", ["0:05:00", "0:04:58", "0:04:50", "0:04:50", "0:04:01"]),
            ("300+5", ["0:05:05", "0:05:03.9", "0:05:10", "0:05:08", "0:05:14"]),
            ("300+5", ["0:05:05", None, None, "0:05:09", "0:05:15"]),
            ("2/300:60", ["0:05:00", "0:04:00", "0:05:58", "0:03:00", "0:05:58"]),
            ("2/300", ["0:05:00", "0:04:00", "0:09:59", "0:03:00", "0:09:58"]),
            ("1/30", ["0:00:29", "0:00:01", "0:00:30", "0:00:30"]),
            ("300d5", ["0:05:00", "0:05:00", "0:04:59", "0:04:50"]),
            ("*60", ["0:00:50", "0:01:05", "0:00:55"]),
            ("?", ["9:00:00", "0:00:01", "9:30:00"]),
            # Times that were rounded down may seem to rise a little more.
            ("300+5", ["0:05:00", "0:05:00", "0:05:06"])]:
        equal(warnings(game(control, *times)), [], control)
    equal(warnings(game("", "0:00:01", "0:00:01", "0:00:09", tag=False)), [])


@test
def clocks_that_cannot_be():
    for control, times, ply, part in [
            ("300", ["0:05:02"], 0, "0:05:02 is more than the time control gives: at most 0:05:00"),
            ("300", ["0:04:00", "0:05:00", "0:04:02"], 2, "0:04:02 is more than there was before the turn: 0:04:00"),
            ("300+5", ["0:05:00", "0:05:00", "0:04:00", "0:05:07"], 3, "0:05:00 and the 0:00:05 that the turn brings"),
            ("300+5", ["0:05:07"], 0, "at most 0:05:05"),
            ("300+5", [None, None, "0:05:12"], 2, "at most 0:05:10"),
            ("300d5", ["0:04:00", None, "0:04:02"], 2, "more than there was"),
            ("2/300:60", [None, None, "0:06:02"], 2, "at most 0:06:00"),
            ("2/300", [None] * 6 + ["0:15:02"], 6, "at most 0:15:00"),
            ("1/30", ["0:00:30", "0:00:32"], 1, "at most 0:00:30"),
            ("60+0.5", ["0:01:02"], 0, "at most 0:01:00.5"),
            ("-", ["0:05:00"], 0, "[%clk] in a game without a clock"),
            ("300", [None, "5:00"], 1, "no time such as 0:04:59"),
            ("?", ["0:60:00"], 0, "no time such as 0:04:59"),
            ("300", ["0:00:59" + "9" * 50], 0, "no time such as 0:04:59")]:
        found = warnings(game(control, *times))
        equal(len(found), 1, (control, times, found))
        equal((found[0]["line"], found[0]["move"], found[0]["side"]), (4 + ply, ply // 2 + 1, "black" if ply % 2 else "white"))
        contains(found[0]["message"], part)


@test
def a_mistake_is_told_once():
    # White has been given ten minutes; from there on his clock is right.
    equal(len(warnings(game("300", "0:05:00", None, "0:15:00", None, "0:14:59", None, "0:14:00"))), 1)


@test
def many_mistakes_are_counted():
    (one,), total = check(game("-", *["0:00:10"] * 8))
    equal((len(one["warnings"]), one["warningCount"]), (5, 8))
    equal(total, {"games": 1, "faults": 0, "warned": 1})
    status, out, _ = run("pgn", "check", "-", text=game("-", *["0:00:10"] * 8))
    equal(status, 0)
    contains(out, "standard input: line 4: game 1, Chess: move 1, White: warning: [%clk] in a game without a clock\n")
    contains(out, "standard input: game 1: 3 more warnings\n")


@test
def quiet_games_are_those_without_warnings():
    good, odd = game("300", "0:05:00"), game("300", "0:06:00")
    games, total = check(good + odd + good, "--quiet")
    equal(([one["game"] for one in games], total["warned"]), ([2], 1))
    status, out, _ = run("pgn", "check", "-", "--quiet", text=good + odd + good)
    equal(status, 0)
    equal(len(out.splitlines()), 2, out)
    contains(out, "3 games, 0 of them with a fault, 1 with warnings")
    equal(run("pgn", "check", "-", "--quiet", text=good + good)[1], "")


@test
def the_turns_before_a_fault_are_judged():
    status, out, _ = run("pgn", "check", "-", text=game("300", "0:06:00").replace("Bb5", "Bb6"))
    equal(status, 1)
    contains(out, "move 3, White: Bb6")
    contains(out, "line 4: game 1, Chess: move 1, White: warning: 0:06:00")


@test
def comments_in_variations_are_no_clocks():
    equal(warnings(game("300", "0:05:00").replace("Nc6", "Nc6 (2... Nf6 {[%clk 9:00:00]} 3. Nc3)")), [])


main()
