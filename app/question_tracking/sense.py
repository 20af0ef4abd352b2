"""Reads a transcript for the prepared questions: which were asked, where, and whether they were answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.question_tracking.answers import ANSWERED_SUBSTANCE, rate_answers
from app.question_tracking.matching import CONFIDENCE_THRESHOLD, match_questions
from app.question_tracking.spoken import SpokenLine, read_answer
from models.ports import ChoiceRequest, EngineError, Engines, Priority


@dataclass(frozen=True, slots=True)
class SensedQuestion:
    """What the transcript says about one prepared question."""

    question: int
    """Index of the prepared question."""
    confidence: float
    """Calibrated probability that it was asked, 0 to 1."""
    line: SpokenLine
    """The line of the interviewer that most probably asks it."""
    is_answered: bool
    """An answer with substance followed; never True below ``threshold``."""
    answer: tuple[SpokenLine, ...] = ()
    unread: tuple[ChoiceRequest, ...] = ()
    """What the language model has yet to read, because the matcher leaves the question open."""


async def sense_questions(
    engines: Engines,
    lines: Sequence[SpokenLine],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
    refused: Mapping[int, Collection[str]] | None = None,
    threshold: float = CONFIDENCE_THRESHOLD,
) -> list[SensedQuestion]:
    """One result per question that some line may ask, in their order. Raises EngineError.

    Only lines of the interviewer count as asking. Without the judge no question is answered. Where the
    language model has read an undecided question, that counts; what it has yet to read is ``unread``.
    """
    matches = await match_questions(
        engines,
        lines,
        questions,
        language=language,
        priority=priority,
        refused=refused,
    )
    asked = [item for item in matches if item.probability >= threshold]
    asking = frozenset(unit.index for item in asked for unit in (item.unit, *item.repeats))
    # A question that was asked twice is answered if one of the answers has substance.
    tries = [
        (item.question, tuple(read_answer(lines, after=unit.index, asking=asking)))
        for item in asked
        for unit in (item.unit, *item.repeats)
    ]
    try:
        substance = await rate_answers(
            engines,
            [(questions[question], answer) for question, answer in tries],
            language=language,
            priority=priority,
        )
    except EngineError:
        substance = [0.0] * len(tries)
    best: dict[int, tuple[float, tuple[SpokenLine, ...]]] = {}
    for (question, answer), value in zip(tries, substance, strict=True):
        if question not in best or value > best[question][0]:
            best[question] = (value, answer)
    nothing: tuple[float, tuple[SpokenLine, ...]] = (0.0, ())
    return [
        SensedQuestion(
            item.question,
            item.probability,
            item.unit.line,
            best.get(item.question, nothing)[0] >= ANSWERED_SUBSTANCE,
            best.get(item.question, nothing)[1],
            item.unread,
        )
        for item in matches
    ]
