#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The UCI options that other programs have, too: Chess960, chances, analysis, and the description of a variant's board."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, contains, equal, main, run, test  # noqa: E402

# The first position of the usual table of perft counts in Chess960.
SCATTERED = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w {} - 2 9"


def talk(*lines):
    status, out, err = run("uci", text="\n".join(lines) + "\n")
    equal((status, err), (0, ""))
    return out


def fens(out):
    return re.findall("^Fen: (.*)$", out, re.M)


LEVELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "levels")

# What the option UCI_Elo accepts.
LEAST_RATING, MOST_RATING = 100, 2800


@test
def chess960_is_played_as_elsewhere():
    for rights in ["HFhf", "KQkq", "FHfh"]:
        out = talk("setoption name UCI_Chess960 value true", "position fen " + SCATTERED.format(rights), "go perft 3", "d")
        contains(out, "Nodes searched: 12189\n")
        equal(fens(out), [SCATTERED.format("HFhf")])


@test
def the_king_takes_the_rook_to_castle():
    out = talk("setoption name UCI_Chess960 value true", "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1", "d",
               "position fen 1r2k1r1/8/8/8/8/8/6P1/1RK3R1 w KQkq - 0 1 moves c1b1 e8g8", "d")
    equal(fens(out), ["rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b ha - 5 4",
                      "1r3rk1/8/8/8/8/8/6P1/2KR2R1 w - - 2 2"])


@test
def rights_are_read_in_either_way_in_chess():
    out = talk("position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1g1", "d",
               "position fen r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1", "d",
               "position fen r3k2r/8/8/8/8/8/8/R3K2R w B - 0 1", "position fen r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1")
    equal(fens(out), ["r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1"])
    equal(out.count("info string error:"), 2)


@test
def chess960_is_left_again_and_stays_out_of_other_rights():
    out = talk("setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false",
               "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", "d",
               "setoption name UCI_Chess960 value true", "setoption name UCI_Variant value seirawan", "d",
               "setoption name UCI_Variant value capablanca", "d", "setoption name UCI_Chess960 value perhaps")
    equal(fens(out), ["r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
                      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1",
                      "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w JAja - 0 1"])
    contains(out, "setoption UCI_Chess960: true or false is expected, not 'perhaps'")


def chances(out):
    return [tuple(map(int, found)) for found in re.findall(r" wdl (\d+) (\d+) (\d+) ?", out)]


@test
def chances_add_up():
    out = talk("setoption name UCI_ShowWDL value true", "position startpos", "go depth 6")
    found = chances(out)
    equal(len(found), len(re.findall("^info .* score ", out, re.M)))
    assert all(sum(chance) == 1000 for chance in found), found
    # Nobody has a great advantage yet, and White is not behind.
    wins, draws, losses = found[-1]
    assert draws > 0 and losses <= wins < 900, found
    assert re.search(r" score cp -?\d+( lowerbound| upperbound)? wdl \d+ \d+ \d+ nodes ", out), out


@test
def chances_of_what_is_decided():
    out = talk("setoption name UCI_ShowWDL value true", "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4")
    equal(chances(out)[-1], (1000, 0, 0))
    out = talk("setoption name UCI_ShowWDL value true", "position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "go depth 4")
    contains(out, "info depth 0 score mate 0 wdl 0 0 1000\n")
    # A queen more is not yet a win, but nearly so.
    out = talk("setoption name UCI_ShowWDL value true", "position fen 4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", "go depth 2")
    assert chances(out)[-1][0] > 900, out


@test
def games_without_draws_promise_none():
    out = talk("setoption name UCI_Variant value fuel", "setoption name UCI_ShowWDL value true", "position startpos", "go depth 2")
    assert chances(out) and all(draws == 0 for _, draws, _ in chances(out)), out


@test
def analysis_does_not_tempt_the_enemy():
    lines = ["position startpos moves e2e4 e7e5", "go nodes 4000"]
    nodes = {}
    for value in ["false", "true"]:
        out = talk("setoption name UCI_Variant value misere", f"setoption name UCI_AnalyseMode value {value}", *lines)
        nodes[value] = int(re.search(r"info depth 1 .* nodes (\d+) ", out).group(1))
    # Temptations are looked for before the first iteration.
    assert nodes["true"] < 1000 < nodes["false"], nodes


@test
def ratings_limit_strength():
    def searched(*lines):
        out = talk(*lines, "position startpos", "go nodes 20000")
        return max(int(nodes) for nodes in re.findall(r" nodes (\d+) ", out))

    limited = "setoption name UCI_LimitStrength value true"
    weak, club = (searched(limited, f"setoption name UCI_Elo value {rating}") for rating in [LEAST_RATING, 1500])
    assert weak < 200 < club < 20000, (weak, club)
    # A rating alone changes nothing, and a level nothing while a rating holds.
    assert searched(f"setoption name UCI_Elo value {LEAST_RATING}") >= 20000
    assert searched(limited, f"setoption name UCI_Elo value {LEAST_RATING}", "setoption name Level value full") < 200
    for value in [LEAST_RATING - 1, MOST_RATING + 1, "strong"]:
        contains(talk(f"setoption name UCI_Elo value {value}"),
                 f"a number from {LEAST_RATING} to {MOST_RATING} is expected, not '{value}'")


@test
def levels_are_those_of_the_game():
    """The option Level means the handicaps of the game's text in levels/, as everywhere else."""
    for game, file in [("chess", "chess"), ("kingofthehill", "variants"), ("antichess", "giveaway")]:
        with open(os.path.join(LEVELS, f"{file}.txt"), encoding="utf-8") as opened:
            text = opened.read()
        handicaps = [int(number) for number in re.search("^handicaps (.*)$", text, re.M)[1].split()]
        for key, handicap in zip(["beginner", "learner", "novice", "casual", "amateur", "club", "strong"], handicaps):
            out = talk(f"setoption name UCI_Variant value {game}", f"setoption name Level value {key}", "position startpos", "go nodes 20000")
            nodes = max(int(nodes) for nodes in re.findall(r" nodes (\d+) ", out))
            allowed = 2 ** (16 - handicap * 13 / 100)
            # A search ends only behind a move at the root, so the smallest limits are passed by a few nodes.
            assert allowed * 0.5 <= nodes <= allowed + 20, (game, key, nodes, allowed)


@test
def boards_are_described_as_fairy_stockfish_does():
    described = {
        "kingofthehill": "files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "minishogi": "files 5 ranks 5 pocket 5 template shogi startpos rbsgk/4p/5/P4/KGSBR[] w - - 0 1",
        "courier": "files 12 ranks 8 pocket 0 template fairy startpos rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1",
        "5check": "files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1",
        "placement": "files 8 ranks 8 pocket 5 template bughouse startpos 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1",
        "chess": "files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    }
    out = talk(*(f"setoption name UCI_Variant value {name}" for name in described))
    equal(out.splitlines(), [f"info string variant {name} {text}" for name, text in described.items()])


@test
def the_described_start_is_the_start():
    with Conversation("uci") as uci:
        for game in ["fuel", "hamiltonian", "hans38", "hnefa", "crazyhouse", "seirawan", "duck"]:
            line = uci.ask(f"setoption name UCI_Variant value {game}", "^info string variant ")
            start = line.split(" startpos ")[1]
            uci.send("position fen " + start)
            equal(uci.ask("d", "^Fen: "), "Fen: " + start)


@test
def who_it_is_can_be_asked_and_not_changed():
    with Conversation("uci") as uci:
        uci.send("uci")
        about = [line for line in uci.until("^uciok$") if "UCI_EngineAbout" in line]
        equal(len(about), 1)
        assert re.fullmatch("option name UCI_EngineAbout type string default Leaper .+", about[0]), about
        uci.send("setoption name UCI_EngineAbout value another engine", "isready")
        equal(uci.until("^readyok$"), ["readyok"])
        uci.send("uci")
        contains(uci.until("^uciok$"), about[0])


main()
