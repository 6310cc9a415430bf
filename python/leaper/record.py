# SPDX-License-Identifier: GPL-3.0-or-later
"""Recorded games: tags, turns with comments and an outcome; reading and writing PGN."""

from __future__ import annotations

import os
from collections.abc import Iterator, MutableMapping
from typing import IO, Any

from ._library import Callback, Handle, checked, encoded, exception_of, ffi, lib, taken_text, text
from .errors import NotFoundError
from .games import Game, Variant
from .position import Outcome, Position, Turn


class Tags(MutableMapping[str, str]):
    """The tags of a record, except those derived from the rest of it, such as Result and FEN."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        with self._record._lock:
            value = self._record._call(lib.leaper_record_tag, encoded(name))
            if not value:
                raise KeyError(name)
            return text(value)

    def __setitem__(self, name: str, value: str) -> None:
        self._record._checked(lib.leaper_record_set_tag, encoded(name), encoded(value))

    def __delitem__(self, name: str) -> None:
        raise TypeError("a tag cannot be removed; set it to another value")

    def __iter__(self) -> Iterator[str]:
        with self._record._lock:
            return iter([text(self._record._call(lib.leaper_record_tag_name, i)) for i in range(len(self))])

    def __len__(self) -> int:
        return int(self._record._call(lib.leaper_record_tag_count))

    def __repr__(self) -> str:
        return f"Tags({dict(self)!r})"


class Record(Handle):
    """A game as it is written down. It starts from `start`."""

    def __init__(self, start: Position | Variant | Game | str = "chess") -> None:
        position = start if isinstance(start, Position) else Position(start)
        super().__init__(position._checked(lib.leaper_record_new), lib.leaper_record_free)

    @classmethod
    def _of(cls, pointer: Any) -> Record:
        record = cls.__new__(cls)
        Handle.__init__(record, pointer, lib.leaper_record_free)
        return record

    @property
    def variant(self) -> Variant:
        return Variant._of(self._call(lib.leaper_record_variant))

    @property
    def game(self) -> Game:
        return self.variant.game

    @property
    def tags(self) -> Tags:
        """The tags, as a mapping: ``record.tags["White"] = "Anna"``."""
        return Tags(self)

    def __len__(self) -> int:
        """The number of turns."""
        return int(self._call(lib.leaper_record_turn_count))

    def __bool__(self) -> bool:
        return True

    @property
    def turns(self) -> list[Turn]:
        found: list[Turn] = []
        value = ffi.new("struct leaper_turn *")
        while self._call(lib.leaper_record_turn, len(found), value):
            found.append(Turn._of(value))
        return found

    def sans(self) -> list[str]:
        """The turns in SAN."""
        position = self.position(0)
        texts = []
        for turn in self.turns:
            texts.append(position.san(turn))
            position.push(turn)
        return texts

    def position(self, turns: int | None = None) -> Position:
        """The position after that many turns; by default at the end."""
        count = len(self) if turns is None else turns
        if count < 0:
            raise NotFoundError("not-found", "", f"there is no position after {count} turns")
        return Position._of(self._checked(lib.leaper_record_position, count))

    def add(self, turn: Turn | str) -> Turn:
        """Appends a legal turn and returns it."""
        with self._lock:
            chosen = self.position().parse(turn) if isinstance(turn, str) else turn
            self._checked(lib.leaper_record_add, chosen._struct())
            return chosen

    def comment(self, turn: int | None = None) -> str:
        """The comment after turn number `turn`, from 0; by default the one before the first turn."""
        with self._lock:
            return text(self._call(lib.leaper_record_comment, _number(turn)))

    def set_comment(self, comment: str, turn: int | None = None) -> None:
        """Sets a comment; an empty one removes it."""
        self._checked(lib.leaper_record_set_comment, _number(turn), encoded(comment))

    @property
    def outcome(self) -> Outcome:
        """How the game ended; ongoing if it is unfinished or was abandoned."""
        return Outcome._of(self._call(lib.leaper_record_outcome))

    @outcome.setter
    def outcome(self, outcome: Outcome) -> None:
        self._checked(lib.leaper_record_set_outcome, outcome._struct())

    def pgn(self, *, fuel: bool = False, text: bool = False) -> str:
        """The record as PGN. With `fuel`, in games with fuel, a comment after each move gives the fuel left. With `text`, a game
        of a file carries the text that defines it, and is then replayed without the file; games of `read_games` always do."""
        options = fuel * lib.LEAPER_PGN_FUEL + text * lib.LEAPER_PGN_TEXT
        return taken_text(self._checked(lib.leaper_record_pgn_with, options))

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        return f"<leaper.Record {self.game.name}, {len(self)} turns, {self.outcome}>"


def _number(turn: int | None) -> int:
    """The library's number for a comment; SIZE_MAX stands for the one before the first turn."""
    if turn is None:
        return (1 << 8 * int(ffi.sizeof("size_t"))) - 1
    if turn < 0:
        raise NotFoundError("not-found", "", f"there is no turn {turn}")
    return turn


class PGNReader(Handle):
    """Reads PGN one game at a time. Memory use is bounded by the longest game.

    A game that cannot be read raises a :exc:`LeaperError`; the reader can then
    go on with the next game.

    >>> reader = PGNReader("1. e4 e5 2. Qh5 *")
    >>> [record.sans() for record in reader]
    [['e4', 'e5', 'Qh5']]
    """

    def __init__(self, source: str | bytes | IO[str] | IO[bytes], *, past_draws: bool = False) -> None:
        """Reads from a text or an open file.

        `past_draws`: read on after repetition or the 50-move rule has ended a
        game. In most other programs these draws must be claimed.
        """
        self._failures = Callback()
        if isinstance(source, (str, bytes)):
            data = source.encode("utf-8") if isinstance(source, str) else source
            pointer = checked(lib.leaper_pgn_reader_of_text, data, len(data))
        else:
            self._source = source
            self._rest = b""
            self._fill = ffi.callback("size_t(void *, char *, size_t)", self._read)
            pointer = checked(lib.leaper_pgn_reader_new, self._fill, ffi.NULL)
        super().__init__(pointer, lib.leaper_pgn_reader_free)
        self._call(lib.leaper_pgn_reader_set_past_draws, past_draws)

    def _read(self, _context: Any, buffer: Any, size: int) -> int:
        def fill() -> None:
            if not self._rest:
                data = self._source.read(size)
                self._rest = data.encode("utf-8") if isinstance(data, str) else data

        if not self._failures.guarded(fill):
            return 0
        part, self._rest = self._rest[:size], self._rest[size:]
        ffi.memmove(buffer, part, len(part))
        return len(part)

    def __iter__(self) -> PGNReader:
        return self

    def __next__(self) -> Record:
        record = ffi.new("struct leaper_record **")
        error = ffi.new("struct leaper_error *")
        status = self._call(lib.leaper_pgn_next, record, error)
        self._failures.reraise()
        if status == lib.LEAPER_PGN_GAME:
            return Record._of(record[0])
        if status == lib.LEAPER_PGN_END:
            raise StopIteration
        raise exception_of(error)

    def close(self) -> None:
        """Frees the reader. The file that it reads from stays open."""
        self._close()

    def __enter__(self) -> PGNReader:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()


def read_pgn(source: str | IO[str] | IO[bytes], *, past_draws: bool = False) -> PGNReader:
    """A reader for a text in PGN or an open file."""
    return PGNReader(source, past_draws=past_draws)


def open_pgn(path: str | os.PathLike[str], *, past_draws: bool = False) -> Iterator[Record]:
    """The games of a PGN file, one at a time."""
    with open(path, "rb") as file, PGNReader(file, past_draws=past_draws) as reader:
        yield from reader
