# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions, the turns that can be played in them, and how games end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ._library import Handle, checked, encoded, ffi, interruptible, lib, taken_text, text
from .errors import GameOverError, IllegalMoveError, LeaperError, MoveSyntaxError
from .games import Color, Game, Variant, _letter


class Result(IntEnum):
    """How a game stands."""

    ONGOING = 0
    WHITE = 1
    BLACK = 2
    DRAW = 3
    NONE = 4

    def __str__(self) -> str:
        return text(lib.leaper_result_name(int(self)))


class Reason(IntEnum):
    """Why a game has ended. RESIGNATION to CANCELLED, ABORTED and ABANDONED are declared by players, the others follow from the rules."""

    NONE = 0
    CHECKMATE = 1
    STALEMATE = 2
    NO_FUEL = 3
    CORNER = 4
    MATE_LOSES = 5
    SINGLE_PIECE = 6
    ANNOUNCEMENT = 7
    REPETITION = 8
    FIFTY_MOVES = 9
    RESIGNATION = 10
    AGREEMENT = 11
    TIME = 12
    CANCELLED = 13
    STALEMATE_WINS = 14
    REPETITION_RULE = 15
    PERPETUAL_CHECK = 16
    MOVE_RULE = 17
    GOAL = 18
    EXTINCTION = 19
    CHECKS = 20
    CONNECTION = 21
    CASTLING = 22
    MATERIAL = 23
    FULL_BOARD = 24
    ABORTED = 25
    ABANDONED = 26

    def __str__(self) -> str:
        return text(lib.leaper_reason_name(int(self)))

    @property
    def words(self) -> str:
        """The reason in words, such as ``"out of fuel"``."""
        return text(lib.leaper_reason_words(int(self)))


@dataclass(frozen=True)
class Outcome:
    """How a game stands or has ended."""

    result: Result
    reason: Reason = Reason.NONE

    @property
    def is_over(self) -> bool:
        return self.result != Result.ONGOING

    @property
    def winner(self) -> Color | None:
        """The side that has won; None during the game, after a draw, and without a result."""
        return {Result.WHITE: Color.WHITE, Result.BLACK: Color.BLACK}.get(self.result)

    def __str__(self) -> str:
        return f"{self.result} ({self.reason.words})" if self.reason else str(self.result)

    @classmethod
    def _of(cls, value: Any) -> Outcome:
        return cls(Result(value.result), Reason(value.reason))

    def _struct(self) -> Any:
        return ffi.new("struct leaper_outcome *", (int(self.result), int(self.reason)))[0]


class ActionKind(IntEnum):
    """What an action does."""

    MOVE = 0
    DOUBLE_STEP = 1
    EN_PASSANT = 2
    PROMOTION = 3
    CASTLE = 4
    DROP = 5
    ADD_SQUARE = 6
    MOVE_SQUARE = 7
    ANNOUNCE = 8
    END_TURN = 9
    WALL = 11
    PASS = 12
    UNKNOWN = 10  # a number that is not an action


class Action(int):
    """One action of a turn, encoded as a number."""

    @property
    def _info(self) -> Any:
        return lib.leaper_action_explain(int(self))

    @property
    def kind(self) -> ActionKind:
        return ActionKind(self._info.kind)

    @property
    def from_square(self) -> str | None:
        """The name of the square that the action starts from, such as ``"e2"``; None if there is none."""
        return square_name(getattr(self._info, "from"))

    @property
    def to_square(self) -> str | None:
        return square_name(self._info.to)

    @property
    def letter(self) -> str | None:
        """The piece of a promotion or drop, in upper case."""
        letter = self._info.letter
        return letter.decode("ascii") if letter != b"\0" else None

    def __repr__(self) -> str:
        squares = "".join(f" {square}" for square in (self.from_square, self.to_square) if square)
        return f"<Action {self.kind.name.lower()}{squares}{' ' + self.letter if self.letter else ''}>"


@dataclass(frozen=True)
class Turn:
    """A whole turn: one action in chess, several in some games. Its text depends on the position."""

    actions: tuple[Action, ...]

    def __bool__(self) -> bool:
        return bool(self.actions)

    @classmethod
    def _of(cls, value: Any) -> Turn:
        return cls(tuple(Action(value.actions[i]) for i in range(value.count)))

    def _struct(self) -> Any:
        if len(self.actions) > lib.LEAPER_TURN_ACTIONS_MAX:
            raise ValueError(f"a turn has at most {lib.LEAPER_TURN_ACTIONS_MAX} actions")
        return ffi.new("struct leaper_turn *", (len(self.actions), self.actions))


class SquareKind(IntEnum):
    """What is at a location of the board."""

    OUTSIDE = 0
    HOLE = 1
    EMPTY = 2
    PIECE = 3


@dataclass(frozen=True)
class Square:
    """A square and what stands on it."""

    name: str
    kind: SquareKind
    piece: str | None  # as in FEN: "K" is White's king, "k" Black's
    fuel: int | None  # of the piece, in games with fuel
    owner: Color | None  # of the piece, or of an empty square in games with owned squares
    frozen: bool  # the side to move may not move this square now


def square_name(number: int) -> str | None:
    """The name of the square with that number in the library; None if there is no such square."""
    name = ffi.new("char[4]")
    lib.leaper_square_name(number, name)
    return text(name) or None


def square_number(name: str) -> int:
    """The number of a square in the library: file + 16 * rank. Raises ValueError."""
    number = int(lib.leaper_square_find(encoded(name)))
    if number < 0:
        raise ValueError(f"{name!r} is not a square")
    return number


class LegalTurns:
    """The legal turns of a position, computed on demand: iterate over them, count them, or test with ``in``."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Turn]:
        count = ffi.new("size_t *")
        array = self._position._checked(lib.leaper_position_turns, count)
        try:
            turns = [Turn._of(array[i]) for i in range(count[0])]
        finally:
            lib.leaper_free(array)
        return iter(turns)

    def __len__(self) -> int:
        count = ffi.new("size_t *")
        lib.leaper_free(self._position._checked(lib.leaper_position_turns, count))
        return int(count[0])

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, turn: object) -> bool:
        if isinstance(turn, str):
            try:
                self._position.parse(turn)
            except (IllegalMoveError, MoveSyntaxError):
                return False
            return True
        return isinstance(turn, Turn) and turn in iter(self)

    def __repr__(self) -> str:
        return f"<LegalTurns ({', '.join(self._position.san(turn) for turn in self)})>"


class Position(Handle):
    """A position with its history.

    Earlier positions count for repetition, and turns can be taken back. In
    games whose turns have several actions, a position may also be in the
    middle of a turn (see :meth:`push_action`).

    >>> position = Position("chess")
    >>> position.push("e2e4")
    Turn(actions=(<Action double_step e2 e4>,))
    >>> position.turn
    <Color.BLACK: 1>
    """

    def __init__(
        self, variant: Variant | Game | str = "chess", fen: str | None = None, **parameters: int | str
    ) -> None:
        if not isinstance(variant, Variant):
            variant = Variant(variant, **parameters)
        elif parameters:
            raise TypeError("the parameters of a variant are fixed")
        pointer = variant._checked(lib.leaper_position_new, encoded(fen))
        super().__init__(pointer, lib.leaper_position_free)

    @classmethod
    def _of(cls, pointer: Any) -> Position:
        position = cls.__new__(cls)
        Handle.__init__(position, pointer, lib.leaper_position_free)
        return position

    def copy(self) -> Position:
        """An independent copy, including the history."""
        return Position._of(self._checked(lib.leaper_position_copy))

    # ---- State ----

    @property
    def variant(self) -> Variant:
        return Variant._of(self._call(lib.leaper_position_variant))

    @property
    def game(self) -> Game:
        return self.variant.game

    @property
    def fen(self) -> str:
        """The extended FEN with all its fields. Not available in the middle of a turn."""
        return taken_text(self._checked(lib.leaper_position_fen))

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color(self._call(lib.leaper_position_side))

    @property
    def is_check(self) -> bool:
        """Whether the king of the side to move is attacked; False in games where kings are not royal."""
        return bool(self._call(lib.leaper_position_in_check))

    @property
    def fullmove_number(self) -> int:
        return int(self._call(lib.leaper_position_fullmove))

    @property
    def halfmove_clock(self) -> int:
        """Turns since the last capture or pawn move."""
        return int(self._call(lib.leaper_position_halfmove))

    @property
    def ply(self) -> int:
        """How many turns have been played and can be taken back."""
        return int(self._call(lib.leaper_position_turn_count))

    @property
    def action_count(self) -> int:
        """How many actions of the current turn have been played; 0 at the start of a turn."""
        return int(self._call(lib.leaper_position_action_count))

    @property
    def repetitions(self) -> int:
        """How often this position has occurred before in the same game."""
        return int(self._call(lib.leaper_position_repetitions))

    @property
    def key(self) -> int:
        """A 64-bit hash of everything that counts for repetition."""
        return int(self._call(lib.leaper_position_key))

    @property
    def outcome(self) -> Outcome:
        """The outcome by the rules."""
        return Outcome._of(self._call(lib.leaper_position_outcome))

    @property
    def is_game_over(self) -> bool:
        return self.outcome.is_over

    def points(self, outcome: Outcome | None = None) -> int:
        """The points that the winner gets for an outcome (by default, the current one) in this position."""
        chosen = (self.outcome if outcome is None else outcome)._struct()
        return int(self._call(lib.leaper_position_points, chosen))

    def square(self, name: str) -> Square:
        """What is on the square of that name, such as ``"e4"``."""
        what = ffi.new("struct leaper_square *")
        self._call(lib.leaper_position_square, square_number(name), what)
        return Square(
            name=name,
            kind=SquareKind(what.kind),
            piece=what.letter.decode("ascii") if what.kind == lib.LEAPER_SQUARE_PIECE else None,
            fuel=int(what.fuel) if what.fuel >= 0 else None,
            owner=Color(what.owner) if what.owner >= 0 else None,
            frozen=bool(what.frozen),
        )

    def piece_at(self, name: str) -> str | None:
        """The letter of the piece on that square, as in FEN, or None."""
        return self.square(name).piece

    def hand(self, color: Color) -> dict[str, int]:
        """The pieces of that color waiting to be placed, as a mapping from the letter in upper case to the number."""
        counts = {
            letter: int(self._call(lib.leaper_position_hand, int(color), _letter(letter)))
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        }
        return {letter: count for letter, count in counts.items() if count}

    def reserve(self, color: Color) -> float:
        """How many squares the color has in reserve; ``math.inf`` if they never run out."""
        number = int(self._call(lib.leaper_position_reserve, int(color)))
        return number if number >= 0 else float("inf")

    # ---- Legal turns and actions ----

    @property
    def legal_turns(self) -> LegalTurns:
        """All legal turns, of which some positions have tens of thousands.

        Announcements are claims rather than turns and are left out.
        """
        return LegalTurns(self)

    @property
    def legal_actions(self) -> list[Action]:
        """The actions that begin or continue a legal turn, also in the middle of one."""
        count = ffi.new("size_t *")
        array = self._checked(lib.leaper_position_actions, count)
        try:
            return [Action(array[i]) for i in range(count[0])]
        finally:
            lib.leaper_free(array)

    def is_legal(self, turn: Turn | str) -> bool:
        """Whether the turn can be played now. Announcements are included."""
        try:
            self.san(self.parse(turn) if isinstance(turn, str) else turn)
        except (IllegalMoveError, MoveSyntaxError):
            return False
        return True

    def is_legal_action(self, action: int) -> bool:
        return bool(self._call(lib.leaper_position_is_legal, int(action)))

    def cost(self, action: int) -> int:
        """The fuel that an action would cost; 0 in games without fuel."""
        return int(self._call(lib.leaper_position_cost, int(action)))

    def captured(self, action: int) -> str | None:
        """The piece that a legal action would capture, as in FEN."""
        letter = self._call(lib.leaper_position_captured, int(action))
        return letter.decode("ascii") if letter != b"\0" else None

    # ---- Notation ----

    def parse(self, turn: str) -> Turn:
        """Reads a legal turn in coordinate notation, SAN or long algebraic notation.

        Raises :exc:`MoveSyntaxError` or :exc:`IllegalMoveError`, which says why.
        """
        found = ffi.new("struct leaper_turn *")
        self._checked(lib.leaper_turn_read, encoded(turn), found)
        return Turn._of(found)

    def coordinates(self, turn: Turn) -> str:
        """The turn in coordinate notation, such as ``"g1f3"`` or ``"e2e4,@@f3"``: each turn has one such text."""
        return self._written(turn, lib.LEAPER_COORDINATE)

    def san(self, turn: Turn, *, fuel: bool = False) -> str:
        """The turn in SAN, such as ``"Nf3"``; with `fuel`, ``"Nf3{48}"`` in games with fuel."""
        return self._written(turn, lib.LEAPER_SAN_FUEL if fuel else lib.LEAPER_SAN)

    def _written(self, turn: Turn, notation: int) -> str:
        return taken_text(self._checked(lib.leaper_turn_write, turn._struct(), notation))

    def action_text(self, action: int, *, san: bool = False) -> str:
        """The text of one legal action; ``""`` for the end of a turn."""
        notation = lib.LEAPER_SAN if san else lib.LEAPER_COORDINATE
        return taken_text(self._checked(lib.leaper_action_write, int(action), notation))

    def line_text(self, actions: Iterable[int], *, san: bool = True) -> str:
        """The text of a sequence of actions from here, such as a principal variation: turns separated by spaces."""
        array = ffi.new("leaper_action[]", [int(action) for action in actions])
        notation = lib.LEAPER_SAN if san else lib.LEAPER_COORDINATE
        return taken_text(self._checked(lib.leaper_line_write, array, len(array), notation))

    # ---- Playing ----

    def push(self, turn: Turn | str) -> Turn:
        """Plays a turn and returns it. On :exc:`IllegalMoveError` and other errors the position is unchanged."""
        with self._lock:
            if isinstance(turn, str):
                try:
                    turn = self.parse(turn)
                except LeaperError:
                    if self.is_game_over:
                        raise GameOverError("game-over", "", "the game is over") from None
                    raise
            self._checked(lib.leaper_position_play, turn._struct())
            return turn

    def pop(self) -> None:
        """Takes back the last turn or, in the middle of a turn, the actions played in it."""
        self._checked(lib.leaper_position_undo)

    def after(self, turn: Turn | str) -> Position:
        """A new position after the turn; this one is unchanged."""
        following = self.copy()
        following.push(turn)
        return following

    def push_action(self, action: int) -> None:
        """Plays one action, which may leave the position in the middle of a turn."""
        self._checked(lib.leaper_position_act, int(action))

    def pop_action(self) -> None:
        """Takes back the last action only."""
        self._checked(lib.leaper_position_undo_action)

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` turns, which neither repetition nor the 50-move rule ends.

        Ctrl-C ends the count.
        """
        counted = ffi.new("uint64_t *")
        stopped = threading.Event()

        def tell(_context: Any, _counted: int) -> bool:
            return not stopped.is_set()

        goes_on = ffi.callback("bool(void *, uint64_t)", tell)
        watch = ffi.new("struct leaper_perft_watch *", {"goes_on": goes_on})
        # A copy, because other threads may go on using the position.
        copy = self.copy()

        def work() -> None:
            checked(lib.leaper_position_perft, copy._c, depth, watch, counted)

        interruptible(work, stopped.set)
        return int(counted[0])

    # ---- Description ----

    def describe(self, *, turns: bool | None = None) -> dict[str, Any]:
        """The position as ``leaper show --json`` prints it.

        `turns`: list all legal turns, however many (True), or none (False).
        """
        flags = {None: lib.LEAPER_DESCRIBE_PLAIN, True: lib.LEAPER_DESCRIBE_ALL_TURNS}.get(
            turns, lib.LEAPER_DESCRIBE_NO_TURNS
        )
        description: dict[str, Any] = json.loads(taken_text(self._checked(lib.leaper_position_json, flags)))
        return description

    def describe_turn(self) -> dict[str, Any]:
        """The legal actions and what they do, and the board, also in the middle of a turn. For graphical boards."""
        description: dict[str, Any] = json.loads(taken_text(self._checked(lib.leaper_position_turn_json)))
        return description

    def _rows(self) -> list[list[Square]]:
        game = self.game
        return [
            [self.square(f"{chr(ord('a') + file)}{rank + 1}") for file in range(game.files)]
            for rank in reversed(range(game.ranks))
        ]

    def __str__(self) -> str:
        """The board as text: ``.`` is an empty square, ``*`` a hole, a space a wall."""
        marks = {SquareKind.EMPTY: ".", SquareKind.HOLE: "*", SquareKind.OUTSIDE: " "}
        return "\n".join(" ".join(square.piece or marks[square.kind] for square in row) for row in self._rows())

    def _repr_svg_(self) -> str:
        from ._draw import board

        return board(self._rows())

    def __repr__(self) -> str:
        if self.action_count:
            return f"<leaper.Position of {self.game.name} in the middle of a turn>"
        return f"<leaper.Position {self.game.name} {self.fen!r}>"

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()
