# SPDX-License-Identifier: GPL-3.0-or-later
"""What a piece may do in a turn, before anybody asks whether it is legal: moves, promotions, castling, drops, passes."""

from collections import namedtuple

from slow.movement import can_ever_move, may_capture, reached
from slow.position import Piece, name, shown
from slow.royal import is_attacked, kings, last_ones

Action = namedtuple("Action", "text origin target piece victim rook drop passed", defaults=[None] * 8)


def steps(position, square, piece):
    """(target, victim's square or None, squares passed in a double or triple step) for a piece's moves."""
    rules, enemy = position.rules, 1 - piece.side
    for target, leg in reached(position, square, piece):
        there = position.board.get(target)
        if there is None and leg.moves:
            passed = []
            if leg.initial:
                passed = passed_over(square, target)
            yield target, None, passed
        if there and there.side == enemy and leg.captures and may_capture(position, piece, there):
            yield target, target, []
        if there is None and leg.captures and target in position.passed and target in rules.enPassantRegion[piece.side] \
                and rules.has("enPassantTypes", piece.side, position.kind(piece)):
            yield target, overtaken(position, target, enemy), []
    if position.kind(piece) == rules.names.get("pawn"):
        yield from long_steps(position, square, piece)


def passed_over(square, target):
    """The squares between two on a line, in order."""
    dx, dy = target[0] - square[0], target[1] - square[1]
    length = max(abs(dx), abs(dy))
    if dx and dy and abs(dx) != abs(dy):
        return []
    return [(square[0] + dx // length * i, square[1] + dy // length * i) for i in range(1, length)]


def overtaken(position, target, enemy):
    """Whoever has passed over the target: it stands in front of it, if not elsewhere."""
    if position.passer:
        return position.passer
    x, y = target
    while (x, y) in position.passed:
        y += -1 if enemy else 1
    return x, y


def long_steps(position, square, piece):
    """A pawn's double and triple steps, over empty squares."""
    rules, forward = position.rules, -1 if piece.side else 1
    confined = rules.mobility[piece.side].get(position.kind(piece))
    way = [(square[0], square[1] + forward * i) for i in range(4)]
    for length, region in ((2, rules.doubleStepRegion), (3, rules.tripleStepRegion)):
        if rules.doubleStep and square in region[piece.side] and all(position.is_empty(at) for at in way[1:length + 1]):
            if confined is None or way[length] in confined:
                yield way[length], None, way[1:length]


def promotions(position, square, target, piece, victim):
    """(suffix of the turn, piece that then stands there)."""
    rules, side, kind = position.rules, piece.side, position.kind(piece)
    if rules.has("promotionPawnTypes", side, kind) and target in rules.promotionRegion[side]:
        choices = [letter for letter in sorted(rules.promotionPieceTypes[side] - {"*"})
                   if position.count(side, letter) < int(rules.promotionLimit.get(letter, 999))]
        for letter in choices:
            yield letter, Piece(side, letter, "~" if rules.capturesToHand and not rules.dropLoop else "")
        if not choices or not rules.mandatoryPawnPromotion:
            yield "", piece
        return
    near = square in rules.promotionRegion[side] or target in rules.promotionRegion[side]
    turns = []
    if near and (victim or not rules.piecePromotionOnCapture):
        if piece.sign == "+":
            turns = [("-", Piece(side, piece.letter, ""))] if rules.pieceDemotion else []
        elif piece.sign == "" and piece.letter in rules.promotedPieceType:
            letter = rules.promotedPieceType[piece.letter]
            if position.count(side, letter) < int(rules.promotionLimit.get(letter, 999)):
                turns = [("+", Piece(side, piece.letter, "+"))]
    yield from turns
    if not turns or not rules.mandatoryPiecePromotion:
        yield "", piece


def moves(position):
    rules = position.rules
    royal = kings(position, position.side) + last_ones(position, position.side)
    for square, piece in position.pieces(position.side):
        for target, victim, passed in steps(position, square, piece):
            if victim and square in royal and rules.has("petrifyOnCaptureTypes", piece.side, position.kind(piece)):
                continue
            for suffix, becomes in promotions(position, square, target, piece, victim):
                if rules.immobilityIllegal and not can_ever_move(position, target, becomes):
                    continue
                yield Action(name(square) + name(target) + suffix, square, target, becomes, victim, None, False, passed)


def rook_squares(rules, start):
    """Where king and rooks stand for each castling right, as the start position shows."""
    found = {}
    for side, letters in ((0, "KQ"), (1, "kq")):
        rank = rules.castlingRank - 1 if side == 0 else rules.maxRank - rules.castlingRank
        at = lambda x: start.board.get((x, rank), Piece(-1, "", ""))
        own = [x for x in range(rules.maxFile) if at(x).side == side and at(x).letter in rules.castlingKingPiece[side]]
        king = own[0] if len(own) == 1 else ord(rules.castlingKingFile) - 97
        east = range(min(ord(rules.castlingRookKingsideFile) - 97, rules.maxFile - 1), king, -1)
        west = range(ord(rules.castlingRookQueensideFile) - 97, king)
        for letter, files, goal, beside in ((letters[0], east, rules.castlingKingsideFile, -1),
                                            (letters[1], west, rules.castlingQueensideFile, 1)):
            rook = next((x for x in files if at(x).side == side and at(x).letter in rules.castlingRookPieces[side]), None)
            if rook is not None:
                goal_file = ord(goal) - 97
                found[letter] = (side, (king, rank), (rook, rank), (goal_file, rank), (goal_file + beside, rank))
    return found


def castlings(position):
    rules, side = position.rules, position.side
    if not rules.castling:
        return
    for letter, (owner, king, rook, goal, beside) in sorted(rules.rooks.items()):
        if owner != side or letter not in position.castling:
            continue
        way = {(x, king[1]) for start, end in ((king, goal), (rook, beside))
               for x in range(min(start[0], end[0]), max(start[0], end[0]) + 1)} - {king, rook}
        if not all(position.is_empty(at) for at in way):
            continue
        piece = position.board[king]
        if king in kings(position, side) + last_ones(position, side) and is_on_the_way_attacked(position, king, rook, goal):
            continue
        text = name(king) + name(goal)
        if any(target == goal for target, _, _ in steps(position, king, piece)):
            text = name(king) + name(rook)
        yield Action(text, king, goal, piece, None, (rook, beside), False, [])


def is_on_the_way_attacked(position, king, rook, goal):
    """Whether the king is attacked where it starts, passes or arrives."""
    side = position.side
    for x in range(min(king[0], goal[0]), max(king[0], goal[0]) + 1):
        there = position.copy()
        piece = there.board.pop(king)
        if (x, king[1]) == goal:
            there.board.pop(rook)
        there.board[x, king[1]] = piece
        if is_attacked(there, (x, king[1]), side):
            return True
    return False


def drops(position):
    rules, side = position.rules, position.side
    if not rules.pieceDrops:
        return
    hand = sorted(rules.types) if rules.freeDrops else sorted(letter for letter, count in position.hands[side].items() if count)
    for letter in hand:
        if rules.freeDrops and letter == rules.names.get("king"):
            continue
        forms = [Piece(side, letter, "")]
        if rules.dropPromoted and letter in rules.promotedPieceType:
            forms.append(Piece(side, letter, "+"))
        for piece in forms:
            for target in position.every():
                if position.is_empty(target) and may_drop(position, piece, target):
                    white = Piece(0, piece.letter, piece.sign)
                    yield Action(f"{shown(white)}@{name(target)}", None, target, piece, None, None, True, [])


def may_drop(position, piece, target):
    """The rules about where a piece is dropped, one after the other."""
    rules, side, kind = position.rules, piece.side, position.kind(piece)
    if target not in rules.dropRegion[side] or target not in rules.mobility[side].get(kind, {target}):
        return False
    if kind == rules.names.get("pawn"):
        if not rules.firstRankPawnDrops and target[1] == (rules.maxRank - 1 if side else 0):
            return False
        if not rules.promotionZonePawnDrops and target in rules.promotionRegion[side]:
            return False
    if rules.has("dropNoDoubled", side, piece.letter) and piece.sign == "":
        same = [at for at, other in position.pieces(side) if at[0] == target[0] and other == piece]
        if len(same) >= rules.dropNoDoubledCount:
            return False
    if rules.immobilityIllegal and not can_ever_move(position, target, piece):
        return False
    return encloses(position, piece, target)


EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def enclosed(position, square, side):
    """Enemies in unbroken rows between the square and another piece of its side."""
    found = []
    for dx, dy in EIGHT:
        row, (x, y) = [], (square[0] + dx, square[1] + dy)
        while (x, y) in position.board and position.board[x, y].side != side:
            row.append((x, y))
            x, y = x + dx, y + dy
        if (x, y) in position.board:
            found += row
    return found


def neighbours(position, square, side):
    """Squares beside it that have pieces of that side."""
    around = [(square[0] + dx, square[1] + dy) for dx, dy in EIGHT]
    return [at for at in around if at in position.board and position.board[at].side == side]


def encloses(position, piece, target):
    """enclosingDrop."""
    rules, side = position.rules, piece.side
    rule = rules.enclosingDrop
    start = rules.enclosingDropStart[side]
    if rule != "none" and any(position.is_empty(at) for at in start):
        return target in start
    if rule == "reversi":
        return bool(enclosed(position, target, side))
    if rule in ("ataxx", "quadwrangle"):
        return bool(neighbours(position, target, side))
    if rule == "snort":
        return not [at for at in neighbours(position, target, 1 - side) if at[0] == target[0] or at[1] == target[1]]
    if rule == "top":
        return all(not position.is_empty((target[0], y)) for y in range(target[1]))
    if rule == "anyside":
        return any(all(position.is_empty((target[0] + dx * i, target[1] + dy * i)) or not position.is_on_board(
            (target[0] + dx * i, target[1] + dy * i)) for i in range(1, 17))
            and (not position.is_empty((target[0] - dx, target[1] - dy))) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return True


def passes(position):
    """A pass: a move of the king, or of the first piece, to where it stands."""
    side = position.side
    own = kings(position, side) or [square for square, _ in position.pieces(side)]
    if own:
        yield Action(name(own[0]) * 2)
