# SPDX-License-Identifier: GPL-3.0-or-later
"""Castling: where kings and rooks start and go, what it needs, and who loses or gains the right to it."""

from collections import namedtuple

from slow import fuel
from slow.actions import Action, steps
from slow.names import Piece, name
from slow.royal import is_attacked, kings, last_ones

Castling = namedtuple("Castling", "side wing king rook goal beside")


def castlings_of(rules, start):
    """The castlings of a variant by their letters in the castling field, as the start position shows them."""
    found = {}
    for side in (0, 1):
        rank = rules.castlingRank - 1 if side == 0 else rules.maxRank - rules.castlingRank
        at = lambda x: start.board.get((x, rank), Piece(-1, "", ""))
        is_rook = lambda x: at(x).side == side and at(x).letter in rules.castlingRookPieces[side]
        own = [x for x in range(rules.maxFile) if at(x).side == side and at(x).letter in rules.castlingKingPiece[side]]
        king = own[0] if len(own) == 1 else file_of(rules.castlingKingFile)
        first = {"k": min(file_of(rules.castlingRookKingsideFile), rules.maxFile - 1),
                 "q": file_of(rules.castlingRookQueensideFile)}
        goals = {"k": file_of(rules.castlingKingsideFile), "q": file_of(rules.castlingQueensideFile[side])}
        for wing, files in (("k", range(first["k"], -1, -1)), ("q", range(first["q"], rules.maxFile))):
            # Without a rook in the start position, its place is where the search for it begins.
            rook = next((x for x in files if is_rook(x)), first[wing])
            if rook == king or goals[wing] >= rules.maxFile or not (is_rook(rook) or rules.castlingDroppedPiece):
                continue
            letter = chr(97 + rook) if rules.chess960 else wing
            beside = goals[wing] + (-1 if wing == "k" else 1)
            found[letter if side else letter.upper()] = Castling(side, wing, (king, rank), (rook, rank), (goals[wing], rank),
                                                                 (beside, rank))
    return found


def file_of(letter):
    return ord(letter) - 97


def castlings(position):
    rules, side = position.rules, position.side
    if not rules.castling:
        return
    for letter, way in sorted(rules.castlings.items()):
        if way.side != side or letter not in position.castling or not is_free(position, way):
            continue
        if not (fuel.can_pay(position, way.king, way.goal) and fuel.can_pay(position, way.rook, way.beside)):
            continue
        royal = way.king in kings(position, side) + last_ones(position, side)
        if royal and is_on_the_way_attacked(position, way.king, way.rook, way.goal):
            continue
        text = name(way.king) + name(way.goal)
        if rules.chess960 or any(step[0] == way.goal for step in steps(position, way.king, position.board[way.king])):
            text = name(way.king) + name(way.rook)
        yield Action(text, way.king, way.goal, position.board[way.king], rook=(way.rook, way.beside), castling=letter)


def is_free(position, way):
    """Whether every square that king or rook pass or reach is empty but for these two."""
    between = {(x, way.king[1]) for start, end in ((way.king, way.goal), (way.rook, way.beside), (way.king, way.rook))
               for x in range(min(start[0], end[0]), max(start[0], end[0]) + 1)}
    return all(position.is_empty(at) for at in between - {way.king, way.rook})


def is_on_the_way_attacked(position, king, rook, goal):
    """Whether the king is attacked where it starts, passes or arrives."""
    side = position.side
    for x in range(min(king[0], goal[0]), max(king[0], goal[0]) + 1):
        there = position.copy()
        piece = there.board.pop(king)
        if (x, king[1]) == goal:
            there.board.pop(rook, None)
        there.board[x, king[1]] = piece
        if is_attacked(there, (x, king[1]), side):
            return True
    return False


def change_rights(before, after, action):
    """A right is lost when king or rook has moved or is gone; some rules take or give others."""
    rules = before.rules
    for letter, way in rules.castlings.items():
        for square in (way.king, way.rook):
            if before.board.get(square) != after.board.get(square) or square in (action.origin, action.target):
                after.castling.discard(letter)
    if action.castling and rules.oppositeCastling:
        wing = rules.castlings[action.castling].wing
        after.castling -= {letter for letter, way in rules.castlings.items() if way.wing == wing and way.side != before.side}
    if action.drop:
        dropped(after, action.target)


def dropped(after, square):
    """castlingDroppedPiece: a piece that comes in from the hand may bring back rights."""
    if after.rules.castlingDroppedPiece:
        after.castling |= {letter for letter, way in after.rules.castlings.items()
                           if square in (way.king, way.rook) and are_in_place(after, way)}


def are_in_place(position, way):
    king, rook = (position.board.get(square, Piece(-1, "", "")) for square in (way.king, way.rook))
    return king.side == rook.side == way.side and position.rules.has("castlingKingPiece", way.side, king.letter) \
        and position.rules.has("castlingRookPieces", way.side, rook.letter)


def decided(position):
    """castlingWins: who has won by castling, or because the other side can no longer do so."""
    wins = position.rules.castlingWins
    ways = position.rules.castlings
    named = {letter: way.wing if way.side else way.wing.upper() for letter, way in ways.items()}
    if position.castled and named[position.castled] in wins:
        return 1 - position.side
    for side in (1 - position.side, position.side):
        own = {letter for letter in wins if letter.islower() == bool(side)}
        if own and not own & {named[letter] for letter in position.castling}:
            return 1 - side
    return None
