#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper hamiltonian max-score`: its certificates, and its answer once more by a second, plainer exhaustive search.

The second search knows nothing of the first one's bound. It lays paths piece by piece over all squares and gives up
a path when its steps have together lost more against seven a slider, two a knight and one a king than the sum that
is looked for can spare.
"""

import itertools
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402

ARMY = "KQRRBBNN"
MOST = {"K": 1, "Q": 7, "R": 7, "B": 7, "N": 2}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
RIDES = {"K": (STRAIGHT + DIAGONAL, 1), "Q": (STRAIGHT + DIAGONAL, 7), "R": (STRAIGHT, 7), "B": (DIAGONAL, 7),
         "N": (LEAPS, 1)}


def attacks(piece, square):
    """(target, distance, squares between) of all that a piece reaches on the empty board."""
    steps, furthest = RIDES[piece]
    for files, ranks in steps:
        between = []
        for number in range(1, furthest + 1):
            target = (square[0] + number * files, square[1] + number * ranks)
            if not (0 <= target[0] < 8 and 0 <= target[1] < 8):
                break
            yield target, number * max(abs(files), abs(ranks)), frozenset(between)
            between.append(target)


SQUARES = list(itertools.product(range(8), range(8)))
ATTACKS = {(piece, square): list(attacks(piece, square)) for piece in MOST for square in SQUARES}
# The attacks that lose at most so much: (target, what is lost, squares between).
CHEAP = {(piece, square, spare): [(target, MOST[piece] - distance, between)
                                  for target, distance, between in ATTACKS[piece, square]
                                  if MOST[piece] - distance <= spare]
         for piece in MOST for square in SQUARES for spare in range(8)}


def sets():
    """All sets of two or more pieces, each once."""
    return sorted({"".join(chosen) for count in range(2, 9) for chosen in itertools.combinations(ARMY, count)})


def lay(piece, square, rest, occupied, empty, spare, circuit, start):
    """How many ways there are to go on with the pieces of `rest`, by what is spared in the end."""
    found = {}
    if not rest and not circuit:
        spare -= MOST[piece]  # the last piece makes no step
        return {spare: 1} if spare >= 0 else {}
    for target, loss, between in CHEAP[piece, square, spare]:
        left = spare - loss
        if between & occupied:
            continue
        if not rest:
            if target == start:
                found[left] = found.get(left, 0) + 1
            continue
        if target in occupied or target in empty:
            continue
        for following in set(rest):
            ways = lay(following, target, rest.replace(following, "", 1), occupied | {target}, empty | between, left,
                       circuit, start)
            for spared, count in ways.items():
                found[spared] = found.get(spared, 0) + count
    return found


def count_routes(target, circuit):
    """Circuits or paths on the whole board, of any set of pieces, whose distances sum to `target` or more: by sum."""
    found = {}
    for pieces in sets():
        spare = sum(MOST[piece] for piece in pieces) - target
        if spare < 0:
            continue
        # A circuit is found once for each piece of the kind that it is begun with.
        first = min(set(pieces), key=pieces.count)
        # A quarter of the board: mirrors take it to the others.
        for start in itertools.product(range(4), range(4)):
            for piece in [first] if circuit else set(pieces):
                ways = lay(piece, start, pieces.replace(piece, "", 1), {start}, frozenset(), spare, circuit, start)
                for spared, count in ways.items():
                    found.setdefault(target + spared, []).append(
                        4 * count / (pieces.count(first) if circuit else 1))
    return {value: sum(counts) for value, counts in found.items()}


def max_score(*arguments):
    status, out, err = run("hamiltonian", "max-score", "--json", *arguments)
    equal((status, err, out.count("\n")), (0, "", 1))
    return json.loads(out)


def square_of(name):
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def check_certificate(answer, circuit):
    """That each piece attacks the next one's square in the very position, and what the distances come to."""
    board = {}
    for rank, row in zip(range(7, -1, -1), answer["fen"].split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
        equal(file, 8)
    squares = [square_of(name) for name in answer["squares"]]
    own = {square: piece for square, piece in board.items() if piece.isupper()}
    equal(sorted(own), sorted(set(squares)))
    equal([board[square] for square in squares[:len(own)]], list(answer["pieces"]))
    total = 0
    for here, there in zip(squares, squares[1:]):
        steps = {target: (distance, between) for target, distance, between in ATTACKS[board[here], here]}
        distance, between = steps[there]
        assert not between & set(board), (here, there)
        total += distance
    equal((len(squares) == len(own) + 1 and squares[0] == squares[-1]), circuit)
    equal((total, answer["score"]), (answer["sum"], 2 * total if circuit else total))
    equal(answer["announcement"], "!" + "".join(answer["squares"]))
    # Black has a path only if all his pieces but one attack another.
    black = {square: piece for square, piece in board.items() if piece.islower()}
    equal(sorted(black.values()), sorted(ARMY.lower()))
    dead = [square for square, piece in black.items()
            if not any(target in black and not between & set(board)
                       for target, _, between in ATTACKS[piece.upper(), square])]
    assert len(dead) >= 2, dead


@test
def the_answer_and_its_certificates():
    state = max_score()
    equal((state["game"], state["scoring"], state["size"]), ("hamiltonian", "distance", 8))
    equal((state["circuit"]["score"], state["circuit"]["sum"]), (76, 38))
    equal((state["path"]["score"], state["path"]["sum"]), (38, 38))
    for kind in ["circuit", "path"]:
        check_certificate(state[kind], kind == "circuit")
        equal(state[kind]["sets"], len(sets()))
        equal(len(state[kind]["moves"]), 17)
        equal(state[kind]["moves"][-1], state[kind]["announcement"])
    assert state["seconds"] < 60


def show(**request):
    return json.loads(run("show", "--batch", text=json.dumps({"game": "hamiltonian", "scoring": "distance", **request}))[1])


@test
def the_rules_play_the_games_to_their_ends():
    state = max_score()
    for kind in ["circuit", "path"]:
        answer = state[kind]
        before = show(moves=answer["moves"][:-1])
        equal((before["fen"], before["result"], before["side"]), (answer["fen"], "ongoing", "white"))
        equal(before["score"], {"white": answer["score"], "black": 0})
        equal((before["path"]["black"], before["circuit"]["black"]), (None, None))
        for end in [answer["announcement"], "!"]:
            after = show(fen=answer["fen"], moves=[end])
            equal((after["result"], after["reason"]), ("white", "announcement"))
            equal(after["points"], {"white": answer["score"], "black": 0})
        equal(show(moves=answer["moves"])["points"], {"white": answer["score"], "black": 0})


@test
def a_second_search_agrees():
    state = max_score()
    for kind in ["circuit", "path"]:
        equal(count_routes(state[kind]["sum"], kind == "circuit"), {state[kind]["sum"]: state[kind]["ways"]})


@test
def sets_and_boards():
    for pieces in ["KQ", "qrrbb", "NNKB", "KQRRBBN"]:
        state = max_score("--pieces", pieces)
        for kind in ["circuit", "path"]:
            if state[kind]:
                equal(sorted(state[kind]["pieces"]), sorted(pieces.upper()))
                equal((state[kind]["sets"], state[kind]["moves"]), (1, []))
                check_certificate(state[kind], kind == "circuit")
    equal(max_score("--pieces", "BN")["circuit"], None)
    contains(run("hamiltonian", "max-score", "--pieces", "BN")[1], "circuit: there is none")
    state = max_score("--size", "5")
    equal((state["circuit"]["sum"], state["path"]["sum"]), (24, 23))
    assert "fen" not in state["path"] and "moves" not in state["path"]


@test
def the_text_says_the_same():
    state = max_score()
    status, out, err = run("hamiltonian", "max-score")
    equal((status, err), (0, ""))
    for kind in ["circuit", "path"]:
        contains(out, f"{kind}: {state[kind]['score']} points")
        contains(out, " ".join(state[kind]["squares"]))
        contains(out, state[kind]["fen"])
        contains(out, " ".join(state[kind]["moves"]))
        contains(out, f"ways {state[kind]['ways']}, ")
    contains(out, "time ")
    assert all(line == line.rstrip() for line in out.split("\n")), out


@test
def what_is_refused():
    for arguments, part in [([], "which subcommand? max-score;"), (["maxscore"], "did you mean 'max-score'?"),
                            (["max-score", "8"], "unexpected argument '8'"),
                            (["max-score", "--size", "9"], "2 to 8"), (["max-score", "--size", "1"], "2 to 8"),
                            (["max-score", "--pieces", "KK"], "KQRRBBNN"),
                            (["max-score", "--pieces", "K"], "KQRRBBNN"), (["max-score", "--pieces", ""], "KQRRBBNN"),
                            (["max-score", "--pieces", "KP"], "KQRRBBNN"),
                            (["max-score", "--peices", "KQ"], "did you mean --pieces?")]:
        status, out, err = run("hamiltonian", *arguments)
        equal((status, out, err.count("\n")), (2, "", 1), arguments)
        contains(err, part)


if __name__ == "__main__":
    main()
