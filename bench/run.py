#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Benchmarks perft, search, path finding, PGN reading and the counting of tours; compares perft of chess with other programs; and
measures how long other clients of the server wait while one client asks for as much as it can get.

    bench/run.py [--program build/leaper] [--pairs 5] [--depth 6]

Whole processes are timed. Runs against another program are interleaved (ours, theirs, ours, theirs …), so that a
machine that slows down slows both; each pair gives one ratio, and minimum, median and maximum of the ratios are shown.
"""

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import crowd
import tours
import variants

ROOT = Path(__file__).resolve().parent.parent
OTHERS = {"fairy-stockfish": "/usr/games/fairy-stockfish", "stockfish": "/usr/games/stockfish"}


def timed(command, text=None):
    """Runs a command; returns its seconds and its output."""
    start = time.perf_counter()
    done = subprocess.run(command, input=text, stdin=None if text is not None else subprocess.DEVNULL,
                          capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def spread(values, form="{:.2f}"):
    return " / ".join(form.format(value) for value in (min(values), statistics.median(values), max(values)))


def our_perft(program, game, depth):
    seconds, output = timed([program, "perft", game, str(depth)])
    return seconds, int(re.search(r"^nodes\s+(\d+)", output, re.MULTILINE).group(1))


def their_perft(program, depth):
    # The engine reads `quit` only once perft has ended.
    seconds, output = timed([program], f"setoption name Threads value 1\nposition startpos\ngo perft {depth}\nquit\n")
    return seconds, int(re.search(r"Nodes searched: (\d+)", output).group(1))


def against(name, path, program, depth, pairs):
    print(f"perft of chess from the start, depth {depth}, one thread: leaper against {name} ({path}), {pairs} pairs")
    ours, theirs, ratios = [], [], []
    for _ in range(pairs):
        seconds, nodes = our_perft(program, "chess", depth)
        other_seconds, other_nodes = their_perft(path, depth)
        if nodes != other_nodes:
            print(f"  the counts differ: {nodes} against {other_nodes}")
        ours.append(nodes / seconds / 1e6)
        theirs.append(other_nodes / other_seconds / 1e6)
        ratios.append(other_seconds / seconds)
    print(f"  leaper            Mnodes/s, min / median / max: {spread(ours, '{:.1f}')}")
    print(f"  {name:17} Mnodes/s, min / median / max: {spread(theirs, '{:.1f}')}")
    print(f"  ratio (ours / theirs),  min / median / max: {spread(ratios)}")


def alone(program, game, depth, runs):
    speeds = []
    for _ in range(runs):
        seconds, nodes = our_perft(program, game, depth)
        speeds.append(nodes / seconds / 1e6)
    print(f"perft of {game} from the start, depth {depth}: {nodes} nodes, "
          f"Mnodes/s min / median / max: {spread(speeds, '{:.1f}')}")


def expanded(program, game, depth):
    """The number of positions whose moves perft generates up to a depth; the leaves are only counted."""
    return 1 + sum(our_perft(program, game, d)[1] for d in range(1, depth))


def big_board(program, pairs):
    """Compares HnefaChess (96 pieces, 228 squares) with chess (32 pieces, 64 squares), interleaved."""
    depths = {"chess": 5, "hnefa": 4}
    work = {game: expanded(program, game, depth) for game, depth in depths.items()}
    costs = {game: [] for game in depths}  # processor time, which depends less on what else is running
    leaves = {game: [] for game in depths}
    for _ in range(pairs):
        for game, depth in depths.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            nodes = our_perft(program, game, depth)[1]
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            costs[game].append(seconds / work[game] * 1e9)
            leaves[game].append(nodes / seconds / 1e6)
    print(f"perft of the big board compared with chess, {pairs} pairs, min / median / max "
          "(3 times the pieces, 3.6 times the squares)")
    for game, depth in depths.items():
        print(f"  {game:6} depth {depth}: {spread(leaves[game], '{:.1f}')} Mnodes/s, "
              f"{spread(costs[game], '{:.0f}')} ns for a position's moves")
    print(f"  ratio (hnefa / chess) for a position: {spread([b / a for a, b in zip(costs['chess'], costs['hnefa'])])}")


def think(program, game, milliseconds):
    """Prints the depth and the nodes a second that the engine reaches from the start position in that time."""
    with subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine.stdin.write(f"setoption name UCI_Variant value {game}\nposition startpos\ngo movetime {milliseconds}\n")
        engine.stdin.flush()
        depth = speed = 0
        for line in engine.stdout:
            words = line.split()
            if words[:2] == ["info", "depth"]:
                depth, speed = int(words[2]), int(words[words.index("nps") + 1])
            if words[:1] == ["bestmove"]:
                break
        engine.stdin.write("quit\n")
    print(f"one second of thought from the start of {game}: depth {depth}, {speed / 1e3:.0f} thousand nodes/s")


def protection(program):
    """Times links, paths and circuits of Hamiltonian Chess, which its search needs in every position."""
    path = Path(program).resolve().parent / "bench" / "protection"
    if not path.exists():
        print(f"{path} is not built: paths in Hamiltonian Chess are not measured")
        return
    print("Hamiltonian Chess, nanoseconds for one side:")
    print("  " + "\n  ".join(timed([str(path)])[1].strip().splitlines()))


def reading(program, pairs, games=50000):
    """Compares the processor time for checking PGN with that of pgn-extract, on games of random moves."""
    maker = Path(program).resolve().parent / "bench" / "games"
    rival = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
    if not maker.exists() or not Path(rival).exists():
        print("reading PGN: needs build/bench/games (ninja -C build) and pgn-extract (apt-get install pgn-extract)")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        with open(path, "wb") as file:
            subprocess.run([str(maker), str(games)], stdout=file, check=True)
        commands = {"leaper": [program, "pgn", "check", "--quiet", str(path)],
                    "pgn-extract": [rival, "-r", "-s", str(path)]}
        speeds = {name: [] for name in commands}
        for _ in range(pairs):
            for name, command in commands.items():
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                timed(command)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                speeds[name].append(games / seconds)
        print(f"reading {games} games of PGN, {path.stat().st_size / 1e6:.0f} MB, games a second of processor time, "
              f"min / median / max, {pairs} pairs")
    for name, values in speeds.items():
        print(f"  {name:12} {spread(values, '{:.0f}')}")
    print(f"  ratio        {spread([a / b for a, b in zip(speeds['leaper'], speeds['pgn-extract'])])}")


def search(program, runs):
    """`leaper bench` searches fixed positions; the node count is the fingerprint of the search."""
    outputs = [timed([program, "bench"]) for _ in range(runs)]
    print(f"leaper bench, {runs} runs:")
    print("  " + "\n  ".join(outputs[-1][1].strip().splitlines()[-4:]))
    print(f"  seconds, min / median / max: {spread([seconds for seconds, _ in outputs])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build" / "leaper"))
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--depth", type=int, default=6)
    options = parser.parse_args()

    rivals = {name: shutil.which(name) or path for name, path in OTHERS.items()
              if shutil.which(name) or Path(path).exists()}
    for name, path in rivals.items():
        against(name, path, options.program, options.depth, options.pairs)
    if not rivals:
        print("no other engine is installed to compare with (apt-get install fairy-stockfish)")
        alone(options.program, "chess", options.depth, options.pairs)
    alone(options.program, "fuel", options.depth - 1, options.pairs)
    big_board(options.program, options.pairs)
    for game in ("chess", "fuel", "hamiltonian", "hnefa", "hans38", "amazons"):
        think(options.program, game, 1000)
    protection(options.program)
    reading(options.program, options.pairs)
    search(options.program, 3)
    variants.main(["--program", options.program])
    crowd.main(["--program", options.program])
    return tours.main(["--program", options.program])


if __name__ == "__main__":
    sys.exit(main())
