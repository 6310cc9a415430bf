#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed of perft and of search with fairy-stockfish, variant by variant.

    bench/variants.py [--program build/leaper] [NAME …]

Without names: every variant that both programs know by the same name. Times are those of the processor, less what the same program needs
to start, since the wall clock of a busy machine says little. Perft goes from the start to the first depth for which fairy-stockfish needs a
quarter of a second; the two programs take turns, and the median of three runs counts, or that of fewer where a run takes a second or more.
A search from the start lasts half a second. What counts as a node of a search differs between programs, so only a change in that
ratio means anything.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
ENOUGH = 0.25  # seconds of perft that are measured well
LONG = 1.0  # seconds of perft that need no repetition
THINK = 0.5  # seconds of a search
RUNS = 3


def run(command, text="", until=None):
    """Seconds of processor time, and the output. With `until`, quits when a line begins with that."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        process.stdin.write(text)
        process.stdin.flush()
        lines = []
        for line in process.stdout if until else ():
            lines.append(line)
            if line.startswith(until):
                process.stdin.write("quit\n")
                break
        process.stdin.close()
        lines.append(process.stdout.read())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"variants: {' '.join(command)} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, "".join(lines)


def known_to_peer():
    combo = next(line for line in run([PEER], "uci\nquit\n")[1].splitlines() if "UCI_Variant" in line)
    return combo.split(" var ")[1:]


def options(name):
    return f"uci\nsetoption name Threads value 1\nsetoption name UCI_Variant value {name}\nposition startpos\n"


class Engine:
    """One of the two programs with one variant."""

    def __init__(self, command, name, peer):
        self.command, self.name, self.peer = command, name, peer
        self.idle = min(self.time_perft(1)[0] for _ in range(2))
        self.idle_search = min(run([*command, *([] if peer else ["uci"])], options(name) + "isready\n", "readyok")[0] for _ in range(2))

    def time_perft(self, depth):
        if self.peer:
            seconds, output = run(self.command, options(self.name) + f"go perft {depth}\nquit\n")
            return seconds, int(re.search(r"Nodes searched: (\d+)", output).group(1))
        seconds, output = run([*self.command, "perft", self.name, str(depth)])
        return seconds, int(re.search(r"^nodes\s+(\d+)", output, re.MULTILINE).group(1))

    def perft(self, depth):
        seconds, nodes = self.time_perft(depth)
        return max(seconds - self.idle, 1e-3), nodes

    def search(self):
        """Nodes a second of processor time; None if the program does not say."""
        seconds, output = run([*self.command, *([] if self.peer else ["uci"])],
                              options(self.name) + f"go movetime {int(THINK * 1000)}\n", "bestmove")
        nodes = re.findall(r"^info .*\bnodes (\d+)", output, re.MULTILINE)
        return int(nodes[-1]) / max(seconds - self.idle_search, 1e-3) if nodes else None


def compare_perft(ours, theirs):
    """The depth, both counts, and the seconds of both."""
    for depth in range(2, 20):
        seconds, their_nodes = theirs.perft(depth)
        if seconds >= ENOUGH:
            break
    runs = [(ours.perft(depth), seconds)]
    while len(runs) < RUNS and sum(second for _, second in runs) < LONG:
        runs.append((ours.perft(depth), theirs.perft(depth)[0]))
    return depth, runs[0][0][1], their_nodes, statistics.median(own[0] for own, _ in runs), statistics.median(peer for _, peer in runs)


def show(title, ratios):
    if ratios:
        least = min(ratios, key=lambda name: ratios[name])
        most = max(ratios, key=lambda name: ratios[name])
        print(f"ratio of {title}: least {ratios[least]:.2f} ({least}), median {statistics.median(ratios.values()):.2f}, "
              f"most {ratios[most]:.2f} ({most})")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build" / "leaper"))
    parser.add_argument("names", nargs="*")
    choice = parser.parse_args(arguments)
    if not Path(PEER).exists():
        print("variants: no fairy-stockfish to compare with (apt-get install fairy-stockfish)")
        return 0
    known = known_to_peer()
    # Of a variant that it does not know, fairy-stockfish plays chess without a word.
    for name in choice.names:
        if name not in known:
            parser.error(f"{PEER} does not know {name}")
    names = choice.names or [game["key"] for game in json.loads(run([choice.program, "games", "--json"])[1])["games"] if game["key"] in known]
    print(f"{len(names)} variants of {PEER}\n{'':15}------ perft, million nodes/s -------   -- search, thousand nodes/s --\n"
          f"{'variant':15}depth  leaper   theirs  ratio  turns   leaper   theirs  ratio", flush=True)
    perfts, searches, differing = {}, {}, []
    for name in names:
        ours, theirs = Engine([choice.program], name, False), Engine([PEER], name, True)
        depth, nodes, their_nodes, seconds, their_seconds = compare_perft(ours, theirs)
        perfts[name] = nodes / seconds / (their_nodes / their_seconds)
        speeds = ours.search(), theirs.search()
        if all(speeds):
            searches[name] = speeds[0] / speeds[1]
        if nodes != their_nodes:
            differing.append(f"{name}: perft {depth} is {nodes} here, {their_nodes} there")
        print(f"{name:15}{depth:5} {nodes / seconds / 1e6:7.2f}  {their_nodes / their_seconds / 1e6:7.2f} {perfts[name]:6.2f}  "
              f"{'differ' if nodes != their_nodes else 'agree ':6}"
              + "".join(f" {speed / 1e3:8.0f}" if speed else "        -" for speed in speeds)
              + (f" {searches[name]:6.2f}" if name in searches else ""), flush=True)
    show("perft", perfts)
    show("search", searches)
    print("\n".join(differing) if differing else "all counts agree")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
