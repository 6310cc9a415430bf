#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tours count` as a person or a script meets it: numbers, checkpoints, bounds of memory, refusals."""

import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, is_sanitized, main, run, test  # noqa: E402

# A count that takes a while, and its number.
BOARD, NUMBER = ("6x8", "55488142") if is_sanitized() else ("8x7", "34524432316")


def count(*arguments):
    status, out, err = run("tours", "count", *arguments, "--json")
    equal((status, err), (0, ""), arguments)
    return json.loads(out)


def refused(status, part, *arguments):
    found, out, err = run("tours", "count", *arguments)
    equal((found, out), (status, ""), arguments)
    contains(err, part)


@test
def fields_of_an_answer():
    answer = count("6x6")
    equal((answer["count"], answer["directed"]), ("9862", "19724"))
    equal((answer["board"], answer["leaper"], answer["kind"], answer["method"]), ("6x6", "N", "closed", "meet"))
    assert answer["states"] > 1000 and answer["seconds"] >= 0 and answer["memory"] > 1000
    assert answer["resident"] > answer["memory"] and answer["spilled"] == 0
    equal(count("6x6", "--method", "plain", "--threads", "1")["count"], "9862")
    status, out, _ = run("tours", "count", "5x6")
    equal(status, 0)
    contains(out, "tours     8\ndirected  16\n")


@test
def ends_holes_and_other_pieces():
    equal(count("5x5", "--open")["directed"], "1728")
    equal(count("5x5", "--open", "--from", "a1")["count"], "304")
    equal(count("5x5", "--open", "--from", "a1", "--to", "e5")["count"],
          count("5x5", "--open", "--from", "e5", "--to", "a1")["count"])
    equal(count("--board", "8/7*/7*")["count"], "4")
    equal(count("6x5", "--leaper", "W")["count"], count("5x6", "--leaper", "0,1", "--method", "plain")["count"])


@test
def numbers_of_any_size():
    long = count("3x200")
    equal((long["method"], len(long["count"]) > 60), ("meet", True))
    assert long["moduli"] > 3
    equal(int(long["directed"]), 2 * int(long["count"]))
    equal(count("200x3", "--method", "plain")["count"], long["count"])


@test
def little_memory():
    # Each thread takes memory of its own, and a machine may have many processors: so many do not fit.
    free = count("7x8")
    bound = count("7x8", "--memory", "32", "--threads", "32", "--spill", tempfile.gettempdir())
    equal(bound["count"], "34524432316")
    equal(bound["count"], free["count"])
    assert bound["spilled"] > 0 and bound["memory"] < 32 << 20
    # The plain method keeps its table in memory: what does not fit is refused.
    refused(1, "plain method needs more than", "8x8", "--method", "plain", "--memory", "64")
    refused(1, "no room", "7x8", "--memory", "32", "--spill", "/nowhere")


@test
def killed_and_resumed():
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "checkpoint")
        # Saved after every block of work.
        command = [PROGRAM, "tours", "count", BOARD, "--checkpoint", path, "--checkpoint-seconds", "0", "--threads",
                   "1"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not os.path.exists(path) and process.poll() is None:
            time.sleep(0.002)
        process.kill()
        was_killed = process.wait() != 0
        size = os.path.getsize(path)
        answer = count(BOARD, "--checkpoint", path)
        equal(answer["count"], NUMBER)
        # A fast machine may have finished before it could be killed.
        assert os.path.getsize(path) > size or not was_killed
        # All of it is done now.
        again = count(BOARD, "--checkpoint", path)
        equal(again["count"], NUMBER)
        assert again["states"] < count(BOARD)["states"]

        refused(1, "belongs to another count", "6x7", "--checkpoint", path)
        refused(1, "belongs to another count", BOARD, "--leaper", "K", "--checkpoint", path)
        refused(1, "belongs to another count", BOARD, "--open", "--checkpoint", path)
        refused(1, "plain method, which keeps no checkpoint", BOARD, "--method", "plain", "--checkpoint", path)
        with open(path, "r+b") as file:
            file.seek(-20, os.SEEK_END)
            file.write(b"?")
        refused(1, "damaged", BOARD, "--checkpoint", path)
        os.truncate(path, 77)
        refused(1, "damaged", BOARD, "--checkpoint", path)
        refused(1, "cannot write the checkpoint", "6x6", "--checkpoint", os.path.join(place, "none", "checkpoint"))


@test
def a_bar_on_a_terminal():
    ours, theirs = pty.openpty()
    command = [PROGRAM, "tours", "count", "10x8", "--threads", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"#" not in shown and process.poll() is None:
        if select.select([ours], [], [], 1)[0]:
            try:
                shown += os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
    process.terminate()
    equal(process.wait(), 1)
    os.close(ours)
    contains(shown.decode(), "states")
    contains(shown.decode(), "#")


@test
def refusals():
    for arguments, part in [
        (["6x6", "--method", "magic"], "auto, plain or meet"),
        (["6x6", "--from", "a1"], "add --open"),
        (["6x6", "--open", "--from", "a1", "--to", "a1"], "same square"),
        (["6x6", "--open", "--closed"], "closed or open, not both"),
        (["6x6", "--open", "--from", "g1"], "from"),
        (["--board", "5/5/*4", "--open", "--from", "a1"], "from"),
        (["6x6", "--leaper", "R"], "rid"),
        (["2x2"], "cannot move"),
        (["6x6", "--memory", "0"], "--memory"),
        (["1001x5"], "board"),
    ]:
        refused(2, part, *arguments)
    refused(1, "memory", "16x16", "--memory", "100", "--spill", "/nowhere")


main()
