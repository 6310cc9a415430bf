# SPDX-License-Identifier: GPL-3.0-or-later
"""Where pieces reach on a board, and what they attack."""

from slow import fuel


def reached(position, square, piece, only=None):
    """Every (target, leg) to which a piece's movement takes it, whatever stands on the target but a wall. With `only`, legs that do
    not lead to that square may be left out."""
    rules = position.rules
    confined = rules.mobility[piece.side].get(position.kind(piece))
    sign = -1 if piece.side else 1
    for leg in rules.legs[position.kind(piece)]:
        if leg.initial and not (rules.doubleStep and square in rules.doubleStepRegion[piece.side]):
            continue
        if only and not is_in_line(square, (leg.dx * sign, leg.dy * sign), only):
            continue
        if any(not position.is_empty((square[0] + x * sign, square[1] + y * sign)) for x, y in leg.passed):
            continue
        for target in ride(position, square, (leg.dx * sign, leg.dy * sign), leg):
            if (confined is None or target in confined) and fuel.can_pay(position, square, target):
                yield target, leg


def is_in_line(square, step, target):
    """Whether a line of such steps leads to the target."""
    (x, y), (dx, dy) = (target[0] - square[0], target[1] - square[1]), step
    return x * dy == y * dx and x * dx >= 0 and y * dy >= 0


def ride(position, square, step, leg):
    """The squares on one line, in order."""
    hurdle = False
    x, y = square
    for _ in range(leg.limit):
        if is_leap_blocked(position, (x, y), step):
            return
        x, y = x + step[0], y + step[1]
        if not position.is_on_board((x, y)) or (x, y) in position.holes:
            return
        if (x, y) in position.walls:
            if not leg.hop or hurdle:
                return
            hurdle = True  # a wall can be jumped over as a piece can
            continue
        occupied = (x, y) in position.board
        if leg.hop and not hurdle:
            hurdle = occupied
            continue
        yield x, y
        if occupied or leg.hop == "g":
            return


def is_leap_blocked(position, square, step):
    """wallsBlockLeaps: whether both squares beside a knight's leap are walls of the start position."""
    (x, y), (dx, dy) = square, step
    if not position.rules.wallsBlockLeaps or {abs(dx), abs(dy)} != {1, 2}:
        return False
    along = (dx // 2, 0) if abs(dx) == 2 else (0, dy // 2)
    return {(x + along[0], y + along[1]), (x + dx - along[0], y + dy - along[1])} <= position.rules.start_walls


def may_capture(position, piece, victim):
    """Rules about what captures what."""
    rules = position.rules
    kind = position.kind(piece)
    return not (kind == position.kind(victim) and rules.has("mutuallyImmuneTypes", piece.side, kind))


def attackers(position, target, side, even_immune=False):
    """The squares of a side's pieces that could capture an enemy on the target, perhaps but for its being of a kind with them."""
    victim = position.board.get(target)
    found = []
    for square, piece in list(position.board.items()):
        if piece.side != side or square == target:
            continue
        if not even_immune and victim and victim.side != side and not may_capture(position, piece, victim):
            continue
        if any(leg.captures and reach == target for reach, leg in reached(position, square, piece, target)):
            found.append(square)
    return found


def can_ever_move(position, square, piece):
    """Whether the piece could leave that square without capturing, on a board with nothing but the walls of the start position."""
    sign, walls = -1 if piece.side else 1, position.rules.start_walls
    targets = [(square[0] + leg.dx * sign, square[1] + leg.dy * sign) for leg in position.rules.legs[position.kind(piece)] if leg.moves]
    return any(position.is_on_board(target) and target not in walls for target in targets)
