"""Maximum length of a document."""

from __future__ import annotations

from app.documents.unreadable import TOO_MANY_CHARACTERS, Unreadable

MAX_CHARACTERS = 120_000
"""About 18,000 words. No CV or job description is that long."""


def check_length(characters: int) -> None:
    """Raise Unreadable if the text is longer than MAX_CHARACTERS."""
    if characters > MAX_CHARACTERS:
        raise Unreadable(TOO_MANY_CHARACTERS)
