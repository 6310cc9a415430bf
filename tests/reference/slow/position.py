# SPDX-License-Identifier: GPL-3.0-or-later
"""A position: the board is a dict of pieces by square, and there is little besides what a FEN says."""

import copy
import re
from collections import Counter

from slow import fields
from slow.names import Piece, name, named, shown

class Position:
    """All that changes in a game."""

    def __init__(self, rules, fen):
        self.rules, self.board, self.walls, self.holes = rules, {}, set(), set()
        self.hands = [Counter(), Counter()]
        words = fen.split()
        placement, _, hand = words[0].partition("[")
        for letter in hand.rstrip("]"):
            self.hands[letter.islower()][letter.lower()] += 1
        for row, text in enumerate(placement.split("/")):
            x = 0
            for run, plus, letter, tilde in re.findall(r"(\d+|\*)|(\+?)([A-Za-z])(~?)", text):
                square = (x, rules.maxRank - 1 - row)
                if run == "*" and rules.squareActions != "none" and square not in rules.walls:
                    self.holes.add(square)
                elif run == "*":
                    self.walls.add(square)
                elif letter:
                    self.board[square] = Piece(int(letter.islower()), letter.lower(), plus or tilde)
                x += int(run) if run.isdigit() else 1
        self.side = int(words[1] == "b")
        self.castling = set(words[2]) & set(rules.castlings)
        self.castled = None  # the letter of a castling that has just been made
        # Squares passed over in a long step; if it was not straight, the piece's own square comes last.
        named_squares = [named(square) for square in re.findall(r"[a-p]\d+", words[3])]
        self.passed = [square for square in named_squares if square not in self.board]
        self.passer = next((square for square in named_squares if square in self.board), None)
        self.checks = [int(left) for left in words.pop(4).split("+")] if rules.checkCounting else None
        self.half, self.full = int(words[4]), int(words[5])
        self.owned, self.frozen, self.reserves, self.fuel = [set(), set()], set(), None, None
        fields.read(self, words[2], words[6:])

    def copy(self):
        other = copy.copy(self)
        other.board, other.walls, other.holes = dict(self.board), set(self.walls), set(self.holes)
        other.hands = [Counter(hand) for hand in self.hands]
        other.castling, other.passed = set(self.castling), list(self.passed)
        other.checks, other.fuel = self.checks and list(self.checks), None if self.fuel is None else dict(self.fuel)
        other.owned, other.frozen = [set(owned) for owned in self.owned], set(self.frozen)
        other.reserves, other.gates = self.reserves and list(self.reserves), [set(gates) for gates in self.gates]
        return other

    def is_on_board(self, square):
        return 0 <= square[0] < self.rules.maxFile and 0 <= square[1] < self.rules.maxRank

    def is_empty(self, square):
        return self.is_on_board(square) and square not in self.board and square not in self.walls and square not in self.holes

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
            row = "".join("*" if (x, y) in self.walls | self.holes else shown(self.board[x, y]) if (x, y) in self.board else "."
                          for x in range(self.rules.maxFile))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        target = "".join(map(name, sorted(self.passed) + ([self.passer] if self.passer else [])))
        castling = "".join(sorted(self.castling | fields.gates(self))) or "-"
        words = ["/".join(rows), "wb"[self.side], castling, target or "-"]
        if self.checks:
            words.append(f"{self.checks[0]}+{self.checks[1]}")
        return " ".join(words + [str(self.half), str(self.full)] + fields.write(self)), [+hand for hand in self.hands]


def comparable(rules, fen):
    """Two FENs of the same position are equal after this."""
    return Position(rules, fen).fen()
