# SPDX-License-Identifier: GPL-3.0-or-later
"""How a position ends the game: white, black, draw or ongoing."""

from slow.actions import EIGHT
from slow.royal import checked, is_attacked


def words(value, side):
    """A result for a side, in words."""
    winner = {"win": side, "loss": 1 - side}.get(value)
    return "draw" if winner is None else ("white", "black")[winner]


def extinction(position):
    rules = position.rules
    # Pseudo-royal pieces are not captured, but may explode.
    if rules.extinctionValue == "none" or (rules.extinctionPseudoRoyal and not rules.blastOnCapture):
        return None
    for side in (1 - position.side, position.side):
        types = rules.extinctionPieceTypes[side]
        for letter in ["*"] if "*" in types else sorted(types):
            more = rules.extinctionOpponentPieceCount + (rules.extinctionClaim and side == position.side)
            if held(position, side, letter) <= rules.extinctionPieceCount and held(position, 1 - side, letter) >= more:
                return words(rules.extinctionValue, side)
    return None


def held(position, side, letter):
    """Pieces of a type on the board and in hand."""
    hand = position.hands[side]
    return position.count(side, letter) + (sum(hand.values()) if letter == "*" else hand[letter])


def flag(position):
    """A piece on its goal squares."""
    rules = position.rules
    for side in (1 - position.side, position.side):
        goal, types = rules.flagRegion[side], rules.flagPiece[side]
        there = [square for square, piece in position.pieces(side) if square in goal and position.kind(piece) in types]
        if rules.flagPieceSafe:
            there = [square for square in there if not is_attacked(position, square, side)]
        blocked = rules.flagPieceBlockedWin and all(not position.is_empty(square) for square in goal)
        if goal and (len(there) >= rules.flagPieceCount or (there and blocked)):
            return ("white", "black")[side]
    return None


def counted_checks(position):
    if position.checks and min(position.checks) <= 0:
        return ("white", "black")[position.checks[1] <= 0]
    return None


def connection(position):
    """Rows, lines, blocks and chains of pieces."""
    rules = position.rules
    for side in (1 - position.side, position.side):
        own = {square for square, piece in position.pieces(side) if position.kind(piece) in rules.connectPieceTypes[side]}
        ways = [(dx, dy) for dx, dy in EIGHT if (dy == 0 and rules.connectHorizontal) or (dx == 0 and rules.connectVertical)
                or (dx and dy and rules.connectDiagonal)]
        if is_row(own, ways, rules.connectN) or is_line(position, own, ways, rules.collinearN) or is_block(own, rules.connectNxN) \
                or is_chain(own, ways, rules.connectRegion1[side], rules.connectRegion2[side]):
            return words(rules.connectValue, side)
    return None


def is_row(own, ways, length):
    return length and any(all((x + dx * i, y + dy * i) in own for i in range(length)) for x, y in own for dx, dy in ways)


def is_line(position, own, ways, count):
    return count and any(sum((x + dx * i, y + dy * i) in own for i in range(17)) >= count for x, y in own for dx, dy in ways)


def is_block(own, size):
    return size and any(all((x + i, y + j) in own for i in range(size) for j in range(size)) for x, y in own)


def is_chain(own, ways, first, second):
    seen, front = set(), list(own & first)
    while front:
        x, y = front.pop()
        seen.add((x, y))
        front += [(x + dx, y + dy) for dx, dy in ways if (x + dx, y + dy) in own - seen]
    return bool(seen & second)


def no_turn(position):
    """Whoever cannot move: checkmate or stalemate."""
    rules, side = position.rules, position.side
    if checked(position, side):
        return words(rules.checkmateValue, side)
    if rules.stalematePieceCount:
        mine, theirs = position.count(side, "*"), position.count(1 - side, "*")
        if mine == theirs:
            return "draw"
        return words(rules.stalemateValue, side if mine < theirs else 1 - side)
    return words(rules.stalemateValue, side)


def result(position, turns):
    """The result of a position whose legal turns are these; an immediate end comes before all that needs them."""
    found = extinction(position) or flag(position) or counted_checks(position) or connection(position)
    if found:
        return found
    if not turns:
        return no_turn(position)
    if position.rules.nMoveRule and position.half >= 2 * position.rules.nMoveRule:
        return "draw"
    return "ongoing"
