# SPDX-License-Identifier: GPL-3.0-or-later
"""Placement (docs/rules.md, section 3): first, each player in turn puts one of the opponent's pieces on an empty square."""

from slow.names import Piece, name


def is_placing(position):
    return position.rules.placing == "opponent" and any(sum(hand.values()) for hand in position.hands)


def turns(position):
    """The texts of all placements and the positions after them."""
    enemy, found = 1 - position.side, {}
    for letter in sorted(letter for letter, count in position.hands[enemy].items() if count):
        for square in position.every():
            if position.is_empty(square):
                after = position.copy()
                after.board[square] = Piece(enemy, letter, "")
                after.hands[enemy][letter] -= 1
                if after.fuel is not None:
                    after.fuel[square] = after.rules.fuel
                for owned in after.owned:
                    owned.discard(square)
                after.frozen = set()
                after.side, after.half, after.full = enemy, 0, position.full + position.side
                found[f"{letter.upper()}@{name(square)}"] = after
    return found
