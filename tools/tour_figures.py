#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the figures of docs/tours.md: `tools/tour_figures.py [PROGRAM]` writes docs/images/tours-*.svg.

Figures of tours are drawn by `leaper tours draw`; the others here, from a tour that `leaper tours random` prints
and from numbers that the program printed.
"""

import json
import math
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
LOW, HIGH, INK, FAINT = "#1f6fb4", "#d1611c", "#222222", "#9a9a9a"
FILES = RANKS = 8
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
SEPARATOR = (3, 4)  # ranks, counted from 0

# States of the half board after each vertex of 8x8, as a build that printed them did.
STATES = [1, 1, 3, 9, 54, 324, 1854, 10609, 12669, 15032, 40211, 106598, 212649, 409842, 790280, 1348445, 1719922,
          2168366, 3728325, 6441264, 14391654, 22328130, 19831616, 23939102, 24242221, 29092518, 31479585]


class Drawing:
    """An SVG under construction."""

    def __init__(self, width, height):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                      f'height="{height}" font-family="sans-serif" font-size="12">',
                      f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def add(self, text):
        self.parts.append(text)

    def line(self, a, b, colour=INK, width=1.5, dash=""):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{colour}" '
                 f'stroke-width="{width}" stroke-linecap="round"{dashes}/>')

    def dot(self, at, radius=3, colour=INK):
        self.add(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="{colour}"/>')

    def text(self, at, text, colour=INK, size=12, anchor="middle"):
        self.add(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" fill="{colour}" font-size="{size}" '
                 f'text-anchor="{anchor}">{text}</text>')

    def arc(self, a, b, base, colour=INK, width=1.5):
        """An arc above a line (at height `base`) from x = a to x = b."""
        radius = abs(b - a) / 2
        self.add(f'<path d="M{min(a, b):.1f} {base:.1f} A{radius:.1f} {min(radius, 46):.1f} 0 0 1 {max(a, b):.1f} '
                 f'{base:.1f}" fill="none" stroke="{colour}" stroke-width="{width}"/>')

    def save(self, name):
        (IMAGES / name).write_text("\n".join(self.parts) + "\n</svg>\n")


def board(drawing, left, top, cell):
    """The squares; returns where the middle of a square is."""
    for rank in range(RANKS):
        for file in range(FILES):
            inside = rank in SEPARATOR
            dark = (file + rank) % 2 == 0
            fill = ("#e6d9a8" if dark else "#f2e9c6") if inside else ("#e3e6ea" if dark else "#f5f6f8")
            drawing.add(f'<rect x="{left + file * cell}" y="{top + (RANKS - 1 - rank) * cell}" width="{cell}" '
                        f'height="{cell}" fill="{fill}"/>')
    return lambda square: (left + (square[0] + 0.5) * cell, top + (RANKS - 0.5 - square[1]) * cell)


def key_order():
    """The squares of the separator, file by file from both ends inward."""
    files = [FILES - 1 - i // 2 if i % 2 else i // 2 for i in range(FILES)]
    return [(file, rank) for file in files for rank in SEPARATOR]


def owners():
    """Which half an edge inside the separator belongs to: the rule of src/tours/mitm/plan/cut.c."""
    order, owner = key_order(), {}

    def mirror(s):
        return (FILES - 1 - s[0], s[1])

    def flip(s):
        return (s[0], RANKS - 1 - s[1])

    def assign(a, b, half):
        assert owner.setdefault(frozenset((a, b)), half) == half

    for i, a in enumerate(order):
        for b in order[i + 1:]:
            if (b[0] - a[0], b[1] - a[1]) not in LEAPS or frozenset((a, b)) in owner:
                continue
            low, high = (a, b) if a[1] <= b[1] else (b, a)
            half = 1 if (2 * low[0] + 1 < FILES) == (low[0] > high[0]) else 0
            for map_one in (lambda s: s, mirror):
                assign(map_one(a), map_one(b), half)
                assign(flip(map_one(a)), flip(map_one(b)), 1 - half)
    return owner


def half_of(a, b, owner):
    for square in (a, b):
        if square[1] < SEPARATOR[0]:
            return 0
        if square[1] > SEPARATOR[1]:
            return 1
    return owner[frozenset((a, b))]


def figure_separator():
    owner, cell = owners(), 44
    drawing = Drawing(420, 400)
    middle = board(drawing, 20, 24, cell)
    for edge, half in owner.items():
        a, b = sorted(edge)
        drawing.line(middle(a), middle(b), HIGH if half else LOW, 2)
    for number, square in enumerate(key_order()):
        x, y = middle(square)
        drawing.add(f'<circle cx="{x}" cy="{y}" r="10" fill="#ffffff" stroke="{INK}"/>')
        drawing.text((x, y + 4), number)
    drawing.text((376, 24 + 1.6 * cell), "B", HIGH, 16, "start")
    drawing.text((376, 24 + 4.1 * cell), "S", INK, 16, "start")
    drawing.text((376, 24 + 6.6 * cell), "A", LOW, 16, "start")
    drawing.save("tours-separator.svg")


def path_ends(edges):
    """Degrees of the separator's squares, and the pairs of ends of paths."""
    neighbours = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    degrees = {square: len(neighbours.get(square, [])) for square in key_order()}
    pairs = set()
    for start in (s for s in degrees if degrees[s] == 1):
        before, at = None, start
        while True:
            onward = [n for n in neighbours[at] if n != before]
            if not onward:
                break
            before, at = at, onward[0]
        pairs.add(frozenset((start, at)))
    return degrees, pairs


def figure_halves(squares):
    owner, cell = owners(), 32
    edges = list(zip(squares, squares[1:] + squares[:1]))
    drawing = Drawing(700, 430)
    for half in (0, 1):
        colour, left = (HIGH if half else LOW), 40 + 340 * half
        mine = [edge for edge in edges if half_of(*edge, owner) == half]
        middle = board(drawing, left, 20, cell)
        for a, b in mine:
            drawing.line(middle(a), middle(b), colour, 2)
        degrees, pairs = path_ends(mine)
        for square, degree in degrees.items():
            x, y = middle(square)
            drawing.add(f'<circle cx="{x}" cy="{y}" r="8" fill="#ffffff" stroke="{colour}"/>')
            drawing.text((x, y + 4), degree, INK, 11)
        base, step = 390, 18.5
        place = {square: left - 10 + (number + 0.5) * step for number, square in enumerate(key_order())}
        for a, b in map(tuple, pairs):
            drawing.arc(place[a], place[b], base - 12, colour)
        for square, degree in degrees.items():
            drawing.text((place[square], base), degree, INK if degree == 1 else FAINT, 13)
        caption = f"state of half {'AB'[half]}: digits in key order, ends paired"
        drawing.text((left + 4 * cell, 415), caption, FAINT, 11)
    drawing.save("tours-halves.svg")


def matchings(points):
    if not points:
        yield []
        return
    for i in range(1, len(points)):
        for rest in matchings(points[1:i] + points[i + 1:]):
            yield [(points[0], points[i])] + rest


def figure_matchings():
    drawing = Drawing(640, 300)
    for rank, pairs in enumerate(matchings(list(range(6)))):
        left, base = 18 + 124 * (rank % 5), 70 + 98 * (rank // 5)
        for a, b in pairs:
            drawing.arc(left + 18 * a, left + 18 * b, base, LOW if a == 0 else INK)
        for point in range(6):
            drawing.dot((left + 18 * point, base), 2.5)
        drawing.text((left + 45, base + 18), f"{rank} = {rank // 3}·3 + {rank % 3}", FAINT, 12)
    drawing.save("tours-matchings.svg")


def figure_contraction():
    drawing = Drawing(660, 190)
    base, step = 100, 34
    xs = [30 + step * i for i in range(8)]
    above, below = [(0, 4), (1, 2), (3, 6), (5, 7)], [(0, 2), (1, 5), (3, 4), (6, 7)]

    def under(a, b, at, colour, width=1.5):
        radius = (b - a) / 2
        drawing.add(f'<path d="M{a:.1f} {at} A{radius:.1f} {min(radius, 46):.1f} 0 0 0 {b:.1f} {at}" fill="none" '
                    f'stroke="{colour}" stroke-width="{width}"/>')

    for i, (a, b) in enumerate(above):
        drawing.arc(xs[a], xs[b], base, LOW, 3 if i == 0 else 1.5)
    for i, (a, b) in enumerate(below):
        under(xs[a], xs[b], base, HIGH, 3 if i in (0, 2) else 1.5)
    for i, x in enumerate(xs):
        drawing.dot((x, base), 3)
        drawing.text((x + 7, base - 5), i, FAINT, 10)
    drawing.text((314, base + 4), "→", INK, 22)
    right = {i: 350 + step * i for i in range(8)}
    for a, b in above[1:]:
        drawing.arc(right[a], right[b], base, LOW)
    for a, b in [(2, 3), (1, 5), (6, 7)]:
        under(right[a], right[b], base, HIGH, 3 if (a, b) == (2, 3) else 1.5)
    for i, x in right.items():
        if i not in (0, 4):
            drawing.dot((x, base), 3)
            drawing.text((x + 7, base - 5), i, FAINT, 10)
    drawing.save("tours-contraction.svg")


def figure_growth():
    drawing = Drawing(620, 270)
    left, bottom, width, height = 60, 230, 540, 200
    top = 8
    for power in range(top + 1):
        y = bottom - height * power / top
        drawing.line((left, y), (left + width, y), "#dddddd", 1)
        drawing.text((left - 8, y + 4), f"10<tspan dy='-4' font-size='9'>{power}</tspan>", FAINT, 12, "end")
    bar = width / len(STATES)
    for i, states in enumerate(STATES):
        tall = max(1, height * math.log10(states) / top)
        drawing.add(f'<rect x="{left + i * bar + 2:.1f}" y="{bottom - tall:.1f}" width="{bar - 4:.1f}" '
                    f'height="{tall:.1f}" fill="{LOW}"/>')
        drawing.text((left + (i + 0.5) * bar, bottom + 14), i + 1, FAINT, 10)
    drawing.text((left + width / 2, bottom + 34), "vertices removed (24), and the last edges", FAINT, 12)
    drawing.save("tours-growth.svg")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "leaper")
    draw = subprocess.run([program, "tours", "random", "8x8", "--seed", "3", "--format", "json"], check=True,
                          capture_output=True, text=True)
    squares = [("abcdefgh".index(name[0]), int(name[1]) - 1) for name in json.loads(draw.stdout)["squares"]]
    IMAGES.mkdir(exist_ok=True)
    for name, options in (("tours-tour.svg", ["--style", "line"]), ("tours-half-tours.svg", ["--half", "both"])):
        subprocess.run([program, "tours", "draw", "-", *options, "--cell", "36", "--out", str(IMAGES / name)],
                       check=True, input=draw.stdout, text=True)
    figure_separator()
    figure_halves(squares)
    figure_matchings()
    figure_contraction()
    figure_growth()


if __name__ == "__main__":
    main()
