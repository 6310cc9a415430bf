# SPDX-License-Identifier: GPL-3.0-or-later
"""A position: the board is a dict of pieces by square, and there is nothing besides what a FEN says."""

import copy
import re
from collections import Counter, namedtuple

# A piece as a FEN shows it: its side (0 White, 1 Black), its letter in lower case, and "+" or "~" if it is promoted.
Piece = namedtuple("Piece", "side letter sign")


def name(square):
    return f"{chr(97 + square[0])}{square[1] + 1}"


def named(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def shown(piece):
    letter = piece.letter if piece.side else piece.letter.upper()
    return "+" + letter if piece.sign == "+" else letter + piece.sign


class Position:
    """All that changes in a game."""

    def __init__(self, rules, fen):
        self.rules, self.board, self.walls = rules, {}, set()
        self.hands = [Counter(), Counter()]
        words = fen.split()
        placement, _, hand = words[0].partition("[")
        for letter in hand.rstrip("]"):
            self.hands[letter.islower()][letter.lower()] += 1
        for row, text in enumerate(placement.split("/")):
            x = 0
            for run, plus, letter, tilde in re.findall(r"(\d+|\*)|(\+?)([A-Za-z])(~?)", text):
                square = (x, rules.maxRank - 1 - row)
                if run == "*":
                    self.walls.add(square)
                elif letter:
                    self.board[square] = Piece(int(letter.islower()), letter.lower(), plus or tilde)
                x += int(run) if run.isdigit() else 1
        self.side = int(words[1] == "b")
        self.castling = set(words[2]) - {"-"}
        # Squares passed over in a long step; if it was not straight, the piece's own square comes last.
        named_squares = [named(square) for square in re.findall(r"[a-p]\d+", words[3])]
        self.passed = [square for square in named_squares if square not in self.board]
        self.passer = next((square for square in named_squares if square in self.board), None)
        self.checks = [int(left) for left in words[4].split("+")] if rules.checkCounting else None
        self.half, self.full = int(words[-2]), int(words[-1])

    def copy(self):
        other = copy.copy(self)
        other.board, other.walls, other.hands = dict(self.board), set(self.walls), [Counter(hand) for hand in self.hands]
        other.castling, other.passed = set(self.castling), list(self.passed)
        other.checks = self.checks and list(self.checks)
        return other

    def is_on_board(self, square):
        return 0 <= square[0] < self.rules.maxFile and 0 <= square[1] < self.rules.maxRank

    def is_empty(self, square):
        return self.is_on_board(square) and square not in self.board and square not in self.walls

    def every(self):
        return [(x, y) for x in range(self.rules.maxFile) for y in range(self.rules.maxRank)]

    def pieces(self, side):
        return [(square, piece) for square, piece in sorted(self.board.items(), key=lambda item: item[0][::-1]) if piece.side == side]

    def kind(self, piece):
        """The letter of the piece as which it moves and counts."""
        return self.rules.promotedPieceType[piece.letter] if piece.sign == "+" else piece.letter

    def count(self, side, letter):
        """How many pieces of a type a side has on the board; of all types for "*"."""
        return sum(1 for piece in self.board.values() if piece.side == side and letter in ("*", self.kind(piece)))

    def fen(self):
        """As the program writes it, but for the order of the hands."""
        rows = []
        for y in range(self.rules.maxRank - 1, -1, -1):
            row = "".join("*" if (x, y) in self.walls else shown(self.board[x, y]) if (x, y) in self.board else "."
                          for x in range(self.rules.maxFile))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        target = "".join(map(name, sorted(self.passed) + ([self.passer] if self.passer else [])))
        words = ["/".join(rows), "wb"[self.side], "".join(sorted(self.castling)) or "-", target or "-"]
        if self.checks:
            words.append(f"{self.checks[0]}+{self.checks[1]}")
        return " ".join(words + [str(self.half), str(self.full)]), self.hands


def comparable(rules, fen):
    """Two FENs of the same position are equal after this."""
    return Position(rules, fen).fen()
