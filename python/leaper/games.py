# SPDX-License-Identifier: GPL-3.0-or-later
"""Games, their parameters and rules, and variants: games whose parameters are fixed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ._library import Handle, checked, encoded, ffi, lib, taken_text, text

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

    def __init__(self, pointer: Any) -> None:
        self._c = pointer  # constant and never freed

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

    def variant(self, **parameters: int | str) -> Variant:
        """The variant with these parameters; omitted ones have their defaults."""
        return Variant(self, **parameters)

    def position(self, fen: str | None = None, **parameters: int | str) -> Position:
        """A position of the variant with these parameters; by default its starting position."""
        return self.variant(**parameters).position(fen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

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


class Variant(Handle):
    """A game with its parameters fixed. It never changes, and threads may share it.

    Creating one takes about as long as playing a hundred turns, so create one
    and use it for many positions.

    >>> Variant("fuel", fuel=20).parameters
    {'fuel': '20'}
    """

    def __init__(self, game: Game | str, **parameters: int | str) -> None:
        name = encoded(game.name if isinstance(game, Game) else game)
        texts = [(encoded(key), encoded(str(value))) for key, value in parameters.items()]
        settings = ffi.new("struct leaper_setting[]", texts)
        super().__init__(
            checked(lib.leaper_variant_new, name, settings, len(texts)), lib.leaper_variant_free
        )

    @classmethod
    def _of(cls, pointer: Any) -> Variant:
        """Wraps a reference to a variant that the library returned."""
        variant = cls.__new__(cls)
        Handle.__init__(variant, pointer, lib.leaper_variant_free)
        return variant

    @property
    def game(self) -> Game:
        return Game(self._call(lib.leaper_variant_game))

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
