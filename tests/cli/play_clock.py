#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper play --clock`: what is shown and saved, flags that fall while the program waits, and resumed clocks.

Nothing here measures time: clocks are long enough for any machine, or run out while nobody does anything."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Conversation, contains, equal, main, run, test  # noqa: E402
from terminal import Terminal  # noqa: E402

LEFT = r"(\d+):(\d\d):(\d\d)"


def seconds(text):
    hours, minutes, rest = re.fullmatch(LEFT, text).groups()
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


@test
def a_saved_game_has_its_times():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.pgn")
        status, out, err = run("play", "chess", "--you", "both", "--clock", "600+5", text=f"e4\ne5\nNf3\nclock\nsave {path}\nquit\n")
        equal((status, err), (0, ""))
        contains(out, "White 10:00:00, Black 10:00:00.")
        assert re.search(r"^White (10:00:0|9:)\S*, Black (10:00:0|9:)\S*\.$", out, re.M), out
        pgn = open(path).read()
        contains(pgn, '[TimeControl "36000+5"]')
        times = [seconds(found) for found in re.findall(r"\{\[%clk (\S+)\]\}", pgn)]
        equal(len(times), 3)
        assert all(30000 < time <= 36005 for time in times[:2]) and 30000 < times[2] <= times[0] + 5, times
        equal(run("pgn", "check", path)[0], 0)
        # A game without a clock says nothing of it.
        status, out, err = run("play", "chess", "--you", "both", text="e4\nclock\nquit\n")
        contains(out, "This game has no clock")
        assert "White 0" not in out, out


@test
def a_flag_falls_while_nobody_types():
    for control, loser in [("1s", "White"), ("0.02+0", "White")]:
        with Conversation("play", "hamiltonian", "--you", "both", "--clock", control) as play:
            play.until("White is out of time")
            play.until(r"^White 0\.0, Black ")
            # The game is over, but not the program.
            play.send("Nf3", "rematch")
            play.until("White is out of time|The game is over|over")


@test
def a_flag_falls_at_a_terminal():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "fuel", "--you", "both", "--clock", "2s")
        terminal.wait(r"White [0-2]\.\d> ")
        terminal.type("e")  # a turn that is not finished
        terminal.wait("White is out of time. Black wins")
        terminal.wait("over> ")
        terminal.type("quit\r")
        equal(terminal.end(), 0)


@test
def the_prompt_ticks():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "chess", "--you", "both", "--clock", "0.2+0")
        terminal.wait(r"White 0:1[0-2]> ")
        terminal.type("e")
        # Nobody types any more; what was typed stays.
        terminal.wait(r"\r\x1b\[K\s*White [0-9]\.\d> e")
        terminal.type("4\r")
        terminal.wait(r"Black [\d:.]+> ")
        terminal.type("\x03")
        terminal.wait("continues it")
        equal(terminal.end(), 0)


@test
def editing_works_with_a_clock():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, "chess", "--you", "both", "--clock", "10+0")
        terminal.wait(r"White (10:00|9:\d\d)> ")
        terminal.type("e44\x7f\r")
        terminal.wait(r"Black (10:00|9:\d\d)> ")
        terminal.type("é\x7f\x10\r")  # Ctrl-P recalls e4, which is illegal now
        terminal.wait("e4")
        terminal.wait(r"Black \d+:\d\d> ")
        terminal.type("\x03")
        terminal.wait("continues it")
        equal(terminal.end(), 0)
        kept = open(os.path.join(folder, "leaper", "game")).read()
        assert re.search(r'\[PlayClock "10\+0 \d+ \d+ black \d+"\]', kept), kept


@test
def a_clock_is_resumed():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        run("play", "chess", "--you", "both", "--clock", "60d5", "--keep", path, text="e4\ne5\n")
        kept = open(path).read()
        # As if White had used nearly everything.
        changed = re.sub(r'"60d5 \d+ (\d+) white \d+"', r'"60d5 1700000 \1 white 1900000"', kept)
        assert changed != kept, kept
        open(path, "w").write(changed)
        status, out, err = run("play", "--resume", path, text="Nf3\nquit\n")
        equal((status, err), (0, ""))
        assert re.search(r"^White (28:[12]\d|2[0-7]:\d\d), Black (1:00:00|5\d:\d\d)\.$", out, re.M), out
        # The delay of five seconds was given back, and the time before it is remembered.
        assert re.search(r"e5 \{\[%clk \S+\]\}.* Nf3\s+\{\[%clk 0:2[0-8]:\d\d\]\}", open(path).read(), re.S), open(path).read()
        for wrong in ["60d5 x 1 white 2", "60d5 1 1 white -5", "9x9 1 1 white 0", ""]:
            open(path, "w").write(re.sub(r'PlayClock "[^"]*"', f'PlayClock "{wrong}"', kept))
            status, out, err = run("play", "--resume", path)
            contains(err, "the tag [PlayClock] is missing or invalid")
        # Files of before there were clocks are still read.
        open(path, "w").write(re.sub(r'\[PlayClock "[^"]*"\]\n', "", kept))
        equal(run("play", "--resume", path, text="clock\nquit\n")[0], 0)


@test
def the_engine_plays_by_its_clock():
    status, out, err = run("play", "fuel", "--fuel", "3", "--you", "none", "--level", "casual", "--clock", "5+0")
    equal((status, err), (0, ""))
    assert "out of time" not in out, out[-500:]
    assert re.search(r"wins", out), out[-500:]


@test
def takebacks_keep_the_times_and_new_games_begin_anew():
    status, out, err = run("play", "chess", "--you", "both", "--clock", "30m", text="e4\nundo\nd4\nnew\nclock\nresign\nrematch\nclock\nquit\n")
    equal((status, err), (0, ""))
    clocks = re.findall(r"^White (\S+), Black (\S+)\.$", out, re.M)
    assert len(clocks) >= 7, out
    assert all(re.fullmatch(r"30:00|29:\d\d", left) for pair in clocks for left in pair), clocks


@test
def turns_that_are_taken_back_bring_no_time():
    moves = "e4\nundo\n" * 5 + "e4\ne5\nundo\n" * 5 + "clock\nquit\n"
    status, out, err = run("play", "chess", "--you", "both", "--clock", "60+600", text=moves)
    equal((status, err), (0, ""))
    clocks = re.findall(r"^White (\S+), Black (\S+)\.$", out, re.M)
    assert any(white.startswith("1:09:") or white == "1:10:00" for white, _ in clocks), clocks
    white, black = (left.split(":") for left in clocks[-1])
    # White's turn stands, and brought ten minutes; the others brought nothing.
    assert len(white) == 3 and (white[0], white[1]) in {("1", "09"), ("1", "10")}, clocks
    assert black == ["1", "00", "00"] or len(black) == 2, clocks
    # Nor do they in a game that is resumed.
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        equal(run("play", "chess", "--you", "both", "--clock", "60+600", "--keep", path, text="e4\ne5\nquit\n")[0], 0)
        status, out, err = run("play", "--resume", path, text="undo\nundo\nclock\nquit\n")
        equal((status, err), (0, ""))
        for left in re.findall(r"^White (\S+), Black (\S+)\.$", out, re.M)[-1]:
            assert left == "1:00:00" or len(left.split(":")) == 2, out


@test
def wrong_controls_are_refused():
    for control in ["5", "5+", "0+0", "61days", "x"]:
        status, out, err = run("play", "chess", "--clock", control)
        equal((status, out), (2, ""), control)
        contains(err, "time control" if control != "61days" else "time for a turn")
    contains(run("play", "chess", "--clock", "5+3", "--time", "3")[2], "--time and --clock cannot be combined")
    contains(run("play", "--resume", "--clock", "5+3")[2], "--resume continues the game as it is")


main()
