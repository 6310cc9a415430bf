# SPDX-License-Identifier: GPL-3.0-or-later
"""Tours of leapers: counting, finding, listing, sampling, estimating, checking and drawing them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar, overload

from ._library import Callback, Handle, checked, encoded, ffi, interruptible, lib, taken_text, text
from .errors import CancelledError

T = TypeVar("T")


@dataclass(frozen=True)
class Progress:
    """The progress of a long computation."""

    done: float | None  # fraction of the work; None if unknown
    states: int  # states, probes or tours so far
    memory: int  # bytes used for states
    what: str


class Method(IntEnum):
    """How tours are counted."""

    AUTO = 0
    FRONTIER = 1
    MEET_IN_THE_MIDDLE = 2


class Style(IntEnum):
    """How tours are drawn."""

    LINE = 0
    NUMBERED = 1
    COLORED = 2


class Format(IntEnum):
    """How tours are written as text."""

    GRID = 0
    SQUARES = 1
    JSON = 2


@dataclass(frozen=True)
class Options:
    """The resources and settings of a computation.

    Attributes:
        threads: 0 means one per processor.
        memory: Limit in bytes; 0 means three quarters of the machine's memory.
        disk: Limit on temporary files in bytes; 0 means no temporary files.
        directory: For temporary files; None means ``/var/tmp``.
        seconds: Time limit; 0 means none.
        seed: For finding, sampling and estimating: the same seed gives the same result.
        method: For counting.
        progress: Called with a :class:`Progress` from time to time, in any thread. Returning False ends the work.
    """

    threads: int = 0
    memory: int = 0
    disk: int = 0
    directory: str | None = None
    seconds: float = 0
    seed: int = 0
    method: Method = Method.AUTO
    progress: Callable[[Progress], object] | None = None


@dataclass(frozen=True)
class Count:
    """The exact number of tours, and what it took."""

    tours: int  # undirected
    directed: int
    method: Method
    states: int
    memory: int
    spilled: int

    def __int__(self) -> int:
        return self.tours


class Status(IntEnum):
    """The answer of a search for a tour."""

    FOUND = 0
    NONE = 1  # proved that there is none
    UNSETTLED = 2  # time, memory or the callback ended the search


@dataclass(frozen=True)
class Finding:
    """The result of a search for a tour; `how` is the method, or the theorem that forbids a tour."""

    status: Status
    how: str
    tour: Tour | None


@dataclass(frozen=True)
class Estimate:
    """An estimate of the number of undirected tours.

    The numbers may be too large for a float: `log_mean` and the like are
    natural logarithms. `low` and `high` bound the 95 % confidence interval.
    """

    probes: int
    successes: int  # probes that ended in a tour
    exact: bool  # the number is proved, not estimated
    log_mean: float
    log_low: float
    log_high: float
    effective: float  # effective sample size; below about 30 the interval is unreliable

    @property
    def mean(self) -> float:
        return _exp(self.log_mean)

    @property
    def low(self) -> float:
        return _exp(self.log_low)

    @property
    def high(self) -> float:
        return _exp(self.log_high)


def _exp(logarithm: float) -> float:
    try:
        return math.exp(logarithm)
    except OverflowError:
        return math.inf


class Fault(IntEnum):
    """Why a sequence of cells is not a tour."""

    FINE = 0
    TOO_SHORT = 1
    AGAIN = 2
    NO_LEAP = 3
    NO_RETURN = 4
    WRONG_END = 5
    NO_CELL = 6


@dataclass(frozen=True)
class Verdict:
    """Whether a sequence of cells is a tour; if not, the fault and its index. True for a tour."""

    fault: Fault
    step: int

    def __bool__(self) -> bool:
        return self.fault == Fault.FINE


class Tour(Sequence[int]):
    """One tour: the numbers of its cells in order. Notebooks draw it."""

    def __init__(self, tours: Tours, cells: Iterable[int]) -> None:
        self.tours = tours
        self.cells = tuple(cells)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        return self.cells[index]

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tour) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells)

    @property
    def names(self) -> list[str]:
        """The names of the cells: ``["a1", "b3", …]``."""
        return [self.tours.cell_name(cell) for cell in self.cells]

    def text(self, format: Format = Format.GRID) -> str:
        """The tour as a grid of numbers, a list of squares, or JSON."""
        array = self.tours._array(self.cells)
        return taken_text(checked(lib.leaper_tours_text, self.tours._c, array, int(format)))

    def svg(self, style: Style = Style.LINE, cell: int = 0) -> str:
        """The tour as an SVG document; `cell` is the size of a cell in points, by default 40."""
        array = self.tours._array(self.cells)
        return taken_text(checked(lib.leaper_tours_svg, self.tours._c, array, int(style), cell))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Tour of {len(self)} cells: {' '.join(self.names[:3])} …>"


class Tours(Handle):
    """The tours of one leaper on one board. It never changes, and threads may share it.

    Args:
        board: ``"8x8"`` (files × ranks), or its ranks from the top with ``*`` for holes: ``"5/5/5/3**"``.
        leaper: ``"1,2"``, ``"camel"``, any Betza notation of a leaper, or several joined by ``+``.
        open: Open tours: the last cell need not be a leap from the first.
        start: The cell where an open tour starts; None means anywhere.
        end: The cell where it ends; None means anywhere.

    >>> Tours("6x6").count().tours
    9862
    """

    def __init__(
        self,
        board: str = "8x8",
        leaper: str | None = None,
        *,
        open: bool = False,
        start: str | None = None,
        end: str | None = None,
    ) -> None:
        texts = [encoded(value) for value in (board, leaper, start, end)]
        spec = ffi.new("struct leaper_tours_spec *", (texts[0], texts[1], open, texts[2], texts[3]))
        super().__init__(checked(lib.leaper_tours_new, spec), lib.leaper_tours_free)
        self.board = board

    def __len__(self) -> int:
        """The number of cells of the board, which is the length of a tour."""
        return int(lib.leaper_tours_length(self._c))

    def cell_name(self, cell: int) -> str:
        """The name of the cell with that number, which is file + files * rank, both from 0."""
        return taken_text(checked(lib.leaper_tours_cell_name, self._c, cell))

    def cell(self, name: str) -> int:
        """The number of the cell with that name. Raises ValueError."""
        number = int(lib.leaper_tours_cell_find(self._c, encoded(name)))
        if number < 0:
            raise ValueError(f"{name!r} is not a cell of this board")
        return number

    # ---- Counting and estimating ----

    def count(self, options: Options = Options()) -> Count:
        """Counts the tours exactly. Ctrl-C ends it."""
        number = ffi.new("struct leaper_tours_number *")

        def work(settings: Any) -> Count:
            try:
                checked(lib.leaper_tours_count, self._c, settings, number)
                return Count(
                    tours=int(text(number.tours)),
                    directed=int(text(number.directed)),
                    method=Method(number.method),
                    states=int(number.states),
                    memory=int(number.memory),
                    spilled=int(number.spilled),
                )
            finally:
                lib.leaper_tours_number_clear(number)

        return self._run(options, work)

    @property
    def known(self) -> int | None:
        """The number of tours if it is in the library's table of known counts, otherwise None."""
        number = text(lib.leaper_tours_known(self._c))
        return int(number) if number else None

    def estimate(self, probes: int = 10000, options: Options = Options()) -> Estimate:
        """Estimates the number of tours by random probes of the search tree (Knuth, 1975)."""
        result = ffi.new("struct leaper_tours_estimate *")

        def work(settings: Any) -> Estimate:
            checked(lib.leaper_tours_estimate_number, self._c, probes, settings, result)
            return Estimate(
                probes=int(result.probes),
                successes=int(result.successes),
                exact=bool(result.exact),
                log_mean=float(result.log_mean),
                log_low=float(result.log_low),
                log_high=float(result.log_high),
                effective=float(result.effective),
            )

        return self._run(options, work)

    # ---- Finding, listing and sampling ----

    def find(self, options: Options = Options()) -> Finding:
        """Looks for one tour. Different seeds often give different tours."""
        finding = ffi.new("struct leaper_tours_finding *")
        cells = ffi.new("int[]", len(self))

        def work(settings: Any) -> Finding:
            try:
                checked(lib.leaper_tours_find, self._c, settings, cells, finding)
                status = Status(finding.status)
                tour = Tour(self, cells) if status == Status.FOUND else None
                return Finding(status, text(finding.how), tour)
            finally:
                lib.leaper_tours_finding_clear(finding)

        return self._run(options, work)

    def each(self, visit: Callable[[Tour], object], options: Options = Options()) -> None:
        """Calls `visit` with every tour of a small board, in order, until it returns False."""
        visited = Callback()
        length = len(self)
        ended = False

        def see(_context: Any, cells: Any) -> bool:
            nonlocal ended
            ended = not visited.guarded(visit, Tour(self, cells[0:length]))
            return not ended

        visitor = ffi.callback("bool(void *, const int *)", see)

        def work(settings: Any) -> None:
            try:
                checked(lib.leaper_tours_list, self._c, settings, visitor, ffi.NULL)
            except CancelledError:
                if not ended:
                    raise

        self._run(options, work)
        visited.reraise()

    def to_list(self, limit: int | None = None, options: Options = Options()) -> list[Tour]:
        """The first `limit` tours of a small board; by default all."""
        found: list[Tour] = []

        def visit(tour: Tour) -> bool:
            found.append(tour)
            return len(found) != limit

        if limit != 0:
            self.each(visit, options)
        return found

    def sampler(self, options: Options = Options()) -> Sampler:
        """A sampler of uniformly random tours. For 8x8 its tables take half a second and 300 MB."""
        return self._run(options, lambda settings: Sampler(self, settings))

    def sample(self, number: int, options: Options = Options()) -> list[Tour]:
        """That many uniformly random tours, drawn independently of each other."""
        with self.sampler(options) as sampler:
            return [next(sampler) for _ in range(number)]

    def check(self, cells: Sequence[int] | Sequence[str]) -> Verdict:
        """Checks whether a sequence of cells, given by number or name, is a tour of the whole board."""
        numbers = [self.cell(cell) if isinstance(cell, str) else cell for cell in cells]
        verdict = ffi.new("struct leaper_tours_verdict *")
        checked(lib.leaper_tours_check, self._c, ffi.new("int[]", numbers), len(numbers), verdict)
        return Verdict(Fault(verdict.fault), int(verdict.step))

    def read(self, source: str) -> Tour:
        """Reads the first tour in a text, in any of the formats that :meth:`Tour.text` writes."""
        cells = ffi.new("int[]", len(self))
        checked(lib.leaper_tours_read, self._c, encoded(source), cells)
        return Tour(self, cells)

    def _array(self, cells: Sequence[int]) -> Any:
        """The cells for functions that expect a whole tour."""
        if len(cells) != len(self):
            raise ValueError(f"a tour of this board has {len(self)} cells, not {len(cells)}")
        return ffi.new("int[]", list(cells))

    def _run(self, options: Options, work: Callable[[Any], T]) -> T:
        """Runs `work` with the options as a struct of the library; the callback and Ctrl-C can end it."""
        told = Callback()
        interrupted = False
        report = options.progress

        def progress(_context: Any, now: Any) -> bool:
            if interrupted:
                return False
            if report is None:
                return True
            done = float(now.done) if now.done >= 0 else None
            return told.guarded(report, Progress(done, int(now.states), int(now.memory), text(now.what)))

        def stop() -> None:
            nonlocal interrupted
            interrupted = True

        directory = encoded(options.directory)
        callback = ffi.callback("bool(void *, const struct leaper_tours_progress *)", progress)
        settings = ffi.new(
            "struct leaper_tours_options *",
            {
                "threads": options.threads,
                "memory": options.memory,
                "disk": options.disk,
                "directory": directory,
                "seconds": options.seconds,
                "seed": options.seed,
                "method": int(options.method),
                "progress": callback,
            },
        )
        try:
            result = interruptible(lambda: work(settings), stop)
        except CancelledError:
            told.reraise()
            raise
        told.reraise()
        return result

    def __repr__(self) -> str:
        return f"<leaper.Tours {self.board}>"


class Sampler(Handle):
    """An endless iterator over uniformly random tours. Get one from :meth:`Tours.sampler`."""

    def __init__(self, tours: Tours, settings: Any) -> None:
        self.tours = tours
        super().__init__(checked(lib.leaper_tours_sampler_new, tours._c, settings), lib.leaper_tours_sampler_free)

    def __iter__(self) -> Iterator[Tour]:
        return self

    def __next__(self) -> Tour:
        cells = ffi.new("int[]", len(self.tours))
        self._checked(lib.leaper_tours_sampler_next, cells)
        return Tour(self.tours, cells)

    def close(self) -> None:
        """Frees the tables."""
        self._close()

    def __enter__(self) -> Sampler:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()
