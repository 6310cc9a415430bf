#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Speaks CECP with `leaper xboard` over pipes, as XBoard does, and as nobody should."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, Conversation, contains, equal, main, run, test  # noqa: E402

MOVE = r"^move [a-h][1-8][a-h][1-8][qrbn]?$"


class Engine(Conversation):
    def __init__(self, *arguments, begin=True):
        super().__init__("xboard", *arguments)
        self.pings = 0
        if begin:
            self.send("xboard", "protover 2")
            self.until("^feature done=1$")
            self.send("new", "sd 2")

    def obeyed(self):
        """What the engine said until it had obeyed everything."""
        self.pings += 1
        self.send(f"ping {self.pings}")
        return self.until(f"^pong {self.pings}$")[:-1]

    def quiet(self, *lines):
        self.send(*lines)
        equal(self.obeyed(), [], lines)


def play(engine, move):
    return engine.ask("usermove " + move, MOVE).split()[1]


@test
def features_and_options():
    with Engine(begin=False) as engine:
        engine.send("xboard", "protover 2")
        lines = engine.until("^feature done=1$")
        equal(lines[0], "feature done=0")
        text = "\n".join(lines)
        for feature in ["ping=1", "setboard=1", "usermove=1", "playother=1", "sigint=0", "sigterm=0", "debug=1", "memory=1",
                        "smp=1", "colors=0", "name=1", "analyze=1", "reuse=1", "setup=1", "highlight=1", "nps=0", "san=0"]:
            assert re.search(rf"^feature .*\b{feature}\b", text, re.M), feature
        variants = re.search(r'variants="(.*)"', text).group(1).split(",")
        equal(variants[0], "normal")
        for name in ["chess", "fuel", "hnefa", "hans38", "moving-squares"]:
            assert name in variants, name
        contains(text, 'option="Fuel -spin 50 1 999"')
        contains(text, 'option="WhiteArmy -combo *fide /// clobberers /// nutters /// rookies"')
        contains(text, "/// *full\"")
        for line in lines:
            assert line.startswith("feature "), line
        # Answers to features, and what later protocols may send, are taken in silence.
        engine.quiet("accepted ping", "rejected setup", "name Nobody", "rating 1 2", "ics -", "random", "", "  ", "hover e4")


@test
def plays_the_moves_of_a_game():
    with Engine() as engine:
        reply = play(engine, "e2e4")
        assert re.match("[a-h][78][a-h][4-7]", reply), reply
        play(engine, "g1f3")
        contains(engine.ask("usermove f3f6", "Illegal"), "f3f6")
        play(engine, "b1c3")
        engine.quiet("result 1-0 {Black has had enough}", "usermove h2h3")
        engine.send("quit")
        equal(engine.process.wait(timeout=PATIENCE), 0)


@test
def go_force_and_playother():
    with Engine() as engine:
        engine.quiet("force", "usermove e2e4", "usermove e7e5", "usermove g1f3")
        assert re.match("move [a-h][5-8]", engine.ask("go", MOVE))
        # Now Black; after playother it has White again, so it waits for Black's move.
        engine.quiet("force", "usermove f1c4", "playother")
        contains(engine.ask("usermove h7h6", "."), "move ")
        engine.send("new", "sd 1", "go")
        assert re.match("move [a-h][12]", engine.until(MOVE)[-1])


@test
def undo_and_remove():
    with Engine() as engine:
        engine.quiet("force", "usermove e2e4", "usermove e7e5", "undo", "usermove e7e6", "remove", "usermove d2d4")
        for _ in range(2):
            contains(engine.ask("usermove d2d4", "."), "Illegal")
        engine.quiet("undo")
        contains(engine.ask("undo", "."), "Error (command not legal now): undo")
        contains(engine.ask("remove", "."), "Error (command not legal now): remove")


@test
def illegal_moves_leave_no_trace_and_are_heard():
    # XBoard drops a refusal that holds one of these words, and then believes in the move.
    deaf = ["name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth", "draw",
            "time", "otim", "accepted", "protover", "analyze"]
    with Engine() as engine:
        engine.send("force")
        for move in ["e2e5", "e7e5", "e1g1", "a1a9", "z9z9", "e2", "N@e4", "@@@@", "@@f3", "e2e4q", "hello", "", "\xe9\xff",
                     "e2e4,e4e5", "i2i3", "0000", "x" * 5000, "!"]:
            engine.send("usermove " + move)
            lines = engine.obeyed()
            assert re.match("Illegal move", lines[-1]), (move, lines)
            assert not [word for word in deaf if word in lines[-1].rsplit("): ", 1)[0]], lines
            assert all(" " <= c <= "~" for c in lines[-1]), lines
        engine.quiet("usermove e2e4")


@test
def claims_results():
    with Engine() as engine:
        # `go` gives it Black, on move: it mates and says so.
        engine.send("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "sd 3", "go")
        equal(engine.obeyed(), ["move d8h4", "0-1 {White is checkmated. Black wins.}"])
        engine.quiet("result 0-1 {White is checkmated. Black wins.}")
        contains(engine.ask("usermove a2a3", "."), "Illegal move (the game is over")
        # The other way round: it is told the move that mates.
        engine.quiet("new", "force", "setboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "playother")
        contains(engine.ask("usermove g5g6", "."), "1/2-1/2 {Draw: no legal move")


MATED = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
WORN_OUT = "7k/8/8/8/8/8/R7/K7 w - - 100 80"


@test
def positions_that_are_over_have_a_result():
    with Engine() as engine:
        for fen, score in [(MATED, "1-0"), (STALEMATE, "1/2-1/2"), (WORN_OUT, "1/2-1/2")]:
            # In force mode nobody asks.
            engine.quiet("force", "setboard " + fen)
            for command in ["go", "playother", "go"]:
                engine.send(command)
                said = engine.obeyed()
                equal(len(said), 1, fen)
                assert re.fullmatch(re.escape(score) + r" \{.+\}", said[0]), said
            # Nothing more happens by itself, and what cannot be done now is said to be so.
            engine.quiet("?", "hint", "draw", "time 1000", "otim 1000", ".")
            engine.send("usermove g8h8")
            said = engine.obeyed()
            contains(said[0], "Illegal move")
            contains(said[-1], score + " {")
            engine.quiet("force")
            equal(engine.ask("usermove a1a2", "llegal")[:12], "Illegal move")
        # The game that goes on from before the end is played.
        engine.quiet("force", "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "usermove a1a8")
        contains(engine.ask("go", "^1-0|^move"), "1-0 {")
        engine.quiet("force", "undo", "sd 4")
        equal(engine.ask("go", MOVE), "move a1a8")
        contains(engine.until("^1-0")[-1], "checkmated")


@test
def analysis_of_what_is_over():
    with Engine() as engine:
        for fen, score in [(MATED, "-100000"), (STALEMATE, "0"), (WORN_OUT, "0")]:
            engine.quiet("force", "post", "setboard " + fen)
            engine.send("analyze", ".")
            said = engine.obeyed()
            equal(len(said), 1, said)
            assert re.fullmatch(rf"1 {score} 0 0 0 0 0\t \S.*", said[0]), said
            engine.quiet("nopost", "exit")
        engine.send("analyze", "post", "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "usermove a1a8")
        engine.until("^1 -100000 0 0 0 0 0\t")
        engine.send("undo")
        engine.until(" a1a8$")
        engine.send("exit")


@test
def refused_positions_are_not_played():
    with Engine() as engine:
        for command in ["go", "playother", "analyze"]:
            contains(engine.ask("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "."), "tellusererror")
            engine.send(command)
            equal(engine.obeyed(), [f"Error (the position that was set up cannot be played): {command}"])
            engine.quiet("force")


@test
def the_loser_speaks_between_engines():
    with Engine() as engine:
        engine.send("variant fuel", "computer", "force")
        engine.obeyed()
        engine.quiet("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "sd 3", "level 0 5 0")
        contains(engine.ask("go", "^move"), "a1a8")
        equal(engine.obeyed(), [])
        engine.quiet("force", "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "playother")
        contains(engine.ask("usermove a1a8", "."), "1-0 {Black is checkmated. White wins.}")


@test
def positions():
    with Engine() as engine:
        engine.quiet("force", "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "usermove a7a8n", "undo", "usermove a7a8q")
        for fen in ["", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "k" * 3000]:
            contains(engine.ask("setboard " + fen, "."), "tellusererror Illegal position")
            contains(engine.ask("usermove e1e2", "."), "Illegal move")
            engine.send("go", "force")
            contains("\n".join(engine.obeyed()), "cannot be played): go")
        # What XBoard believes about castling and en passant elsewhere is forgiven.
        engine.quiet("setboard 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", "usermove e1e2")
        engine.quiet("new", "force", "usermove e2e4")


@test
def thinking_output():
    with Engine() as engine:
        engine.send("post", "sd 4", "usermove e2e4")
        lines = engine.until(MOVE)
        assert len(lines) > 3, lines
        for line in lines[:-1]:
            assert re.fullmatch(r"\d+ -?\d+ \d+ \d+ \d+ \d+ 0\t( [a-h][1-8][a-h][1-8][qrbn]?)+( [?!])?", line), line
        engine.send("nopost", "usermove d2d4")
        equal(len(engine.until(MOVE)), 1)
        engine.send("force", "post", "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go")
        contains("\n".join(engine.until(MOVE)), " 100001 ")


@test
def clocks():
    with Engine() as engine:
        engine.quiet("sd 0")
        for setting in ["level 40 0:02 0", "level 0 0:01 0", "level 0 0 1", "st 0.1", "st 1", "level 5 0:01 0.1"]:
            engine.send("new", setting, "time 50", "otim 3000", "usermove e2e4")
            engine.until(MOVE)
            engine.send("time -10", "otim 3000", "usermove d2d4")
            engine.until(MOVE)
        for wrong in ["level", "level 1 2", "level x 5 0", "level 40 -5 0", "level 40 5:99 0", "level 0 nan 0", "st", "st x",
                      "st -1", "st inf", "sd", "sd x", "sd -1", "sd 9999999999", "time x", "otim", "time 99999999999999999999",
                      "memory", "memory -1", "cores 0", "cores x"]:
            contains(engine.ask(wrong, "."), "Error (")
        engine.quiet("memory 4", "cores 2", "cores 1")


@test
def move_now():
    with Engine() as engine:
        engine.quiet("?", "new", "level 0 60 0")
        engine.send("usermove e2e4", "ping 77", "?")
        lines = engine.until("^pong 77$")
        assert re.match(MOVE, lines[-2]), lines
        # What interrupts the thought takes it back as well.
        engine.send("usermove d2d4", "force", "ping 78")
        equal(engine.until("^pong 78$"), ["pong 78"])


@test
def pondering():
    with Engine() as engine:
        engine.send("sd 0", "st 1", "post", "hard", "usermove e2e4")
        engine.until(MOVE)
        contains(engine.until(r"\t \([a-h][1-8][a-h][1-8]\)")[-1], "(")
        engine.send("ping 5")
        engine.until("^pong 5$")
        engine.send("usermove a2a3")
        engine.until(MOVE)
        engine.send("easy", "ping 6")
        engine.until("^pong 6$")
        engine.quiet()


@test
def hint_book_and_draw():
    with Engine() as engine:
        assert re.match("Hint: [a-h][12][a-h][34]$", engine.ask("hint", "^Hint"))
        engine.send("bk")
        equal(engine.until("^$"), [" Leaper has no opening book.", ""])
        engine.quiet("draw")
        engine.send("setboard 4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1", "usermove a2a3")
        engine.until(MOVE)
        equal(engine.ask("draw", "."), "offer draw")
        engine.send("variant fuel")
        engine.obeyed()
        contains(engine.ask("draw", "."), "telluser Fuel Chess has no draws")


@test
def analysis():
    with Engine() as engine:
        engine.send("sd 0", "post", "analyze")
        engine.until(r"^3 .*\t")
        assert re.fullmatch(r"stat01: \d+ \d+ \d+ 0 0", engine.ask(".", "^stat01"))
        engine.send("usermove e2e4")
        engine.until(r"\t [a-h][78]")
        engine.send("undo")
        engine.until(r"\t [a-h][12]")
        engine.send("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
        engine.until(r" 100001 .*\t a1a8")
        engine.send("option MultiPV=2", "new", "analyze")
        engine.until(r"^2 .*\t")
        contains(engine.ask("usermove e2e5", "Illegal"), "e2e5")
        engine.send("hint", "ping 9", "exit", "ping 10")
        engine.until("^pong 10$")
        engine.quiet()
        contains(engine.ask("exit", "."), "Error (command not legal now): exit")


@test
def every_game_is_described():
    with Engine() as engine:
        for name, size, letters in [("chess", "8x8", "BKNPQR"), ("fuel", "8x8", "BKNPQR"), ("hans38", "8x8", "BKNPQR"),
                                    ("moving-squares", "8x8", "BKNPQR"), ("hnefa", "16x16", "BGHKNPQRV")]:
            engine.send("new", "variant " + name)
            lines = engine.obeyed()
            setup = re.fullmatch(r"setup \(([A-Z.]{22})([a-z.]{22})\) (\d+x\d+)\+0_(fairy|lion) (\S+) w \S+ - 0 1", lines[0])
            assert setup, lines[0]
            equal(setup.group(1), setup.group(2).upper())
            equal("".join(sorted(setup.group(1).replace(".", ""))), letters)
            equal(setup.group(3), size)
            pieces = {}
            for line in lines[1:]:
                found = re.fullmatch(r"piece ([A-Za-z])&? (\S+)", line)
                assert found, line
                pieces[found.group(1)] = found.group(2)
            equal("".join(sorted({letter.upper() for letter in pieces})), letters)
        engine.quiet("new", "variant normal", "force", "usermove e2e4")
        contains(engine.ask("variant nosuchgame", "."), "tellusererror")
        contains(engine.ask("variant", "."), "Error")
        engine.quiet("usermove e7e5")


@test
def armies_are_options_of_chess():
    with Engine() as engine:
        engine.quiet("option WhiteArmy=nutters", "option BlackArmy=clobberers")
        engine.send("variant chess")
        lines = engine.obeyed()
        contains(lines[0], "dwackawd/pppppppp/8/8/8/8/PPPPPPPP/GIHOKHIG w KQkq")
        pieces = dict(line.split()[1:] for line in lines[1:])
        # The charging rook goes back in three directions, which XBoard does not read from bK.
        equal(sorted(re.findall("[a-z]*[A-Z]", pieces["G&"])), sorted(["frlR", "bW", "brblF"]))
        # A clobberer's long castling ends on the b-file; Black's left is White's right.
        equal((pieces["K"], pieces["k"]), ("WFirO2ilO2", "WFilO2irO3"))
        engine.send("force")
        # XBoard tells the second engine the start, and believes that only rooks castle.
        engine.quiet("setboard dwackawd/pppppppp/8/8/8/8/PPPPPPPP/GIHOKHIG w - - 0 1", "force")
        for move in ["f1g3", "a7a6", "g1h3", "a6a5", "e1g1"]:
            engine.quiet("usermove " + move)
        # In orthodox chess the armies stay at home.
        engine.quiet("new", "force", "usermove g1f3")
        contains(engine.ask("option WhiteArmy=orcs", "."), "tellusererror option WhiteArmy")
        contains(engine.ask("option Level=9", "."), "tellusererror option Level")
        contains(engine.ask("option MultiPV=0", "."), "tellusererror option MultiPV")
        contains(engine.ask("option Nothing", "."), "no such option")
        contains(engine.ask("option", "."), "no such option")
        engine.quiet("option Level=club", "option level=FULL", "option MultiPV=1")


@test
def fuel_is_told():
    with Engine() as engine:
        engine.quiet("option Fuel=2")
        engine.send("variant fuel", "force", "usermove e2e4")
        engine.obeyed()
        contains(engine.ask("option Show what the board cannot", "."), "Pe4 0")
        contains(engine.ask("usermove d8g5", "."), "Illegal")
        contains(engine.ask("option Fuel=3", "."), "telluser Fuel will be 3")
        contains(engine.ask("option Fuel=0", "."), "1 to 999")


@test
def highlights_show_where_a_piece_may_go():
    with Engine() as engine:
        engine.send("variant fuel", "force")
        engine.obeyed()
        equal(engine.ask("lift e2", "."), "highlight 8/8/8/8/4Y3/4Y3/8/8")
        equal(engine.ask("lift e7", "."), "highlight 8/8/8/8/8/8/8/8")
        engine.quiet("put e4", "lift z9", "lift", "put", "put \xff")
        engine.quiet("setboard 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1 1x4")
        equal(engine.ask("lift a7", "."), "highlight MM6/8/8/8/8/8/8/8")
        equal(engine.ask("put b8", "."), "choice QRBN")
        engine.quiet("put a6")
        engine.quiet("setboard 4k3/8/8/8/8/4n3/8/4R1K1 w - - 0 1 3x4")
        equal(engine.ask("lift e1", "."), "highlight 8/8/8/8/8/4R3/4Y3/1YYY1Y2")


@test
def squares_are_typed_in():
    with Engine() as engine:
        engine.send("variant hans38", "force")
        engine.obeyed()
        # A turn of squares alone: told by an option, then passed on the board. The new square is marked.
        contains(engine.ask("usermove @@@@", "."), "Illegal move (first say")
        contains(engine.ask("option Squares with my next move=@@c3", "."), "telluser Noted. Now pass")
        equal(engine.ask("usermove @@@@", "."), "highlight 8/8/8/8/8/2w5/8/8")
        contains(engine.ask("squares @@f6", "."), "telluser Noted")
        equal(engine.ask("usermove @@@@", "."), "highlight 8/8/5w2/8/8/2w5/8/8")
        equal(engine.ask("lift b1", "."), "highlight 8/8/5w2/8/8/2Y5/8/8")
        # A square where a piece has stood is one for XBoard, too.
        equal(engine.ask("usermove b1c3", "."), "highlight 8/8/5w2/8/8/8/8/8")
        equal(engine.ask("undo", "."), "highlight 8/8/5w2/8/8/2w5/8/8")
        contains(engine.ask("squares @@a1", "."), "telluser Noted")
        contains(engine.ask("usermove b1c3", "."), "Illegal")
        engine.ask("usermove b1c3", "^highlight")
        contains(engine.ask("option Show what the board cannot", "."), "White 2, Black 2")
        contains(engine.ask("computer", "."), "tellusererror XBoard tells the other engine nothing of squares")
        engine.send("variant chess")
        engine.obeyed()
        contains(engine.ask("squares @@c3", "."), "has no squares")


@test
def turns_that_must_go_on_are_asked_for():
    with Engine() as engine:
        engine.send("variant infinite-reserves", "sd 1")
        engine.obeyed()
        contains(engine.ask("squares @@c3", "."), "Now pass")
        engine.ask("usermove @@@@", "^highlight")
        engine.until("^move ")
        contains(engine.ask("usermove b1c3", "askuser"), "askuser squares Place a square")
        contains(engine.ask("usermove c3b1", "Illegal"), "still waits for its squares")
        engine.until("askuser")
        contains(engine.ask("squares @@a2", "askuser"), "Place a square")
        engine.send("squares @@h4")
        assert engine.until("^move ")
        # Taking back a move that waits takes nothing from us.
        engine.send("force", "usermove b8b8")
        engine.until("Illegal")


@test
def pieces_are_placed_by_chance_and_paths_announced():
    with Engine() as engine:
        engine.send("variant hamiltonian")
        first = engine.obeyed()[0]
        assert re.match(r"setup \(\.NBRQ\.\.\.\.\.K\.{11}\.nbrq\.\.\.\.\.k\.{11}\) 8x8\+0_fairy \S+ w - ", first), first
        assert "[" not in first
        # The same again until a move is played: XBoard begins several times and shows the first.
        engine.send("new", "variant hamiltonian")
        equal(engine.obeyed()[0], first)
        engine.send("new", "variant chess")
        engine.obeyed()
        contains(engine.ask("option Announce a path or circuit", "."), "has no announcements")


@test
def no_placement_is_over_before_it_begins():
    # Of those drawn at random, one in forty is.
    with Engine() as engine:
        for _ in range(200):
            engine.send("new", "variant hamiltonian", "force", "sd 1")
            engine.obeyed()
            # After a move, the next placement is another one.
            assert re.search(r"move|[01]-[01]", engine.ask("go", "^move|^[01]-[01]")).group() == "move"


@test
def the_engine_announces():
    with Engine() as engine:
        engine.send("variant hamiltonian", "computer", "force")
        engine.obeyed()
        # White has Q and R that see each other, Black two knights that do not.
        engine.quiet("setboard 8/8/8/8/8/8/8/QR4nn w - - 0 1", "sd 3")
        contains(engine.ask("go", "^1-0"), "{White has announced a path or circuit. White wins. White scores 4 points.}")
        # The user may while the engine thinks.
        # (Black can capture his way out, so that there is something to think about.)
        engine.send("force", "setboard 1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 b - - 0 1", "sd 0", "st 100", "go")
        contains(engine.ask("option Announce a path or circuit", "."), "1-0 {White has announced")
        engine.quiet("force", "setboard 8/8/8/8/8/8/8/QR4nn b - - 0 1")
        contains(engine.ask("option Announce a path or circuit", "."), "telluser ")


@test
def ranks_from_zero():
    with Engine("--first-rank", "0") as engine:
        engine.send("variant hnefa", "force")
        engine.obeyed()
        equal(engine.ask("lift e5", "."), "highlight 16/16/16/16/16/16/16/16/4Y11/4Y11/16/16/16/16/16/16")
        engine.quiet("usermove e5e7")
        contains(engine.ask("usermove h12h13", "."), "Illegal")
        engine.quiet("usermove h10h9")
        engine.send("sd 1", "post", "go")
        lines = engine.until("^move ")
        assert re.fullmatch(r"move [a-p]\d+[a-p]\d+[qrbn]?", lines[-1]), lines
        # A king on the highest rank.
        engine.send("force", "setboard 3k12/16/16/3****2****3/3*8*3/3*8*3/3*8*3/16/16/3*8*3/3*8*3/3*8*3/3****2****3/16/16/3K12 b - - 0 1")
        equal(engine.obeyed(), [])
        assert re.match("move d15[cde]1[45]", engine.ask("go", "^move"))
    status, _, complaint = run("xboard", "--first-rank", "2")
    equal(status, 2)
    contains(complaint, "0 to 1")


@test
def moves_that_xboard_cannot_read_are_avoided():
    # From rank 16 XBoard 4.9.1 reads a drop, unless its ranks count from 0.
    with Engine() as engine:
        fen = "3k12/16/16/3****2****3/3*8*3/3*8*3/3*8*3/16/16/3*8*3/3*8*3/3*8*3/3****2****3/{}/16/3K12 b - - 0 1"
        engine.send("variant hnefa", "force", "sd 1")
        engine.obeyed()
        for _ in range(3):
            engine.quiet("setboard " + fen.format("15h"))
            assert re.match("move p3", engine.ask("go", "^move"))
            engine.send("force")
        engine.quiet("setboard " + fen.format("16"))
        assert re.match("move d16", engine.ask("go", "^move"))


@test
def garbage_and_long_lines():
    with Engine() as engine:
        engine.send(bytes(range(1, 10)) + bytes(range(11, 256)))
        assert all(" " <= c <= "~" for c in engine.until("^Error")[-1])
        contains(engine.ask(b"us\0ermove", "."), "Error (a zero byte")
        contains(engine.ask(b"x" * 1_000_000, "."), "Error (the line is too long")
        for word in ["hello", "white", "black", "pause", "nps 5", "e2e4e5", "Usermove e2e4"]:
            contains(engine.ask(word, "."), "Error (unknown command): " + word)
        for word in ["variant", "option", "setboard", "usermove", "level", "ping", "lift"]:
            engine.send(word + " " + "z" * 15000)
        engine.send("%s%n%d", "variant %s%n", "option %s%n=%n", "usermove %s%n%n")
        engine.obeyed()
        # A bare move is understood, as older programs send it.
        engine.quiet("new", "force", "e2e4", "e7e5")
        contains(engine.ask("e4e5", "."), "Illegal move")


@test
def quit_at_every_moment():
    before = ["", "new", "new\nst 100\nusermove e2e4", "new\nst 1\nhard\nusermove e2e4\n?", "new\nanalyze", "new\nhint",
              "new\nvariant hnefa\nanalyze", "force", "new\nst 60\ngo\nping 3", "protover 2", "new\nanalyze\n."]
    for commands in before:
        status, _, complaint = run("xboard", text=f"xboard\n{commands}\nquit\nnever\n")
        equal((status, complaint), (0, ""), commands)


@test
def the_end_of_the_input_waits_for_a_move():
    status, out, _ = run("xboard", text="new\nsd 2\nusermove e2e4")
    equal(status, 0)
    assert re.fullmatch(MOVE, out.strip()), out
    equal(run("xboard", text="new\nanalyze\n")[0], 0)
    equal(run("xboard", text="")[:2], (0, ""))


@test
def a_listener_who_goes_away_ends_it():
    process = subprocess.Popen([PROGRAM, "xboard"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b"new\npost\nanalyze\nprotover 2\nprotover 2\n")
    process.stdin.flush()
    equal(process.wait(timeout=PATIENCE), 1)
    process.stdin.close()


@test
def hands_and_promoted_pieces():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write("[mini]\nmaxFile = 5\nmaxRank = 5\nking = k\nrook = r\nbishop = b\ngold = g\nsilver = s\nshogiPawn = p\n"
                       "promotionRegionWhite = *5\npromotionRegionBlack = *1\npromotedPieceType = p:g s:g b:h r:d\n"
                       "customPiece1 = h:BW\ncustomPiece2 = d:RF\npieceDrops = true\ncapturesToHand = true\ndoubleStep = false\n"
                       "castling = false\nstartFen = rbsgk/4p/5/P4/KGSBR[] w - - 0 1\n"
                       "[ducks:chess]\nwallingRule = duck\n[hill:chess]\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n")
        status, out, _ = run("xboard", "--variants", path, text="protover 2\nvariant mini\nvariant crazyhouse\nvariant hill\n"
                             "variant ducks\nquit\n")
    equal(status, 0)
    # Men that may be in hand come first, and the promoted form eleven places behind each.
    contains(out, "setup (PSBR.....G.+H++.D....Kpsbr.....g.+h++.d....k) 5x5+5_crazyhouse rbsgk/4p/5/P4/KGSBR[] w")
    contains(out, "piece +R& RF\n")
    contains(out, "setup (PNBRQ.......~~~~.....Kpnbrq.......~~~~.....k) 8x8+5 rnbq")
    # XBoard must not judge mate where a king may win by walking.
    contains(out, "piece R& tR\n")
    contains(out, "tellusererror ducks cannot be played in XBoard")


@test
def games_that_xboard_has_itself():
    """They stay what they are for XBoard, which would otherwise ask the second engine for a game called fairy."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write("[passer:chess]\npass = true\n[bang:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\n"
                       "blastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = k\n")
        status, out, _ = run("xboard", "--variants", path, text="protover 2\nforce\n"
                             "variant grand\nsetboard r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R[-] w - 0 1\n"
                             "usermove e2e4\nusermove j7j5\nusermove j1j2\n"
                             "setboard r8r/1nbqkcabn1/pppppppppp/10/10/10/4P5/PPPP1PPPPP/1NBQKCABN1/R8R[-] b - 0 1\nusermove j7j5\n"
                             "variant makruk\nsetboard rnsmksnr/8/pppppppp/8/2P5/PP1PPPPP/8/RNSKMSNR b 0 1\nusermove a6a5\n"
                             "variant seirawan\nusermove b1c3h\nusermove b8c6\nusermove b1a3\n"
                             "variant atomic\nvariant bang\nvariant atomar\n"
                             "variant passer\nusermove @@@@\nusermove e7e5\nusermove @@@@\nquit\n")
    equal(status, 0)
    for part in (" 10x10+7 r8r/", " 8x8+0 rnsmksnr", " 8x8+7 rnbqkbnr/", " 8x8+0_atomic rnbq", " 8x8+0_lion rnbq",
                 "tellusererror Atomar cannot be played in XBoard, which does not show what its moves do"):
        contains(out, part)
    # Ten ranks are counted from 0.
    equal(re.findall("Illegal move.*", out), ["Illegal move (j2j3: there is no piece on the first square): j1j2"], out)


main()
