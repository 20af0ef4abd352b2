"""What of the CV and the job description is told to the speech model."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST_TERM = 40
_LONGEST_VOCABULARY = 400
"""Characters. Whisper reads at most 224 tokens of prompt, and a long one makes it slower and bolder."""


def join_vocabulary(terms: Iterable[str]) -> str:
    """Short distinct terms, comma-separated, as many as fit."""
    chosen: dict[str, str] = {}
    length = 0
    for term in terms:
        plain = " ".join(term.split())
        if not plain or len(plain) > _LONGEST_TERM or plain.lower() in chosen:
            continue
        if length + len(plain) + 2 > _LONGEST_VOCABULARY:
            break
        chosen[plain.lower()] = plain
        length += len(plain) + 2
    return ", ".join(chosen.values())
