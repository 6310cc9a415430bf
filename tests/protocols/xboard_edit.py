#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""CECP: boards that are set up man by man (`edit`), and whose clock is whose."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, contains, equal, main, test  # noqa: E402

MOVE = "^move [a-h][1-8][a-h][1-8]"


class Engine(Conversation):
    def __init__(self):
        super().__init__("xboard")
        self.send("xboard", "new", "force", "sd 1")

    def said(self, *lines):
        """What the engine answers to the lines."""
        self.send(*lines, "ping 7")
        return self.until("^pong 7$")[:-1]


@test
def a_board_man_by_man():
    with Engine() as engine:
        equal(engine.said("edit", "#", "Ke1", "Ra1", "Rh1", "c", "Ke8", "Nb8", "Rh8", "xh8", "."), [])
        # White is to move, and its rooks and king are in their places.
        equal(engine.said("usermove e1c1", "undo", "usermove h1h8", "usermove b8c6"),
              ["Illegal move (b8c6: it does not answer the check): b8c6"])


@test
def the_board_is_changed_from_what_it_was():
    with Engine() as engine:
        # Black's knight on f6 defends what it did not before; rights go with the rook that is taken off.
        equal(engine.said("usermove e2e4", "edit", "xh8", "c", "xg8", "Nf6", "."), [])
        equal(engine.said("usermove f6e4"), [])
        equal(len(engine.said("edit", "xf8", "xg8", ".", "usermove a2a3", "usermove e8g8")), 1)


@test
def games_with_other_boards():
    with Engine() as engine:
        engine.said("variant hnefa")
        equal(engine.said("edit", "Nh10", "."), [])
        equal(engine.said("variant minishogi")[-1].split()[0], "piece")
        equal(engine.said("edit", "#", "Ke1", "+Rc3", "c", "Ka5", ".", "usermove c3d4"), [])


@test
def what_is_no_man_is_told_and_changes_nothing():
    with Engine() as engine:
        for line in ["zz", "Pa9", "Wa2", "P", "x", "a2", "Pa2x", "+Pa2"]:
            answer = engine.said("edit", line, ".")
            equal(len(answer), 1, line)
            contains(answer[0], "Error (a piece and a square, x and a square, #, c or . is expected in edit): " + line)
        equal(engine.said("usermove e2e4"), [])


@test
def nothing_is_played_while_the_board_is_set_up():
    with Engine() as engine:
        engine.send("usermove e2e4", "usermove e7e5", "edit", "Nf3", "Qh5", "xh5", "xf3", ".", "undo")
        # Neither of the men was played as a move: the board is new, so there is nothing to take back.
        contains(engine.said()[-1], "command not legal now")
        engine.send("sd 3", "go")
        engine.until(MOVE)


@test
def another_command_gives_the_board_up():
    with Engine() as engine:
        equal(engine.said("usermove e2e4", "edit", "#", "Ke1"), [])
        equal(engine.said("usermove e7e5"), [])


@test
def impossible_boards_are_refused():
    with Engine() as engine:
        answer = engine.said("edit", "#", "Ke1", ".")
        equal(len(answer), 1)
        contains(answer[0], "tellusererror Illegal position")
        contains(engine.said("usermove e1e2")[0], "Illegal move")
        equal(engine.said("edit", "xe2", ".", "usermove e1e2"), [])


@test
def quitting_while_the_board_is_set_up():
    with Engine() as engine:
        engine.send("edit", "#", "quit")
        equal(engine.process.wait(timeout=60), 0)


@test
def the_clock_goes_with_the_engine():
    with Engine() as engine:
        # GUIs say what is left before they tell the engine to change sides. If the second number were taken for the engine's own, it
        # would think for an hour.
        engine.send("sd 0", "level 0 5 0", "time 100", "otim 36000000", "go")
        engine.until(MOVE)
        engine.send("force", "usermove a7a6", "time 100", "otim 36000000", "playother", "usermove a2a3")
        engine.until(MOVE)


main()
