"""Removal of characters that break a file format or disguise a text."""

from __future__ import annotations

import re
import unicodedata

_KEPT = frozenset("\n\t")
_BREAKING_SPACES = re.compile(r"[ \t\n\u2028\u2029]+")
_DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Direction overrides reorder the text around them. Right-to-left scripts do not need them."""


def clean(text: str) -> str:
    """``text`` without control characters, lone surrogates, noncharacters and direction overrides.

    XML, and therefore DOCX, cannot contain most of them.
    """
    return "".join(c for c in text if c in _KEPT or _is_harmless(c))


def _is_harmless(character: str) -> bool:
    if character in _DIRECTION_OVERRIDES:
        return False
    # Cc: control characters; Cs: lone surrogates; Cn: unassigned, which includes noncharacters.
    return unicodedata.category(character) not in {"Cc", "Cs", "Cn"}


def one_line(text: str) -> str:
    """``text`` on one line, so that it cannot start a line, a cue or a header of its own.

    Non-breaking spaces, as used in French and German, are kept.
    """
    return _BREAKING_SPACES.sub(" ", clean(text)).strip()
