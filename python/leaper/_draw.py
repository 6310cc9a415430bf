# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws positions for notebooks. Pieces that are not FIDE's are drawn as letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Square

CELL = 40
GLYPHS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
SHADES = ("#b58863", "#f0d9b5")


def _cell(square: Square, file: int, row: int, ranks: int) -> list[str]:
    from .position import SquareKind

    x, y = file * CELL, row * CELL
    if square.kind in (SquareKind.OUTSIDE, SquareKind.HOLE):
        color = "#555" if square.kind == SquareKind.OUTSIDE else "#fff"
    else:
        color = SHADES[(file + ranks - 1 - row) % 2]
    parts = [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{color}"/>']
    if square.piece:
        glyph = GLYPHS.get(square.piece)
        ink = "#000" if glyph or square.piece.islower() else "#fff"
        parts.append(
            f'<text x="{x + CELL // 2}" y="{y + CELL // 2}" font-size="{30 if glyph else 22}" fill="{ink}" '
            f'text-anchor="middle" dominant-baseline="central">{glyph or square.piece.upper()}</text>'
        )
    if square.fuel is not None:
        parts.append(f'<text x="{x + CELL - 2}" y="{y + CELL - 3}" font-size="9" text-anchor="end">{square.fuel}</text>')
    return parts


def board(rows: Sequence[Sequence[Square]]) -> str:
    """An SVG document of the squares, top rank first."""
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, sans-serif">'
    ]
    for number, row in enumerate(rows):
        for file, square in enumerate(row):
            parts += _cell(square, file, number, len(rows))
    return "\n".join([*parts, "</svg>"])
