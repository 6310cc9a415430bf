# SPDX-License-Identifier: GPL-3.0-or-later
"""Games in progress between two players, who may also resign, agree to a draw or lose on time."""

from __future__ import annotations

from typing import Any

from ._library import Handle, encoded, ffi, lib
from .games import Color, Game, Variant
from .position import Outcome, Position, Turn
from .record import Record


class Session(Handle):
    """A game in progress.

    A :class:`Position` knows only the rules. A session also knows what the
    players declare, and can be turned into a :class:`Record`.
    """

    def __init__(
        self, variant: Variant | Game | str = "chess", fen: str | None = None, **parameters: int | str
    ) -> None:
        if not isinstance(variant, Variant):
            variant = Variant(variant, **parameters)
        elif parameters:
            raise TypeError("the parameters of a variant are fixed")
        super().__init__(variant._checked(lib.leaper_session_new, encoded(fen)), lib.leaper_session_free)

    @classmethod
    def from_record(cls, record: Record) -> Session:
        """A session that continues a record from its last position."""
        session = cls.__new__(cls)
        Handle.__init__(session, record._checked(lib.leaper_session_of_record), lib.leaper_session_free)
        return session

    @property
    def variant(self) -> Variant:
        return Variant._of(self._call(lib.leaper_session_variant))

    @property
    def turn(self) -> Color:
        """The side to move, or that would be to move if the game is over."""
        return Color(self._call(lib.leaper_session_side))

    def __len__(self) -> int:
        """The number of turns played."""
        return int(self._call(lib.leaper_session_turn_count))

    def __bool__(self) -> bool:
        return True

    @property
    def turns(self) -> list[Turn]:
        return [turn for turn, _ in self.history]

    @property
    def history(self) -> list[tuple[Turn, Color]]:
        """Every turn with the side that played it."""
        found: list[tuple[Turn, Color]] = []
        turn: Any = ffi.new("struct leaper_turn *")
        player: Any = ffi.new("enum leaper_color *")
        while self._call(lib.leaper_session_turn, len(found), turn, player):
            found.append((Turn._of(turn), Color(player[0])))
        return found

    @property
    def outcome(self) -> Outcome:
        """The outcome by the rules, or as declared by the players."""
        return Outcome._of(self._call(lib.leaper_session_outcome))

    @property
    def points(self) -> int:
        """The points that the winner gets; 0 in games without points."""
        return int(self._call(lib.leaper_session_points))

    def position(self, turns: int | None = None) -> Position:
        """A copy of the position after that many turns; by default the current one."""
        count = len(self) if turns is None else turns
        return Position._of(self._checked(lib.leaper_session_position, count))

    def play(self, turn: Turn | str) -> Turn:
        """Plays a turn and returns it. Raises the same exceptions as :meth:`Position.push`."""
        with self._lock:
            if isinstance(turn, str):
                self._checked(lib.leaper_session_play_text, encoded(turn))
                return self.turns[-1]
            self._checked(lib.leaper_session_play, turn._struct())
            return turn

    def take_back(self, turns: int = 1) -> None:
        """Takes back the last turns, also when the game is over."""
        if turns < 0:
            raise ValueError("the number of turns must not be negative")
        self._checked(lib.leaper_session_take_back, turns)

    def find_winning_claim(self, by: Color) -> Turn | None:
        """The turn with which that side would win at once by an announcement; None if there is none."""
        turn = ffi.new("struct leaper_turn *")
        found = self._call(lib.leaper_session_winning_claim, int(by), turn)
        return Turn._of(turn) if found else None

    def resign(self, loser: Color) -> None:
        self._checked(lib.leaper_session_resign, int(loser))

    def agree_draw(self) -> None:
        """Both players agree to a draw. Raises :exc:`RequestError` in games that have no draws."""
        self._checked(lib.leaper_session_agree_draw)

    def lose_on_time(self, loser: Color) -> None:
        self._checked(lib.leaper_session_lose_on_time, int(loser))

    def cancel(self) -> None:
        """Calls the game off before its first turn."""
        self._checked(lib.leaper_session_cancel)

    def record(self) -> Record:
        """A new record of the game so far."""
        return Record._of(self._checked(lib.leaper_session_record))

    def __repr__(self) -> str:
        return f"<leaper.Session {self.variant.game.name}, {len(self)} turns, {self.outcome}>"
