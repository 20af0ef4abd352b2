"""When two job descriptions are one position (ruling 18)."""

from __future__ import annotations

import re
import unicodedata

_FORMS = frozenset({"inc", "ltd", "limited", "llc", "llp", "plc", "gmbh", "ag", "corp", "co", "sa", "bv"})


def title_key(title: str | None) -> str:
    """Words without accents, case and punctuation; ``(m/f/d)`` and the like are no part of a title."""
    return _words(re.sub(r"\((?:[mwfdx]\s*/?\s*)+\)", " ", title or "", flags=re.IGNORECASE))


def company_key(company: str | None) -> str:
    """As titles, without the legal form."""
    return " ".join(word for word in _words(company or "").split() if word not in _FORMS)


def _words(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.findall(r"[\w+#]+", text))[:300]
