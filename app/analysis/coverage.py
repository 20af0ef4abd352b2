"""Finds what was not discussed: prepared questions nobody asked, requirements nobody mentioned."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.findings import PreparedQuestion, Speaker, TranscriptLine
from app.text.bullets import is_bullet, without_bullet
from app.text.similarity import covered_share
from app.text.words import content_stems, count_words
from models.ports import EngineError, Engines, Priority

ASKED_COSINE = 0.31
"""MiniLM cosine from which a spoken question counts as a prepared one (measured accuracy 0.80)."""
ASKED_SHARE = 0.5
"""Share of shared content words that counts instead if the embeddings engine is not available."""
PREFIX_CHARACTERS = 6
"""Two words with this many letters at their start in common count as forms of one word."""
BATCH_SIZE = 64
MAX_TURNS = 2_000
"""Distinct turns of the interviewer that are compared; no interview has this many."""
_OFFERS = ("offer", "benefit", "perks", "about us", "we provide", "what you get", "salary", "how to apply")


def list_requirements(job_text: str) -> tuple[str, ...]:
    """Requirements in the text of a job description: its list items, except those about what is offered."""
    found: list[str] = []
    is_offer = False
    for raw in job_text.splitlines():
        line = raw.strip()
        if not line:
            continue
        if is_bullet(line):
            text = without_bullet(line)
            if not is_offer and 1 <= count_words(text) <= 30:
                found.append(text)
        elif count_words(line) <= 8:
            is_offer = any(word in line.lower() for word in _OFFERS)
    return tuple(dict.fromkeys(found))


def list_not_discussed(requirements: Sequence[str], lines: Sequence[TranscriptLine]) -> list[str]:
    """Requirements none of whose content words anyone said ("Postgres" counts for "PostgreSQL")."""
    said: set[str] = set()
    for line in lines:
        said |= content_stems(line.text)
    prefixes = {word[:PREFIX_CHARACTERS] for word in said if len(word) >= PREFIX_CHARACTERS}

    def is_said(word: str) -> bool:
        return word in said or word[:PREFIX_CHARACTERS] in prefixes

    return [line for line in requirements if (stems := content_stems(line)) and not any(map(is_said, stems))]


def _shares_words(question: str, turns: Sequence[str]) -> bool:
    stems = content_stems(question)
    return any(not stems or covered_share(stems, content_stems(turn)) >= ASKED_SHARE for turn in turns)


async def list_unasked(
    engines: Engines,
    questions: Sequence[PreparedQuestion],
    lines: Sequence[TranscriptLine],
    *,
    priority: Priority,
) -> list[str]:
    """Prepared questions that nobody asked.

    If the recruiter tracked questions by hand, that tracking decides. Otherwise the questions are compared
    with what the interviewer said: by meaning, or by words if the embeddings engine is not available.
    """
    if not questions:
        return []
    if any(item.status != "pending" for item in questions):
        return [item.text for item in questions if item.status in ("pending", "skipped")]
    spoken = dict.fromkeys(line.text.strip() for line in lines if line.speaker is Speaker.INTERVIEWER)
    turns = [text for text in spoken if count_words(text) >= 4][:MAX_TURNS]
    try:
        prepared = await engines.embeddings.embed([item.text for item in questions], priority=priority)
        spoken_vectors: list[list[float]] = []
        for start in range(0, len(turns), BATCH_SIZE):
            spoken_vectors += await engines.embeddings.embed(
                turns[start : start + BATCH_SIZE], priority=priority
            )
    except EngineError:
        return [item.text for item in questions if not _shares_words(item.text, turns)]
    return [
        item.text
        for item, vector in zip(questions, prepared, strict=True)
        if max(
            (sum(a * b for a, b in zip(vector, other, strict=True)) for other in spoken_vectors), default=0.0
        )
        < ASKED_COSINE
    ]
