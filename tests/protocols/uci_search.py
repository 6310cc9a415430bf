#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `leaper uci` says while it searches, as strictly as a program that relies on it: every field, the order of
several lines, and that the move played is the one that was announced."""

import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, Skip, contains, equal, main, test  # noqa: E402

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"

# The words of `info`, and how many words each takes; `pv` takes the rest.
NUMBERS = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "currmovenumber"}


def parse_info(line):
    """The fields of an info line; every word must belong to one, and none may come twice."""
    words = line.split(" ")
    equal(words.pop(0), "info", line)
    fields = {}
    while words:
        name = words.pop(0)
        assert name not in fields, line
        if name in NUMBERS:
            assert re.fullmatch(r"\d+", words[0]), line
            fields[name] = int(words.pop(0))
        elif name == "currmove":
            fields[name] = words.pop(0)
        elif name == "score":
            kind, value = words.pop(0), words.pop(0)
            assert kind in ("cp", "mate") and re.fullmatch(r"-?\d+", value), line
            bound = words.pop(0) if words and words[0] in ("lowerbound", "upperbound") else ""
            fields[name] = (kind, int(value), bound)
        else:
            equal(name, "pv", line)
            assert words and all(words), line
            fields[name], words = words, []
    assert fields.get("hashfull", 0) <= 1000, line
    assert fields.get("seldepth", 1000) >= 1, line
    return fields


def worth(score):
    kind, value, _ = score
    if kind == "cp":
        return value
    return 100000 - value if value > 0 else -100000 - value


class Search:
    """What was said in a search, checked on the way."""

    def __init__(self, said):
        self.best = said[-1].split()
        self.infos = [parse_info(line) for line in said[:-1] if not line.startswith("info string")]
        self.lines = [info for info in self.infos if "pv" in info]
        nodes = [info["nodes"] for info in self.infos if "nodes" in info]
        equal(nodes, sorted(nodes), "nodes only grow")
        times = [info["time"] for info in self.infos if "time" in info]
        equal(times, sorted(times), "time only grows")
        firsts = [info for info in self.lines if info.get("multipv", 1) == 1]
        equal(self.best[1], firsts[-1]["pv"][0], "the move is the last line's: " + " ".join(said[-3:]))
        if len(self.best) > 2:
            equal(self.best[2], "ponder")
            equal(self.best[3], firsts[-1]["pv"][1])

    def check_order(self, count):
        """Each report is of all lines, numbered, best first, with different moves."""
        equal(len(self.lines) % count, 0)
        for start in range(0, len(self.lines), count):
            group = self.lines[start:start + count]
            equal([info["multipv"] for info in group], list(range(1, count + 1)))
            scores = [worth(info["score"]) for info in group]
            equal(scores, sorted(scores, reverse=True), str(group))
            equal(len({info["pv"][0] for info in group}), count, str(group))
            depths = [info["depth"] for info in group]
            assert depths == sorted(depths, reverse=True) and depths[0] - depths[-1] <= 1, depths


def play_on(uci, position, *moves):
    uci.send(f"position {position}" + (" moves " + " ".join(moves) if moves else ""))


@test
def several_lines_are_best_first():
    for fen in ["startpos", "fen " + MIDDLEGAME, "fen 8/8/8/8/8/k7/8/K6R w - - 0 1", "fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"]:
        with Conversation("uci") as uci:
            for count in [1, 2, 5, 10]:
                uci.send(f"setoption name MultiPV value {count}", "ucinewgame")
                play_on(uci, fen)
                uci.send("go depth 7")
                search = Search(uci.until("^bestmove"))
                if count > 1:
                    search.check_order(min(count, max(info["multipv"] for info in search.lines)))


@test
def lines_stay_in_order_when_a_search_is_broken_off():
    with Conversation("uci") as uci:
        uci.send("setoption name MultiPV value 4")
        play_on(uci, "fen " + MIDDLEGAME)
        for nodes in range(3000, 45000, 1500):
            uci.send("ucinewgame")
            play_on(uci, "fen " + MIDDLEGAME)
            uci.send(f"go nodes {nodes}")
            search = Search(uci.until("^bestmove"))
            search.check_order(4)
            assert search.infos[-1]["nodes"] >= nodes


@test
def the_move_is_the_last_line_whenever_it_is_stopped():
    games = [("chess", "startpos"), ("chess", "fen " + MIDDLEGAME), ("fuel", "startpos"), ("hnefa", "startpos"),
             ("hamiltonian", "startpos"), ("hans38-postal", "startpos"), ("moving-squares", "startpos")]
    with Conversation("uci") as uci:
        for game, position in games:
            uci.send(f"setoption name UCI_Variant value {game}")
            for nodes in [1, 2, 3, 5, 10, 20, 50, 100, 200, 333, 500, 777, 1000, 1300, 1700, 2100, 2600, 3200, 4000, 5000]:
                uci.send("ucinewgame")
                play_on(uci, position)
                uci.send(f"go nodes {nodes}")
                Search(uci.until("^bestmove"))


@test
def the_move_is_the_last_line_where_points_decide():
    # The engine wins with any of several announcements, and plays the one that scores most.
    with Conversation("uci") as uci:
        uci.send("setoption name UCI_Variant value hamiltonian", "setoption name Scoring value distance")
        play_on(uci, "fen 1B5k/8/B4R2/8/4N3/1R4N1/4K3/3Q3n w - - 0 1")
        for go in ["go depth 1", "go depth 2", "go depth 3", "go nodes 20"]:
            uci.send(go)
            Search(uci.until("^bestmove"))
        uci.send("setoption name MultiPV value 3", "go depth 2")
        Search(uci.until("^bestmove")).check_order(3)


@test
def stops_at_any_moment():
    with Conversation("uci") as uci:
        moves = []
        for number in range(60):
            play_on(uci, "startpos", *moves)
            uci.send("go infinite")
            time.sleep(0.003 * (number % 17))
            uci.send("stop")
            said = uci.until("^bestmove")
            if said[-1].split()[1] == "(none)":  # on a slow machine the players are weak enough for a mate
                break
            moves.append(Search(said).best[1])


@test
def long_iterations_say_how_far_they_are():
    with Conversation("uci") as uci:
        play_on(uci, "startpos")
        uci.send("go infinite")
        said = uci.until("currmovenumber")
        # Seconds may pass between lines about the best move, but not without any line. Wait for what needs no luck:
        # one that says which move is looked at, and one each second that says how many were.
        while sum(" pv " not in line for line in said) < 4:
            said += uci.until("^info depth")
        uci.send("stop")
        search = Search(said + uci.until("^bestmove"))
        current = [info for info in search.infos if "currmove" in info]
        assert current
        for info in current:
            assert re.fullmatch("[a-h][1-8][a-h][1-8]", info["currmove"]), info
            assert 1 <= info["currmovenumber"] <= 20, info
            assert {"nodes", "nps", "hashfull", "time"} <= info.keys(), info
            assert "score" not in info and "pv" not in info, info


@test
def a_time_per_move_is_used_up():
    with Conversation("uci") as uci:
        uci.send("setoption name Move Overhead value 5000")
        play_on(uci, "startpos")
        began = time.monotonic()
        uci.send("go movetime 300")
        uci.until("^bestmove")
        assert time.monotonic() - began >= 0.29


@test
def ponderhit_keeps_what_was_asked():
    with Conversation("uci") as uci:
        play_on(uci, "startpos")
        for limit in ["depth 5", "nodes 5000", "movetime 200", "wtime 2000 btime 2000"]:
            uci.send(f"go ponder {limit} searchmoves a2a3 h2h3")
            uci.until(" depth 6 ")
            uci.send("isready")
            equal([line for line in uci.until("^readyok$") if line.startswith("bestmove")], [])
            uci.send("ponderhit")
            said = uci.until("^bestmove")
            assert said[-1].split()[1] in ("a2a3", "h2h3"), said
            for line in said:
                # The search goes on; it does not begin again.
                depth = re.match(r"info depth (\d+)", line)
                assert not depth or int(depth.group(1)) >= 6, line
        # Without limits it is endless behind the hit as well.
        uci.send("go ponder searchmoves a2a3", "ponderhit", "isready")
        equal([line for line in uci.until("^readyok$") if line.startswith("bestmove")], [])
        contains(uci.ask("stop", "^bestmove"), "bestmove a2a3")


@test
def bench_can_be_stopped_and_asked():
    with Conversation("uci") as uci:
        uci.send("bench 60", "isready")
        equal(uci.until("^readyok$"), ["readyok"])
        contains(uci.ask("stop", "^Nodes searched"), "(stopped)")
        uci.send("bench 3")
        said = uci.until("^Nodes searched")
        assert not said[-1].endswith("(stopped)"), said
        equal(said[-1], uci.ask("bench 3", "^Nodes searched"))
        # What comes meanwhile waits.
        uci.send("bench 60", "position startpos", "go depth 2", "isready")
        equal([line for line in uci.until("^readyok$") if line.startswith("bestmove")], [])
        uci.send("stop")
        uci.until("^Nodes searched")
        uci.until("^bestmove")


def resident(process):
    """Kibibytes that a process has in memory."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


@test
def a_large_table_takes_no_memory_before_it_is_used():
    if not os.path.exists("/proc/self/status"):
        raise Skip("the system does not tell how much memory a process has")
    with Conversation("uci") as uci:
        uci.send("setoption name Hash value 1024", "ucinewgame", "isready")
        uci.until("^readyok$")
        before = resident(uci.process)
        assert before < 200_000, before
        uci.send("position startpos", "go nodes 200000")
        uci.until("^bestmove")
        used = resident(uci.process)
        uci.send("ucinewgame", "isready")
        uci.until("^readyok$")
        assert resident(uci.process) < 200_000 or resident(uci.process) < used, (before, used)
        # And nothing is remembered.
        first = uci.ask("go depth 6", " depth 6 ")
        uci.until("^bestmove")
        uci.send("ucinewgame")
        equal(re.search(r"nodes \d+", uci.ask("go depth 6", " depth 6 ")).group(), re.search(r"nodes \d+", first).group())
        uci.until("^bestmove")


@test
def the_overhead_is_kept_back():
    with Conversation("uci") as uci:
        contains("\n".join([uci.ask("uci", "Move Overhead"), *uci.until("^uciok$")]), "spin default 20 min 0 max 5000")
        for value in [0, 5000]:
            uci.send(f"setoption name Move Overhead value {value}")
            play_on(uci, "fen " + MIDDLEGAME)
            uci.send("ucinewgame")
            play_on(uci, "fen " + MIDDLEGAME)
            uci.send("go wtime 20000 btime 20000")
            spent = Search(uci.until("^bestmove")).infos[-1]["depth"]
            if value == 0:
                unhurried = spent
        assert spent < unhurried, (spent, unhurried)
        contains(uci.ask("setoption name Move Overhead value 6000", "error"), "0 to 5000")
        contains(uci.ask("setoption name Move Overhead value -1", "error"), "0 to 5000")


main()
