"""Measures Question Sense on labeled sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from app.question_tracking.matching import CONFIDENCE_THRESHOLD, embed_material
from app.question_tracking.sense import SensedQuestion, sense_questions
from app.question_tracking.sessions import Session
from app.question_tracking.spoken import list_units
from app.question_tracking.variants import Variant, vary
from models.ports import Engines, Priority

BINS = 5
PLAIN_COSINE = 0.31
ALL_VARIANTS = "all"


@dataclass(frozen=True, slots=True)
class SenseMetrics:
    """How well asked and answered questions are found."""

    sessions: int
    asked_f1: float
    answered_f1: float
    precision_at_threshold: float
    """Share of the questions suggested as asked that were asked."""
    recall_at_threshold: float
    right_line: float
    """Share of the questions found as asked whose line is one that asks them."""
    calibration_error: float
    """Expected calibration error of the probability that a question was asked, in BINS bins of equal size."""
    false_asked_per_interview: float
    asked_f1_by_cosine: float
    """For comparison: asked where the cosine of a line and a question reaches PLAIN_COSINE."""


@dataclass(slots=True)
class _Counts:
    """What was found and expected in the sessions read so far."""

    sessions: int = 0
    rated: list[tuple[float, bool]] = field(default_factory=list)
    """Stated probability, and whether the question was asked."""
    asked: list[int] = field(default_factory=lambda: [0, 0, 0])
    """True, found, expected."""
    answered: list[int] = field(default_factory=lambda: [0, 0, 0])
    by_cosine: list[int] = field(default_factory=lambda: [0, 0, 0])
    right_lines: int = 0

    def add(self, session: Session, sensed: Sequence[SensedQuestion], by_cosine: set[int]) -> None:
        self.sessions += 1
        probabilities = {item.question: item.confidence for item in sensed}
        self.rated += [
            (probabilities.get(index, 0.0), index in session.asked) for index in range(len(session.questions))
        ]
        asked = {item.question: item for item in sensed if item.confidence >= CONFIDENCE_THRESHOLD}
        answered = {index for index, item in asked.items() if item.is_answered}
        places = {line.id: place for place, line in enumerate(session.lines)}
        self.right_lines += sum(
            index in session.list_asked(places[item.line.id]) for index, item in asked.items()
        )
        for counts, found, expected in (
            (self.asked, set(asked), session.asked),
            (self.answered, answered, session.answered),
            (self.by_cosine, by_cosine, session.asked),
        ):
            counts[0] += len(found & expected)
            counts[1] += len(found)
            counts[2] += len(expected)

    def to_metrics(self) -> SenseMetrics:
        true, found, expected = self.asked
        return SenseMetrics(
            sessions=self.sessions,
            asked_f1=round(_f1(*self.asked), 4),
            answered_f1=round(_f1(*self.answered), 4),
            precision_at_threshold=round(true / found if found else 1.0, 4),
            recall_at_threshold=round(true / expected if expected else 1.0, 4),
            right_line=round(self.right_lines / found if found else 1.0, 4),
            calibration_error=round(find_calibration_error(self.rated), 4),
            false_asked_per_interview=round((found - true) / max(1, self.sessions), 4),
            asked_f1_by_cosine=round(_f1(*self.by_cosine), 4),
        )


def _f1(true: int, found: int, expected: int) -> float:
    return 2 * true / (found + expected) if found + expected else 1.0


async def _list_by_cosine(engines: Engines, session: Session) -> set[int]:
    units = list_units(session.lines)
    if not units or not session.questions:
        return set()
    vectors = await embed_material(
        engines,
        units,
        session.questions,
        language=session.language,
        priority=Priority.BACKGROUND,
    )
    best = np.stack([(rows @ vectors.questions.T).max(axis=0) for rows in vectors.windows]).max(axis=0)
    return {index for index, cosine in enumerate(best) if cosine >= PLAIN_COSINE}


async def _sense(engines: Engines, session: Session) -> list[SensedQuestion]:
    return await sense_questions(
        engines,
        session.lines,
        session.questions,
        language=session.language,
        priority=Priority.BACKGROUND,
    )


async def _read(
    engines: Engines, session: Session, *, reads_twice: bool
) -> tuple[list[SensedQuestion], set[int]]:
    """The result for a whole session, and the questions that the plain cosine finds. Raises EngineError."""
    sensed = await _sense(engines, session)
    if reads_twice:
        for item in sensed:
            for request in item.unread:
                await engines.llm.choose(request, priority=Priority.BACKGROUND)
        sensed = await _sense(engines, session)
    return sensed, await _list_by_cosine(engines, session)


async def measure_sessions(
    engines: Engines, sessions: Sequence[Session], *, reads_twice: bool = False
) -> SenseMetrics:
    """Read every session as a whole, with its own questions, and compare. Raises EngineError.

    With ``reads_twice``, the language model reads what the matcher leaves open. The engines must remember.
    """
    counts = _Counts()
    for session in sessions:
        counts.add(session, *await _read(engines, session, reads_twice=reads_twice))
    return counts.to_metrics()


async def measure_variants(
    engines: Engines,
    sessions: Sequence[Session],
    others: Sequence[Session],
    *,
    reads_twice: bool = False,
) -> dict[str, SenseMetrics]:
    """Metrics for each variant of the prepared questions, and for all together. Raises EngineError.

    Foreign questions come from ``others``. Every session is read as a whole; for ``reads_twice`` see
    ``measure_sessions``.
    """
    counts = {variant: _Counts() for variant in Variant}
    everything = _Counts()
    for index, session in enumerate(sessions):
        for variant in Variant:
            varied = vary(session, others, variant, seed=index)
            found = await _read(engines, varied, reads_twice=reads_twice)
            counts[variant].add(varied, *found)
            everything.add(varied, *found)
    metrics = {variant.value: one.to_metrics() for variant, one in counts.items()}
    return {**metrics, ALL_VARIANTS: everything.to_metrics()}


def find_calibration_error(rated: Sequence[tuple[float, bool]]) -> float:
    """Mean distance between stated probability and observed share over bins with equally many questions."""
    if not rated:
        return 0.0
    ordered = sorted(rated)
    size = -(-len(ordered) // BINS)
    error = 0.0
    for start in range(0, len(ordered), size):
        part = ordered[start : start + size]
        stated = sum(probability for probability, _ in part) / len(part)
        observed = sum(was_asked for _, was_asked in part) / len(part)
        error += abs(stated - observed) * len(part) / len(ordered)
    return error
