# SPDX-License-Identifier: GPL-3.0-or-later
"""Armies (docs/rules.md, section 6), as variants/armies.ini lists them."""

import os
import re
from collections import namedtuple

Army = namedtuple("Army", "setup pieces queenside")
STANDARD = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "chancellor": "RN"}


def read_all():
    with open(os.path.join(os.environ["LEAPER_SOURCE"], "variants", "armies.ini"), encoding="utf-8") as file:
        sections = re.split(r"^\[army (\w+)\]$", file.read(), flags=re.M)[1:]
    return {key: army(text) for key, text in zip(sections[::2], sections[1::2])}


def army(text):
    entries = dict(re.findall(r"^([^#=\n]+?) = (.*)$", text, re.M))
    pieces = [(name, value[0], value[2:] or STANDARD[name]) for name, value in entries.items() if re.match("[a-z](:|$)", value)
              and not name.startswith("castling")]
    return Army(entries["setup"].lower(), pieces, entries.get("castlingQueensideFile"))


def free_letter(wanted, taken):
    """The next letter after the wanted one that nobody has, a after z."""
    while wanted in taken:
        wanted = chr((ord(wanted) - 97 + 1) % 26 + 97)
    return wanted
