#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper play` at a terminal: the kept game, Ctrl-C, editing, history, completion, and the line that says that it thinks."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402
from terminal import Terminal  # noqa: E402


@test
def control_c_keeps_the_game():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "fuel", "--fuel", "7", "--you", "both")
        terminal.wait("White> ")
        terminal.type("e4\r")
        terminal.wait("Black> ")
        terminal.type("\x03")
        terminal.wait("The game is saved; 'leaper play --resume' continues it")
        equal(terminal.end(), 0)
        terminal = Terminal(folder, "--resume")
        contains(terminal.wait("Black> "), "Fuel Chess, fuel 7")
        terminal.type("fen\r")
        terminal.wait(r"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
        terminal.wait("Black> ")
        terminal.type("undo\r")
        terminal.wait("White> ")
        terminal.type("\x04")
        equal(terminal.end(), 0)
        # What was taken back is not there any more.
        terminal = Terminal(folder, "--resume")
        terminal.wait("White> ")
        terminal.type("quit\r")
        equal(terminal.end(), 0)


@test
def two_games_at_a_time_have_a_file_each():
    with tempfile.TemporaryDirectory() as folder:
        first = Terminal(folder, "chess", "--you", "both")
        first.wait("White> ")
        second = Terminal(folder, "fuel", "--you", "both")
        second.wait(r"Another game is being played in \S+/leaper/game, so this one is saved in \S+/leaper/game-2\.")
        for terminal, turn in [(first, "e4"), (second, "d4")]:
            terminal.type(turn + "\r")
            terminal.wait("Black> ")
        contains(run("play", "--resume", env={"XDG_STATE_HOME": folder})[2], "is being played by another 'leaper play'")
        path = os.path.join(folder, "leaper", "game-2")
        contains(run("play", "--resume", path)[2], f"the game in {path} is being played by another")
        second.type("quit\r")
        second.wait(f"'leaper play --resume {path}' continues it")
        equal(second.end(), 0)
        first.kill()
        contains(run("play", "--resume", env={"XDG_STATE_HOME": folder}, text="fen\n")[1], "PPPP1PPP/RNBQKBNR b KQkq")
        contains(run("play", "--resume", path, text="fen\n")[1], "3P4/8/PPP1PPPP/RNBQKBNR b")
        # What a killed program leaves is no lock.
        equal(sorted(os.listdir(os.path.join(folder, "leaper"))), ["game", "game-2", "history"])


@test
def kill_loses_no_turn():
    with tempfile.TemporaryDirectory() as folder:
        turns = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]
        arguments = ["chess", "--you", "both"]
        for number, turn in enumerate(turns):
            terminal = Terminal(folder, *arguments)
            terminal.wait(("White" if number % 2 == 0 else "Black") + "> ")
            terminal.type(turn + "\r")
            terminal.wait(re.escape(turn) + r"  (White|Black) to move")
            terminal.kill()
            arguments = ["--resume"]
        status, out, _ = run("play", "--resume", text="fen\n", env={"XDG_STATE_HOME": folder})
        equal(status, 0)
        contains(out, "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5")
        equal(sorted(os.listdir(os.path.join(folder, "leaper"))), ["game"])


@test
def a_named_file():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "my game")
        status, out, _ = run("play", "hans38", "--you", "both", "--level", "novice", "--keep", path, text="@@e3\n@@e6\n")
        equal(status, 0)
        status, _, err = run("play", "hans38", "--keep", path)
        equal(status, 2)
        contains(err, "already exists")
        status, out, _ = run("play", "--resume", path, text="level\nmoves\n@@e4\n")
        equal(status, 0)
        contains(out, "* novice")
        contains(out, "@@e4")
        # A game that is over is not taken up again.
        run("play", "--resume", path, text="resign\n")
        status, _, err = run("play", "--resume", path)
        equal(status, 2)
        contains(err, "is over")


@test
def bad_files():
    with tempfile.TemporaryDirectory() as folder:
        good = "% leaper play 1\n[PlayYou \"both\"]\n[PlayLevel \"club\"]\n[PlayTime \"1000\"]\n[PlayMatch \"0 0 0\"]\n\n1. e4 *\n"
        cases = [("1. e4 *\n", "is not a game saved by 'leaper play'"), ("", "is not a game"),
                 (good.replace("play 1", "play 2"), "another version"), (good.replace("play 1", "play 11"), "another version"),
                 (good.replace("e4", "e5"), "move 1. e5"), (good.replace("club", "x"), "[PlayLevel]"),
                 (good.replace("both", "me"), "[PlayYou]"), (good.replace("1000", "-1"), "[PlayTime]"),
                 (good.replace("0 0 0", "x"), "[PlayMatch]"), (good[:40], "line 3, column")]
        for text, part in cases:
            path = os.path.join(folder, "game")
            with open(path, "w") as file:
                file.write(text)
            status, out, err = run("play", "--resume", path)
            equal((status, err.count("\n")), (2, 1), (text, out, err))
            contains(err, part)
        path = os.path.join(folder, "none")
        contains(run("play", "--resume", path)[2], "cannot be read")
        contains(run("play", "--resume", env={"XDG_STATE_HOME": folder})[2], "there is no saved game")
        contains(run("play", "--resume", "--fuel", "3")[2], "--resume continues the game as it is")


@test
def editing_history_and_completion():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "chess", "--you", "both")
        terminal.wait("White> ")
        terminal.type("e5\x7f4\r")
        terminal.wait(r"e4  Black to move")
        terminal.wait("Black> ")
        terminal.type("un\t\r")
        terminal.wait("White> ")
        terminal.type("Nf\t\r")
        terminal.wait(r"Nf3  Black to move")
        terminal.wait("Black> ")
        terminal.type("\x1b[A\x1b[A\r")
        terminal.wait("White> ")
        terminal.type("quit\r")
        equal(terminal.end(), 0)
        with open(os.path.join(folder, "leaper", "history")) as file:
            lines = file.read().split("\n")
        equal([line.strip() for line in lines], ["e4", "undo", "Nf3", "undo", "quit", ""])
        terminal = Terminal(folder, "chess", "--you", "both")
        terminal.wait("White> ")
        terminal.type("\x1b[A\x1b[A\x1b[A\r")
        terminal.wait(r"Nf3  Black to move")
        terminal.type("\x03")
        equal(terminal.end(), 0)


@test
def thinking_is_shown_and_ended():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "chess", "--level", "full", "--time", "3600")
        terminal.wait("White> ")
        terminal.type("e4\r")
        terminal.wait(r"thinking: depth \d+, \d+ s")
        terminal.type("\x03")
        contains(terminal.wait("Black plays "), "\r\x1b[K")
        terminal.wait("White> ")
        terminal.type("\x03")
        terminal.wait("The game is saved")
        equal(terminal.end(), 0)
        # Where the engine plays both sides Ctrl-C is the way out.
        terminal = Terminal(folder, "--resume", "--you", "none")
        terminal.wait(r"thinking: depth \d+, \d+ s")
        terminal.type("\x03")
        terminal.wait("The game is saved")
        equal(terminal.end(), 0)


main()
