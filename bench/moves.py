#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares engines by the moves that they choose, as a stronger engine judges them: far fewer nodes tell as much as a match.

    bench/moves.py refer SAMPLES [--count 2000] [--nodes 80000] [--seed 1] [--judge /usr/games/stockfish] > REFERENCE
    bench/moves.py judge REFERENCE --nodes N ENGINE[@N] [ENGINE[@N] …]

`refer` draws positions from what `tune play chess` wrote, and notes what the judge thinks of the best five moves of each. Positions
in which a side is five pawns ahead are left out. `judge` asks UCI engines (command lines) for a move in each position, searching N nodes from an empty table,
and prints how much of the chance to win its moves give away on average, in thousandths, and the difference to the first engine with its standard error.
A move that is not among the five costs a quarter more than the fifth. This says nothing about time, nor about what an engine keeps from turn to turn.
"""

import argparse
import math
import random
import re
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

LINES = 5
LIMIT = 500  # centipawns
SLOPE = 130  # so many centipawns multiply the odds by e
MATE = 10000


class Engine:
    """A UCI engine as a child process."""

    def __init__(self, command):
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise SystemExit(f"moves: {command}: {error.strerror}") from error
        self.send("uci")
        self.until("uciok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the one that begins with the word."""
        said = []
        for line in self.process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith(word):
                return said
        raise SystemExit(f"moves: {self.process.args[0]} ended before it said {word}")

    def search(self, fen, nodes):
        self.send("ucinewgame", "position fen " + fen, f"go nodes {nodes}")
        return self.until("bestmove")

    def quit(self):
        self.send("quit")
        self.process.wait()


def chance(centipawns):
    return 1 / (1 + math.exp(-max(-1500, min(1500, centipawns)) / SLOPE))


def worths(said):
    """The moves of the last report of each line with their centipawns, the best first."""
    lines = {}
    for line in said:
        found = re.search(r" multipv (\d+) score (cp|mate) (-?\d+) .*? pv (\S+)", line)
        if found:
            number, kind, value, move = found.groups()
            lines[int(number)] = move, int(value) if kind == "cp" else math.copysign(MATE, int(value))
    return sorted(lines.values(), key=lambda line: -line[1])


def refer(options):
    stronger = Engine(options.judge)
    stronger.send(f"setoption name MultiPV value {LINES}")
    samples = Path(options.samples).read_text().splitlines()
    for sample in random.Random(options.seed).sample(samples, min(options.count, len(samples))):
        fen = sample.split(" ", 3)[3]
        moves = worths(stronger.search(fen, options.nodes))
        if len(moves) > 1 and abs(moves[0][1]) <= LIMIT:
            print(fen, *(f"{move}:{worth:.0f}" for move, worth in moves), sep=";", flush=True)
    stronger.quit()


def loss(moves, chosen):
    best, worst = chance(moves[0][1]), chance(moves[-1][1])
    worth = dict(moves)
    return max(0, best - chance(worth[chosen])) if chosen in worth else (best - worst) * 1.25


def judge(options):
    positions = []
    for line in Path(options.reference).read_text().splitlines():
        fen, *moves = line.split(";")
        positions.append((fen, [(move, int(worth)) for move, worth in (word.split(":") for word in moves)]))
    first = None
    for command in options.engines:
        command, _, nodes = command.partition("@")
        engine = Engine(command)
        losses = [1000 * loss(moves, engine.search(fen, nodes or options.nodes)[-1].split()[1]) for fen, moves in positions]
        engine.quit()
        first = first or losses
        differences = [one - other for one, other in zip(losses, first)]
        error = statistics.stdev(differences) / math.sqrt(len(differences))
        print(f"{statistics.mean(losses):7.2f}  {statistics.mean(differences):+6.2f} ± {error:.2f}  {command}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("refer")
    command.add_argument("samples")
    command.add_argument("--count", type=int, default=2000)
    command.add_argument("--nodes", type=int, default=80000)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--judge", default="/usr/games/stockfish")
    command.set_defaults(do=refer)
    command = commands.add_parser("judge")
    command.add_argument("reference")
    command.add_argument("--nodes", type=int, required=True)
    command.add_argument("engines", nargs="+", metavar="ENGINE[@N]")
    command.set_defaults(do=judge)
    options = parser.parse_args()
    options.do(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
