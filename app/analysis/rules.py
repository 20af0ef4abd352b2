"""The documents' numbers for when there is enough conversation to analyse (document 001 §5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MINIMUM_CHARACTERS = 100
MINIMUM_FINAL_CHARACTERS = 50
MINIMUM_ENTRIES = 3
MINIMUM_FINAL_ENTRIES = 2
WAITING_FOR_CONVERSATION = "Waiting for more conversation to analyze..."
WAITING_FOR_INTERVIEW = "Waiting for interview to begin..."

MOST_ATTEMPTS = 3
BACKOFF_SECONDS = (10.0, 60.0)
"""Wait before the second and the third attempt."""


@dataclass(frozen=True, slots=True)
class Readiness:
    ready: bool
    reason: str


def check_readiness(final_texts: Sequence[str], interim_texts: Sequence[str] = ()) -> Readiness:
    """Ready with over 100 characters in all or over 50 in final lines, and 3 entries or 2 final ones."""
    final = sum(len(text) for text in final_texts)
    total = final + sum(len(text) for text in interim_texts)
    entries = len(final_texts) + len(interim_texts)
    is_long = total > MINIMUM_CHARACTERS or final > MINIMUM_FINAL_CHARACTERS
    is_dialogue = entries >= MINIMUM_ENTRIES or len(final_texts) >= MINIMUM_FINAL_ENTRIES
    if is_long and is_dialogue:
        return Readiness(ready=True, reason="")
    return Readiness(ready=False, reason=WAITING_FOR_CONVERSATION)
