#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hamiltonian Chess in the terminal and by UCI: placing, links, announcements on and off turn, points, matches."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, contains, equal, main, run, test  # noqa: E402

# The example of the game's author, where both sides have a path; with the black king on h8, which breaks Black's; and
# with White's king a step away from closing the circuit.
BOTH = "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 {} - - 0 9"
WHITE = "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 {} - - 0 9"
ALMOST = "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/3K4/1b1Q4 {} - - 0 9"
CIRCUIT = "e2d1b3b8g3e4f6a6e2"


def play(*lines, fen=None, side="w", you="both", more=()):
    """What is said at the table where these lines are typed."""
    where = ["--fen", fen.format(side)] if fen else []
    status, out, err = run("play", "hamiltonian", "--ascii", "--you", you, *where, *more,
                           text="\n".join(lines) + "\n", env={"LC_ALL": "C"})
    equal((status, err), (0, ""))
    return out


# ---- In the terminal ----

@test
def pieces_of_the_other_side_are_placed():
    out = play("moves", "moves c3", "N@c3", "moves c3", "q@c3", "Q@c3", "Q@d3", "!")
    for piece in "BKNQR":
        assert re.search(rf"^{piece}@  a1 b1 .* h8$", out, re.MULTILINE), out
        contains(out, f"\n{piece}@  c3\n")
    contains(out, "White to move. White places one of Black's pieces.")
    contains(out, "1. N@c3  Black to move. Black places one of White's pieces.")
    contains(out, "[n]")
    contains(out, "No piece of the side to move can go from c3.")
    contains(out, "c3 is occupied")
    contains(out, "1... Q@d3")
    contains(out, "nothing can be announced while pieces are still to be placed")


@test
def links_on_demand():
    out = play("links", "links e2", "links b1", "links h1", "links x", "links e2 d1", fen=BOTH)
    for part in ["White:\n", "  Qd1 to Ke2 Rb3\n", "  Bb1 to nothing\n", "  no link leads to Be3\n",
                 "Ke2 links to Qd1, and to it link Qd1 Ng3 Ba6.\n", "Bb1 links to nothing, and to it link Na3.\n",
                 "There is no piece on that square."]:
        contains(out, part)
    equal(out.count("'links' takes the name of a square"), 2)
    contains(run("play", "chess", text="links\n")[1], "There are no links in this game.")


@test
def announcing_at_ones_turn():
    for line in ["announce", "announce white", "!", f"!{CIRCUIT}", f"announce {CIRCUIT}",
                 "announce white e2-d1-b3-b8-g3-e4-f6-a6-e2", "announce e2 d1 b3, b8 g3 e4 f6 a6 e2"]:
        out = play(line, fen=WHITE)
        contains(out, "White announces.  White has announced a path or circuit. White wins.")
        # Unnamed, the order begins with another piece.
        assert re.search(r"^White: circuit ([a-h][1-8]-){8}[a-h][1-8], worth 16$", out, re.MULTILINE), out
        contains(out, "Black: neither path nor circuit\n")
        contains(out, "White scores 16 points.\n")
    contains(play("announce e2d1b3b8g3e4f6a6", fen=WHITE), "White scores 8 points.")
    contains(play("announce", fen=WHITE, more=["--scoring", "distance"]), "White scores 52 points.")


@test
def announcing_when_the_other_side_is_to_move():
    for line in ["announce white", ",!", f",!{CIRCUIT}", f"announce white {CIRCUIT}"]:
        out = play(line, fen=WHITE, side="b")
        contains(out, "White announces.  White has announced a path or circuit. White wins.")
        contains(out, "White scores 16 points.")
    contains(play("announce", fen=WHITE, side="b"), "Black has neither path nor circuit: no link leads")


@test
def two_paths_are_a_draw():
    for line in ["announce white", "announce black", f"!{CIRCUIT}", ",!e3h6h7e7d5a5a3b1"]:
        out = play(line, fen=BOTH)
        contains(out, "Draw: both sides have a path or circuit.")
        contains(out, "White: circuit ")
        contains(out, "Black: path e3-h6-h7-e7-d5-a5-a3-b1, worth 8\n")
        assert "scores" not in out


@test
def false_announcements_change_nothing():
    out = play("announce e2 d1 b3 b8 g3 e4 a6 f6", "announce e2", "announce black", "announce red", "a6c8,!", "fen",
               fen=WHITE)
    for part in ["there is no link from e4 to a6", "d1, b3, g3, e4, a6, f6 and b8 are not visited",
                 "Black has neither path nor circuit", "a square of the board is expected, not 'red'",
                 "White has neither path nor circuit: no link leads"]:
        contains(out, part)
    contains(out, WHITE.format("w"))
    equal(out.count("White to move."), 1)
    contains(play("f6f5,!", fen=BOTH), "f5-a6-e2-d1-b3-b8-g3-e4 lacks only the link from f5 to a6")
    contains(run("play", "chess", text="announce\n")[1], "There are no announcements in this game.")


@test
def with_a_move():
    contains(play("d2e2,!", fen=ALMOST), "9. Ke2,!  White has announced a path or circuit. White wins.")
    contains(play(f"Ke2,!{CIRCUIT}", fen=ALMOST), "White scores 16 points.")
    # Praise is no announcement, but whoever writes it should know.
    out = play("Ke2!", "Ke2 !", "fen", "Ke2", fen=ALMOST)
    equal(out.count("With a comma the move is played and announced"), 2)
    contains(out, ALMOST.format("w"))
    contains(out, "9. Ke2  Black to move.")


@test
def an_unannounced_path_wins_nothing():
    out = play("Ke2", "Kg8", "Nh5", "announce white", fen=ALMOST)
    contains(out, "White has neither path nor circuit")
    assert "wins" not in out


@test
def nobody_announces_for_the_engine():
    # White, whom the engine does not play, is to move; Black is the engine.
    out = play("announce black", ",!", fen=BOTH, you="white")
    equal(out.count("the engine announces for itself"), 2)


@test
def the_engine_announces_by_itself():
    # At its turn, at the weakest level too; and at once after a move that leaves it its circuit.
    for level in ["beginner", "full"]:
        out = play("quit", fen=WHITE, you="black", more=["--level", level, "--time", "1"])
        contains(out, "White announces!")
        contains(out, "White scores 16 points.")
        out = play("Kg8", "undo", "fen", fen=WHITE, side="b", you="black", more=["--level", level])
        contains(out, "9... Kg8  White to move.")
        contains(out, "White announces!")
        assert "White plays" not in out
        contains(out, WHITE.format("b"))  # and its announcement was taken back with the move
        # Of the wins at hand it takes the one that scores most: a circuit for a path.
        out = play("Kg8", fen=ALMOST, side="b", you="black", more=["--level", level])
        contains(out, "White plays Ke2,!")
        contains(out, "White scores 16 points.")


@test
def matches_have_running_totals():
    lines = ["rematch", "score", "announce", "score", "rematch", "fen", "resign", "rematch", "score", "new",
             "score"]
    out = play(*lines, fen=WHITE)
    contains(out, "This game is not over yet.")
    totals = re.findall(r"^Match, game (\d+): White's player (\S+), Black's player (\S+)\.$", out, re.MULTILINE)
    # Whoever had White in the first game has Black in the second one.
    equal(totals, [("1", "0", "0"), ("1", "16", "0"), ("1", "16", "0"), ("2", "0", "16"), ("2", "0", "32"),
                   ("3", "32", "0"), ("3", "32", "0"), ("1", "0", "0")])
    out = play("announce", "rematch", fen=WHITE, you="white")
    contains(out, "Match, game 1: you (White) 16, the engine (Black) 0.")
    contains(out, "Match, game 2: the engine (White) 0, you (Black) 16.")
    contains(out, "Match, game 2: the engine (White) 16, you (Black) 16.")  # it has announced at once
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.pgn")
        play("announce", "rematch", "announce", f"save {path}", fen=WHITE)
        with open(path) as file:
            pgn = file.read()
        for part in ['[Round "2"]', '[Points "16-0"]', '[Scoring "standard"]']:
            contains(pgn, part)
        contains(run("pgn", "check", path)[1], "legal; white (announcement)")
    chess = run("play", "chess", "--you", "both", text="draw\nrematch\nresign\nrematch\nscore\n")[1]
    contains(chess, "Match, game 3: White's player 1.5, Black's player 0.5.")


# ---- By UCI ----

def uci_state(uci):
    """The outcome as `d` says it."""
    uci.send("d", "isready")
    return uci.until("^readyok$")


@test
def announcements_in_uci_positions():
    with Conversation("uci") as uci:
        uci.send("setoption name UCI_Variant value hamiltonian")
        cases = [(WHITE, "w", "!", "White scores 16 points."), (WHITE, "b", ",!", "White scores 16 points."),
                 (WHITE, "b", f",!{CIRCUIT}", "White scores 16 points."), (ALMOST, "w", "d2e2,!", "White scores 16 points."),
                 (ALMOST, "w", "d2e2 ,!", "White scores 16 points."), (BOTH, "b", "!", "Draw: both sides"),
                 (WHITE, "w", f"!{CIRCUIT[:-2]}", "White scores 8 points.")]
        for fen, side, moves, expected in cases:
            uci.send(f"position fen {fen.format(side)} moves {moves}")
            contains("\n".join(uci_state(uci)), expected)
        # A false one is refused with the reason, and the position stays.
        uci.send(f"position fen {WHITE.format('b')}", f"position fen {WHITE.format('w')} moves !e2d1b3b8g3e4a6f6")
        state = "\n".join(uci_state(uci))
        contains(state, "false announcement: there is no link from e4 to a6")
        contains(state, "Black to move.")
        uci.send("setoption name Scoring value distance", f"position fen {WHITE.format('w')} moves !")
        contains("\n".join(uci_state(uci)), "White scores 52 points.")


@test
def uci_answers_with_announcements():
    with Conversation("uci") as uci:
        uci.send("setoption name UCI_Variant value hamiltonian")
        for level in ["beginner", "full"]:
            uci.send(f"setoption name Level value {level}", f"position fen {WHITE.format('w')}")
            equal(uci.ask("go depth 3", "^bestmove "), "bestmove !", level)
        uci.send(f"position fen {ALMOST.format('w')}")
        equal(uci.ask("go depth 3", "^bestmove "), "bestmove d2e2,!")
        equal(uci.ask(f"position fen {WHITE.format('w')} moves !\ngo depth 3", "^bestmove "), "bestmove (none)")


main()
