# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine, which finds the turn to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Any, TypeVar

from ._library import Callback, Handle, checked, encoded, ffi, interruptible, lib, text
from .errors import RequestError

from .position import Action, Position, Turn

T = TypeVar("T")


@dataclass(frozen=True)
class Level:
    """A level of playing strength."""

    key: str  # for Engine.search()
    name: str
    words: str  # what to expect


def levels() -> list[Level]:
    """The levels, weakest first; the last is full strength."""
    return [
        Level(
            text(lib.leaper_level_key(number)),
            text(lib.leaper_level_name(number)),
            text(lib.leaper_level_words(number)),
        )
        for number in range(lib.leaper_level_count())
    ]


@total_ordering
@dataclass(frozen=True)
class Score:
    """What a position is worth for the side to move.

    Exactly one of these is not None: `centipawns`, `wins_in` (turns of that
    side until it wins) and `loses_in` (turns of that side until it has lost).
    """

    centipawns: int | None = None
    wins_in: int | None = None
    loses_in: int | None = None

    @classmethod
    def _of(cls, value: Any) -> Score:
        if value.kind == lib.LEAPER_WINS_IN:
            return cls(wins_in=int(value.value))
        if value.kind == lib.LEAPER_LOSES_IN:
            return cls(loses_in=int(value.value))
        return cls(centipawns=int(value.value))

    @property
    def _order(self) -> float:
        if self.wins_in is not None:
            return 1e9 - self.wins_in
        if self.loses_in is not None:
            return -1e9 + self.loses_in
        return self.centipawns or 0

    def __lt__(self, other: Score) -> bool:
        return self._order < other._order

    def __str__(self) -> str:
        if self.wins_in is not None:
            return f"wins in {self.wins_in}"
        if self.loses_in is not None:
            return f"loses in {self.loses_in}"
        return f"{(self.centipawns or 0) / 100:+.2f}"


class Bound(IntEnum):
    """Whether a score is exact or only a bound."""

    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


@dataclass(frozen=True)
class SearchInfo:
    """The state of a search, passed to the report callback."""

    depth: int  # of the iteration, in actions
    selective: int  # the greatest depth reached
    line: int  # 1: the best line, 2: the second best, …
    score: Score
    bound: Bound
    nodes: int
    speed: int  # nodes per second
    elapsed: float  # seconds
    hashfull: float  # share of the table in use
    pv: tuple[Action, ...]  # the principal variation, for Position.line_text()


@dataclass(frozen=True)
class SearchResult:
    """The result of a search. `turn` is None if the game is over."""

    turn: Turn | None
    ponder: Action | None  # the opponent's expected first action
    score: Score
    depth: int  # of the last completed iteration
    nodes: int
    elapsed: float  # seconds


@dataclass(frozen=True)
class Clock:
    """The state of the clocks, in seconds."""

    white: float
    black: float
    white_increment: float = 0
    black_increment: float = 0
    moves_to_go: int = 0  # turns until the next time control; 0: the rest of the game
    overhead: float = 0  # what every turn loses outside the search, for example on a network


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


class Engine(Handle):
    """An engine with a transposition table of `hash` MiB that searches with `threads` threads.

    It runs one search at a time; several engines can search side by side. As a
    context manager, it frees its memory at the end of the block.

    >>> with Engine() as engine:
    ...     result = engine.search(Position("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=4)
    >>> result.score.wins_in
    1
    """

    def __init__(self, hash: int = 16, threads: int = 1) -> None:
        self._hash, self._threads = hash, threads
        super().__init__(checked(lib.leaper_engine_new, *_sizes(hash, threads)), lib.leaper_engine_free)

    @property
    def hash(self) -> int:
        """The size of the table in MiB. Setting it empties the table."""
        return self._hash

    @hash.setter
    def hash(self, mebibytes: int) -> None:
        self._exclusively(lambda: bool(self._checked(lib.leaper_engine_set_hash, *_sizes(mebibytes))))
        self._hash = mebibytes

    @property
    def threads(self) -> int:
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        self._exclusively(lambda: bool(self._checked(lib.leaper_engine_set_threads, *_sizes(threads))))
        self._threads = threads

    def clear(self) -> None:
        """Clears the hash table and the move-ordering statistics; call it when a new game begins."""
        self._exclusively(lambda: bool(self._call(lib.leaper_engine_clear)))

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: Clock | None = None,
        level: str | None = None,
        seed: int = 0,
        lines: int = 1,
        only: Iterable[int] = (),
        report: Callable[[SearchInfo], object] | None = None,
    ) -> SearchResult:
        """Searches for the turn to play; the position is not changed.

        The first limit reached ends the search, and so do :meth:`stop` and
        Ctrl-C. Without a limit it runs until one of these.

        Args:
            depth: The deepest iteration, in actions.
            nodes: The most positions to visit.
            time: Seconds for this turn.
            clock: The clocks of both players, from which the engine chooses its time.
            level: The key of a level (see :func:`levels`); None is full strength.
            seed: For the random errors of the weaker levels: the same seed gives the same errors.
            lines: The number of best lines to report.
            only: The first action must be one of these; illegal ones are ignored, and empty means any.
            report: Called with a :class:`SearchInfo` for every line found, possibly in another thread. Returning
                False ends the search.
        """
        found = Callback()
        search = ffi.new("struct leaper_search *")
        for name, limit in (("depth", depth), ("nodes", nodes)):
            if limit is not None and limit < 1:
                raise ValueError(f"{name} must be at least 1")
        search.depth = depth or 0
        search.nodes = nodes or 0
        if time is not None:
            search.movetime = max(_milliseconds(time), 1)
        if clock is not None:
            search.clock = True
            search.time = (_milliseconds(clock.white), _milliseconds(clock.black))
            search.increment = (_milliseconds(clock.white_increment), _milliseconds(clock.black_increment))
            search.moves_to_go = clock.moves_to_go
            search.overhead = _milliseconds(clock.overhead)
        name = encoded(level)
        actions = ffi.new("leaper_action[]", [int(action) for action in only])
        search.level, search.seed, search.lines = name, seed, lines
        search.only, search.only_count = actions, len(actions)

        def tell(_context: Any, info: Any) -> None:
            if report is not None and not found.guarded(report, _info(info)):
                self.stop()

        callback = ffi.callback("void(void *, const struct leaper_search_info *)", tell)
        if report is not None:
            search.report = callback
        return self._exclusively(lambda: self._run(position, search, found))

    def _run(self, position: Position, search: Any, found: Callback) -> SearchResult:
        result = ffi.new("struct leaper_search_result *")
        # A copy, because other threads may go on using the position.
        copy = position.copy()

        def work() -> None:
            checked(lib.leaper_engine_search, self._open, copy._c, search, result)

        try:
            interruptible(work, self.stop)
        except BaseException:
            # If the search ended before the stop came, the stop must not end the next one.
            self.ready()
            raise
        found.reraise()
        return SearchResult(
            turn=Turn._of(result.turn) if result.turn.count else None,
            ponder=Action(result.ponder) if result.ponder else None,
            score=Score._of(result.score),
            depth=int(result.depth),
            nodes=int(result.nodes),
            elapsed=result.elapsed / 1000,
        )

    def _exclusively(self, work: Callable[[], T]) -> T:
        if not self._lock.acquire(blocking=False):
            raise RequestError("busy", "", "this engine is searching")
        try:
            return work()
        finally:
            self._lock.release()

    def stop(self) -> None:
        """Stops the running search soon or, if none is running, the next one.

        May be called from any thread, and from the report callback.
        """
        lib.leaper_engine_stop(self._open)

    def ready(self) -> None:
        """Discards a :meth:`stop` that came while no search was running. May be called from any thread."""
        lib.leaper_engine_ready(self._open)

    def close(self) -> None:
        """Frees the engine. No search may be running."""
        self._exclusively(self._close)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"leaper.Engine(hash={self._hash}, threads={self._threads})"


def _sizes(*numbers: int) -> tuple[int, ...]:
    """Clamps numbers that do not fit the library's type to ones that it refuses with a message of its own."""
    return tuple(min(max(number, 0), 2**32 - 1) for number in numbers)


def _info(info: Any) -> SearchInfo:
    return SearchInfo(
        depth=int(info.depth),
        selective=int(info.selective),
        line=int(info.line),
        score=Score._of(info.score),
        bound=Bound(info.bound),
        nodes=int(info.nodes),
        speed=int(info.speed),
        elapsed=info.elapsed / 1000,
        hashfull=info.hashfull / 1000,
        pv=tuple(Action(info.pv[i]) for i in range(info.pv_count)),
    )
