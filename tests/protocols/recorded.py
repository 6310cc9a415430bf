#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replays what real programs have sent to the engine, as they sent it, and checks the answers that they wait for.

A file in sessions/ begins with comments, the first of which is the command. Lines with ">" are sent; at a line with "<" nothing more is sent until
the engine has said something that matches that expression. Nothing that it says before may be an error. After the last line the input ends."""

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, Conversation, equal, main, test  # noqa: E402

COMPLAINT = re.compile("Error|Illegal move|tellusererror|info string error")


def wait_for(engine, pattern, place):
    """Reads up to a line that matches, and complains of any error before it."""
    while True:
        line = engine.lines.get(timeout=PATIENCE)
        assert line is not None, f"{place}: the engine ended before it said {pattern!r}"
        if re.fullmatch(pattern, line):
            return
        assert not COMPLAINT.match(line), f"{place}: {line}"


def replay(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    command = lines[0].split()
    equal(command[:2], ["#", "leaper"])
    sent = 0
    with Conversation(*command[2:]) as engine:
        for number, line in enumerate(lines, 1):
            place = f"{path.name}:{number}"
            kind, text = line[:2], line[2:]
            if kind == "> ":
                engine.send(text)
                sent += 1
            elif kind == "< ":
                wait_for(engine, text, place)
            else:
                equal(kind, "# ", place)
        status, rest = engine.finish()
        equal((status, [line for line in rest if COMPLAINT.match(line)]), (0, []), path.name)
    assert sent > 5, path


def replayed(path):
    def session():
        replay(path)
    session.__name__ = path.stem.replace("-", "_")
    return session


SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))
assert SESSIONS
for found in SESSIONS:
    test(replayed(found))

main()
