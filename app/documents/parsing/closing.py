"""The end of a CV: place and date, signature, declaration. It belongs to no section."""

from __future__ import annotations

import re

from app.documents.parsing.places import is_city
from app.documents.parsing.wording import word_lists
from app.text.bullets import is_bullet
from app.text.folding import plain

_MAX_LINES = 12
_MAX_SIGNED = 60
_DATE = re.compile(r"\d{1,2}(?:\.|st|nd|rd|th|er)?[ ./-]{1,2}[^\W_]{1,12}[ ./-]{1,2}(?:19|20)\d\d\.?$")
_LINK = re.compile(
    r"(?:[,\s](?:the|den|le|el|il|am|em|op|dnia)|^(?:place|date|ort|datum|lieu|fait à|luogo|data)\b.*)$"
)
"""What only a signature has between place and date, or before them."""
_LABEL = re.compile(r"^(?:place|date|signature|ort|datum|unterschrift|lieu)\b[ ,:/]", re.IGNORECASE)


def without_closing(text: str, name: str) -> str:
    """``text`` without the lines at its end that sign it, by a person of this ``name``."""
    lines = text.split("\n")
    end = len(lines)
    filled = [number for number, line in enumerate(lines) if line.strip()][-_MAX_LINES:]
    is_signed = False
    for number in reversed(filled):
        line = lines[number].strip()
        is_name = bool(name) and plain(line) == plain(name) and number > filled[0]
        is_apart = number > 0 and not lines[number - 1].strip()
        if is_name:
            is_signed = True
        elif not (_declares(line) or _LABEL.match(line) or _is_dated(line, is_apart=is_apart or is_signed)):
            break
        end = number
    # A name alone is no signature: it may head a page.
    is_only_name = all(plain(line) == plain(name) for line in lines[end:] if line.strip())
    return text if is_only_name else "\n".join(lines[:end])


def _is_dated(line: str, *, is_apart: bool) -> bool:
    """Place and date: ``Emden, 2 November 2026``. A dated certificate differs in its place only."""
    found = _DATE.search(line)
    if found is None or len(line) > _MAX_SIGNED or is_bullet(line):
        return False
    before = line[: found.start()].strip()
    place = before.rstrip(" ,")
    is_name = 0 < len(place.split()) <= 3 and place[:1].isupper()
    return _LINK.search(before.casefold()) is not None or is_city(place) or (is_apart and is_name)


def _declares(line: str) -> bool:
    words = plain(line)
    return any(words.startswith(plain(start)) for start in word_lists()["words"]["declarations"])
