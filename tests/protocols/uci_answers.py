#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends `leaper uci` every odd `go` that a program might send: each is answered by one `bestmove`, and none by silence."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, contains, equal, main, run, test  # noqa: E402

MOVE = r"bestmove [a-h][1-8][a-h][1-8][qrbn]?( ponder [a-h][1-8][a-h][1-8][qrbn]?)?"

# What is sent, what is answered; those that only `stop` ends have True behind them.
START = [
    ("go depth 0", MOVE),
    ("go depth -3", MOVE),
    ("go depth", MOVE),
    ("go depth x", MOVE),
    ("go depth 2.9", MOVE),
    ("go depth 3x", MOVE),
    ("go depth 99999999999999999999 nodes 300", MOVE),
    ("go depth 2000", MOVE, True),
    ("go depth 3 depth 2", MOVE),
    ("go nodes 0", MOVE),
    ("go nodes -1", MOVE),
    ("go nodes 1e3", MOVE),
    ("go nodes 18446744073709551616", MOVE, True),
    ("go mate 0", MOVE),
    ("go mate -2", MOVE),
    ("go mate 99999 nodes 300", MOVE),
    ("go movetime -5", MOVE),
    ("go movetime 0", MOVE),
    ("go movetime 0.5", MOVE),
    ("go movetime 99999999999999999999", MOVE, True),
    ("go wtime 1000 winc -1", MOVE),
    ("go wtime 1000.7 btime 1000.7", MOVE),
    ("go wtime -1000 btime -1000 winc 0 binc 0", MOVE),
    ("go wtime 0 btime 0", MOVE),
    ("go wtime x", MOVE),
    ("go wtime", MOVE),
    ("go btime 1000", MOVE),
    ("go winc 10 binc 10", MOVE),
    ("go wtime 99999999999999999999 depth 2", MOVE),
    ("go wtime 300 movestogo -3", MOVE),
    ("go wtime 300 movestogo 0", MOVE),
    ("go wtime 300 movestogo 99999999", MOVE),
    ("go movestogo depth 2", MOVE),
    ("go searchmoves e2e5", r"bestmove \(none\)"),
    ("go searchmoves e2e5 infinite", r"bestmove \(none\)", True),
    ("go searchmoves hello world", r"bestmove \(none\)"),
    ("go searchmoves e2e5 a2a3 depth 2", "bestmove a2a3 .*"),
    ("go searchmoves a2a3 e2e5 a2a3 depth 2", "bestmove a2a3 .*"),
    ("go depth 2 searchmoves", MOVE),
    ("go searchmoves depth 2", MOVE),
    ("go searchmoves", MOVE, True),
    ("go", MOVE, True),
    ("go foo", MOVE, True),
    ("go depth 2 foo bar", MOVE),
    ("go infinite depth 2", MOVE, True),
    ("go ponder depth 2", MOVE, True),
    ("go ponder", MOVE, True),
    ("go infinite infinite ponder ponder", MOVE, True),
    ("   go\tdepth\t 2  ", MOVE),
    ("hello go depth 2", MOVE),
    ("go " + "depth 2 " * 5000, MOVE),
    ("go depth 2" + " x" * 50000, MOVE),
]

# Where nothing can be played the answer is "none", and still waits for the stop that some ask for.
FINISHED = ["startpos moves f2f3 e7e5 g2g4 d8h4", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "fen 7k/8/8/8/8/8/R7/K7 w - - 100 80", "fen 8/8 w - - 0 1", "startpos moves e2e4 e7e5 e4e5 d7d5",
            "startpos moves e2e4 0000", "nonsense"]
ENDLESS = ["go infinite", "go ponder wtime 1000 btime 1000", "go ponder", "go infinite searchmoves e2e4"]
ENDING = ["go depth 3", "go movetime 20", "go wtime 100 btime 100", "go nodes 10", "go mate 1", "go depth 0",
          "go searchmoves e2e4 depth 2"]


def answers_of(uci, line, stop):
    """The lines behind a command up to its move; what is not answered before a `stop` must not be."""
    uci.send(line)
    said = []
    if stop:
        uci.send("isready")
        said = uci.until("^readyok$")
        equal([line for line in said if line.startswith("bestmove")], [], line)
        uci.send("stop")
    return said + uci.until("^bestmove")


def silent_after(uci):
    """Nothing more is said, whatever is asked."""
    uci.send("stop", "ponderhit", "isready")
    equal(uci.until("^readyok$"), ["readyok"])


@test
def every_odd_go_has_one_answer():
    with Conversation("uci") as uci:
        uci.send("position startpos")
        for line, expected, *stop in START:
            best = answers_of(uci, line, bool(stop))[-1]
            assert re.fullmatch(expected, best), (line[:60], best)
            silent_after(uci)


@test
def finished_and_refused_positions():
    with Conversation("uci") as uci:
        for position in FINISHED:
            uci.send("position " + position)
            for line in ENDING + ENDLESS:
                equal(answers_of(uci, line, line in ENDLESS)[-1], "bestmove (none)", position + " " + line)
                uci.send("stop", "isready")
                equal(uci.until("^readyok$"), ["readyok"])
            for line in ENDLESS[1:3]:
                uci.send(line, "ponderhit", *(["stop"] if line == "go ponder" else []))
                equal(uci.until("^bestmove")[-1], "bestmove (none)")


@test
def perfts_are_answered_by_their_number():
    with Conversation("uci") as uci:
        uci.send("position startpos")
        for line, nodes in [("go perft 0", 1), ("go perft -1", 1), ("go perft x", 1), ("go perft", 1), ("go perft 2.5", 400)]:
            equal(uci.ask(line, "^Nodes searched"), f"Nodes searched: {nodes}", line)
        uci.send("go perft 1000", "isready")
        uci.until("^readyok$")
        contains(uci.ask("stop", "^Nodes searched"), "(stopped)")


@test
def what_was_changed_is_said():
    with Conversation("uci") as uci:
        uci.send("position startpos")
        for line, part in [("go depth 0", "depth '0' taken as 1"), ("go movetime -5", "movetime '-5' taken as 0"),
                           ("go searchmoves e2e5 depth 1", "e2e5"), ("go depth 1 foo", "ignored 'foo'")]:
            said = answers_of(uci, line, False)
            assert any(answer.startswith("info string error: go: ") and part in answer for answer in said), said
        # What is only unusual is not.
        for line in ["go movetime 0", "go wtime -100 btime 5", "go depth 3 nodes 100", "go movestogo 0 wtime 50"]:
            assert not any("error" in answer for answer in answers_of(uci, line, False)), line


@test
def searches_that_wait_for_others_have_their_answers_too():
    with Conversation("uci") as uci:
        # A stop is meant for all that came before it.
        uci.send("position startpos", "go infinite", "go infinite", "position startpos moves e2e4", "go infinite", "stop")
        for _ in range(3):
            uci.until("^bestmove")
        silent_after(uci)
        # A program in a hurry stops and starts without waiting for the answer.
        for _ in range(20):
            uci.send("position startpos", "go infinite", "stop", "position startpos moves e2e4", "go infinite", "stop")
        for _ in range(40):
            uci.until("^bestmove")
        silent_after(uci)
        for _ in range(20):
            uci.send("go infinite", "stop", "position startpos moves e2e4", "go ponder nodes 200", "ponderhit")
        for _ in range(40):
            uci.until("^bestmove")
        silent_after(uci)
        # Commands about the game wait until the search has ended.
        uci.send("position startpos", "go infinite", "ucinewgame", "setoption name UCI_Variant value fuel",
                 "setoption name Hash value 2", "position startpos moves e2e4", "go depth 2", "isready")
        equal([line for line in uci.until("^readyok$") if line.startswith("bestmove")], [])
        uci.send("stop")
        equal([re.search("bestmove .(.)", uci.until("^bestmove")[-1]).group(1) in "1234" for _ in range(2)], [True, False])


@test
def bare_ends():
    for end in ["quit", None]:
        for go in ["go infinite", "go ponder wtime 100 btime 100", "bench", "go perft 9", "go infinite\ngo infinite"]:
            with Conversation("uci") as uci:
                uci.send("position startpos", *go.split("\n"))
                if end:
                    uci.send(end)
                    equal(uci.process.wait(timeout=120), 0, go)
                elif "perft" not in go and go != "bench":
                    equal(uci.finish()[0], 0, go)


@test
def quit_leaves_no_go_without_its_move():
    text = "position startpos\ngo movetime 100\ngo depth 3\ngo infinite\ngo perft 8\ngo ponder movetime 100000\nquit\ngo\n"
    status, out, _ = run("uci", text=text)
    equal((status, len(re.findall("^bestmove [a-h][1-8]", out, re.MULTILINE))), (0, 4), out)


main()
