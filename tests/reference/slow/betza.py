# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a movement in Betza's notation, as docs/variants.md explains it, into a list of legs."""

import re
from collections import namedtuple

# A leg in White's direction: (dx, dy) again and again, up to `limit` times; `passed` are squares that must be empty first.
Leg = namedtuple("Leg", "dx dy limit moves captures hop passed initial")

UNLIMITED = 99
SIZES = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3), "Z": (2, 3),
         "J": (2, 3), "G": (3, 3)}
COMPOUND = {"K": ("W", "F"), "R": ("W",), "B": ("F",), "Q": ("W", "F")}
# What a lame leap passes, for its direction right and forward with the longer part forward.
PASSED = {(0, 2): [(0, 1)], (2, 2): [(1, 1)], (1, 2): [(0, 1)], (2, 3): [(0, 1), (1, 2)]}


class NotCarried(Exception):
    """The reference does not know this rule; says which."""


def directions(size):
    """All directions of a leap, each once."""
    short, long = size
    return sorted({(sx * x, sy * y) for x, y in ((short, long), (long, short)) for sx in (1, -1) for sy in (1, -1)})


def is_in(letter, direction):
    """Whether a direction is forward, to the left and so on, in the half of the board."""
    dx, dy = direction
    return {"f": dy > 0, "b": dy < 0, "l": dx < 0, "r": dx > 0, "v": dy != 0, "s": dx != 0}[letter]


def is_mostly(letter, direction):
    """Whether the longer part of an oblique leap goes that way."""
    dx, dy = direction
    return is_in(letter, direction) and (abs(dy) > abs(dx)) == (letter in "fbv")


def chosen(letters, size):
    """The directions that the letters before an atom leave."""
    every = directions(size)
    if not letters:
        return every
    short, long = size
    if short == 0:
        return [d for d in every if any(is_in(letter, d) for letter in letters)]
    if short == long:
        return [d for d in every if any(all(is_in(letter, d) for letter in pair) for pair in pairs(letters))]
    if re.fullmatch("[fblr]h", letters):
        return [d for d in every if is_in(letters[0], d)]
    if re.fullmatch("[fb]s", letters):
        return [d for d in every if is_in(letters[0], d) and is_mostly("s", d)]
    if letters in ("ff", "bb", "f", "b", "l", "r", "v", "s", "fb", "lr"):
        return [d for d in every if any(is_mostly(letter, d) for letter in letters)]
    raise NotCarried(f"directions {letters} of an oblique leap")


def pairs(letters):
    """Splits the letters of a diagonal: a vertical one followed by a horizontal one is their common part."""
    return re.findall("[fbv][lrs]|[lrs][fbv]|[fblrvs]", letters)


def passed_squares(direction):
    dx, dy = direction
    size = tuple(sorted((abs(dx), abs(dy))))
    if size not in PASSED:
        raise NotCarried(f"a lame leap by {size}")
    turned = abs(dx) > abs(dy)
    return [((y if turned else x) * (1 if dx > 0 else -1), (x if turned else y) * (1 if dy > 0 else -1)) for x, y in PASSED[size]]


def read(text):
    """The legs of a movement."""
    legs = []
    for letters, atom, doubled, digits in re.findall(r"([a-z]*)([A-Z])(\2?)(\d*)", text):
        limit = int(digits) if digits else UNLIMITED if doubled or atom in "RBQ" else 1
        limit = limit or UNLIMITED
        ways = "".join(letter for letter in letters if letter in "fblrvsh")
        only = {letter for letter in letters if letter in "mc"}
        hop = "p" if "p" in letters else "g" if "g" in letters else ""
        if set(letters) - set("fblrvshmcpgnie"):
            raise NotCarried(f"letters {letters}")
        for base in COMPOUND.get(atom, (atom,)):
            if hop and base not in "WF":
                raise NotCarried("leaps that hop")
            for dx, dy in chosen(ways, SIZES[base]):
                initial = "i" in letters
                legs.append(Leg(dx, dy, UNLIMITED if hop and atom in "RBQ" and not digits else limit, not only or "m" in only,
                                (not only or "c" in only) and not initial, hop,
                                passed_squares((dx, dy)) if "n" in letters and base not in "WF" else [], initial))
    return merged(legs)


def merged(legs):
    """If one direction is named twice in the same way, the longer range counts."""
    best = {}
    for leg in legs:
        key = (leg.dx, leg.dy, leg.moves, leg.captures, leg.hop, leg.initial, tuple(leg.passed))
        if key not in best or best[key].limit < leg.limit:
            best[key] = leg
    return list(best.values())
