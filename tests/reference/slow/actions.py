# SPDX-License-Identifier: GPL-3.0-or-later
"""What a piece may do in a turn, before anybody asks whether it is legal: moves, promotions, drops, passes."""

from collections import namedtuple

from slow import fuel
from slow.movement import can_ever_move, may_capture, reached
from slow.names import Piece, name, shown
from slow.royal import is_attacked, kings, last_ones

Action = namedtuple("Action", "text origin target piece victim rook drop passed castling", defaults=[None] * 9)


def steps(position, square, piece):
    """(target, victim's square or None, squares passed in a double or triple step) for a piece's moves."""
    found = list(regular_steps(position, square, piece))
    if position.kind(piece) == position.rules.names.get("pawn"):
        found += long_steps(position, square, piece)
        taken = {target for target, victim, _ in found if victim}
        found += [step for step in slips(position, square, piece) if step[0] not in taken]
    return found


def regular_steps(position, square, piece):
    """Those by the piece's movement."""
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
            victim = overtaken(position, target, enemy)
            if victim in position.board:
                yield target, victim, []


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
            if (confined is None or way[length] in confined) and fuel.can_pay(position, square, way[length]):
                yield way[length], None, way[1:length]


def slips(position, square, piece):
    """pawnSlipRegion: a step diagonally forward without capturing; on an en-passant target it is the capture."""
    forward = -1 if piece.side else 1
    for target in ((square[0] - 1, square[1] + forward), (square[0] + 1, square[1] + forward)):
        if square in position.rules.pawnSlipRegion and position.is_empty(target) and fuel.can_pay(position, square, target):
            yield target, None, []


def promotions(position, square, target, piece, victim):
    """(suffix of the turn, piece that then stands there)."""
    rules = position.rules
    letters = list(pawn_promotions(position, target, piece))
    turns = list(turnings(position, square, target, piece, victim))
    yield from letters + turns
    if not (letters and rules.mandatoryPawnPromotion) and not (turns and rules.mandatoryPiecePromotion):
        yield "", piece


def pawn_promotions(position, target, piece):
    """What promotes like a pawn becomes another piece."""
    rules, side, kind = position.rules, piece.side, position.kind(piece)
    if rules.has("promotionPawnTypes", side, kind) and target in rules.promotes_on(side, kind):
        for letter in sorted(rules.promotionPieceTypes[side] - {"*"}):
            if position.count(side, letter) < int(rules.promotionLimit.get(letter, 999)):
                yield letter, Piece(side, letter, "~" if rules.capturesToHand and not rules.dropLoop else "")


def turnings(position, square, target, piece, victim):
    """promotedPieceType, pieceDemotion: what turns over at either end of a move, but not a pawn that is another piece already."""
    rules, side = position.rules, piece.side
    ends = {target} if position.kind(piece) == rules.names.get("pawn") else {square, target}
    if not ends & rules.promotes_on(side, piece.letter) or (rules.piecePromotionOnCapture and not victim):
        return
    if piece.sign == "+" and rules.pieceDemotion:
        yield "-", Piece(side, piece.letter, "")
    letter = rules.promotedPieceType.get(piece.letter)
    if piece.sign == "" and letter and position.count(side, letter) < int(rules.promotionLimit.get(letter, 999)):
        yield "+", Piece(side, piece.letter, "+")


def moves(position):
    rules = position.rules
    royal = kings(position, position.side) + last_ones(position, position.side)
    for square, piece in position.pieces(position.side):
        for target, victim, passed in steps(position, square, piece):
            if victim and square in royal and rules.has("petrifyOnCaptureTypes", piece.side, position.kind(piece)):
                continue
            for suffix, becomes in promotions(position, square, target, piece, victim):
                if rules.immobilityIllegal and not suffix and not can_ever_move(position, target, becomes):
                    continue
                yield Action(name(square) + name(target) + suffix, square, target, becomes, victim, None, False, passed)


def drops(position):
    rules, side = position.rules, position.side
    if not rules.pieceDrops:
        return
    hand = sorted(rules.types) if rules.freeDrops else sorted(letter for letter, count in position.hands[side].items() if count)
    for letter in hand:
        royal = {rules.names.get("king")} | (rules.extinctionPieceTypes[side] if rules.extinctionPseudoRoyal else set())
        if rules.freeDrops and letter in royal:
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
        if not rules.promotionZonePawnDrops and target in rules.promotes_on(side, kind):
            return False
    if rules.has("dropNoDoubled", side, piece.letter) and piece.sign == "":
        same = [at for at, other in position.pieces(side) if at[0] == target[0] and other == piece]
        if len(same) >= rules.dropNoDoubledCount:
            return False
    if rules.immobilityIllegal and not can_ever_move(position, target, piece):
        return False
    if rules.dropOppositeColoredBishop and not leaves_bishops_both_colours(position, piece, target):
        return False
    return encloses(position, piece, target)


def leaves_bishops_both_colours(position, piece, target):
    """dropOppositeColoredBishop: bishops on the board and in hand must be able to stand on both colours, as many on each."""
    rules, side = position.rules, piece.side
    if rules.types.get("b") != "B":
        return True
    bishops = [at for at, other in position.pieces(side) if other.letter == "b"]
    total = len(bishops) + position.hands[side]["b"]
    of_colour = lambda squares, colour: sum(sum(at) % 2 == colour for at in squares)
    if piece.letter == "b":
        return of_colour(bishops, sum(target) % 2) < (total + 1) // 2
    room = bishops + [at for at in position.every() if position.is_empty(at) and at in rules.dropRegion[side] and at != target]
    return all(of_colour(room, colour) >= total // 2 for colour in (0, 1))


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
