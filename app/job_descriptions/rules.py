"""Duplicate detection: two job descriptions with the same title and company are one position."""

from __future__ import annotations

import re

from app.text.folding import fold
from app.text.keys import organization_key

_GENDERS = re.compile(r"\([mwfdx](?:[\s/]*[mwfdx])*[\s/]*\)", re.IGNORECASE)
"""``(m/f/d)``. Letters and separators are disjoint, so there is only one way to match a text.
"""


def title_key(title: str | None) -> str:
    """The words of a title without accents, case and punctuation, and without ``(m/f/d)`` and the like."""
    return _words(_GENDERS.sub(" ", title or ""))


def company_key(company: str | None) -> str:
    """The words of a company name, without its legal form."""
    return organization_key(company or "")


def _words(text: str) -> str:
    return " ".join(re.findall(r"[\w+#]+", fold(text)))[:300]


class PositionIndex:
    """Positions by title and company. Same results as ``repository.find_duplicate``, for many lookups."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, str], str] = {}

    def add(self, position_id: str, *, title: str, company: str) -> None:
        """Add a position by its keys. If several match, the one added first is found."""
        if title:
            self._ids.setdefault((title, company), position_id)

    def find(self, *, title: str, company: str) -> str | None:
        """Id of the position with this title and company, or None; without a title there is none."""
        return self._ids.get((title, company)) if title else None
