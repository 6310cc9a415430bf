# SPDX-License-Identifier: GPL-3.0-or-later
"""Links (docs/rules.md, section 3): paths and circuits through all pieces of a side, and who wins by them."""

from slow.fuel import distance
from slow.movement import reached
from slow.placing import is_placing


def links(position, side):
    """The squares of a side's pieces, each with those of its pieces that it attacks."""
    own = {square: piece for square, piece in position.board.items() if piece.side == side}
    return {square: {target for target, leg in reached(position, square, piece) if leg.captures and target in own}
            for square, piece in own.items()}


def paths(graph, visited):
    """All paths that go on from the squares visited."""
    if len(visited) == len(graph):
        yield visited
    for target in graph[visited[-1]] - set(visited):
        yield from paths(graph, visited + [target])


def all_paths(position, side):
    """Every path; none while pieces are in hand."""
    if is_placing(position):
        return
    graph = links(position, side)
    for start in graph:
        yield from paths(graph, [start])


def has_path(position, side):
    return next(all_paths(position, side), None) is not None


def length(path):
    return sum(distance(one, other) for one, other in zip(path, path[1:]))


def score(position, side):
    """What the best path or circuit of a side scores."""
    graph, best = links(position, side), 0
    for path in all_paths(position, side):
        closes = len(path) == 1 or path[0] in graph[path[-1]]
        if position.rules.linkScoring == "standard":
            worth = len(path) * (2 if closes else 1)
        elif len(path) == 1:
            worth = 1
        else:
            worth = max(length(path), 2 * length(path + path[:1]) if closes else 0)
        best = max(best, worth)
    return best


def announced(position, side):
    """The result of a true announcement by a side."""
    return "draw" if has_path(position, 1 - side) else ("white", "black")[side]


def single(position):
    """The result of a side's having a single piece left, or None."""
    alone = [side for side in (0, 1) if position.count(side, "*") == 1]
    return announced(position, alone[0]) if alone and not is_placing(position) else None
