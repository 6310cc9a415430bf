# SPDX-License-Identifier: GPL-3.0-or-later
"""Exceptions. Each has the code, the place and the message that the library reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class LeaperError(Exception):
    """An error that the library reported.

    Attributes:
        code: A name that programs can rely on, such as ``"illegal-move"``.
        place: Where the error is, such as ``"fen[12]"``, ``"fuel"`` or ``"line 4, column 7"``; may be empty.
        message: One sentence in lower case.
    """

    code: str
    place: str
    message: str

    def __init__(self, code: str, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.code = code
        self.place = place
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.place, self.message)


class UnknownGameError(LeaperError, LookupError):
    """There is no game of that name; the message lists the names."""


class ParameterError(LeaperError, ValueError):
    """An option is out of range, or the game has no such parameter."""


class FENError(LeaperError, ValueError):
    """A FEN that cannot be parsed, or that describes an impossible position."""


class MoveSyntaxError(LeaperError, ValueError):
    """A text that is not a move in any notation."""


class IllegalMoveError(LeaperError, ValueError):
    """A move that the rules forbid here; the message says why."""


class GameOverError(LeaperError):
    """The game is over; nothing more can be played."""


class BetzaError(LeaperError, ValueError):
    """A piece description that cannot be parsed."""


class PGNError(LeaperError, ValueError):
    """A text that is not PGN."""


class JSONError(LeaperError, ValueError):
    """A text that is not JSON."""


class RequestError(LeaperError):
    """A call that makes no sense in the current state."""


class NotFoundError(LeaperError, LookupError):
    """What was asked for does not exist."""


class ConflictError(LeaperError):
    """A file that belongs to another program or computation."""


class TooLargeError(LeaperError):
    """A limit is exceeded; the place or the message names it."""


class CancelledError(LeaperError):
    """A callback or a time limit ended the work."""


class SystemFailure(LeaperError):
    """The operating system refused something other than memory, such as a thread or a file."""


class OutOfMemoryError(LeaperError, MemoryError):
    """Memory has run out."""


class NotBuiltInError(LeaperError, NotImplementedError):
    """This build of the library lacks the function; see :func:`leaper.has_feature`."""


@dataclass(frozen=True)
class VariantFault:
    """Something that is wrong with a text of games. Lines and columns count from 1.

    `other`: a second place that the fault is about, as (file, line, column), such as a game of the same name.
    """

    file: str
    line: int
    column: int
    message: str
    other: tuple[str, int, int] | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class VariantError(LeaperError, ValueError):
    """A text that defines no game.

    Attributes:
        faults: All that is wrong with it.
    """

    faults: tuple[VariantFault, ...]

    def __init__(self, code: str, place: str, message: str, faults: tuple[VariantFault, ...] = ()) -> None:
        super().__init__(code, place, message)
        self.faults = faults

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.place, self.message, self.faults)


#: From enum leaper_code to the exception.
BY_CODE: dict[int, type[LeaperError]] = {
    1: UnknownGameError,
    2: ParameterError,
    3: FENError,
    4: MoveSyntaxError,
    5: IllegalMoveError,
    6: GameOverError,
    7: BetzaError,
    8: PGNError,
    9: JSONError,
    10: RequestError,
    11: NotFoundError,
    12: ConflictError,
    13: TooLargeError,
    14: CancelledError,
    15: SystemFailure,
    16: OutOfMemoryError,
    17: NotBuiltInError,
    18: VariantError,
}
