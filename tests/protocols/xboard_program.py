#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets the real XBoard, on a screen that nobody sees, play games between two `leaper xboard`, and reads what it saved."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, contains, equal, main, run, test  # noqa: E402

ENGINE = os.path.abspath(PROGRAM) + " xboard"


def find_xboard():
    # Debian keeps games apart, and not in everybody's path.
    return shutil.which("xboard") or shutil.which("xboard", path="/usr/games")


class Screen:
    """An X server without a screen."""

    def __enter__(self):
        self.server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1200x1000x24", "-nolisten", "tcp"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.display = ":" + self.server.stdout.readline().strip()
        assert self.display != ":", "Xvfb does not start"
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(timeout=PATIENCE)


class NotBegun(AssertionError):
    """XBoard has ended before it did anything."""


class Match:
    """One game between two engines; `moves`: XBoard calls it a draw after so many, None: played to its end."""

    def __init__(self, variant, *arguments, engine=ENGINE, moves=None):
        # Before there is a log, no engine has been started, so what ended XBoard is not ours: a screen that it did not find, perhaps.
        for attempt in 1, 2, 3:
            try:
                self._play(variant, *arguments, engine=engine, moves=moves)
                return
            except NotBegun:
                if attempt == 3:
                    raise

    def _play(self, variant, *arguments, engine, moves):
        with tempfile.TemporaryDirectory() as folder, Screen() as screen:
            home = Path(folder)
            command = [find_xboard(), "-fcp", engine, "-scp", engine, "-variant", variant, "-mg", "1",
                       "-sgf", home / "game.pgn", "-debug", "-nameOfDebugFile", home / "debug.log", "-depth", "1",
                       "-testLegality", "false", "-ruleMoves", "0", "-repeatsToDraw", "0", "-animateMoving", "false"]
            if moves:
                command += ["-adjudicateDrawMoves", str(moves)]
            with open(home / "said", "wb") as said:
                xboard = subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL, stderr=said,
                                          env={**os.environ, "HOME": folder, "DISPLAY": screen.display})
            try:
                self._wait(xboard, home)
            finally:
                # Told politely while a game is going on, it may hang for ever.
                xboard.kill()
                xboard.wait(timeout=PATIENCE)

    def _wait(self, xboard, home):
        """Until the game is saved."""
        self.log = self.pgn = ""
        end = time.monotonic() + PATIENCE
        while not re.search(r" (1-0|0-1|1/2-1/2)\s*$", self.pgn):
            assert time.monotonic() < end, "the game does not end:\n" + self.log[-2000:]
            if (xboard.poll() or 0) > 0 and not (home / "debug.log").exists():
                raise NotBegun("XBoard has not begun: " + (home / "said").read_text(errors="replace"))
            assert xboard.poll() is None, "XBoard has ended by itself:\n" + self.log[-2000:]
            time.sleep(0.1)
            self.log = (home / "debug.log").read_text(errors="replace") if (home / "debug.log").exists() else ""
            self.pgn = (home / "game.pgn").read_text(errors="replace") if (home / "game.pgn").exists() else ""

    def complaints(self):
        return [line for line in self.log.splitlines() if re.search("llegal|forfeit|Error|tellusererror", line)]

    def replay(self, pgn=None, variants=None):
        """What the checker says of the game; it must be legal."""
        equal(self.complaints(), [])
        files = ["--variants", str(variants)] if variants else []
        status, out, complaint = run(*files, "pgn", "check", "-", text=pgn or self.pgn)
        equal((status, complaint), (0, ""), out + self.pgn)
        # "all legal", or of a single one "legal".
        contains(out, " legal;")
        return out


def with_tags(pgn, **tags):
    """The game with the parameters that XBoard does not know of."""
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + pgn


def ranks_from_one(pgn):
    """The game as XBoard writes it with -rankOffset 1, its ranks counted as everybody else does."""
    tags, moves = re.split(r"\n\n", pgn, maxsplit=1)

    def up(found):
        return found.group(1) + str(int(found.group(2)) + 1)

    parts = re.split(r"(\{[^}]*\})", moves)
    return tags + "\n\n" + "".join(part if part.startswith("{") else re.sub(r"([A-Za-z])(\d+)(?!-)", up, part)
                                   for part in parts)


@test
def fuel_chess_to_the_end():
    # With so little fuel a game is short.
    match = Match("fuel", "-firstOptions", "Fuel=6", "-secondOptions", "Fuel=6")
    contains(match.pgn, '[Variant "fuel"]')
    words = re.search(r"\{(\w+ (?:is checkmated|has no legal move: [^.]*)\.\s\w+\swins\.)\} (1-0|0-1)", match.pgn)
    assert words, match.pgn
    contains(match.replay(with_tags(match.pgn, Fuel=6)), "white" if words.group(2) == "1-0" else "black")


@test
def hnefa_chess():
    # No king can be in a corner so soon: that would end the game before XBoard does.
    match = Match("hnefa", moves=9)
    contains(match.log, "16x16+0_fairy")
    contains(match.pgn, '[Variant "hnefa"]')
    contains(match.replay(), " 19 half-moves")


@test
def hnefa_chess_with_ranks_from_zero():
    match = Match("hnefa", "-rankOffset", "1", engine=ENGINE + " --first-rank 0", moves=9)
    contains(match.replay(ranks_from_one(match.pgn)), " 19 half-moves")


@test
def crazyhouse():
    match = Match("crazyhouse", moves=30)
    contains(match.log, "8x8+5 rnbq")
    match.replay()


@test
def games_that_xboard_has_itself():
    # XBoard writes E and H as Leaper does, and what comes in as Nc3/H.
    for variant in "makruk", "seirawan":
        Match(variant, moves=20).replay()
    # XBoard saves no right to castle in this one, and writes castling as Kc1: the game ends before anybody does it.
    Match("atomic", moves=16).replay()
    # It counts ten ranks from 0, and writes a start position with hands that the game does not have.
    match = Match("grand", moves=20)
    match.replay(re.sub(r'\[(?:FEN|SetUp) .*\n', "", ranks_from_one(match.pgn)))


@test
def a_game_with_passes():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "passer.ini")
        path.write_text("[passer]\nmaxRank = 6\nmaxFile = 5\ncustomPiece1 = s:cW\npass = true\nstalemateValue = loss\n"
                        "startFen = SsSsS/sSsSs/SsSsS/sSsSs/SsSsS/sSsSs w - - 0 1\n", encoding="utf-8")
        match = Match("passer", engine=f"{os.path.abspath(PROGRAM)} --variants {path} xboard", moves=20)
        contains(match.pgn, " -- ")
        match.replay(variants=path)


@test
def hamiltonian_chess():
    Match("hamiltonian", moves=20).replay()


@test
def chess_with_armies_under_xboards_own_eyes():
    # Here XBoard's test of legality stays on: it must agree with every move, from our piece lines alone.
    armies = "WhiteArmy=nutters,BlackArmy=rookies"
    match = Match("chess", "-firstOptions", armies, "-secondOptions", armies, "-testLegality", "true", moves=30)
    contains(match.pgn, "GIHOKHIG")
    # XBoard believes that only rooks castle, and saves no rights of others.
    pgn = match.pgn.replace(" w - - 0 1", " w KQkq - 0 1")
    match.replay(with_tags(pgn, WhiteArmy="nutters", BlackArmy="rookies"))


if not find_xboard() or not shutil.which("Xvfb"):
    print("1..0 # SKIP no xboard or no Xvfb here: tools/install-deps.sh test")
    sys.exit()
main()
