"""When two job descriptions are one position (ruling 18)."""

from __future__ import annotations

import re
import unicodedata

from app.text.keys import organization_key


def title_key(title: str | None) -> str:
    """Words without accents, case and punctuation; ``(m/f/d)`` and the like are no part of a title."""
    return _words(re.sub(r"\((?:[mwfdx]\s*/?\s*)+\)", " ", title or "", flags=re.IGNORECASE))


def company_key(company: str | None) -> str:
    """As titles, without the legal form."""
    return organization_key(company or "")


def _words(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.findall(r"[\w+#]+", text))[:300]


class PositionIndex:
    """Known positions by title and company: the same answers as ``repository.find_duplicate``, for many
    at once."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, str], str] = {}

    def add(self, position_id: str, *, title: str, company: str) -> None:
        """A further position, by its keys; the earlier added one is found first."""
        if title:
            self._ids.setdefault((title, company), position_id)

    def find(self, *, title: str, company: str) -> str | None:
        """The same normalised title and company (ruling 18), or None; an untitled one never is."""
        return self._ids.get((title, company)) if title else None
