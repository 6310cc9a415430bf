# SPDX-License-Identifier: GPL-3.0-or-later
"""Squares and pieces as a FEN and a turn name them."""

from collections import namedtuple

# A piece as a FEN shows it: its side (0 White, 1 Black), its letter in lower case, and "+" or "~" if it is promoted.
Piece = namedtuple("Piece", "side letter sign")


def name(square):
    return f"{chr(97 + square[0])}{square[1] + 1}"


def named(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def shown(piece):
    letter = piece.letter if piece.side else piece.letter.upper()
    return "+" + letter if piece.sign == "+" else letter + piece.sign
