#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the program with a second, slow generator, which is written from docs/variants.md and docs/rules.md only
(tests/reference/slow), in random games: at each position the legal turns, check, the result and its reason, links and scores; after
each turn the FEN. Some games are played to and fro, so that positions come again. Plays the program's own variants and generated texts,
some pairs of mechanisms or with the argument "all" every pair; names behind it choose variants of the program."""

import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import script  # noqa: E402
from slow import generate, links  # noqa: E402
from slow.castling import castlings_of  # noqa: E402
from slow.endings import result, settled  # noqa: E402
from slow.names import name  # noqa: E402
from slow.position import Position, comparable  # noqa: E402
from slow.repetition import Record  # noqa: E402
from slow.royal import checked  # noqa: E402
from slow.text import Definition  # noqa: E402
from slow.turns import legal_turns  # noqa: E402

ALL = "all" in sys.argv[1:2] and bool(sys.argv.pop(1))
CHOSEN = sys.argv[1:]
del sys.argv[1:]
GENERATED = 80  # texts, if not those of all pairs
IN_A_FILE = 400  # variants
OWN_ROUNDS, ROUNDS = (4, 2) if ALL else (1, 2)  # of turns of each own and each generated variant
STRIDE = 5  # turns in a round
TO_REPEAT = {"repetition", "repetition for White", "perpetual check"}  # themes of games that are to come back to their positions
TO_AND_FRO = 0.85  # how often such games do what leads there, if they can
MANY = 8000 if ALL else 1000  # legal turns of a position: where there are more, the game begins again
# Why a generated text may be refused.
REFUSED = "cannot be combined|king cannot leave the board|royal (king|piece) cannot change|where kings are not royal|" \
          "could be placed where it is in check|could not be told apart|king is in check|only one king can have reached|" \
          "no pieces in hand"


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


class Game:
    """A game in play: the program's answer about the last position, and the reference's own position."""

    def __init__(self, game, program, text=None, to_and_fro=False, **settings):
        self.program, self.request, self.to_and_fro, self.endings = program, {"game": game, **settings}, to_and_fro, Counter()
        self.start = program.ask(**self.request)
        parameters = dict(self.start["parameters"])
        parameters["white"], parameters["black"] = parameters.get("armies", ("", ""))
        self.rules = Definition(text or script.run("variants", "show", game)[1], parameters)
        start = Position(self.rules, self.start["fen"])
        self.rules.castlings = castlings_of(self.rules, start) if self.rules.castling else {}
        self.rules.start_walls = start.walls
        self.begin()

    def begin(self):
        self.state, self.moves, self.record = self.start, [], Record()
        self.position = Position(self.rules, self.state["fen"])

    def differences(self):
        """What the reference says otherwise of the position; and its legal turns."""
        position, state, found = self.position, self.state, []
        turns = legal_turns(position)
        self.record.add(position, turns)
        outcome = result(position, turns, self.have_both_passed(), self.record.outcome(self.rules))
        self.endings[outcome[1]] += 1
        if outcome != (state["result"], state["reason"]):
            found.append(f"{state['result']} {state['reason']}, the reference says {outcome}")
        if bool(checked(position, position.side)) != state["check"]:
            found.append(f"check {state['check']}")
        if outcome[0] == "ongoing" and set(turns) != set(state["turns"]):
            found.append(f"the program only has {sorted(set(state['turns']) - set(turns))[:8]}, "
                         f"the reference only {sorted(set(turns) - set(state['turns']))[:8]}")
        return found + self.different_links(), turns

    def different_links(self):
        if not self.rules.links:
            return []
        ours = [(side, links.links(self.position, side), links.score(self.position, side)) for side in (0, 1)]
        return [f"links of {color}" for side, graph, score in ours for color in [("white", "black")[side]]
                if score != self.state["score"][color]
                or {name(at): sorted(map(name, targets)) for at, targets in graph.items()}
                != {at: sorted(targets) for at, targets in self.state["links"][color].items()}]

    def have_both_passed(self):
        """Whether the last two turns were passes, where that ends the game."""
        return self.rules.squareActions == "none" and len(self.moves) >= 2 and all(
            re.fullmatch(r"([a-p]\d+)\1", turn) for turn in self.moves[-2:])

    def ask(self, turn):
        """The program's answer to a turn; it sees the whole game."""
        return self.program.ask(**self.request, moves=self.moves + [turn])

    def announce(self, turn, after):
        """What the reference says otherwise of an announcement behind a turn."""
        side = self.position.side
        answer = self.ask(turn + ",!")
        may = links.has_path(after, side) and links.single(after) is None
        ours = settled(after, (links.announced(after, side), "announcement")) if may else (None, None)
        return [] if (answer.get("result"), answer.get("reason")) == ours else [f"{turn},!: {answer}, the reference says {ours}"]

    def go_on(self, turn, after):
        """Plays a turn; returns what the reference says otherwise."""
        if self.rules.links:
            found = self.announce(turn, after)
            if found:
                return found
        state = self.ask(turn)
        if "fen" not in state:
            return [f"{turn} is refused: {state}"]
        if comparable(self.rules, state["fen"]) != after.fen():
            return [f"after {turn} {state['fen']}, the reference says {after.fen()}"]
        self.moves.append(turn)
        self.state, self.position = state, after
        return []

    def choose(self, turns, chance):
        """A turn at random. Games to and fro like to take the last turn back, and where perpetual check loses, to give check."""
        back = re.fullmatch(r"([a-p]\d+)([a-p]\d+)", self.moves[-2]) if len(self.moves) >= 2 else None
        liked = [back[2] + back[1]] if back and back[2] + back[1] in turns else []
        if not liked and self.rules.perpetualCheckIllegal:
            liked = [turn for turn, after in sorted(turns.items()) if checked(after, after.side)]
        return chance.choice(liked if self.to_and_fro and liked and chance.random() < TO_AND_FRO else sorted(turns))

    def play(self, chance):
        """A few turns at random; returns the number of positions compared, and the first difference."""
        for count in range(1, STRIDE + 1):
            if self.state["count"] > MANY:
                self.begin()
                return count - 1, None
            found, turns = self.differences()
            where = f"{self.request}: {self.state['fen']}: "
            if not found and self.state["result"] == "ongoing":
                turn = self.choose(turns, chance)
                found = self.go_on(turn, turns[turn])
            elif not found:
                self.begin()
                return count, None
            if found:
                return count, where + "; ".join(found)
        return STRIDE, None


def play_all(games, program, rounds, seed):
    """Plays all games in turn; prints and returns how many positions of each were compared, all differences, and how often games
    ended for each reason."""
    chance, positions, wrong, all_games = random.Random(seed), Counter(), [], list(games.values())
    for _ in range(rounds):
        for label, game in list(games.items()):
            count, difference = game.play(chance)
            positions[label] += count
            if difference:
                wrong.append((label, difference))
                del games[label]
    program.end()
    endings = sum((game.endings for game in all_games), Counter())
    print(f"# {sum(positions.values())} positions of {len(positions)} variants compared; the games ended by {dict(endings)}")
    return positions, wrong, endings


def settings_of(parameters, chance):
    """Values of a game's parameters, drawn by lot."""
    settings = {}
    if "armies" in parameters:
        settings["armies"] = [chance.choice(["fide", "clobberers", "nutters", "rookies"]) for _ in "wb"]
    if "fuel" in parameters:
        settings["fuel"] = chance.choice([2, 3, 5, 9])
    if "scoring" in parameters:
        settings["scoring"] = "distance"
    return settings


@script.test
def shipped_variants_are_played_as_the_reference_plays_them():
    program, games, chance = Program(), {}, random.Random(3)
    for variant in CHOSEN or re.findall(r"^(\S+)", script.run("variants", "list")[1], re.M):
        games[variant] = Game(variant, program)
        if ALL:
            games[f"{variant} to and fro"] = Game(variant, program, to_and_fro=True)
        settings = settings_of(games[variant].start["parameters"], chance)
        if settings:
            games[f"{variant} {settings}"] = Game(variant, program, **settings)
    positions, wrong, endings = play_all(games, program, OWN_ROUNDS, 15)
    assert not wrong, "\n".join(difference for _, difference in wrong)
    assert CHOSEN or not ALL or (endings["repetition"] and endings["repetition-rule"]), "nothing was repeated"
    assert CHOSEN or len(positions) >= 115, f"only {len(positions)} variants were compared"


def generated_texts():
    """Texts by their names, and the mechanisms of each: all pairs in the long suite, otherwise some."""
    chance, pairs = random.Random(7), list(itertools.combinations(sorted(generate.THEMES), 2))
    themes = {f"pair{number}": pair for number, pair in enumerate(pairs if ALL else chance.sample(pairs, GENERATED))}
    return {name: generate.text(chance, name, pair) for name, pair in themes.items()}, themes


@script.test
def generated_pairs_of_mechanisms_are_played_as_the_reference_plays_them():
    texts, themes = generated_texts()
    names, positions, wrong, refused, endings = list(texts), Counter(), [], Counter(), Counter()
    for begin in range(0, len(names), IN_A_FILE):
        played, different, ended, errors = play_texts({name: texts[name] for name in names[begin:begin + IN_A_FILE]}, themes)
        endings += ended
        positions += played
        wrong += different
        refused += errors
    print(f"# refused: {refused.total()} texts for {len(refused)} reasons")
    assert not wrong, "\n".join(f"{line}\n{themes[name]}\n{texts[name]}" for name, line in wrong)
    assert endings["repetition-rule"] and (not ALL or endings["perpetual-check"]), "nothing was repeated"
    unknown = [reason for reason in refused if not re.search(REFUSED, reason)]
    assert not unknown, "\n".join(unknown)
    assert len(positions) >= len(texts) * 2 // 3, f"only {len(positions)} generated variants were compared"


def play_texts(texts, themes):
    """Plays the variants of one file; returns what play_all() does, and how often texts are refused for each reason."""
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
        file.write("\n".join(texts.values()))
        file.flush()
        errors = Counter(re.findall(r"error: (.*)", script.run("variants", "check", file.name)[1]))
        program = Program("--variants", file.name)
        loaded = set(re.findall(r"^(\S+)", script.run("--variants", file.name, "variants", "list")[1], re.M))
        games = {name: Game(name, program, text=text, to_and_fro=bool(TO_REPEAT & set(themes[name]))) for name, text in texts.items() if name in loaded}
        assert len(games) + errors.total() == len(texts), errors
        return *play_all(games, program, ROUNDS, 8), errors


script.main()
