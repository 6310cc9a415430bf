# SPDX-License-Identifier: GPL-3.0-or-later
"""Royal pieces, pseudo-royal pieces and check."""

from slow.betza import NotCarried
from slow.movement import attackers


def kings(position, side):
    """Pieces of the type called king are royal."""
    king = position.rules.names.get("king")
    return [square for square, piece in position.pieces(side) if position.kind(piece) == king]


def last_ones(position, side):
    """Squares of pieces of which a side must lose no more."""
    rules = position.rules
    if not rules.extinctionPseudoRoyal:
        return []
    if "*" in rules.extinctionPieceTypes[side]:
        raise NotCarried("extinctionPseudoRoyal of all pieces together")
    enough = rules.extinctionPieceCount + 1
    return [square for square, piece in position.pieces(side) if rules.has("extinctionPieceTypes", side, position.kind(piece))
            and position.count(side, position.kind(piece)) <= enough]


def are_beside(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def is_attacked(position, square, side, even_immune=False):
    """Whether an enemy could take what `side` has on a square; a royal piece that would turn to stone takes nothing."""
    rules = position.rules
    for at in attackers(position, square, 1 - side, even_immune):
        stone = rules.has("petrifyOnCaptureTypes", 1 - side, position.kind(position.board[at]))
        if not (stone and at in kings(position, 1 - side) + last_ones(position, 1 - side)):
            return True
    return False


def is_covered(position, square, side):
    """Where captures explode, a king beside the enemy's is safe: whoever took it would lose his own."""
    rules = position.rules
    return rules.blastOnCapture and any(
        are_beside(square, enemy) and not rules.has("blastImmuneTypes", 1 - side, position.kind(position.board[enemy]))
        for enemy in last_ones(position, 1 - side))


def checked(position, side):
    """The squares of royal pieces in check."""
    found = [square for square in kings(position, side) if is_attacked(position, square, side)]
    found += [square for square in last_ones(position, side)
              if not is_covered(position, square, side) and is_attacked(position, square, side)]
    if position.rules.dupleCheck:
        several = [square for square, piece in position.pieces(side)
                   if position.rules.has("extinctionPieceTypes", side, position.kind(piece))]
        if several and all(is_attacked(position, square, side) for square in several):
            found += several
    return found


def has_lost(before, after, side):
    """Whether a side has lost a last piece between two positions."""
    types = {before.kind(before.board[square]) for square in last_ones(before, side)}
    return any(after.count(side, letter) < before.count(side, letter) for letter in types)


def is_safe(before, after):
    """Whether the side that moved may leave this position behind, as far as its own royal pieces go."""
    side = before.side
    if any(is_attacked(after, square, side) for square in kings(after, side)):
        return False
    if has_lost(before, after, side):
        return False
    return not checked(after, side) or has_lost(before, after, 1 - side)
