"""Ways in which a required skill is found, with the words that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_WORDS_CHARACTERS = 240


class MatchKind(StrEnum):
    NAME = "name"
    """The same words."""
    SYNONYM = "synonym"
    """Another name of the same skill: "k8s" for "Kubernetes"."""
    MEANING = "meaning"
    """Described in other words."""


class MatchSource(StrEnum):
    PROFILE = "profile"
    """A skill that the candidate's profile lists."""
    CV = "cv"
    INTERVIEW = "interview"
    """The candidate described work with it, but neither profile nor CV shows it."""


@dataclass(frozen=True, slots=True)
class SkillMatch:
    """How well one required skill is met, 0 to 100, and the evidence."""

    score: int
    kind: MatchKind | None = None
    """None if the skill was not found."""
    source: MatchSource | None = None
    words: str = ""
    """Verbatim from the source; empty if the position is unknown.

    With a score of 40, the listed skill that has a word in common with the required one.
    """
    segment_id: str | None = None
    """The transcript line, for INTERVIEW."""


def cut_around(text: str, start: int, end: int) -> str:
    """The whole words of ``text`` around a mention, at most MAX_WORDS_CHARACTERS, unchanged."""
    if len(text) <= MAX_WORDS_CHARACTERS:
        return text.strip()
    first = max(0, min(start, end - MAX_WORDS_CHARACTERS // 2))
    last = first + MAX_WORDS_CHARACTERS
    part = text[first:last]
    if first and not text[first - 1].isspace():
        part = part.partition(" ")[2] or part
    if last < len(text) and not text[last].isspace():
        part = part.rpartition(" ")[0] or part
    return part.strip()
