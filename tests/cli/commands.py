#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The subcommands as a person or a script meets them: help, results, errors, broken pipes."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, contains, equal, main, run, test  # noqa: E402

COMMANDS = ["play", "serve", "archive", "games", "uci", "xboard", "show", "pgn", "perft", "solve", "puzzles", "hamiltonian", "tours", "bench", "match", "help", "version"]


def refused(*arguments, part, text=""):
    """The command line is refused: status 2, nothing on standard output, one line that says why."""
    status, out, err = run(*arguments, text=text)
    equal((status, out), (2, ""), arguments)
    equal(err.count("\n"), 1, err)
    contains(err, part)


# ---- The program ----

@test
def help_lists_every_command():
    status, out, err = run("--help")
    equal((status, err), (0, ""))
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\S", out, re.MULTILINE), command
    equal(run("-h")[1], out)
    equal(run("help")[1], out)


@test
def every_command_explains_itself():
    for command in COMMANDS:
        status, out, err = run(command, "--help")
        equal((status, err), (0, ""), command)
        contains(out, "Usage: leaper " + command)
        contains(out, "leaper " + command)
        contains(out, "--help")
        assert all(len(line) < 115 for line in out.split("\n")), command
        equal(run("help", command)[1], out)
        # A word before it, whatever it says, does not hide the help.
        equal(run(command, "word", "--help")[0], 0)
    equal(run("help", "archive", "check")[1], run("archive", "check", "--help")[1])


@test
def parameters_come_from_the_games():
    for command in ["play", "show", "perft"]:
        out = run(command, "--help")[1]
        for parameter in ["--fuel", "--white", "--black", "1 to 999", "clobberers"]:
            contains(out, parameter)


@test
def version():
    status, out, _ = run("--version")
    equal(status, 0)
    equal(run("version"), (0, out, ""))
    assert re.fullmatch(r"leaper \d+\.\d+\.\d+\n", out), out


@test
def unknown_commands_are_refused():
    refused(part="--help")
    refused("plya", part="did you mean 'play'?")
    refused("goodbye", part="--help")
    refused("help", "hello", part="hello")
    refused("help", "archive", "chekc", part="did you mean 'check'?")
    refused("help", "perft", "deep", part="'perft' has no subcommands")
    refused("archive", part="which subcommand? backup, check or prune; 'leaper archive --help' explains")
    refused("archive", "prnue", part="did you mean 'prune'?")
    refused("--zzz", part="there is no option --zzz; 'leaper --help' lists them all")


@test
def wrong_options_are_refused():
    for command in ["show", "perft", "play"]:
        refused(command, "chess", "--fem", "x", part="did you mean --fen?")
        refused(command, "chess", "--feul", "x", part="did you mean --fuel?")
        refused(command, "chess", "--zzzzzz", part="--help")
        refused(command, "chess", "--fen", part="needs a value")
        refused(command, "chess", "-fen", "x", part="two dashes")
        depth = ["1"] if command == "perft" else []
        refused(command, "chess", *depth, "--fuel", "3", part="--white, --black")
        refused(command, "chess", *depth, "--white", "wizards", part="fide, clobberers, nutters, rookies")
        refused(command, "fuel", *depth, "--fuel", "0", part="1 to 999")
        refused(command, "fuel", *depth, "--fuel=1000", part="1 to 999")
        refused(command, "fuel", "--fuel", "3", "--fuel", "4", part="twice")
        refused(command, "fuell", part="did you mean 'fuel'?")
        refused(command, part="which game?")
        refused(command, *["chess"] * 60, part="unexpected argument 'chess'")
    refused("perft", "chess", "2", "--divide=3", part="takes no value")
    refused("uci", "now", part="unexpected argument 'now'; commands come on standard input")
    refused("games", "chess", "fuel", part="unexpected argument 'fuel'")


@test
def values_are_checked_against_their_type():
    refused("serve", "--port", "65536", part="--port must be a whole number from 0 to 65535, not '65536'")
    refused("serve", "--port", "8o", part="not '8o'")
    refused("serve", "--log-format", "jason", part="--log-format must be none, text or json, not 'jason'; did you mean 'json'?")
    refused("serve", "--expire", "7w", part="--expire must be a number of days, or a number followed by s, m, h or d, not '7w'")
    refused("play", "chess", "--level", "clubb", part="did you mean 'club'?")
    refused("play", "chess", "--you", "whit", part="--you must be white, black, both or none, not 'whit'; did you mean 'white'?")
    refused("solve", "chess", "--helped", "2", "--reason", "chekmate", part="no game is won by 'chekmate'; did you mean 'checkmate'?")
    refused("solve", "chess", part="--helped N or --forced N")
    refused("solve", "chess", "--helped", "1", "--forced", "1", part="--helped N or --forced N")
    refused("archive", "prune", part="how old? --older DAYS")
    refused("archive", "backup", part="which file? leaper archive backup TARGET")


@test
def broken_outputs():
    for arguments in [["--help"], ["--version"], ["games", "fuel"], ["perft", "chess", "2", "--divide"],
                      ["show", "chess"], ["play", "chess", "--you", "both"]]:
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                  timeout=PATIENCE)
        equal(done.returncode, 1, arguments)
        contains(done.stderr.decode(), "cannot write")
        done = subprocess.run(["sh", "-c", 'exec "$0" "$@" >&-', PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=PATIENCE)
        equal(done.returncode, 1, arguments)
        # A reader that goes away is no reason for a message.
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        process.stdin.close()
        message = process.stderr.read()
        assert process.wait(timeout=PATIENCE) in (0, 1), arguments
        equal(message, b"", arguments)


@test
def bytes_that_are_no_text():
    bad = bytes(range(128, 256)).decode("latin-1").encode("latin-1")
    for arguments in [[bad], ["show", bad], ["show", b"chess", b"--fen", bad], ["show", b"chess", b"--moves", bad],
                      ["perft", b"chess", bad], ["play", b"chess", b"--level", bad], [b"show", b"--" + bad]]:
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        equal(done.returncode, 2, arguments)


# ---- games ----

@test
def games_and_their_rules():
    status, out, _ = run("games")
    # A file of variants is no parameter.
    assert "--scoring" in out and "--variants" not in out, out
    equal(status, 0)
    for game in ["chess", "fuel"]:
        assert re.search(rf"^{game} +\S", out, re.MULTILINE), out
        status, rules, _ = run("games", game)
        equal(status, 0)
        contains(rules, "[S]")
        contains(rules, "[R]")
        assert all(len(line) < 80 for line in rules.split("\n")), rules
    refused("games", "ches", part="did you mean 'chess'?")


# ---- pgn ----

SAMPLE = os.path.join(os.environ.get("LEAPER_TEST_DATA", "tests/data"), "hans38-sample.txt")


def check_pgn(text, *arguments, status=0):
    """What `pgn check` says of a text on standard input, line by line."""
    found, out, err = run("pgn", "check", "-", *arguments, text=text)
    equal((found, err), (status, ""), out)
    return out.splitlines()


@test
def pgn_stops_at_the_misprint():
    status, out, err = run("pgn", "check", SAMPLE, "--game", "hans38")
    equal((status, err), (1, ""))
    equal(out.splitlines(), [
        SAMPLE + ": line 15, column 17: game 1, Hans38: move 15, Black: @b7-b6: "
        "a pawn stands on b7, and only empty squares move; b6 has a square already",
        "  perhaps b7-b6 was meant; then the next 17 half-moves are legal too"])


@test
def pgn_accepts_the_game_without_the_misprint():
    with open(SAMPLE) as file:
        text = file.read().replace("@b7-b6", "b7-b6")
    equal(check_pgn(text, "--game", "hans38"), ["standard input: game 1, Hans38: 47 half-moves, all legal; ongoing"])
    # In a row, without move numbers, in other notations.
    text = " ".join(word for word in text.split() if not re.fullmatch(r"\d+\.", word))
    equal(len(check_pgn(text, "--game", "hans38")), 1)
    equal(len(check_pgn('[Variant "Hans38"]\n\n' + text)), 1)
    equal(len(check_pgn('[Variant "hans38"]\n\n' + text + " *", "--game", "fuel", "--fuel", "2")), 1)


@test
def pgn_checks_game_after_game():
    lines = check_pgn('[Event "1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event "2"]\n[Variant "Postal Hans38"]\n\n'
                      '1. @@f3 @@f6 2. Nf3,@g1-g3 Nf7 1-0\n\n[Event "3"]\n[Variant "checkers"]\n\n1. e4 *\n\n'
                      '[Event "4"]\n\n1. e4 {\n\n[Event "5"]\n\n1. e4 1-0\n', status=1)
    equal(lines[0], "standard input: game 1, Chess: 4 half-moves, all legal; black (checkmate)")
    contains(lines[1], "game 2, Postal Hans38: move 2, Black: Nf7: no knight can go to f7")
    contains(lines[2], "perhaps Nf6 was meant")
    contains(lines[3], "game 3: [Variant]")
    contains(lines[4], "game 4: this comment is not closed")
    equal(lines[-1], "5 games, 3 of them with a fault")


@test
def pgn_reads_several_lists():
    equal(check_pgn("1. e4 e5 *\n1. d4 1-0\n1. c4"),
          ["standard input: game 1, Chess: 2 half-moves, all legal; ongoing",
           "standard input: game 2, Chess: 1 half-move, legal; white (resignation)",
           "standard input: game 3, Chess: 1 half-move, legal; ongoing", "3 games, 0 of them with a fault"])
    lines = check_pgn("1. e4 e6 2. d5 (2. d4 *) d5 {1-0} 1-0\n1. d6 1/2-1/2\n1. c4", status=1)
    equal([re.search(r"game \d", line).group(0) for line in lines if "game " in line], ["game 1", "game 2", "game 3"])
    equal(lines[-1], "3 games, 2 of them with a fault")
    contains(check_pgn("1. Oc3 d5", "--white", "nutters")[0], "2 half-moves")


@test
def pgn_says_what_is_wrong():
    contains(check_pgn("1. f3 e5 2. g4 Qh4# 3. a3", status=1)[0], "move 3, White: a3: the game is over: Black has won")
    contains(check_pgn("1. f3 e5 2. g4 Qh4# 1-0", status=1)[0], "the moves end with 0-1 (checkmate)")
    contains(check_pgn("1. @@c3,@@d4", "--game", "infinite-reserves", status=1)[0], "was placed in this turn already")
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 2
    contains(check_pgn(shuffle + "e4", status=1)[0], "a draw (the same position for the third time)")
    contains(check_pgn(shuffle + "e4", "--past-draws")[0], "9 half-moves, all legal")
    # Of several moves that come near, those with which the game goes on.
    equal(check_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Bxc6", status=1)[1],
          "  perhaps Bb5 was meant; then the next 2 half-moves are legal too")
    # Nothing in a file can command the terminal.
    for text in ["1. \x1b[31me4", "\x1b]0;x\x07", '[Variant "\x1b[31m"]\n1. e4', "e2\x7f", "e2\x9b31m",
                 '[Variant "\x9b31m"]\n1. e4', b"e2\x9b31m"]:
        for line in check_pgn(text, status=1):
            assert line.isprintable(), line


@test
def pgn_refuses():
    refused("pgn", part="which subcommand? check;")
    refused("pgn", "chek", part="did you mean 'check'?")
    refused("pgn", "check", part="which file?")
    refused("pgn", "check", "/nonexistent", part="cannot read /nonexistent")
    refused("pgn", "check", "/", part="cannot read /")
    refused("pgn", "check", "-", part="there is no game in standard input")
    refused("pgn", "check", "-", "--game", "hans83", part="did you mean 'hans38'?")
    refused("pgn", "check", "-", "--fuel", "3", part="--white, --black")
    status, out, err = run("pgn", "check", *[SAMPLE] * 20, "--game", "hans38")
    equal((status, err, out.splitlines()[-1]), (1, "", "20 games, 20 of them with a fault"))
    status, out, _ = run("pgn", "check", "/nonexistent", "-", text="1. e4")
    equal((status, out), (2, "standard input: game 1, Chess: 1 half-move, legal; ongoing\n"))


@test
def squares_are_read_in_every_notation():
    fens = [json.loads(run("show", "hans38", "--moves", moves)[1])["fen"]
            for moves in ["@@f3 @@f6 Nf3 Nf6 @@e3 @g8-e6", "@@f3 @@f6 Ng1-f3 Ng8-f6 @@e3 @g8e6",
                          "@@f3 @@f6 g1f3 g8f6 @@e3! @g8-e6"]]
    equal(fens, fens[:1] * 3)
    moves = ["@@f3", "@@f6", "Nf3,@@e3", "g8f6,@g8g6", "Nf3-g1,@f3-f4"]
    request = json.dumps({"game": "hans38-postal", "moves": moves})
    contains(run("show", "--batch", text=request + "\n")[1], '"side":"black"')
    out = run("uci", text="setoption name UCI_Variant value hans38-postal\nposition startpos moves " + " ".join(moves) +
              "\ngo perft 1\nquit\n")[1]
    assert "error" not in out, out


# ---- perft ----

@test
def perft_counts():
    for arguments, nodes in [(["chess", "4"], 197281), (["chess", "0"], 1), (["fuel", "3"], 8902),
                             (["fuel", "1", "--fuel", "1"], 8), (["fuel", "1", "--fuel=2"], 20),
                             (["chess", "3", "--black", "nutters"], 11572),
                             (["chess", "3", "--white", "rookies", "--black", "rookies"], 15667),
                             (["chess", "2", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"], 568)]:
        status, out, err = run("perft", *arguments)
        equal((status, err), (0, ""))
        equal(re.search(r"nodes +(\d+)$", out, re.MULTILINE).group(1), str(nodes), arguments)
        assert re.search(r"time .* s$", out, re.MULTILINE) and re.search(r"speed .* nodes/s$", out, re.MULTILINE)


@test
def perft_divides_in_order():
    out = run("perft", "chess", "3", "--divide")[1]
    turns = re.findall(r"^([a-h][1-8][a-h][1-8]): (\d+)$", out, re.MULTILINE)
    equal(len(turns), 20)
    equal([turn for turn, _ in turns], sorted(turn for turn, _ in turns))
    equal(sum(int(nodes) for _, nodes in turns), 8902)
    contains(out, "nodes  8902")


@test
def perft_refuses():
    refused("perft", "chess", part="DEPTH")
    refused("perft", "chess", "x", part="0 to 64")
    refused("perft", "chess", "65", part="0 to 64")
    refused("perft", "chess", "-1", part="not '-1'")
    refused("perft", "chess", "3", "4", part="unexpected argument '4'")
    refused("perft", "chess", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", part="king")


@test
def perft_is_interrupted():
    process = subprocess.Popen([PROGRAM, "perft", "chess", "6", "--divide"], stdout=subprocess.PIPE)
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out = process.stdout.read().decode()
    equal(process.wait(timeout=PATIENCE), 1)
    contains(out, "(interrupted)")
    process.stdout.close()


# ---- show ----

@test
def show_prints_one_object():
    status, out, err = run("show", "chess")
    equal((status, err, out.count("\n")), (0, "", 1))
    state = json.loads(out)
    equal(state["game"], "chess")
    equal(state["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    equal((state["side"], state["check"], state["result"], state["reason"]), ("white", False, "ongoing", ""))
    equal(state["count"], 20)
    equal(state["turns"], sorted(state["turns"]))
    equal(len(state["turns"]), 20)


@test
def show_plays_turns():
    state = json.loads(run("show", "fuel", "--fuel", "3", "--moves", "e2e4 Nf6  e4-e5")[1])
    equal(state["fen"], "rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 3x15,1,0,3x15")
    state = json.loads(run("show", "chess", "--moves", "f3 e5 g4 Qh4#")[1])
    equal((state["result"], state["reason"], state["count"], state["check"]), ("black", "checkmate", 0, True))
    state = json.loads(run("show", "chess", "--moves", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")[1])
    equal((state["result"], state["reason"]), ("draw", "repetition"))
    state = json.loads(run("show", "fuel", "--moves", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")[1])
    equal(state["result"], "ongoing")
    state = json.loads(run("show", "chess", "--white", "nutters", "--black=clobberers")[1])
    contains(state["fen"], "dwackawd/pppppppp")
    contains(state["fen"], "PPPPPPPP/GIHOKHIG")


@test
def show_refuses():
    refused("show", "chess", "--moves", "e2e4 e2e4", part="moves[1]")
    refused("show", "chess", "--moves", "f3 e5 g4 Qh4 a3", part="moves[4]")
    refused("show", "chess", "--fen", "x", part="fen")
    refused("show", "chess", "e2e4", part="--moves")
    refused("show", "--batch", "chess", part="standard input")
    refused("show", "--batch", "--fuel", "3", part="standard input")


@test
def show_batch_answers_every_line():
    good = ['{"game":"fuel","fuel":2}', '{"game":"chess","armies":["fide","nutters"],"moves":["e2e4"]}',
            '{"game":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}']
    bad = {"": "bad-json", "{": "bad-json", "[]": "bad-", '{"fen":"startpos"}': "bad-", '{"game":"go"}': "unknown-game",
           '{"game":"chess","moves":["e2e5"]}': "illegal-move", '{"game":"chess","moves":["hello"]}': "bad-move",
           '{"game":"chess","fuel":3}': "bad-", '{"game":"fuel","fuel":0}': "bad-parameter",
           '{"game":"chess","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}': "bad-fen", '{"game":"chess","extra":1}': "bad-",
           '{"game":"chess","moves":"e2e4"}': "bad-", "\xff\xfe": "bad-json", "x" * 8_400_000: "too-large",
           '{"game":"chess"}\x00': "bad-json",
           '{"game":"chess","moves":["f2f3","e7e5","g2g4","d8h4","a2a3"]}': "game-over"}
    lines = []
    for request in bad:
        lines += [request, good[len(lines) // 2 % 3]]
    status, out, err = run("show", "--batch", text="\n".join(lines).encode("latin-1"))
    equal((status, err), (0, ""))
    answers = [json.loads(line) for line in out.splitlines()]
    equal(len(answers), len(lines))
    for request, answer in zip(lines, answers):
        if request in bad:
            equal(set(answer), {"error"})
            equal(set(answer["error"]), {"code", "message", "at"})
            contains(answer["error"]["code"], bad[request])
            assert answer["error"]["message"]
        else:
            equal(answer["game"], json.loads(request)["game"])
            equal(answer["count"], len(answer["turns"]))


@test
def show_batch_answers_at_once():
    process = subprocess.Popen([PROGRAM, "show", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for game in ["chess", "fuel", "none"]:
        process.stdin.write(json.dumps({"game": game}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())
    process.stdin.close()
    equal(process.wait(timeout=PATIENCE), 0)
    process.stdout.close()


# ---- solve ----

@test
def solve_finds_the_shortest_win():
    status, out, err = run("solve", "hans38", "--helped", "3", "--reason", "stalemate")
    equal((status, err), (0, ""))
    contains(out, "Black wins by stalemate")
    contains(out, "in 3 turns (6 half-turns), and not sooner")
    out = run("solve", "chess", "--helped", "2", "--lines", "99")[1]
    equal(out.count("Qh4#"), 8)
    out = run("solve", "chess", "--forced", "2", "--fen", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")[1]
    contains(out, "1. Ra6 ")
    assert re.search(r"^positions +[1-9]\d*$", out, re.MULTILINE)
    contains(run("solve", "chess", "--forced", "1")[1], "no such win by force within 1 turn\n")


@test
def solve_refuses_what_it_does_not_understand():
    refused("solve", "chess", part="--helped N or --forced N")
    refused("solve", "chess", "--helped", "2", "--forced", "2", part="--helped N or --forced N")
    refused("solve", "chess", "--helped", "0", part="--helped")
    refused("solve", "chess", "--helped", "2", "--reason", "stalmate", part="stalemate")
    refused("solve", "chess", "--helped", "2", "--winner", "green", part="white or black")
    refused("solve", "chess", "2", "--helped", "2", part="unexpected argument '2'")


# ---- bench ----

@test
def bench_counts_the_same_twice():
    first, second = run("bench", "3"), run("bench", "3")
    equal(first[0], 0)
    nodes = [re.search(r"^nodes +(\d+)$", out, re.MULTILINE).group(1) for _, out, _ in (first, second)]
    equal(nodes[0], nodes[1])
    assert int(nodes[0]) > 100
    refused("bench", "x", part="1 to 100")
    refused("bench", "0", part="1 to 100")


# ---- play ----

def play(*arguments, text, env=None):
    status, out, err = run("play", *arguments, text=text, env=env)
    equal((status, err), (0, ""))
    return out


SENTENCES = {"no-fuel": "has no legal move: out of fuel.", "checkmate": "is checkmated.",
             "stalemate": "has no legal move: stalemate."}


@test
def two_people_play_fuel_to_the_end():
    for fuel in ["1", "2", "3"]:
        state = {"result": "ongoing"}
        moves = []
        while state["result"] == "ongoing":
            request = json.dumps({"game": "fuel", "fuel": int(fuel), "moves": moves})
            state = json.loads(run("show", "--batch", text=request)[1])
            if state["turns"]:
                moves.append(state["turns"][len(moves) * 7 % len(state["turns"])])
        out = play("fuel", "--fuel", fuel, "--you", "both", text="\n".join(moves) + "\ne2e4\nquit\n")
        winner, loser = ("White", "Black") if state["result"] == "white" else ("Black", "White")
        contains(out, f"{loser} {SENTENCES[state['reason']]} {winner} wins.")
        contains(out, "the game is over")


@test
def the_engine_plays_to_the_end():
    for fuel in ["1", "2", "3"]:
        out = play("fuel", "--fuel", fuel, "--you", "none", "--level", "beginner", text="fen\n")
        assert re.search(r"(White|Black) (has no legal move|is checkmated).* (White|Black) wins\.", out), out[-500:]


@test
def a_person_against_the_engine():
    out = play("chess", "--level", "beginner", text="e4\nundo\nd2d4\nfen\nhint\nresign\n", env={"LC_ALL": "C"})
    equal(len(re.findall("^Black plays ", out, re.MULTILINE)), 2)
    contains(out, "/3P4/")
    contains(out, "The engine would play ")
    contains(out, "White resigns. Black wins.")
    # As Black, the board is turned and the engine begins; there is nothing of one's own to take back.
    out = play("chess", "--you", "black", "--level", "beginner", text="undo\n", env={"LC_ALL": "C"})
    contains(out, "h  g  f  e  d  c  b  a")
    contains(out, "White plays ")
    contains(out, "there is nothing to take back")


@test
def moves_and_their_costs():
    out = play("fuel", "--fuel", "9", "--you", "both", text="moves g1\nmoves e4\nmoves zz\nmoves\ne5\nKxx\nmvoes\n")
    contains(out, "g1  N   9:")
    contains(out, "Nf3 -2")
    contains(out, "No piece of the side to move can go from e4.")
    contains(out, "'moves' takes the name of a square")
    contains(out, "e4 -2")
    contains(out, "Did you mean 'moves'?")
    equal(out.count("White to move."), 1)  # nothing of this has moved anything


@test
def figures_letters_and_colours():
    unicode = play("fuel", "--you", "both", "--unicode", text="e4\n", env={"LC_ALL": "C"})
    contains(unicode, "\u265a50")
    letters = play("fuel", "--you", "both", text="e4\n", env={"LC_ALL": "C"})
    assert letters.isascii()
    contains(letters, "[P48]")
    contains(letters, "1. e4{48}")
    equal(letters, play("fuel", "--you", "both", "--ascii", text="e4\n", env={"LC_ALL": "C.UTF-8"}))
    assert "\x1b" not in unicode + letters
    armies = play("chess", "--white", "rookies", "--you", "both", text="", env={"LC_ALL": "C"})
    contains(armies, "S  M  F  E  K  F  M  S")


@test
def games_are_saved_and_loaded():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.pgn")
        out = play("fuel", "--fuel", "7", "--you", "both", text=f"e4\ne5\nsave {path}\nNf3\nsave {path}\n")
        equal(out.count("The game is in"), 2)
        with open(path) as file:
            pgn = file.read()
        contains(pgn, '[Variant "')
        contains(pgn, '"7"')
        # Nobody's file is written over.
        out = play("chess", "--you", "both", text=f"save {path}\nload {path}\nfen\nmoves b8\n")
        contains(out, "already exists")
        contains(out, "/5N2/")
        contains(out, "Nc6 -2")
        with open(path) as file:
            equal(file.read(), pgn)
        contains(play("fuel", "--load", path, "--you", "both", text="fen\n"), "/5N2/")
        with open(path, "w") as file:
            file.write("1. e4 e5 2. Ke3 *\n")
        out = play("chess", "--you", "both", text=f"load {path}\nload {folder}/none.pgn\nload\nsave\nsave {folder}/a/b\nfen\n")
        contains(out, "line 1")
        contains(out, "cannot be read")
        contains(out, "cannot write")
        contains(out, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        refused("play", "chess", "--load", os.path.join(folder, "none.pgn"), part="cannot be read")


@test
def the_other_commands():
    out = play("chess", "--you", "both", text="help\nrules\nlevel\nlevel novice\nlevel x\nflip\nboard\nnew\ndraw\n"
                                              "draw\nresign\nquit now\n\n   \nquit\nfen\n", env={"LC_ALL": "C"})
    for part in ["undo", "[S]", "* club", "at level novice", "no level 'x'", "h  g  f  e  d  c  b  a",
                 "Draw: by agreement.", "The game is over.", "takes no argument"]:
        contains(out, part)
    assert "rnbqkbnr/" not in out
    contains(play("fuel", "--you", "both", text="draw\n"), "There are no draws in this game.")


@test
def garbage_at_the_table():
    text = b"\xff\xfe\n" + b"x" * 100_000 + b"\n" + bytes(range(1, 10)) + b"\n" + b"e4\0e5\n" + b"e4 e5\nd2d4\nfen"
    out = play("chess", "--you", "both", text=text)
    contains(out, "too long")
    contains(out, "/3P4/")


@test
def play_asks_before_a_turn_that_loses():
    """At a terminal such a turn is played when it is given twice; what comes from a file is meant."""
    warning = "none of your pieces can move"
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, "play", "hans38-postal", "--you", "both"], stdin=theirs, stdout=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, b"@@e5\n@@e4\n@@e4\n@@e6\nquit\n")
    out, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    equal(process.returncode, 0)
    equal(out.count(warning), 2, out)
    contains(out, "1. @@e4")
    contains(out, "Black wins")
    status, out, _ = run("play", "hans38-postal", "--you", "both", text="@@e5\n@@e6\nquit\n")
    equal((status, warning in out), (0, False))
    contains(out, "Black wins")


@test
def play_refuses():
    refused("play", "chess", "--you", "me", part="white, black, both or none")
    refused("play", "chess", "--level", "x", part="beginner")
    refused("play", "chess", "--time", "0", part="1 to 3600")
    refused("play", "chess", "e4", part="unexpected argument 'e4'")


@test
def the_example_of_a_turn_is_legal():
    for game, example in [("chess", "e4 or e2e4"), ("crazyhouse", "N@e4, e4 or e2e4"), ("seirawan", "e4 or e2e4")]:
        _, out, _ = run("play", game, "--you", "both", text="quit\n")
        assert f"Type a move such as {example}, or 'help'.\n" in out, out
    for game in "minishogi", "clobber", "amazons", "duck", "hnefa":
        _, out, _ = run("play", game, "--you", "both", text="quit\n")
        for example in re.search("such as (.*), or 'help'", out).group(1).split(" or "):
            _, out, _ = run("play", game, "--you", "both", text=f"{example}\nquit\n")
            assert "Black to move." in out, f"{game}, {example}: {out}"


main()
