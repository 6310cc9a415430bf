#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Speaks UCI with `leaper uci` over pipes, as a GUI does, and as nobody should."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, Conversation, contains, equal, main, run, test  # noqa: E402

MATED = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def fen_of(uci):
    return uci.ask("d", "^Fen: ").removeprefix("Fen: ")


@test
def identifies_itself_with_all_options():
    with Conversation("uci") as uci:
        uci.send("uci")
        lines = uci.until("^uciok$")
        equal(lines[0].split()[:2], ["id", "name"])
        options = {}
        for line in lines:
            found = re.fullmatch(r"option name (.+) type (spin|combo|check|button|string)( .+)?", line)
            if found:
                options[found.group(1)] = line
            else:
                assert re.match("id (name|author) .|uciok$", line), line
        for name in ["UCI_Variant", "Hash", "Threads", "Level", "Network", "MultiPV", "Move Overhead", "Fuel", "WhiteArmy", "BlackArmy"]:
            assert name in options, name
        contains(options["UCI_Variant"], "default chess")
        contains(options["UCI_Variant"], "var fuel")
        contains(options["Fuel"], "spin default 50 min 1 max 999")
        contains(options["WhiteArmy"], "combo default fide var fide var clobberers var nutters var rookies")


@test
def a_whole_game_by_moves():
    with Conversation("uci") as uci:
        uci.send("uci", "ucinewgame")
        uci.ask("isready", "^readyok$")
        moves = []
        for _ in range(12):
            uci.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            best = uci.ask("go depth 2", "^bestmove ")
            moves.append(best.split()[1])
            assert re.fullmatch("[a-h][1-8][a-h][1-8][qrbn]?", moves[-1]), best
        equal(uci.silent(), [])
        uci.send("quit")
        equal(uci.process.wait(timeout=60), 0)


@test
def info_lines_are_well_formed():
    with Conversation("uci") as uci:
        uci.send("position startpos moves e2e4", "go depth 4")
        lines = uci.until("^bestmove ")
        infos = [line for line in lines if line.startswith("info depth")]
        assert infos, lines
        for line in infos:
            assert re.fullmatch(r"info depth \d+ seldepth \d+ score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)?"
                                r" nodes \d+ nps \d+ hashfull \d+ time \d+( pv( [a-h][1-8][a-h][1-8][qrbn]?)+)?", line), line
        pv = infos[-1].split(" pv ")[1].split()
        equal(lines[-1].split()[1], pv[0])


@test
def several_lines():
    with Conversation("uci") as uci:
        uci.send("setoption name MultiPV value 3", "position startpos", "go depth 3")
        lines = uci.until("^bestmove ")
        last = {}
        for line in lines:
            found = re.search(r" multipv (\d+) .* pv (\S+)", line)
            if found:
                last[found.group(1)] = found.group(2)
        equal(sorted(last), ["1", "2", "3"])
        equal(len(set(last.values())), 3)


@test
def stop_ends_an_infinite_search():
    with Conversation("uci") as uci:
        for _ in range(3):
            uci.send("position startpos", "go infinite")
            uci.ask("isready", "^readyok$")
            best = uci.ask("stop", "^bestmove ")
            assert re.match("bestmove [a-h][1-8][a-h][1-8]", best), best
        # A stop without a search is nothing, and does not stop the next one.
        uci.send("stop", "stop", "isready")
        equal(uci.until("^readyok$"), ["readyok"])
        uci.ask("go depth 3", "^bestmove ")


@test
def go_without_limits_is_infinite():
    with Conversation("uci") as uci:
        uci.send("position fen 8/8/8/8/8/k7/8/K6R w - - 0 1", "go")
        uci.ask("isready", "^readyok$")
        uci.ask("stop", "^bestmove ")


@test
def commands_wait_for_the_search():
    with Conversation("uci") as uci:
        uci.send("position startpos", "go infinite", "position startpos moves e2e4", "d")
        uci.until("waits for 'stop'")
        uci.send("stop")
        lines = uci.until("^Fen: ")
        best = [index for index, line in enumerate(lines) if line.startswith("bestmove")]
        equal(len(best), 1)
        contains(lines[-1], "/4P3/")
        equal(lines[-1].split()[2], "b")


@test
def clocks_and_other_limits():
    with Conversation("uci") as uci:
        uci.send("position startpos")
        for go in ["go wtime 1000 btime 1000 winc 10 binc 10", "go wtime 500 btime 500 movestogo 5", "go movetime 30",
                   "go nodes 500", "go wtime -20 btime 100", "go wtime 0 btime 0", "go mate 1", "go movetime 0",
                   "go depth 3 movetime 5000 nodes 100000"]:
            assert re.match("bestmove [a-h]", uci.ask(go, "^bestmove ")), go


@test
def search_moves():
    with Conversation("uci") as uci:
        uci.send("position startpos")
        for _ in range(2):
            equal(uci.ask("go searchmoves a2a3 depth 3", "^bestmove ").split()[1], "a2a3")
        contains("h2h4 g1h3", uci.ask("go depth 2 searchmoves h2h4 g1h3", "^bestmove ").split()[1])


@test
def finished_positions():
    with Conversation("uci") as uci:
        for fen, score in [(MATED, "mate 0"), (STALEMATE, "cp 0")]:
            uci.send("position fen " + fen, "go depth 3")
            lines = uci.until("^bestmove ")
            equal(lines[-1], "bestmove (none)")
            contains("\n".join(lines), "score " + score)
        uci.send("position fen " + MATED, "go infinite")
        uci.ask("isready", "^readyok$")
        equal(uci.ask("stop", "^bestmove"), "bestmove (none)")
        uci.send("position startpos moves f2f3 e7e5 g2g4 d8h4", "go movetime 100")
        equal(uci.until("^bestmove")[-1], "bestmove (none)")


@test
def finds_mates():
    with Conversation("uci") as uci:
        uci.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4")
        lines = uci.until("^bestmove ")
        equal(lines[-1].split()[1], "a1a8")
        contains(lines[-2], "score mate 1")
        uci.send("position fen 7k/8/8/8/8/8/R7/1R5K b - - 0 1 moves h8g8", "go depth 6")
        contains("\n".join(uci.until("^bestmove ")), "score mate ")


@test
def perft_by_go():
    with Conversation("uci") as uci:
        uci.send("position startpos", "go perft 3")
        lines = uci.until("^Nodes searched")
        equal(lines[-1], "Nodes searched: 8902")
        counts = dict(line.split(": ") for line in lines if re.match("[a-h][1-8]", line))
        equal(len(counts), 20)
        equal(sum(map(int, counts.values())), 8902)
        contains(uci.ask("perft 1", "^Nodes"), " 20")
        contains(uci.ask("go perft 0", "^Nodes"), " 1")
        uci.send("go perft 20", "isready")
        uci.until("^readyok$")
        uci.ask("stop", r"^Nodes searched: \d+ \(stopped\)")


@test
def variants_and_parameters():
    with Conversation("uci") as uci:
        uci.send("setoption name UCI_Variant value fuel", "setoption name Fuel value 2", "position startpos moves e2e4")
        contains(fen_of(uci), "2x16,0,2x15")
        contains(uci.ask("position startpos moves e2e4 e7e5 e4e5", "error"), "move 3 (e4e5)")
        uci.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 7,50,2", "go perft 1")
        contains(uci.until("^Nodes")[-1], ": ")
        # Fields that are missing are the parameter's.
        uci.send("setoption name Fuel value 9", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        contains(fen_of(uci), " 9x3")
        # An option for games that are not being played waits for them.
        uci.send("setoption name BlackArmy value nutters")
        contains(fen_of(uci), " 9x3")
        uci.send("setoption name UCI_Variant value chess")
        contains(fen_of(uci), "gihokhig/pppppppp")
        uci.send("position startpos", "go perft 3")
        equal(uci.until("^Nodes")[-1], "Nodes searched: 11572")
        uci.send("setoption name whitearmy value COLORBOUND")
        contains(uci.until("error")[-1], "clobberers")
        contains(fen_of(uci), "RNBQKBNR")


@test
def wrong_options_change_nothing():
    with Conversation("uci") as uci:
        uci.send("position startpos moves e2e4")
        before = fen_of(uci)
        for line, part in [("setoption name Fuel value 0", "1 to 999"), ("setoption name Fuel value 1000", "1 to 999"),
                           ("setoption name Fuel", "1 to 999"), ("setoption name Hash value 0", "from 1 to"),
                           ("setoption name Hash value 99999999999999999999", "from 1 to"),
                           ("setoption name Threads value x", "from 1 to"), ("setoption name MultiPV value 0", "from 1"),
                           ("setoption name UCI_Variant value nosuchgame", "chess, fuel"),
                           ("setoption name Level value wizard", "beginner"), ("setoption name Foo value 1", "no such option"),
                           ("setoption Hash 5", "'name' is expected"), ("setoption", "'name' is expected"),
                           ("setoption name", "no such option"), ("setoption name Ponder value 7", "true or false")]:
            answer = uci.ask(line, "^info string error: ")
            contains(answer, part)
        equal(fen_of(uci), before)


@test
def wrong_positions_are_not_searched():
    with Conversation("uci") as uci:
        uci.send("position startpos moves e2e4")
        before = fen_of(uci)
        for line, part in [("position", "expected"), ("position foo", "expected"), ("position startpos e2e4", "'moves'"),
                           ("position fen", "fen"), ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
                           ("position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen"),
                           ("position startpos moves e2e5", "move 1 (e2e5)"),
                           ("position startpos moves e2e4 e7e5 e4e5", "move 3 (e4e5)"),
                           ("position startpos moves e2e4 hello", "move 2 (hello)"),
                           ("position startpos moves e2e4 0000", "move 2 (0000)"),
                           ("position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3", "move 5 (a2a3)")]:
            answer = uci.ask(line, "^info string error: ")
            contains(answer, part)
            uci.send("go depth 1")
            lines = uci.until("^bestmove")
            equal(lines[-1], "bestmove (none)")
            assert any(part in line and "refused" in line for line in lines), lines
            equal(uci.ask("go perft 2", "^Nodes"), "Nodes searched: 0")
            # Endless searches end when they are told to, not before.
            for endless in ["go infinite", "go ponder wtime 1000 btime 1000"]:
                uci.send(endless, "isready")
                assert not [line for line in uci.until("^readyok$") if line.startswith("bestmove")]
                equal(uci.ask("stop", "^bestmove"), "bestmove (none)")
        # `d` shows what was there before, and says so.
        equal(fen_of(uci), before)
        uci.until("refused")
        for line in ["position startpos moves e2e4", "ucinewgame", "setoption name UCI_Variant value fuel"]:
            uci.send("position startpos moves e2e5", line)
            assert re.match("bestmove [a-h]", uci.ask("go depth 1", "^bestmove ")), line


@test
def wrong_counts_count_nothing():
    with Conversation("uci") as uci:
        for line in ["perft", "perft -1", "perft 65", "bench x", "bench 0"]:
            contains(uci.ask(line, "^info string error: "), "depth")
        uci.send("isready")
        equal(uci.until("^readyok$"), ["readyok"])


@test
def unknown_commands_are_skipped():
    with Conversation("uci") as uci:
        contains(uci.ask("hello", "error"), "hello")
        contains(uci.ask("joho isready", "error"), "joho")
        uci.until("^readyok$")
        uci.send("", "   ", "\t", "debug on", "register later", "isready\r")
        equal(uci.until("^readyok$"), ["readyok"])


@test
def garbage_and_long_lines():
    with Conversation("uci") as uci:
        uci.send(bytes(range(1, 10)) + bytes(range(11, 256)))
        answer = uci.until("error")[-1]
        assert all(" " <= c <= "~" for c in answer), answer
        contains(uci.ask(b"is\0ready", "error"), "zero byte")
        contains(uci.ask(b"x" * 1_000_000, "error"), "longer than")
        contains(uci.ask("position startpos moves" + " e2e4" * 200_000, "error"), "longer than")
        contains(uci.ask("position startpos moves" + " e2e4" * 20_000, "error"), "move 2 (e2e4)")
        contains(uci.ask("setoption name " + "y" * 100_000 + " value " + "z" * 100_000, "error"), "no such option")
        uci.ask("isready", "^readyok$")
        contains(fen_of(uci), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@test
def many_commands_while_searching():
    with Conversation("uci") as uci:
        uci.send("position startpos", "go infinite")
        uci.until("^info depth")
        for _ in range(200):
            uci.send("position startpos moves " + "x" * 3000)
        contains(uci.until("too many commands")[-1], "dropped")
        uci.send("isready")
        uci.until("^readyok$")
        uci.ask("stop", "^bestmove")
        uci.until("move 1")
        contains(fen_of(uci), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@test
def pondering():
    with Conversation("uci") as uci:
        uci.send("ponderhit", "position startpos moves e2e4 e7e5", "go ponder wtime 600 btime 600")
        uci.ask("isready", "^readyok$")
        uci.send("ponderhit")
        lines = uci.until("^bestmove ")
        equal(len([line for line in lines if line.startswith("bestmove")]), 1)
        uci.send("go ponder wtime 60000 btime 60000", "stop")
        uci.until("^bestmove ")
        uci.send("isready")
        equal(uci.until("^readyok$")[-1:], ["readyok"])


@test
def levels_play_legal_moves():
    with Conversation("uci") as uci:
        for level in ["beginner", "novice", "casual", "club", "full"]:
            uci.send(f"setoption name Level value {level}", "position startpos moves e2e4")
            assert re.match("bestmove [a-h][5-8][a-h][5-8]", uci.ask("go movetime 50 depth 6", "^bestmove ")), level


@test
def the_end_of_the_input_waits_for_what_has_an_end():
    status, out, _ = run("uci", text="position startpos\ngo depth 3\nposition startpos moves e2e4\ngo perft 2\n")
    equal(status, 0)
    contains(out, "bestmove ")
    contains(out, "Nodes searched: 600")
    status, out, _ = run("uci", text="go infinite\nposition startpos\ngo depth 2")
    equal((status, out.count("bestmove ")), (0, 2))
    status, out, _ = run("uci", text="go infinite\nquit\n")
    equal(status, 0)
    equal(run("uci", text="")[:2], (0, ""))
    equal(run("uci", text="go perft 9\nquit\n")[0], 0)


@test
def a_listener_who_goes_away_ends_it():
    process = subprocess.Popen([PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b"go infinite\nisready\nisready\n")
    process.stdin.flush()
    # The input stays open: it is the broken output that ends the program.
    equal(process.wait(timeout=PATIENCE), 1)
    process.stdin.close()


main()
