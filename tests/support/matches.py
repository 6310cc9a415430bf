# SPDX-License-Identifier: GPL-3.0-or-later
"""For tests of `leaper match`: what two results or two files must have in common."""

import re


def games_of(path):
    """The games of a file by their round, without what depends on the time."""
    games = {}
    with open(path, encoding="utf-8") as file:
        for text in re.split(r"(?=^\[Event )", file.read(), flags=re.MULTILINE)[1:]:
            [number] = re.findall(r'^\[Round "(.*)"\]', text, re.MULTILINE)
            assert number not in games, f"round {number} is there twice"
            games[number] = re.sub(r'\[%emt [^]]*\]|\[Date "[^"]*"\]', "", re.sub(r"\s+", " ", text))
    return games


def counts(result):
    return {name: result[name] for name in ("games", "wins", "draws", "losses", "pairs", "turns", "ends")}


def complaints(err):
    """What is said on standard error but how far the match has got, which is told while it takes long."""
    return "".join(line for line in err.splitlines(keepends=True) if not re.match(r"\d+ of \d+ games: ", line))
