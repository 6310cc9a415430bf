# SPDX-License-Identifier: GPL-3.0-or-later
"""Unusual chess games and leapers' tours, with the rules, notation, engine and counting methods of libleaper.

>>> import leaper
>>> position = leaper.Position("fuel", fuel=20)
>>> len(position.legal_turns)
20
>>> with leaper.Engine() as engine:
...     turn = engine.search(position, depth=5).turn

Everything that can fail raises a :exc:`LeaperError` with a code, a place and a
message. Objects may be shared between threads: calls into the library release
the global interpreter lock, and each object is used by one thread at a time.
"""

from __future__ import annotations

import json as _json
from typing import Any as _Any

from ._library import has_feature, version
from ._library import lib as _lib
from ._library import taken_text as _taken_text
from ._version import VERSION as _VERSION
from .engine import Bound, Clock, Engine, Level, Score, SearchInfo, SearchResult, levels
from .errors import (
    BetzaError,
    CancelledError,
    ConflictError,
    FENError,
    GameOverError,
    IllegalMoveError,
    JSONError,
    LeaperError,
    MoveSyntaxError,
    NotBuiltInError,
    NotFoundError,
    OutOfMemoryError,
    ParameterError,
    PGNError,
    RequestError,
    SystemFailure,
    TooLargeError,
    UnknownGameError,
    VariantError,
    VariantFault,
)
from .games import Color, Game, Parameter, Rule, Section, Variant, game, games, load_games, load_games_text, read_games
from .position import (
    Action,
    ActionKind,
    LegalTurns,
    Outcome,
    Position,
    Reason,
    Result,
    Square,
    SquareKind,
    Turn,
)
from .record import PGNReader, Record, Tags, open_pgn, read_pgn
from .session import Session
from .tours import (
    Count,
    Estimate,
    Fault,
    Finding,
    Format,
    Method,
    Options,
    Progress,
    Sampler,
    Status,
    Style,
    Tour,
    Tours,
    Verdict,
)

WHITE = Color.WHITE
BLACK = Color.BLACK

__version__ = _VERSION


def request(question: dict[str, _Any] | str) -> dict[str, _Any]:
    """Answers one JSON request, as ``leaper show --batch`` does.

    A bad request is answered by ``{"error": {"code": …, "message": …, "at": …}}``.

    >>> request({"do": "perft", "game": "chess", "depth": 3})["nodes"]
    8902
    """
    data = (question if isinstance(question, str) else _json.dumps(question)).encode("utf-8")
    answer = _lib.leaper_request(data, len(data))
    if not answer:
        raise OutOfMemoryError("no-memory", "", "out of memory")
    result: dict[str, _Any] = _json.loads(_taken_text(answer))
    return result


__all__ = [
    "BLACK",
    "WHITE",
    "Action",
    "ActionKind",
    "BetzaError",
    "Bound",
    "CancelledError",
    "Clock",
    "Color",
    "ConflictError",
    "Count",
    "Engine",
    "Estimate",
    "FENError",
    "Fault",
    "Finding",
    "Format",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "JSONError",
    "LeaperError",
    "LegalTurns",
    "Level",
    "Method",
    "MoveSyntaxError",
    "NotBuiltInError",
    "NotFoundError",
    "Options",
    "OutOfMemoryError",
    "Outcome",
    "PGNError",
    "PGNReader",
    "Parameter",
    "ParameterError",
    "Position",
    "Progress",
    "Reason",
    "Record",
    "RequestError",
    "Result",
    "Rule",
    "Sampler",
    "Score",
    "SearchInfo",
    "SearchResult",
    "Section",
    "Session",
    "Square",
    "SquareKind",
    "Status",
    "Style",
    "SystemFailure",
    "Tags",
    "TooLargeError",
    "Tour",
    "Tours",
    "Turn",
    "UnknownGameError",
    "Variant",
    "VariantError",
    "VariantFault",
    "Verdict",
    "game",
    "games",
    "has_feature",
    "levels",
    "load_games",
    "load_games_text",
    "open_pgn",
    "read_games",
    "read_pgn",
    "request",
    "version",
]
