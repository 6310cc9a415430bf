# SPDX-License-Identifier: GPL-3.0-or-later
"""Fuel (docs/rules.md, section 2): a dict of tanks by square; None where there is no fuel."""


def distance(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def scan(position):
    """The squares of all pieces in the order of a placement."""
    return sorted(position.board, key=lambda square: (-square[1], square[0]))


def read(position, text):
    squares = scan(position)
    if text.isdigit():
        return {square: int(text) for square in squares}
    tanks = []
    for run in text.split(","):
        units, _, count = run.partition("x")
        tanks += [int(units)] * int(count or 1)
    return dict(zip(squares, tanks, strict=True))


def write(position):
    runs = []
    for square in scan(position):
        if runs and runs[-1][0] == position.fuel[square]:
            runs[-1][1] += 1
        else:
            runs.append([position.fuel[square], 1])
    return ",".join(f"{units}x{count}" if count > 1 else f"{units}" for units, count in runs) or "0"


def can_pay(position, origin, target):
    return position.fuel is None or position.fuel[origin] >= distance(origin, target)


def pay(before, action, after):
    """Who moves pays for it, and takes along what is left; what comes from a hand has a full tank."""
    if before.fuel is None:
        return
    moved = [(action.origin, action.target)] + ([action.rook] if action.rook else [])
    for origin, target in moved:
        after.fuel[target] = before.fuel[origin] - distance(origin, target) if origin else before.rules.fuel
    after.fuel = {square: after.fuel[square] for square in after.board}


def filled(position):
    """The same position, with the tanks of the side to move as full as at the start."""
    other = position.copy()
    for square, _ in position.pieces(position.side):
        other.fuel[square] = max(other.fuel[square], position.rules.fuel)
    return other
