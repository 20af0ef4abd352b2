"""When two profiles are one person (ruling 18)."""

from __future__ import annotations

import re
import unicodedata

_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "phd", "mba", "ing", "dipl"})


def email_key(email: str | None) -> str | None:
    """E-mail addresses compare without case."""
    text = (email or "").strip().casefold()
    return text or None


def name_key(name: str | None) -> str:
    """Letters only, without accents, case, titles and double spaces."""
    text = unicodedata.normalize("NFKD", name or "").casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    words = [word for word in re.split(r"[^\w]+", text) if word and word not in _TITLES]
    return " ".join(words)[:300]


def phone_key(phone: str | None) -> str | None:
    """The last nine digits: with or without country code is the same line."""
    digits = re.sub(r"\D", "", phone or "")
    return digits[-9:] if len(digits) >= 7 else None


def linkedin_key(linkedin: str | None) -> str | None:
    """The name after ``/in/``, without case and what follows it."""
    text = (linkedin or "").strip().casefold()
    match = re.search(r"linkedin\.com/(?:in|pub)/([^/?#\s]+)", text)
    return match.group(1)[:300] if match else None
