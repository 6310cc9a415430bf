# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions that come again: n-fold repetition, its value, and perpetual check."""

from slow.endings import SIDES, words
from slow.royal import checked
from slow.turns import begun


def identity(position, turns):
    """What is the same in positions that count as the same: all but the numbers of turns, and squares that nobody can capture on."""
    text, hands = position.fen()
    fields = text.split()
    numbers = 5 if position.checks else 4
    del fields[numbers:numbers + 2]
    if not can_capture_in_passing(position, turns):
        fields[3] = "-"
    return " ".join(fields), tuple(frozenset(hand.items()) for hand in hands)


def can_capture_in_passing(position, turns):
    return bool(position.passed) and any(
        action.victim not in (None, action.target) and any(text in turns for text, _ in pairs) for action, pairs in begun(position))


class Record:
    """The positions of a game, and whether the side to move was in check in each."""

    def __init__(self):
        self.seen = []  # (identity, side to move, in check)

    def add(self, position, turns):
        self.seen.append((identity(position, turns), position.side, bool(checked(position, position.side))))

    def outcome(self, rules):
        """The result and its reason if the last position has come as often as the rules allow; otherwise None."""
        same = [at for at, (which, _, _) in enumerate(self.seen) if which == self.seen[-1][0]]
        if rules.nFoldRule < 2 or len(same) < rules.nFoldRule:
            return None
        side = self.seen[-1][1]
        since = self.seen[same[-rules.nFoldRule]:]
        # Who has been in check in all of his turns.
        chased = [all(check for _, who, check in since if who == color) for color in (0, 1)]
        if rules.perpetualCheckIllegal and any(chased):
            return "draw" if all(chased) else SIDES[chased[1]], "perpetual-check"
        usual = rules.nFoldRule == 3 and rules.nFoldValue == "draw"
        return words(rules.nFoldValue, 0 if rules.nFoldValueAbsolute else side), "repetition" if usual else "repetition-rule"
