# SPDX-License-Identifier: GPL-3.0-or-later
"""How a position ends the game: white, black, draw or ongoing, and for what reason."""

from slow import castling, fuel, links
from slow.actions import EIGHT
from slow.royal import checked, is_attacked, kings
from slow.turns import legal_turns

SIDES = ("white", "black")


def words(value, side):
    """A result for a side, in words."""
    winner = {"win": side, "loss": 1 - side}.get(value)
    return "draw" if winner is None else SIDES[winner]


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


def has_arrived(position, side):
    """Whether a side has the pieces that it needs on its goal squares."""
    rules = position.rules
    goal, needed = rules.flagRegion[side], rules.flagPieceCount
    there = [square for square, piece in position.pieces(side)
             if square in goal and ("*" in rules.flagPiece[side] or position.kind(piece) in rules.flagPiece[side])]
    blocked = rules.flagPieceBlockedWin and not any(position.is_empty(square) for square in goal)
    if not there or (len(there) < needed and not blocked):
        return False
    # Pieces that have had to wait for the other side's extra move need not be safe, nor do more pieces than are needed.
    if not rules.flagPieceSafe or (rules.flagMove and side == position.side) or len(there) != needed:
        return True
    return not any(is_attacked(position, square, side, even_immune=True) for square in there)


def is_race(position, side):
    """Whether what runs for the goal is a royal king."""
    king = position.rules.names.get("king")
    return king is not None and position.rules.flagPiece[side] == {king} and bool(kings(position, side))


def flag(position, turns):
    """Pieces on goal squares, and the extra move of flagMove."""
    rules, side, other = position.rules, position.side, 1 - position.side
    if (rules.flagMove or rules.flagPieceSafe or is_race(position, side)) and has_arrived(position, side):
        both = side == 0 and is_race(position, other) if rules.flagMove else rules.flagPieceSafe
        return "draw" if both and has_arrived(position, other) else SIDES[side]
    waits = rules.flagMove and not rules.flagPieceSafe and not is_race(position, side)
    if waits or not has_arrived(position, other):
        return None
    follows = rules.flagMove and side == 1 and is_race(position, side) and not checked(position, side) and any(
        king in rules.flagRegion[side] for after in turns.values() for king in kings(after, side))
    return None if follows else SIDES[other]


def flag_reason(rules):
    """A king in a corner has a name of its own."""
    king = rules.names.get("king")
    corners = {(x, y) for x in (0, rules.maxFile - 1) for y in (0, rules.maxRank - 1)}
    return "corner" if all(rules.flagPiece[side] == {king} and rules.flagRegion[side] <= corners for side in (0, 1)) else "goal"


def counted_checks(position):
    if position.checks and min(position.checks) <= 0:
        return SIDES[position.checks[1] <= 0]
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


def stuck(position):
    """Whoever cannot move: checkmate or stalemate, and lack of fuel."""
    rules, side = position.rules, position.side
    if checked(position, side):
        return words(rules.checkmateValue, side), "mate-loses" if rules.checkmateValue == "win" else "checkmate"
    value = rules.stalemateValue
    if rules.stalematePieceCount:
        mine, theirs = position.count(side, "*"), position.count(1 - side, "*")
        opposite = {"win": "loss", "loss": "win", "draw": "draw"}
        value = "draw" if mine == theirs else value if mine < theirs else opposite[value]
    if value == "win":
        return words(value, side), "stalemate-wins"
    empty = position.fuel is not None and legal_turns(fuel.filled(position))
    return words(value, side), "no-fuel" if empty else "stalemate"


def at_once(position, turns):
    """Endings that do not ask whether there is a turn, in the order in which they count."""
    rules = position.rules
    yield rules.links and links.single(position), "single-piece"
    yield extinction(position), "extinction"
    yield flag(position, turns), flag_reason(rules)
    winner = castling.decided(position)
    yield winner is not None and SIDES[winner], "castling"
    yield counted_checks(position), "checks"
    yield connection(position), "connection"
    yield rules.adjudicateFullBoard and not any(map(position.is_empty, position.every())) and "draw", "full-board"


def settled(position, outcome):
    """materialCounting: who wins a game that would be drawn."""
    rules = position.rules
    if outcome[0] != "draw" or rules.materialCounting == "none":
        return outcome
    lead = position.count(0, "*") - position.count(1, "*")
    unweighted = "white" if lead > 0 else "black" if lead < 0 else "draw"
    winner = {"unweighted": unweighted, "whitedrawodds": "white", "blackdrawodds": "black"}[rules.materialCounting]
    return winner, "material"


def result(position, turns, both_passed=False, repeated=None):
    """The result and its reason in a position whose legal turns are these; `repeated` is what Record.outcome() says."""
    rules = position.rules
    for found, reason in at_once(position, turns):
        if found:
            return settled(position, (found, reason))
    if not turns:
        return settled(position, stuck(position))
    if both_passed:
        return settled(position, ("draw", "repetition-rule"))
    if repeated:
        return settled(position, repeated)
    if rules.nMoveRule and position.half >= 2 * rules.nMoveRule:
        return settled(position, ("draw", "fifty" if rules.nMoveRule == 50 else "move-rule"))
    return "ongoing", ""
