# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns the public headers of libleaper into declarations for cffi.

The headers are the only description of the interface. A wheel contains the
result as ``_cdef.py``, which ``setup.py`` writes; a checkout computes it from
``include/leaper`` when the package is imported.
"""

import re
from pathlib import Path

#: In the order in which they build on each other.
NAMES = ("version", "error", "rules", "notation", "engine", "json", "session", "tours")


def declarations(folder: Path) -> str:
    """The declarations of the headers in `folder`, without preprocessor lines and comments."""
    parts = []
    for name in NAMES:
        text = (folder / f"{name}.h").read_text(encoding="utf-8")
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.MULTILINE)
        # What remains of `extern "C" { … }`, whose lines stand alone between the conditionals of the preprocessor.
        text = re.sub(r'^extern "C" \{$(.*)^\}$', r"\1", text, flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"\bLEAPER_API\b", "", text)
        parts.append(re.sub(r"\n\s*\n+", "\n", text).strip())
    return "\n".join(parts) + "\n"
