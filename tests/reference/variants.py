#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the program with a second, slow generator, which is written from docs/variants.md only (tests/reference/slow), in random
games: at each position the legal turns, check and the result, and after each turn the FEN. Variants with a rule that the
reference does not carry are skipped. An argument N plays for N seconds of CPU; names after it choose variants."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import script  # noqa: E402
from slow import generate  # noqa: E402
from slow.actions import rook_squares  # noqa: E402
from slow.betza import NotCarried  # noqa: E402
from slow.endings import result  # noqa: E402
from slow.position import Position, comparable  # noqa: E402
from slow.royal import checked  # noqa: E402
from slow.text import Definition  # noqa: E402
from slow.turns import legal_turns  # noqa: E402

SECONDS = float(sys.argv.pop(1)) if len(sys.argv) > 1 else 0  # without: so many rounds, the same everywhere
CHOSEN = sys.argv[1:]
del sys.argv[1:]
DIFFERENT = 20  # reported at most
GENERATED = 60  # texts
STRIDE = 5  # turns played before it is the next variant's turn


class Program:
    """One running `leaper show --batch`."""

    def __init__(self, *options):
        self.process = subprocess.Popen([script.PROGRAM, *options, "show", "--batch", "--all"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def prepared(game, program, *options):
    """The rules and the start of a variant."""
    rules = Definition(script.run(*options, "variants", "show", game)[1])
    start = program.ask(game=game)
    if "fen" not in start:
        raise NotCarried(f"an answer {start}")
    rights = start["fen"].split()[2]
    if set(rights) - set("KQkq-") and rules.castling:
        raise NotCarried(f"castling rights {rights}")
    rules.rooks = rook_squares(rules, Position(rules, start["fen"])) if rules.castling else {}
    return rules, start


def differences(rules, state):
    """What the reference says otherwise of a position; and its legal turns."""
    position = Position(rules, state["fen"])
    turns = legal_turns(position)
    outcome = result(position, turns)
    found = []
    if outcome != state["result"]:
        found.append(f"result {state['result']}, the reference says {outcome}")
    if bool(checked(position, position.side)) != state["check"]:
        found.append(f"check {state['check']}")
    if outcome == "ongoing" and set(turns) != set(state["turns"]):
        found.append(f"the program only has {sorted(set(state['turns']) - set(turns))[:8]}, "
                     f"the reference only {sorted(set(turns) - set(state['turns']))[:8]}")
    return found, turns


def play(game, rules, state, program, chance):
    """A few turns at random; returns the number of positions, the first difference, and the state if the game goes on."""
    for count in range(1, STRIDE + 1):
        found, turns = differences(rules, state)
        if found:
            return count, f"{game}: {state['fen']}: {'; '.join(found)}", None
        if state["result"] != "ongoing":
            return count, None, None
        turn = chance.choice(sorted(turns))
        before, state = state, program.ask(game=game, fen=state["fen"], moves=[turn])
        if "fen" not in state:
            return count, f"{game}: {before['fen']}: {turn} is refused: {state}", None
        if comparable(rules, state["fen"]) != turns[turn].fen():
            return count, f"{game}: {before['fen']}: after {turn} {state['fen']}, the reference says {turns[turn].fen()}", None
    return STRIDE, None, state


def play_all(carried, program, rounds, seed):
    """Plays all variants in turn; prints and returns how many positions of each were compared, and all differences."""
    chance, positions, skipped, wrong = random.Random(seed), Counter(), Counter(), []
    begin = time.process_time()
    while (time.process_time() - begin < SECONDS / 2 if SECONDS else rounds > 0) and carried and len(wrong) < DIFFERENT:
        rounds -= 1
        for game, (rules, start, now) in list(carried.items()):
            try:
                count, difference, then = play(game, rules, now, program, chance)
            except NotCarried as why:
                skipped[str(why)] += 1
                del carried[game]
                continue
            carried[game] = rules, start, then or start
            positions[game] += count
            if difference:
                wrong.append(difference)
                del carried[game]
    program.end()
    print(f"# {sum(positions.values())} positions of {len(positions)} variants compared; skipped in play: {dict(skipped)}")
    return positions, wrong


@script.test
def shipped_variants_are_played_as_the_reference_plays_them():
    program, skipped, carried = Program(), Counter(), {}
    for game in CHOSEN or re.findall(r"^(\S+)", script.run("variants", "list")[1], re.M):
        try:
            rules, start = prepared(game, program)
            carried[game] = rules, start, start
        except NotCarried as why:
            skipped[str(why)] += 1
    positions, wrong = play_all(carried, program, 2, 15)
    print(f"# skipped for what the reference does not carry: {dict(skipped)}")
    assert not wrong, "\n".join(wrong)
    assert CHOSEN or len(positions) >= 85, f"only {len(positions)} variants were compared"


@script.test
def generated_pairs_of_mechanisms_are_played_as_the_reference_plays_them():
    chance, texts, themes, refused = random.Random(7), [], {}, Counter()
    with tempfile.TemporaryDirectory() as folder:
        one = os.path.join(folder, "one.ini")
        for number in range(GENERATED):
            text, pair = generate.text(chance, f"pair{number}")
            with open(one, "w", encoding="utf-8") as file:
                file.write(text)
            if script.run("variants", "check", one)[0] == 0:
                texts.append(text)
                themes[f"pair{number}"] = pair
            else:
                refused.update(pair)
        with open(one, "w", encoding="utf-8") as file:
            file.write("\n".join(texts))
        program, carried = Program("--variants", one), {}
        for game in themes:
            rules, start = prepared(game, program, "--variants", one)
            carried[game] = rules, start, start
        positions, wrong = play_all(carried, program, 20, 8)
    compared = Counter(theme for game in positions for theme in themes[game])
    print(f"# variants compared with each mechanism: {dict(sorted(compared.items()))}")
    print(f"# texts refused by the program: {dict(refused)}")
    by_name = {text.split("]")[0][1:]: text for text in texts}
    assert not wrong, "\n".join(line + "\n" + by_name[line.split(":")[0]] for line in wrong)
    assert len(positions) >= 45, f"only {len(positions)} generated variants were compared"


script.main()
