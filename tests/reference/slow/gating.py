# SPDX-License-Identifier: GPL-3.0-or-later
"""Gating (docs/variants.md): `gates` are, for each side, the files of its first rank whose pieces have not moved."""

from slow.castling import dropped
from slow.names import Piece, name


def gate(rules, side, file):
    return file, rules.maxRank - rules.castlingRank if side else rules.castlingRank - 1


def read(position, letters):
    """The files in the castling field, and those of kings and rooks with their rights."""
    rules, gates = position.rules, [set(), set()]
    for letter in letters:
        side = int(letter.islower())
        if letter in rules.castlings:
            gates[side] |= {rules.castlings[letter].king[0], rules.castlings[letter].rook[0]}
        elif letter not in "KQkq-":
            gates[side].add(ord(letter.lower()) - 97)
    return gates


def write(position):
    """The letters of gates of which no castling right tells."""
    told = [set(), set()]
    for letter in position.castling:
        way = position.rules.castlings[letter]
        told[way.side] |= {way.king[0], way.rook[0]}
    return {chr((97 if side else 65) + file) for side in (0, 1) for file in position.gates[side] - told[side]}


def left(before, action):
    """The squares that pieces leave by their first moves."""
    origins = [action.origin] + ([action.rook[0]] if action.rook else [])
    return [square for square in origins if square in {gate(before.rules, before.side, file) for file in before.gates[before.side]}]


def close(before, after):
    """Gates whose pieces have left or been taken, and all gates of whom nobody is left to come in."""
    rules = after.rules
    for side in (0, 1):
        after.gates[side] = {file for file in after.gates[side] if gate(rules, side, file) in after.board
                             and after.board[gate(rules, side, file)].side == side}
    if rules.seirawanGating and not rules.capturesToHand and not sum(after.hands[before.side].values()):
        after.gates[before.side] = set()


def moved(before, action, after):
    """What stands on a gate after an action has not begun there."""
    for square in (action.target, action.rook and action.rook[1]):
        if square and square == gate(after.rules, before.side, square[0]):
            after.gates[before.side].discard(square[0])
    for square in left(before, action):
        after.gates[before.side].discard(square[0])


def newcomers(before, action, after):
    """(text, position) for each piece that may come in behind an action."""
    rules, side = before.rules, before.side
    for square in left(before, action):
        if not rules.seirawanGating or not after.is_empty(square) or square not in rules.dropRegion[side]:
            continue
        start = action.text if square == action.origin else name(square) + name(action.origin)
        for letter in sorted(letter for letter, count in before.hands[side].items() if count):
            barred = letter == rules.names.get("king") or (
                letter == rules.names.get("pawn") and not rules.firstRankPawnDrops
                and square[1] == (rules.maxRank - 1 if side else 0))
            if barred or square not in rules.mobility[side].get(letter, {square}):
                continue
            entered = after.copy()
            entered.board[square] = Piece(side, letter, "")
            entered.hands[side][letter] -= 1
            dropped(entered, square)
            close(before, entered)
            yield start + letter, entered
