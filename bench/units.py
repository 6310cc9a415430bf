#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Estimates what a count in units costs from a random sample of its units.

    bench/units.py BOARD --like BOARD --cut N --dir DIRECTORY [--sample 5] [--seed 1] [--memory MB] [--threads N]

The work of units differs by orders of magnitude, but in much the same way on boards of the same kind. First, all units of a smaller
board (--like) are computed. Then units of BOARD are drawn with replacement, each with a probability p proportional to the states of the
corresponding smaller unit (plus a fifth of the mean, so that every unit can be drawn). A drawn unit of cost y gives the unbiased estimate y / p
of the whole cost (Hansen and Hurwitz, 1943); the mean of these is printed with a 95 % interval by Student's t. Units are kept in
DIRECTORY, so a sample can be interrupted, continued and enlarged (the first draws of a seed are always the same), and the units
computed are part of the count.
"""

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# Student's t, two-sided 95 %, by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26, 10: 2.23, 12: 2.18, 15: 2.13,
           20: 2.09, 30: 2.04}


def student(degrees):
    return STUDENT[max(key for key in STUDENT if key <= degrees)]


def do_units(options, board, units, directory):
    """Computes the units that are missing from the directory; returns the contents of their files."""
    command = [options.program, "tours", "unit", board, "--cut", str(options.cut), "--dir", str(directory),
               "--threads", str(options.threads), "--unit"]
    bound = ["--memory", str(options.memory)] if options.memory else []
    subprocess.run([*command, units, *bound], check=True, stdout=subprocess.DEVNULL)
    first, _, last = units.partition("-")
    return [json.loads((Path(directory) / f"unit-{number:06}.json").read_text())
            for number in range(int(first), int(last or first) + 1)]


def number_of_units(options, board):
    command = [options.program, "tours", "unit", board, "--cut", str(options.cut), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["units"]


def interval(costs):
    """Returns the mean, and half the width of its interval."""
    if len(costs) < 2:
        return costs[0], math.inf
    return statistics.mean(costs), student(len(costs) - 1) * statistics.stdev(costs) / math.sqrt(len(costs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("board")
    parser.add_argument("--like", required=True)
    parser.add_argument("--cut", type=int, required=True)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--sample", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", default="build/leaper")
    options = parser.parse_args()

    count = number_of_units(options, options.board)
    if number_of_units(options, options.like) != count:
        sys.exit(f"{options.board} and {options.like} have different units")
    with tempfile.TemporaryDirectory() as directory:
        peers = do_units(options, options.like, f"0-{count - 1}", directory)
    least = 0.2 * sum(unit["states"] for unit in peers) / count
    sizes = [unit["states"] + least for unit in peers]
    chances = [size / sum(sizes) for size in sizes]
    drawn = random.Random(options.seed).choices(range(count), chances, k=options.sample)

    seconds, states = [], []
    print("| unit | signature | chance | states | processor | memory | whole by this unit |")
    print("| --- " * 7 + "|")
    for number in drawn:
        unit, = do_units(options, options.board, str(number), options.dir)
        if (unit["digits"], unit["weight"]) != (peers[number]["digits"], peers[number]["weight"]):
            sys.exit(f"unit {number} of {options.board} does not correspond to unit {number} of {options.like}")
        seconds.append(unit["cpu_seconds"] / chances[number])
        states.append(unit["states"] / chances[number])
        print(f"| {number} | {unit['digits']} | {chances[number]:.4f} | {unit['states']:.3g} | {unit['cpu_seconds']:.1f} s "
              f"| {unit['memory'] / 2**20:.0f} MB | {seconds[-1] / 3600:.3g} h |", flush=True)
    for name, values, scale, unit in ("states", states, 1, ""), ("processor time", seconds, 3600, " h"):
        mean, half = interval(values)
        print(f"{name}: {mean / scale:.3g}{unit} ± {half / scale:.2g}{unit} ({len(values)} units drawn, 95 %)")


if __name__ == "__main__":
    main()
