"""Finds what was not discussed: prepared questions nobody asked, requirements nobody mentioned."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.findings import PreparedQuestion, Speaker, TranscriptLine
from app.question_tracking.matching import match_questions
from app.question_tracking.spoken import SpokenLine
from app.text.bullets import is_bullet, without_bullet
from app.text.similarity import covered_share
from app.text.words import content_stems, count_words
from app.transcription.pipeline.events import Speaker as SpokenBy
from models.ports import EngineError, Engines, Priority

ASKED_PROBABILITY = 0.5
"""Minimum calibrated probability for a prepared question to count as asked."""
ASKED_SHARE = 0.5
"""Minimum share of common content words, used if the embeddings engine is not available."""
PREFIX_CHARACTERS = 6
"""Two words that share this many initial letters count as forms of one word."""
MAX_TURNS = 2_000
"""Distinct turns of the interviewer whose words are compared; no interview has this many."""
MIN_LIST_ITEMS = 3
MAX_HEADING_WORDS = 8
_OFFERS = ("offer", "benefit", "perks", "about us", "we provide", "what you get", "salary", "how to apply")


def list_requirements(job_text: str) -> tuple[str, ...]:
    """Requirements in the text of a job description: its list items, except those about what is offered.

    A list may also be on one line, with its items separated by semicolons.
    """
    found: list[str] = []
    is_offer = False
    for raw in job_text.splitlines():
        line = raw.strip()
        if not line:
            continue
        items = [without_bullet(line)] if is_bullet(line) else _split_list(line)
        if items:
            if not is_offer:
                found += [text for text in items if 1 <= count_words(text) <= 30]
        elif count_words(line) <= MAX_HEADING_WORDS:
            is_offer = any(word in line.lower() for word in _OFFERS)
    return tuple(dict.fromkeys(found))


def _split_list(line: str) -> list[str]:
    """The items of a list on one line, without the heading before them; none if the line is not a list."""
    items = [item.strip(" .") for item in line.split(";")]
    if len(items) < MIN_LIST_ITEMS:
        return []
    heading, colon, first = items[0].partition(":")
    if colon and count_words(heading) <= MAX_HEADING_WORDS:
        items[0] = first.strip()
    return [item for item in items if item]


def list_unmentioned(
    requirements: Sequence[str], lines: Sequence[TranscriptLine], *, language: str = "en"
) -> list[str]:
    """Requirements none of whose content words anyone said ("Postgres" counts for "PostgreSQL")."""
    said: set[str] = set()
    for line in lines:
        said |= content_stems(line.text, language=language)
    prefixes = {word[:PREFIX_CHARACTERS] for word in said if len(word) >= PREFIX_CHARACTERS}

    def is_said(word: str) -> bool:
        return word in said or word[:PREFIX_CHARACTERS] in prefixes

    return [
        line
        for line in requirements
        if (stems := content_stems(line, language=language)) and not any(map(is_said, stems))
    ]


def _shares_words(question: str, turns: Sequence[str]) -> bool:
    stems = content_stems(question)
    return any(not stems or covered_share(stems, content_stems(turn)) >= ASKED_SHARE for turn in turns)


async def list_unasked(
    engines: Engines,
    questions: Sequence[PreparedQuestion],
    lines: Sequence[TranscriptLine],
    *,
    language: str,
    priority: Priority,
) -> list[str]:
    """Prepared questions that nobody asked.

    If the recruiter tracked questions by hand, that tracking decides. Otherwise Question Sense compares the
    questions with what the interviewer said; words alone decide if the embeddings engine is not available.
    """
    if not questions:
        return []
    if any(item.status != "pending" for item in questions):
        return [item.text for item in questions if item.status in ("pending", "skipped")]
    spoken = [SpokenLine(line.id, SpokenBy(line.speaker), line.text) for line in lines]
    try:
        matches = await match_questions(
            engines, spoken, [item.text for item in questions], language=language, priority=priority
        )
    except EngineError:
        texts = dict.fromkeys(line.text.strip() for line in lines if line.speaker is Speaker.INTERVIEWER)
        turns = [text for text in texts if count_words(text) >= 4][:MAX_TURNS]
        return [item.text for item in questions if not _shares_words(item.text, turns)]
    asked = {match.question for match in matches if match.probability >= ASKED_PROBABILITY}
    return [item.text for index, item in enumerate(questions) if index not in asked]
