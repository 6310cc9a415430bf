#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What --json prints: the shapes that docs/cli.md promises, with the numbers of the plain output."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


def objects(*arguments, status=0, text=""):
    got, out, err = run(*arguments, "--json", text=text)
    equal((got, err), (status, ""), arguments)
    return [json.loads(line) for line in out.splitlines()]


@test
def games():
    [answer] = objects("games")
    equal(set(answer), {"games", "armies", "levels"})
    names = [game["key"] for game in answer["games"]]
    for name in names:
        [game] = objects("games", name)
        equal(game, answer["games"][names.index(name)])
        assert game["help"] and game["files"] >= 3
        assert re.search(rf"^{name} ", run("games")[1], re.MULTILINE)


@test
def perft():
    [answer] = objects("perft", "fuel", "2", "--fuel", "3", "--divide")
    equal((answer["game"], answer["depth"], answer["nodes"], answer["complete"]), ("fuel", 2, 400, True))
    equal(sum(answer["divide"].values()), 400)
    equal(list(answer["divide"]), sorted(answer["divide"]))
    contains(answer["fen"], " w KQkq - 0 1 ")
    assert answer["seconds"] >= 0
    assert "divide" not in objects("perft", "chess", "1")[0]


@test
def solve():
    arguments = ["solve", "chess", "--helped", "2", "--lines", "3"]
    [answer] = objects(*arguments)
    equal((answer["status"], answer["mode"], answer["turns"], answer["half_turns"]), ("found", "helped", 2, 4))
    equal(len(answer["solutions"]), 3)
    plain = run(*arguments)[1]
    for solution in answer["solutions"]:
        equal((solution["result"], solution["reason"], len(solution["turns"])), ("black", "checkmate", 4))
        contains(plain, solution["text"])
        shown = json.loads(run("show", "chess", "--moves", " ".join(solution["turns"]))[1])
        equal((shown["result"], shown["reason"]), ("black", "checkmate"))
    [none] = objects("solve", "chess", "--forced", "1")
    equal((none["status"], none["solutions"]), ("none", []))


@test
def bench():
    [answer] = objects("bench", "2")
    equal(answer["depth"], 2)
    equal(sum(position["nodes"] for position in answer["positions"]), answer["nodes"])
    contains(run("bench", "2")[1], f"nodes  {answer['nodes']}\n")


main()
