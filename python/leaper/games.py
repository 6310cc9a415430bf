# SPDX-License-Identifier: GPL-3.0-or-later
"""Games, their parameters and rules, and variants: games whose parameters are fixed."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ._library import Handle, checked, encoded, ffi, lib, taken_text, text
from .errors import VariantError, VariantFault

if TYPE_CHECKING:
    from .position import Position


class Color(IntEnum):
    """A side."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opponent's color."""
        return Color(1 - self)

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Parameter:
    """What can be chosen when a variant is created: a whole number, or one of several words."""

    name: str
    help: str
    default: str
    minimum: int | None
    maximum: int | None
    choices: tuple[str, ...] | None


@dataclass(frozen=True)
class Rule:
    """One rule in words. `published`: the author of the game states it; otherwise it is Leaper's reading."""

    text: str
    published: bool


@dataclass(frozen=True)
class Section:
    """A part of the rules, with its title."""

    title: str
    rules: tuple[Rule, ...]


class Game:
    """A game that the library knows. Get one from :func:`game` or :func:`games`."""

    def __init__(self, pointer: Any, keeper: object = None) -> None:
        self._c = pointer  # constant, and valid as long as its keeper; never freed without one
        self._keeper = keeper

    @property
    def name(self) -> str:
        """The name in commands, JSON and UCI, such as ``"fuel"``."""
        return text(lib.leaper_game_name(self._c))

    @property
    def title(self) -> str:
        """The name that people use, such as ``"Fuel Chess"``."""
        return text(lib.leaper_game_title(self._c))

    @property
    def author(self) -> str:
        return text(lib.leaper_game_author(self._c))

    @property
    def family(self) -> str:
        """The common name of related games, or ``""``."""
        return text(lib.leaper_game_family(self._c))

    @property
    def summary(self) -> str:
        """The game in one sentence."""
        return text(lib.leaper_game_summary(self._c))

    @property
    def files(self) -> int:
        return int(lib.leaper_game_files(self._c))

    @property
    def ranks(self) -> int:
        return int(lib.leaper_game_ranks(self._c))

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters that :meth:`variant` and :meth:`position` take as keywords."""
        found = []
        one = ffi.new("struct leaper_parameter *")
        for number in range(lib.leaper_game_parameter_count(self._c)):
            lib.leaper_game_parameter(self._c, number, one)
            is_number = one.kind == lib.LEAPER_PARAMETER_NUMBER
            found.append(
                Parameter(
                    name=text(one.name),
                    help=text(one.help),
                    default=text(one.initial),
                    minimum=int(one.minimum) if is_number else None,
                    maximum=int(one.maximum) if is_number else None,
                    choices=None if is_number else tuple(text(one.choices[i]) for i in range(one.choice_count)),
                )
            )
        return tuple(found)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The rules in words."""
        sections: list[Section] = []
        published = ffi.new("bool *")
        while title := text(lib.leaper_game_section(self._c, len(sections))):
            rules: list[Rule] = []
            while words := text(lib.leaper_game_rule(self._c, len(sections), len(rules), published)):
                rules.append(Rule(words, bool(published[0])))
            sections.append(Section(title, tuple(rules)))
        return tuple(sections)

    @property
    def definition(self) -> str:
        """What defines the game, as a text that :func:`load_games_text` reads back to the same game; without its words."""
        return taken_text(checked(lib.leaper_game_definition, self._c))

    @property
    def definition_hash(self) -> int:
        """A 64-bit hash of all that the definition means for play."""
        value = ffi.new("uint64_t *")
        checked(lib.leaper_game_hash, self._c, value)
        return int(value[0])

    def variant(self, **parameters: int | str) -> Variant:
        """The variant with these parameters; omitted ones have their defaults."""
        return Variant(self, **parameters)

    def position(self, fen: str | None = None, **parameters: int | str) -> Position:
        """A position of the variant with these parameters; by default its starting position."""
        return self.variant(**parameters).position(fen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or self.name != other.name:
            return False
        return bool(self._c == other._c) or self.definition_hash == other.definition_hash

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"leaper.game({self.name!r})"


def games() -> list[Game]:
    """All games."""
    return [Game(lib.leaper_game_at(number)) for number in range(lib.leaper_game_count())]


def game(name: str) -> Game:
    """The game of that name. Raises :exc:`UnknownGameError`."""
    return Game(checked(lib.leaper_game_find, encoded(name)))


def _load(function: Callable[..., int], arguments: tuple[Any, ...], partly: bool) -> tuple[list[Game], list[VariantFault]]:
    """Calls a function of the library that loads games; returns these and what is wrong with the others."""
    loaded: list[Game] = []
    faults: list[VariantFault] = []

    def add_fault(_: Any, fault: Any) -> None:
        other = (text(fault.other_file), int(fault.other_line), int(fault.other_column)) if fault.other_file else None
        faults.append(VariantFault(text(fault.file), int(fault.line), int(fault.column), text(fault.message), other))

    on_fault = ffi.callback("void(void *, const struct leaper_fault *)", add_fault)
    on_game = ffi.callback("void(void *, const struct leaper_game *)", lambda _, pointer: loaded.append(Game(pointer)))
    loading = ffi.new("struct leaper_loading *", {"partly": partly, "on_fault": on_fault, "on_game": on_game})
    try:
        checked(function, *arguments, loading)
    except VariantError as error:
        error.faults = tuple(faults)
        raise
    return loaded, faults


def load_games(path: str | os.PathLike[str], *, partly: bool = False) -> tuple[list[Game], list[VariantFault]]:
    """Adds the games of a file like Fairy-Stockfish's ``variants.ini``; returns them and what is wrong with the others.

    If anything is wrong nothing is loaded, and :exc:`VariantError` has a list of the faults by line. With `partly` only games
    that have a fault are left out. A game that is there already with the same definition is the same game.
    """
    return _load(lib.leaper_games_load_file, (encoded(path),), partly)


def load_games_text(content: str, *, name: str = "<text>", partly: bool = False) -> tuple[list[Game], list[VariantFault]]:
    """The same for a text; `name` stands for it in messages.

    >>> (quick,), faults = load_games_text("[quick:chess]\\nnFoldRule = 2\\n")
    >>> quick.name
    'quick'
    """
    data = content.encode("utf-8")
    return _load(lib.leaper_games_load_text, (encoded(name), data, len(data)), partly)


def read_games(content: str, *, name: str = "<text>", partly: bool = False) -> tuple[list[Game], list[VariantFault]]:
    """Reads the games of a text without adding them to the list: :func:`game` does not find them, and other texts may use their names.

    They inherit from the library's own games and each other only. The text has at most 64 KiB and 32 games; errors are those of
    :func:`load_games`. The memory is freed with the last of the games and their variants.

    >>> (mine,), _ = read_games("[mine:chess]\\nnFoldRule = 2\\n")
    >>> mine.position().fen == game("chess").position().fen
    True
    """
    keeper: list[Any] = []

    def read(*arguments: Any) -> Any:
        games = lib.leaper_games_read(*arguments)
        if games:
            keeper.append(ffi.gc(games, lib.leaper_games_free))
        return games

    data = content.encode("utf-8")
    _, faults = _load(read, (encoded(name), data, len(data)), partly)
    (games,) = keeper
    return [Game(lib.leaper_games_at(games, number), games) for number in range(lib.leaper_games_count(games))], faults


class Variant(Handle):
    """A game with its parameters fixed. It never changes, and threads may share it.

    Creating one takes about as long as playing a hundred turns, so create one
    and use it for many positions.

    >>> Variant("fuel", fuel=20).parameters
    {'fuel': '20'}
    """

    def __init__(self, game: Game | str, **parameters: int | str) -> None:
        found = game if isinstance(game, Game) else Game(checked(lib.leaper_game_find, encoded(game)))
        texts = [(encoded(key), encoded(str(value))) for key, value in parameters.items()]
        settings = ffi.new("struct leaper_setting[]", texts)
        super().__init__(
            checked(lib.leaper_variant_of, found._c, settings, len(texts)), lib.leaper_variant_free
        )

    @classmethod
    def _of(cls, pointer: Any) -> Variant:
        """Wraps a reference to a variant that the library returned."""
        variant = cls.__new__(cls)
        Handle.__init__(variant, pointer, lib.leaper_variant_free)
        return variant

    @property
    def game(self) -> Game:
        return Game(self._call(lib.leaper_variant_game), self)

    @property
    def parameters(self) -> dict[str, str]:
        """The value of every parameter, as text."""
        return {
            parameter.name: taken_text(self._checked(lib.leaper_variant_value, number))
            for number, parameter in enumerate(self.game.parameters)
        }

    def position(self, fen: str | None = None) -> Position:
        """A position from a FEN; by default the starting position."""
        from .position import Position

        return Position(self, fen)

    def piece_name(self, letter: str) -> str | None:
        """The name of the piece with that letter, such as ``"charging rook"``; None if there is no such piece."""
        return text(self._call(lib.leaper_variant_piece_name, _letter(letter))) or None

    def piece_betza(self, letter: str) -> str | None:
        """How the piece moves in Betza notation, such as ``"fsRbK"``; None if there is no such piece."""
        return text(self._call(lib.leaper_variant_piece_betza, _letter(letter))) or None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self.game == other.game and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((self.game, tuple(self.parameters.items())))

    def __repr__(self) -> str:
        parameters = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"leaper.Variant({self.game.name!r}{parameters})"


def _letter(letter: str) -> bytes:
    if len(letter) != 1 or not letter.isascii():
        raise ValueError(f"a piece is one letter, not {letter!r}")
    return letter.encode("ascii")
