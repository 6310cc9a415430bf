# SPDX-License-Identifier: GPL-3.0-or-later
"""Squares in limited supply (docs/rules.md, section 5): locations without a square are `holes`. A turn under way is a Way."""

import re
from collections import namedtuple

from slow.fuel import distance
from slow.names import name, named

# What has been done in a turn: its text, the position, how many squares were placed and moved, and those that the opponent may
# not move in his next turn.
Way = namedtuple("Way", "text position placed moved touched")


def read(position, words):
    """RESERVES OWNERS FROZEN."""
    rules = position.rules
    full = rules.squareReserve
    words = list(words) + [f"{full}/{full}", "-/-", "-"][len(words):]
    position.reserves = None if words[0] == "inf/inf" or full == "infinite" else [int(left) for left in words[0].split("/")]
    owned = (words[1] + "/-").split("/") if rules.squareOwners else ["-", "-"]
    position.owned = [listed(owned[0]), listed(owned[1])]
    position.frozen = listed(words[2])


def listed(text):
    return {named(square) for square in re.findall(r"[a-p]\d+", text)}


def write(position):
    reserves = position.reserves
    owners = "/".join(shown(owned) for owned in position.owned) if position.rules.squareOwners else "-"
    return ["inf/inf" if reserves is None else f"{reserves[0]}/{reserves[1]}", owners, shown(position.frozen)]


def shown(squares):
    return "".join(map(name, sorted(squares, key=lambda square: square[::-1]))) or "-"


def take_along(before, action, after):
    """What a move of a piece does to squares: who owns those that it leaves, and which go back to the reserve."""
    rules, side = before.rules, before.side
    left = {action.origin: side}
    if action.rook:
        left[action.rook[0]] = side
    if action.victim and action.victim != action.target:
        left[action.victim] = 1 - side  # en passant
    for owned in after.owned:
        owned -= set(after.board)
    if rules.squareOwners:
        for square, owner in left.items():
            if square not in after.board:
                after.owned[owner].add(square)
    if rules.squareVanish and before.full >= rules.squareVanish and action.origin not in after.board:
        remove(after, action.origin)


def remove(position, square):
    position.holes.add(square)
    position.frozen.discard(square)
    for owned in position.owned:
        owned.discard(square)


def placements(way, side):
    """A square is placed from the reserve on any location that has none."""
    rules = way.position.rules
    for square in sorted(way.position.holes):
        if way.position.reserves and not way.position.reserves[side]:
            return
        after = way.position.copy()
        after.holes.remove(square)
        if rules.squareOwners:
            after.owned[side].add(square)
        if after.reserves:
            after.reserves[side] -= 1
            after.half = 0
        touched = way.touched | ({square} if rules.squareFreezePlaced else set())
        yield Way(f"{way.text},@@{name(square)}", after, way.placed + 1, way.moved, touched)


def shifts(way, side, king):
    """A square is moved to a location without one."""
    rules, here = way.position.rules, way.position
    for square in here.every():
        if square in here.holes or square in here.walls or square in here.frozen or square == king:
            continue
        piece = here.board.get(square)
        if piece and not (rules.squareCarry and piece.side == side):
            continue
        if not piece and rules.squareOwners and square not in here.owned[side]:
            continue
        for target in sorted(here.holes):
            if distance(square, target) <= (1 if piece else 2):
                yield Way(f"{way.text},@{name(square)}{name(target)}", shifted(here, side, square, target), way.placed,
                          way.moved + 1, way.touched - {square} | {target})


def shifted(here, side, square, target):
    after = here.copy()
    after.holes.remove(target)
    remove(after, square)
    if square in after.board:
        after.board[target] = after.board.pop(square)
        if after.fuel is not None:
            after.fuel[target] = after.fuel.pop(square)
        after.castling = {letter for letter in after.castling
                          if square not in (after.rules.castlings[letter].king, after.rules.castlings[letter].rook)}
    elif after.rules.squareOwners:
        after.owned[side].add(target)
    return after


def turns(text, after, side, king):
    """(text, position) for a turn that has begun with a move of a piece."""
    return finished(Way(text, after, 0, 0, frozenset()), side, king, False)


def turns_alone(position, king):
    """(text, position) for the turns that consist of actions on squares only."""
    side = position.side
    after = position.copy()
    after.side, after.passed, after.passer, after.castled = 1 - side, [], None, None
    after.half, after.full = position.half + 1, position.full + side
    for text, end in finished(Way("", after, 0, 0, frozenset()), side, king, True):
        yield text[1:], end


def finished(way, side, king, alone):
    """The ends to which a turn under way can come."""
    rule = way.position.rules.squareActions
    acted = way.placed + way.moved
    may_place = way.position.holes and (way.position.reserves is None or way.position.reserves[side])
    compulsory = (alone and not acted) or (rule == "afterPlacing" and not way.placed and may_place)
    if not compulsory:
        end = way.position.copy()
        end.frozen = set(way.touched)
        yield way.text, end
    one = rule in ("instead", "after")
    if acted == 0 or (not one and not way.placed):
        for then in placements(way, side):
            yield from finished(then, side, king, alone)
    if acted == 0 or (not one and not way.moved):
        for then in shifts(way, side, king):
            yield from finished(then, side, king, alone)
