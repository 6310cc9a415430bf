#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that come while the engine is searching, in either protocol, and programs that leave in the middle of a search."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, Conversation, contains, equal, main, test  # noqa: E402


def moves(lines):
    return [line for line in lines if line.startswith("bestmove ")]


@test
def uci_obeys_in_order():
    with Conversation("uci") as uci:
        uci.send("position startpos", "go infinite")
        uci.until("^info depth 2 ")
        uci.send("setoption name MultiPV value 2", "ucinewgame", "setoption name UCI_Variant value fuel",
                 "position startpos moves e2e4", "go depth 3", "isready")
        # Nothing of it happens yet, but the engine is there.
        waiting = uci.until("^readyok$")
        equal(moves(waiting), [])
        assert not any(" multipv " in line or " variant fuel " in line for line in waiting), waiting
        uci.send("stop")
        first = uci.until("^bestmove ")
        second = uci.until("^bestmove ")
        contains("\n".join(second), "info string variant fuel ")
        # The answer to the second search is Black's, with numbered lines; `stop` may end it before the second of them.
        assert re.match("bestmove [a-h][78]", second[-1]), second
        assert any(" multipv 1 " in line for line in second), second
        assert not any(" multipv " in line for line in first), first


@test
def uci_stops_only_what_came_before():
    with Conversation("uci") as uci:
        uci.send("position startpos", "go infinite", "stop", "stop", "go depth 2", "isready", "ponderhit", "go infinite")
        uci.until("^bestmove ")
        uci.until("^bestmove ")
        uci.until("^info depth 3 ")
        uci.send("isready")
        equal(moves(uci.until("^readyok$")), [])
        uci.send("stop")
        uci.until("^bestmove ")


@test
def uci_changes_the_rules_of_castling_between_searches():
    with Conversation("uci") as uci:
        fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        uci.send(fen, "go infinite searchmoves e1g1")
        uci.until("^info depth ")
        uci.send("setoption name UCI_Chess960 value true", fen, "go depth 2 searchmoves e1h1", "stop")
        equal(uci.until("^bestmove ")[-1].split()[1], "e1g1")
        equal(uci.until("^bestmove ")[-1].split()[1], "e1h1")


@test
def programs_that_leave():
    for protocol, lines, status in [
            ("uci", ["position startpos", "go infinite"], 0),
            ("uci", ["position startpos", "go ponder wtime 1000 btime 1000"], 0),
            ("uci", ["position startpos", "go movetime 300"], 0),
            ("xboard", ["xboard", "protover 2", "new", "force", "analyze"], 0),
            ("xboard", ["xboard", "new", "st 1", "usermove e2e4"], 0),
            ("xboard", ["xboard", "new", "hard", "sd 2", "usermove e2e4"], 0)]:
        with Conversation(protocol) as engine:
            engine.send(*lines)
            got, said = engine.finish()
            equal(got, status, lines)
            # Whoever has asked for a move is given one, even so.
            if any(line.startswith(("go", "usermove")) for line in lines):
                equal(len([line for line in said if line.startswith(("bestmove ", "move "))]), 1, lines)


@test
def cecp_leaves_what_it_was_thinking_of():
    with Conversation("xboard") as engine:
        for ending in ["new", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "variant fuel", "result 1-0 {x}", "analyze"]:
            engine.send("new", "st 1000", "usermove e2e4", ending, "force", "ping 1")
            said = engine.until("^pong 1$")
            assert not any(line.startswith("move ") for line in said), (ending, said)
        engine.send("new", "level 0 500 0", "usermove e2e4", "ping 2", "?")
        # The engine answers when it has moved, and moves because it is told to.
        said = engine.until("^pong 2$")
        assert any(line.startswith("move ") for line in said), said
        engine.send("quit")
        equal(engine.process.wait(timeout=PATIENCE), 0)


main()
