"""Rules of the analysis: when there is enough conversation, how often to retry, why a run can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MIN_CHARACTERS = 100
MIN_FINAL_CHARACTERS = 50
MIN_ENTRIES = 3
MIN_FINAL_ENTRIES = 2
WAITING_FOR_CONVERSATION = "Waiting for more conversation to analyze..."
WAITING_FOR_INTERVIEW = "Waiting for interview to begin..."

MAX_ATTEMPTS = 3
BACKOFF_SECONDS = (10.0, 60.0)
"""Waits before the second and the third attempt."""


class AnalysisProblem(StrEnum):
    """Why a run failed, as a code; the browser has the words."""

    INTERRUPTED = "interrupted"
    """The server stopped during the last attempt."""
    UNAVAILABLE = "unavailable"
    """The language model was not available."""
    TOO_LONG = "too_long"
    """The transcript exceeds the context window of the model."""
    CANCELLED = "cancelled"
    """A person stopped it. The texts written so far are kept for the next run."""
    UNEXPECTED = "unexpected"


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether there is enough conversation to analyze; if not, a sentence that says so."""

    ready: bool
    reason: str


def check_readiness(final_texts: Sequence[str], interim_texts: Sequence[str] = ()) -> Readiness:
    """Ready with over 100 characters in total or over 50 in final lines, and 3 entries or 2 final ones."""
    final = sum(len(text) for text in final_texts)
    total = final + sum(len(text) for text in interim_texts)
    entries = len(final_texts) + len(interim_texts)
    is_long = total > MIN_CHARACTERS or final > MIN_FINAL_CHARACTERS
    is_dialogue = entries >= MIN_ENTRIES or len(final_texts) >= MIN_FINAL_ENTRIES
    if is_long and is_dialogue:
        return Readiness(ready=True, reason="")
    return Readiness(ready=False, reason=WAITING_FOR_CONVERSATION)
