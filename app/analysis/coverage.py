"""What was not spoken about: prepared questions never asked, requirements never touched."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.features import content_stems
from app.analysis.findings import PreparedQuestion, Speaker, TranscriptLine
from app.analysis.sentences import count_words
from models.ports import EngineError, Engines, Priority

ASKED_COSINE = 0.31
"""MiniLM cosine from which a spoken question is taken for a prepared one (accuracy 0.80, measured)."""
ASKED_OVERLAP = 0.5
"""Share of telling words in common that will do instead, where there is no embeddings engine."""
BEGINNING = 6
"""Letters by which two words are taken for forms of one."""
BATCH = 64
MOST_TURNS = 2_000
"""Distinct turns of the interviewer that are compared; no interview has so many."""
_OFFERS = ("offer", "benefit", "perks", "about us", "we provide", "what you get", "salary", "how to apply")
_BULLETS = "-•*·–▪◦"


def requirements_of(job_text: str) -> tuple[str, ...]:
    """The lines of a job description that ask something: its list items outside of what is offered."""
    found: list[str] = []
    is_offer = False
    for raw in job_text.splitlines():
        line = raw.strip()
        if not line:
            continue
        if line[0] in _BULLETS:
            text = line.lstrip(_BULLETS + " ").strip()
            if not is_offer and 1 <= count_words(text) <= 30:
                found.append(text)
        elif count_words(line) <= 8:
            is_offer = any(word in line.lower() for word in _OFFERS)
    return tuple(dict.fromkeys(found))


def list_untouched(requirements: Sequence[str], lines: Sequence[TranscriptLine]) -> list[str]:
    """Requirements none of whose telling words was said by anybody ("Postgres" stands for PostgreSQL)."""
    said: set[str] = set()
    for line in lines:
        said |= content_stems(line.text)
    beginnings = {word[:BEGINNING] for word in said if len(word) >= BEGINNING}

    def is_said(word: str) -> bool:
        return word in said or word[:BEGINNING] in beginnings

    return [line for line in requirements if (stems := content_stems(line)) and not any(map(is_said, stems))]


def _shares_words(question: str, turns: Sequence[str]) -> bool:
    wanted = content_stems(question)
    return any(len(wanted & content_stems(turn)) >= ASKED_OVERLAP * len(wanted) for turn in turns)


async def list_unasked(
    engines: Engines,
    questions: Sequence[PreparedQuestion],
    lines: Sequence[TranscriptLine],
    *,
    priority: Priority,
) -> list[str]:
    """Prepared questions that nobody asked.

    Where the recruiter kept track by hand, that counts; else the questions are compared with what
    the interviewer said, by meaning where the embeddings engine works, by words where it does not.
    """
    if not questions:
        return []
    if any(item.status != "pending" for item in questions):
        return [item.text for item in questions if item.status in ("pending", "skipped")]
    spoken = dict.fromkeys(line.text.strip() for line in lines if line.speaker is Speaker.INTERVIEWER)
    turns = [text for text in spoken if count_words(text) >= 4][:MOST_TURNS]
    try:
        wanted = await engines.embeddings.embed([item.text for item in questions], priority=priority)
        heard: list[list[float]] = []
        for start in range(0, len(turns), BATCH):
            heard += await engines.embeddings.embed(turns[start : start + BATCH], priority=priority)
    except EngineError:
        return [item.text for item in questions if not _shares_words(item.text, turns)]
    return [
        item.text
        for item, vector in zip(questions, wanted, strict=True)
        if max((sum(a * b for a, b in zip(vector, other, strict=True)) for other in heard), default=0.0)
        < ASKED_COSINE
    ]
