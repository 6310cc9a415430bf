#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper match`: engines as processes, also ones that crash, stall, cheat and flood; files that survive kill -9."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from matches import complaints, counts, games_of  # noqa: E402
from script import PATIENCE, PROGRAM, Skip, contains, equal, main, run, test  # noqa: E402

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "fake_engine.py")


def fake(fault, *more, protocol="uci", file=""):
    return f'cmd="{sys.executable} {FAKE} {fault} {protocol} {file}" proto={protocol} name=fake {" ".join(more)}'


def match(game, one, other, *options, status=0):
    got, out, err = run("match", game, one, other, "--json", *options)
    equal(got, status, err)
    return json.loads(out)


def refused(*arguments, part):
    status, out, err = run("match", *arguments)
    assert status in (1, 2), (status, err)
    equal(out, "", arguments)
    contains(err, part)
    assert err.startswith("leaper match: "), err


# ---- Games ----


@test
def every_kind_of_game():
    for game, *options in [("chess",), ("fuel", "--fuel", "9"), ("hans38",), ("hamiltonian", "--scoring", "distance"),
                           ("hnefa",), ("duck",), ("chess", "--white", "nutters", "--black", "rookies")]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            result = match(game, "leaper", "leaper nodes=60", "--games", "2", "--nodes", "200", "--longest", "60",
                           "--pgn", path, *options)
            equal((result["games"], sum(result["pairs"])), (2, 1), game)
            equal([engine["faults"] for engine in result["engines"]], [0, 0], game)
            equal(sorted(games_of(path)), ["1.1", "1.2"])
            equal(run("pgn", "check", path)[0], 0, game)


@test
def announcements_are_played():
    result = match("hamiltonian", "leaper", "leaper", "--games", "6", "--nodes", "300")
    assert result["ends"].get("announcement", 0) > 0, result
    equal([engine["faults"] for engine in result["engines"]], [0, 0])


@test
def the_same_games_at_any_concurrency():
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for concurrency in "1", "3":
            path = os.path.join(folder, concurrency)
            result = match("fuel", "leaper", "leaper nodes=100", "--games", "8", "--nodes", "300", "--concurrency", concurrency,
                           "--seed", "5", "--pgn", path)
            found.append((counts(result), games_of(path)))
    equal(found[0][0], found[1][0])
    assert found[0][1] == found[1][1], "the games differ"
    openings = {tuple(re.findall(r"\d+\. ?(\S+)", text)[:2]) for text in found[0][1].values()}
    assert len(openings) > 1, "all pairs begin alike"


@test
def colours_are_exchanged():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        match("chess", "leaper name=A", "leaper name=B", "--games", "2", "--nodes", "50", "--pgn", path)
        games = games_of(path)
    contains(games["1.1"], '[White "A"] [Black "B"]')
    contains(games["1.2"], '[White "B"] [Black "A"]')
    first = [re.findall(r"\d+\.+ (\S+)", games[number])[:3] for number in sorted(games)]
    equal(first[0], first[1])


@test
def the_other_protocol():
    xboard = f'cmd="{PROGRAM} xboard" proto=cecp name=cecp option.Level=novice hash=8'
    result = match("fuel", xboard, "leaper nodes=100", "--games", "4", "--depth", "2", "--fuel", "12")
    equal((result["games"], [engine["faults"] for engine in result["engines"]]), (4, [0, 0]))
    result = match("chess", xboard, "leaper", "--games", "2", "--movetime", "30", "--cpu", "--margin", "60000", "--longest", "40")
    equal((result["games"], [engine["faults"] for engine in result["engines"]]), (2, [0, 0]))
    assert all(engine["milliseconds"] > 0 for engine in result["engines"])


@test
def a_program_that_knows_variants():
    engine = shutil.which("fairy-stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if not engine:
        raise Skip("Fairy-Stockfish is not installed")
    for game in ["crazyhouse", "capablanca", "3check"]:
        result = match(game, f"cmd={engine} name=FSF hash=4", "leaper", "--games", "2", "--nodes", "300", "--longest", "60")
        equal((result["games"], [each["faults"] for each in result["engines"]]), (2, [0, 0]), game)
    refused("fuel", engine, "leaper", part="does not know the game 'fuel'")


@test
def clocks():
    for clock, moves, main_time, increment in [("3+0.02", 0, 3, 0.02), ("4/2", 4, 2, 0)]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            result = match("chess", "leaper", "leaper", "--games", "2", "--tc", clock, "--cpu", "--margin", "60000",
                           "--longest", "24", "--pgn", path)
            equal([engine["faults"] for engine in result["engines"]], [0, 0])
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"\s+", " ", re.split(r"(?=^\[Event )", file.read(), flags=re.MULTILINE)[1])
        contains(text, f'[TimeControl "{clock}"]')
        turns = [(float(spent), 60 * int(minutes) + float(seconds)) for spent, minutes, seconds
                 in re.findall(r"\[%emt ([0-9.]+)\] \[%clk 0:(\d+):([0-9.]+)\]", text)]
        assert len(turns) > 8, text
        for side in 0, 1:
            left = main_time
            for number, (spent, shown) in enumerate(turns[side::2], 1):
                left = max(left - spent, 0) + increment + (main_time if moves and number % moves == 0 else 0)
                # Clocks are written in tenths, rounded down, and times in thousandths, rounded down as well.
                assert left - 0.1 - 0.002 * number <= shown <= left + 0.001, (clock, side, number, left, shown)


@test
def threads_spend_processor_time_side_by_side():
    """So an engine with two is told half of what it has left."""
    cecp = f'cmd="{PROGRAM} xboard" proto=cecp threads=2 name=two'
    for engine, words in [("leaper threads=2 name=two", ["two < go wtime 5000 btime 10000 winc 50 binc 100", "two < go wtime 10000 btime 5000 winc 100 binc 50"]),
                          (cecp, ["two < level 0 0:05 0.05", "two < time 500", "two < otim 1000"])]:
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            match("chess", engine, "leaper", "--games", "2", "--tc", "10+0.1", "--cpu", "--margin", "60000", "--opening-turns", "0", "--longest", "1",
                  "--log", log)
            with open(log, encoding="utf-8") as file:
                said = file.read()
        # The second game ends before the engine is to move.
        for word in words[:1] if "xboard" not in engine else words:
            contains(said, word)


# ---- Openings and ends ----


@test
def openings_of_a_file():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    with tempfile.TemporaryDirectory() as folder:
        positions, games, path = (os.path.join(folder, name) for name in ("positions", "games", "pgn"))
        with open(positions, "w", encoding="utf-8") as file:
            file.write(f"# endings\n{fen}; won\n\n8/8/4k3/8/8/4K3/8/7R w - - 0 1\n")
        with open(games, "w", encoding="utf-8") as file:
            file.write('[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event "?"]\n\n1. d4 d5 *\n')
        options = ["--games", "4", "--nodes", "100", "--longest", "8", "--pgn", path]
        match("chess", "leaper", "leaper", *options, "--openings", positions)
        contains(games_of(path)["1.2"], f'[FEN "{fen}"]')
        contains(games_of(path)["2.1"], "7R w")
        os.remove(path)
        match("chess", "leaper", "leaper", *options, "--openings", games, "--opening-turns", "3")
        contains(games_of(path)["1.1"], "1. e4 e5 2. Nf3 2... ".replace("2... ", ""))
        contains(games_of(path)["2.2"], "1. d4 d5 ")
        with open(games, "w", encoding="utf-8") as file:
            file.write('[Event "?"]\n\n1. e4 e5 *\n\n[Event "?"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
        os.remove(path)
        refused("chess", "leaper", "leaper", *options, "--openings", games, part="opening 2 of the file is a finished game; --opening-turns N")
        match("chess", "leaper", "leaper", *options, "--openings", games, "--opening-turns", "3")
        with open(positions, "a", encoding="utf-8") as file:
            file.write("nonsense\n")
        refused("chess", "leaper", "leaper", "--openings", positions, part="line 5")
        with open(games, "w", encoding="utf-8") as file:
            file.write('[Event "?"]\n[Variant "Fuel Chess"]\n\n1. e4 *\n')
        refused("chess", "leaper", "leaper", "--openings", games, part="a game of Fuel Chess cannot begin a match in Chess")


@test
def adjudication():
    ends = match("chess", "leaper", "leaper nodes=20", "--games", "2", "--nodes", "500", "--resign-turns", "1",
                 "--resign-score", "1", "--resign-both")["ends"]
    equal(ends, {"adjudication": 2})
    equal(match("chess", "leaper", "leaper", "--games", "2", "--nodes", "100", "--draw-turns", "2", "--draw-score", "2000",
                "--draw-after", "10")["ends"], {"adjudication": 2})
    result = match("chess", "leaper", "leaper", "--games", "2", "--nodes", "20", "--longest", "10")
    equal((result["ends"], result["turns"], result["draws"]), ({"adjudication": 2}, 20, 2))


@test
def a_test_that_decides():
    result = match("chess", fake("resigns", protocol="cecp"), "leaper", "--games", "1000", "--depth", "1", "--sprt", "-300,300")
    equal(result["sprt"]["verdict"], "H0 accepted")
    assert result["games"] < 100, result
    equal(result["losses"], result["games"])
    with tempfile.TemporaryDirectory() as folder:
        few = ["chess", "leaper", "leaper", "--longest", "8", "--nodes", "1", "--opening-turns", "2", "--games", "1000", "--sprt", "300,600",
               "--pgn", os.path.join(folder, "games.pgn")]
        result = match(*few)
        equal(result["sprt"]["verdict"], "H0 accepted")
        again = match(*few, "--resume")
        equal((again["sprt"], counts(again)), (result["sprt"], counts(result)), "it has decided already")


# ---- Faults ----


@test
def faults_lose_and_the_match_goes_on():
    cases = [("exits", "crash", "abandoned", "status 3"), ("crashes", "crash", "abandoned", "signal 11"),
             ("stalls", "no answer", "stalled connection", "does not answer"),
             ("floods", "no answer", "stalled connection", "does not answer"),
             ("endless-line", "no answer", "stalled connection", "does not answer"),
             ("illegal", "illegal move", "rules infraction", "'a1b8'"), ("garbage", "illegal move", "rules infraction", "%s%n"),
             ("none", "illegal move", "rules infraction", "(none)"), ("complains", "illegal move", "rules infraction", "too hard")]
    for fault, end, termination, comment in cases:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            protocol, limit = ("cecp", "--depth") if fault == "complains" else ("uci", "--nodes")
            result = match("chess", fake(fault, protocol=protocol), "leaper", "--games", "2", limit, "1", "--patience", "2",
                           "--pgn", path)
            equal((result["losses"], result["ends"]), (2, {end: 2}), fault)
            equal([engine["faults"] for engine in result["engines"]], [2, 0], fault)
            for text in games_of(path).values():
                contains(text, f'[Termination "{termination}"]')
                contains(text, comment)
            equal(run("pgn", "check", path)[0], 0, fault)


@test
def whoever_oversteps_his_time_loses():
    for options in [["--movetime", "50"], ["--tc", "0.05"]]:
        result = match("chess", "leaper nodes=1", fake("stalls"), "--games", "2", "--margin", "50", *options)
        equal((result["wins"], result["ends"]), (2, {"time forfeit": 2}), options)
    # A processor that is asleep takes no time, so what ends the turn is patience.
    result = match("chess", "leaper nodes=1", fake("stalls"), "--games", "2", "--cpu", "--movetime", "1", "--patience", "1")
    equal((result["wins"], result["ends"]), (2, {"no answer": 2}))
    result = match("chess", "leaper nodes=1", fake("floods"), "--games", "2", "--cpu", "--movetime", "20", "--margin", "5")
    equal((result["wins"], result["ends"]), (2, {"time forfeit": 2}))


@test
def resigning_is_no_fault():
    result = match("chess", fake("resigns", protocol="cecp"), "leaper", "--games", "2", "--depth", "1")
    equal((result["losses"], result["ends"], result["engines"][0]["faults"]), (2, {"resignation": 2}, 0))


@test
def words_that_an_engine_does_not_know():
    """Its protest is no fault, unless it is about the other side's turn; nor is a score that is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        result = match("chess", fake("raves", protocol="cecp"), "leaper", "--games", "2", "--depth", "1", "--opening-turns", "0",
                       "--longest", "1", "--pgn", path)
        equal((result["draws"], result["engines"][0]["faults"]), (2, 0))
        game = games_of(path)["1.1"]
        contains(game, "1. e4 {")
        assert "%eval" not in game, game


@test
def an_engine_for_one_game():
    with tempfile.TemporaryDirectory() as folder:
        numbers = os.path.join(folder, "numbers")
        match("chess", fake("once", protocol="cecp", file=numbers), "leaper", "--games", "4", "--depth", "1")
        with open(numbers, encoding="ascii") as file:
            began = file.read().split()
    # One was tried before the match.
    equal((len(began), len(set(began))), (5, 5), began)


@test
def a_program_that_is_gone_is_no_fault_of_the_engine():
    with tempfile.TemporaryDirectory() as folder:
        path, engine = os.path.join(folder, "games.pgn"), os.path.join(folder, "engine")
        few = ["chess", f"cmd={engine} name=fake", "leaper", "--games", "4", "--nodes", "1", "--pgn", path]

        def build(fault):
            with open(engine, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\nexec {sys.executable} {FAKE} {fault} uci {engine}\n")
            os.chmod(engine, 0o755)

        build("vanishes")
        refused(*few, part=f"cannot start '{engine}'")
        equal(sorted(games_of(path)), ["1.1"])
        build("exits")
        result = match(*few, "--resume")
        equal((result["losses"], result["ends"]), (4, {"crash": 4}))


@test
def engines_that_cannot_begin():
    refused("chess", "leaper", fake("dies"), part="fake has ended (status 1)")
    refused("chess", "leaper", fake("mute"), "--patience", "1", part="fake does not say 'uciok' within 1 second")
    refused("chess", "leaper", "/nonexistent/engine", part="cannot start '/nonexistent/engine'")
    refused("hnefa", "leaper", fake("none"), part="fake does not know the game 'hnefa'; it knows chess, fuel")
    refused("fuel", "leaper", fake("none"), "--fuel", "7", part="fake has no option Fuel, so fuel cannot be 7")
    refused("chess", "leaper", fake("none", "option.Depth=3"), part="fake has no option 'Depth'")
    refused("fuel", "leaper", fake("none", protocol="cecp"), "--depth", "1", part="fake does not know the game 'fuel'; it knows normal")
    refused("chess", "leaper", fake("none", protocol="cecp"), "--nodes", "5", part="CECP, which has no limit of nodes")
    refused("chess", "leaper level=clever", "leaper", part="Level")
    refused("chess", "leaper hash=0", "leaper", part="Hash")


@test
def what_is_wrong_is_named():
    refused("chess", "leaper", part="against which engine?")
    refused("chess", "leaper colour=red", "leaper", part="in 'leaper colour=red': there is no key 'colour'")
    refused("chess", "leaper", "x y", part="'y' is not of the form KEY=VALUE")
    refused("chess", "leaper", "'x", part="is not closed")
    refused("chess", "leaper", "", part="the specification is empty")
    refused("chess", "cmd= name=x", "leaper", part="cmd names no program")
    refused("chess", 'cmd="  "', "leaper", part="cmd names no program")
    refused("chess", "leaper", "leaper proto=usb", part="the protocol must be uci or cecp")
    refused("chess", "leaper tc=5:00", "leaper", part="'5:00' is no clock")
    refused("chess", "leaper", "leaper", "--nodes", "-1", part="--nodes: nodes must be a number from 1")
    refused("chess", "leaper", "leaper", "--games", "3", part="--games must be even")
    refused("chess", "leaper", "leaper", "--sprt", "5,0", part="--sprt takes two numbers, the lower one first")
    refused("chess", "leaper", "leaper", "--sprt", "0,5", "--alpha", "1", part="--alpha must be a number between 0 and 0.5")
    refused("chess", "leaper", "leaper", "--sprt=-201,0", "--normalized", part="from -200 to 200")
    refused("chess", "leaper", "leaper", "--alpha", "0.1", part="are for --sprt")
    refused("chess", "leaper", "leaper", "--resume", part="the file that --pgn names")
    refused("chess", "leaper", "leaper", "--pgn", "/nonexistent/x", part="No such file")


# ---- Stopping and going on ----


def wait_until(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


def children(pid):
    found = set()
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found |= set(map(int, file.read().split()))
    return found


def words_of(pid):
    """The command line of a process, "" if it has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def is_running(pid):
    """Whether the process runs; one that has ended may wait for whoever reaps orphans here."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


MATCH = ["match", "fuel", "leaper", "leaper nodes=100", "--nodes", "400", "--fuel", "20", "--json"]
ENDLESS = [*MATCH, "--games", "100000"]  # so that it is still being played when a signal comes, on any machine


def rounds(path):
    """Of a file whose last game may be torn."""
    with open(path, encoding="utf-8") as file:
        return set(re.findall(r'^\[Round "(.*)"\]', file.read(), re.MULTILINE))


def stop_after(path, games, how, *more):
    """Starts an endless match, and sends it the signal when the file has so many games. Returns its status and output."""
    process = subprocess.Popen([PROGRAM, *ENDLESS, "--pgn", path, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    wait_until(lambda: process.poll() is not None or (os.path.exists(path) and len(rounds(path)) >= games), "games")
    equal(process.poll(), None, "the match has ended")
    engines = children(process.pid)
    process.send_signal(how)
    out = process.communicate(timeout=PATIENCE)[0]
    wait_until(lambda: not any(map(is_running, engines)), "the end of the engines")
    return process.returncode, out.decode()


@test
def killed_and_resumed():
    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "whole"), os.path.join(folder, "part")
        equal(stop_after(part, 3, signal.SIGKILL)[0], -signal.SIGKILL)
        before = rounds(part)
        with open(part, encoding="utf-8") as file:
            text = file.read()
        turns, end = text.index("\n\n"), text.index("\n\n[Event ")
        # Again, with a last game that is torn in its tags, in its moves, or in its result.
        for length in (30, (turns + end) // 2, end - 1):
            with open(part, "a", encoding="utf-8") as file:
                file.write(text[:length])
            status, _ = stop_after(part, len(before) + 2, signal.SIGKILL, "--resume", "--concurrency", "2")
            equal(status, -signal.SIGKILL)
            assert rounds(part) > before
            before = rounds(part)
        # How far it has come depends on the machine.
        pairs = max(int(number.partition(".")[0]) for number in before) + 1
        few = [*MATCH, "--games", str(2 * pairs)]
        expected = json.loads(run(*few, "--pgn", whole)[1])
        status, out, err = run(*few, "--pgn", part, "--resume")
        equal((status, complaints(err)), (0, ""))
        result = json.loads(out)
        equal(counts(result), counts(expected))
        assert all(engine["milliseconds"] > 0 for engine in result["engines"]), result
        assert games_of(part) == games_of(whole), "the games differ"
        # There is nothing left to play, and a longer match begins with the same games.
        equal(counts(json.loads(run(*few, "--pgn", part, "--resume")[1])), counts(expected))
        longer = json.loads(run(*MATCH, "--games", str(2 * pairs + 2), "--pgn", part, "--resume")[1])
        equal((longer["games"], len(games_of(part))), (2 * pairs + 2, 2 * pairs + 2))


@test
def torn_in_every_way():
    """Wherever a file is torn, the games before are kept, and the result is the same."""
    with tempfile.TemporaryDirectory() as folder:
        whole, part = os.path.join(folder, "whole"), os.path.join(folder, "part")
        few = ["match", "fuel", "leaper", "leaper", "--games", "2", "--nodes", "50", "--fuel", "3", "--json"]
        expected = counts(json.loads(run(*few, "--pgn", whole)[1]))
        with open(whole, "rb") as file:
            text = file.read()
        second = text.rindex(b"[Event")
        torn = [text[:-back] for back in (1, 2, 3, 4, 5, 40)] + [text[:second + more] for more in (0, 1, 3)]
        torn += [text[:length] + bytes(4096) for length in (20, second - 1, second, second + 1, len(text) - 3, len(text))]
        for length, left in enumerate(torn):
            with open(part, "wb") as file:
                file.write(left)
            status, out, err = run(*few, "--pgn", part, "--resume")
            equal((status, err), (0, ""), length)
            equal(counts(json.loads(out)), expected, length)
            assert games_of(part) == games_of(whole), length


@test
def finished_games_are_kept():
    """Whatever follows them: the file then has the very same text, which is not what a game that was played again would have."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        few = ["match", "fuel", "leaper", "leaper", "--games", "2", "--nodes", "50", "--fuel", "3", "--json", "--pgn", path]
        equal(run(*few)[0], 0)
        with open(path, "rb") as file:
            text = re.sub(rb"%emt [0-9.]+", b"%emt 123.456", file.read())
        for more in b"[", bytes(100), b"[Event \"leap" + bytes(100), b"":
            with open(path, "wb") as file:
                file.write(text + more)
            equal(run(*few, "--resume")[0], 0)
            with open(path, "rb") as file:
                assert file.read() == text, more


@test
def a_file_that_is_full():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        few = ["match", "fuel", "leaper", "leaper", "--nodes", "50", "--fuel", "3", "--json", "--pgn", path]
        equal(run(*few, "--games", "2")[0], 0)
        with open(path, encoding="utf-8") as file:
            game = file.read().partition("\n\n[Event ")[0] + "\n\n"
        # The same game again and again, after empty lines, of which a game may have a megabyte.
        games = [game.replace('"1.1"', f'"{pair}.{which}"') for pair in range(1, 34) for which in (1, 2)]
        text = "".join(each.rjust(((64 << 20) - 100) // len(games), "\n") for each in games)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        status, _, err = run(*few, "--games", "68", "--resume")
        equal(status, 1)
        contains(err, "would exceed 64 MB")
        # It can still be read.
        equal(os.path.getsize(path), len(text))
        equal(run(*few, "--games", "66", "--resume")[0], 0)


@test
def interrupted():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        status, out = stop_after(path, 2, signal.SIGINT)
        result = json.loads(out)
        equal(status, 1)
        assert 2 <= result["games"] <= len(games_of(path)), result


@test
def engines_that_are_ended_with_the_match():
    """As when a system is shut down: that ends no game."""
    with tempfile.TemporaryDirectory() as folder:
        path, thinking = os.path.join(folder, "games.pgn"), os.path.join(folder, "thinking")
        process = subprocess.Popen([PROGRAM, "match", "chess", fake("stalls", file=thinking), "leaper", "--nodes", "1", "--patience", "10000",
                                    "--pgn", path, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(thinking), "a game")
        # The match has one thread, which gets its signal before it can see the end of an engine.
        for number in [process.pid, *children(process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
        result = json.loads(process.communicate(timeout=PATIENCE)[0])
        equal((process.returncode, result["games"], rounds(path)), (1, 0, set()))


@test
def interrupted_while_an_engine_begins():
    process = subprocess.Popen([PROGRAM, "match", "chess", "leaper", fake("mute"), "--patience", "10000"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    wait_until(lambda: any("fake_engine" in words_of(child) for child in children(process.pid)), "the engine")
    process.send_signal(signal.SIGINT)
    # Without waiting for as long as the engine might take.
    equal((process.communicate(timeout=PATIENCE)[1], process.returncode), (b"", 1))


@test
def files_are_not_mixed_up():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        few = ["chess", "leaper", "leaper", "--games", "2", "--longest", "4", "--pgn", path]
        equal(run("match", *few, "--nodes", "10")[0], 0)
        refused(*few, "--nodes", "10", part="--resume goes on with its match")
        refused(*few, "--nodes", "11", "--resume", part="other settings: chess white=fide")
        for other in ["--margin", "7"], ["--patience", "7"], ["--seed", "7"]:
            refused(*few, "--nodes", "10", *other, "--resume", part="other settings: chess white=fide")
        with open(path, "w", encoding="utf-8") as file:
            file.write("1. e4 e5 *\n\n")
        refused(*few, "--nodes", "10", "--resume", part="not the file of a match")
        # A file of openings that says something else meanwhile; and a blank that is none in the file.
        os.remove(path)
        book = os.path.join(folder, "book.pgn")
        with open(book, "w", encoding="utf-8") as file:
            file.write("1. e4 e5 *\n\n")
        booked = ["chess", "leaper\tnodes=9", "leaper", "--games", "2", "--nodes", "10", "--longest", "4", "--pgn", path, "--openings", book]
        equal(run("match", *booked)[0], 0)
        equal(run("match", *booked, "--resume")[0], 0)
        with open(book, "w", encoding="utf-8") as file:
            file.write("1. d4 d5 *\n\n")
        refused(*booked, "--resume", part="other settings: chess white=fide")


@test
def engines_that_do_not_quit():
    """They are killed, and all that they have started."""
    with tempfile.TemporaryDirectory() as folder:
        numbers = os.path.join(folder, "numbers")
        result = match("chess", "leaper", fake("stays", protocol="cecp", file=numbers), "--games", "2", "--depth", "1")
        equal((result["wins"], result["ends"], result["engines"][1]["faults"]), (2, {"resignation": 2}, 0))
        with open(numbers, encoding="ascii") as file:
            started = [int(line) for line in file]
    assert started and len(started) % 2 == 0, started
    wait_until(lambda: not any(map(is_running, started)), "the end of the engines")


@test
def for_people():
    status, out, err = run("match", "chess", "leaper", "leaper level=novice", "--games", "2", "--nodes", "50", "--sprt", "0,5")
    equal((status, err), (0, ""))
    for word in ["games ", "pairs ", "Elo", "normalized", "LOS", "SPRT", "draws", "turns", "time", "ends"]:
        assert re.search(f"^{word}", out, re.MULTILINE), (word, out)


main()
