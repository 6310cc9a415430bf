# SPDX-License-Identifier: GPL-3.0-or-later
"""What mechanisms add to a FEN: gates in the castling field, and fields of their own behind the numbers."""

from slow import fuel, gating, squares


def read(position, castling, words):
    rules = position.rules
    position.gates = gating.read(position, castling) if rules.gating else [set(), set()]
    if rules.fuel:
        position.fuel = fuel.read(position, words[0] if words else str(rules.fuel))
    if rules.squareActions != "none":
        squares.read(position, words[1 if rules.fuel else 0:])


def gates(position):
    return gating.write(position)


def write(position):
    words = [fuel.write(position)] if position.rules.fuel else []
    return words + (squares.write(position) if position.rules.squareActions != "none" else [])
