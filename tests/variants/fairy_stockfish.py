#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares every variant that Debian's fairy-stockfish knows by name as well with what that program says: the legal moves, the position
and check after each move of random games from the start."""

import json
import os
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, Skip, equal, is_sanitized, main, run, test  # noqa: E402

PEER = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
GAMES, TURNS = 1 if is_sanitized() else 4, 80
MOVE = r"(?:\+?[A-Z]@[a-p]\d+|[a-p]\d+[a-p]\d+[a-z]?[+-]?): \d+"
# Variants that version 11 plays by other rules than later ones: promotions of either side, castling fields, when a race is over.
OTHER_RULES = {"chigorin", "dobutsu", "racingkings", "seirawan", "shouse"}


class Peer:
    def __init__(self):
        if not PEER:
            raise Skip("fairy-stockfish is not installed")
        self.process = subprocess.Popen([PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.variants = next(line for line in self.until("uciok") if "UCI_Variant" in line).split(" var ")[1:]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("quit")
        self.process.communicate()

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def until(self, last):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(last):
                return lines
        raise RuntimeError("fairy-stockfish ended")

    def position(self, turns):
        """FEN, check and legal moves after these turns from the start."""
        self.send("position startpos" + " moves " * bool(turns) + " ".join(turns), "d", "go perft 1")
        lines = self.until("Nodes searched")
        fen = next(line[5:] for line in lines if line.startswith("Fen: "))
        checkers = next(line[9:] for line in lines if line.startswith("Checkers:"))
        moves = [line.split(":")[0] for line in lines if re.fullmatch(MOVE, line)]
        return fen, bool(checkers.strip()), moves


def fields(fen):
    """What both programs write into a FEN and mean the same by."""
    words = fen.split()
    placement, _, hand = words[0].partition("[")
    return {"placement": placement, "hand": "".join(sorted(hand.rstrip("]"))), "side": words[1],
            "castling": "".join(sorted(words[2])), "check counts": [word for word in words if re.fullmatch(r"\d+\+\d+", word)]}


def play(peer, game, seed):
    """One random game: the requests to us, and what the peer said at each."""
    chance = random.Random(f"{game} {seed}")
    turns, requests, answers = [], [], []
    for _ in range(TURNS):
        fen, check, moves = peer.position(turns)
        requests.append(json.dumps({"game": game, "moves": list(turns)}))
        answers.append((list(turns), fen, check, sorted(moves)))
        if not moves:
            break
        turns.append(chance.choice(moves))
    return requests, answers


def compare(peer, game):
    peer.send(f"setoption name UCI_Variant value {game}")
    requests, answers = [], []
    for seed in range(GAMES):
        more = play(peer, game, seed)
        requests += more[0]
        answers += more[1]
    status, output, errors = run("show", "--batch", "--all", text="\n".join(requests) + "\n")
    equal(status, 0, errors)
    for line, (turns, fen, check, moves) in zip(output.splitlines(), answers, strict=True):
        ours = json.loads(line)
        place = f"{game} after {' '.join(turns)}: {fen}"
        assert "error" not in ours, f"{place}: {ours}"
        equal(fields(ours["fen"]), fields(fen), place)
        if ours["reason"] in ("repetition", "fifty"):
            continue  # they let play go on until somebody claims the draw
        equal(sorted(ours["turns"]), moves, place)
        if moves:
            equal(ours["check"], check, place)


@test
def random_games():
    with Peer() as peer:
        games = [game["key"] for game in json.loads(run("games", "--json")[1])["games"]]
        shared = [game for game in games if game in peer.variants and game not in OTHER_RULES]
        assert "chess" in shared, shared
        for game in shared:
            compare(peer, game)


main()
