"""Names of exported files."""

from __future__ import annotations

import unicodedata
from datetime import date

MAX_NAME_LENGTH = 100
UNKNOWN = "unknown"


def build_file_name(subject: str, candidate_name: str, *, on: date, extension: str) -> str:
    """``transcript-Marcus-Webb-2026-11-22.txt``: as specified, with the candidate's name and today's date.

    Every character of the name that is not alphanumeric becomes a hyphen. Letters of all scripts are kept.
    """
    name = unicodedata.normalize("NFC", candidate_name).strip()[:MAX_NAME_LENGTH]
    if not any(c.isalnum() for c in name):
        name = UNKNOWN
    safe = "".join(c if _is_alphanumeric(c) else "-" for c in name)
    return f"{subject}-{safe}-{on:%Y-%m-%d}.{extension}"


def _is_alphanumeric(character: str) -> bool:
    # Vowel signs and accents of many scripts are marks, and part of a word.
    return character.isalnum() or unicodedata.category(character).startswith("M")
