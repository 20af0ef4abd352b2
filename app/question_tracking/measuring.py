"""Measures Question Sense on labeled sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.question_tracking.matching import CONFIDENCE_THRESHOLD, embed_material
from app.question_tracking.sense import sense_questions
from app.question_tracking.sessions import Session
from app.question_tracking.spoken import list_units
from models.ports import Engines, Priority

BINS = 5
PLAIN_COSINE = 0.31


@dataclass(frozen=True, slots=True)
class Figures:
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


def _f1(true: int, found: int, expected: int) -> float:
    return 2 * true / (found + expected) if found + expected else 1.0


async def measure_sessions(engines: Engines, sessions: Sequence[Session]) -> Figures:
    """Read every session as a whole and compare. Raises EngineError."""
    rated: list[tuple[float, bool]] = []
    asked_true = asked_found = asked_expected = right_lines = 0
    answered_true = answered_found = answered_expected = 0
    plain_true = plain_found = 0
    for session in sessions:
        plain = await _list_by_cosine(engines, session)
        plain_true += len(plain & session.asked)
        plain_found += len(plain)
        sensed = await sense_questions(
            engines, session.lines, session.questions, language=session.language, priority=Priority.BACKGROUND
        )
        probabilities = {item.question: item.confidence for item in sensed}
        rated += [
            (probabilities.get(index, 0.0), index in session.asked) for index in range(len(session.questions))
        ]
        asked = {item.question: item for item in sensed if item.confidence >= CONFIDENCE_THRESHOLD}
        answered = {index for index, item in asked.items() if item.is_answered}
        asked_true += len(asked.keys() & session.asked)
        asked_found += len(asked)
        asked_expected += len(session.asked)
        places = {line.id: place for place, line in enumerate(session.lines)}
        right_lines += sum(index in session.list_asked(places[item.line.id]) for index, item in asked.items())
        answered_true += len(answered & session.answered)
        answered_found += len(answered)
        answered_expected += len(session.answered)
    return Figures(
        sessions=len(sessions),
        asked_f1=round(_f1(asked_true, asked_found, asked_expected), 4),
        answered_f1=round(_f1(answered_true, answered_found, answered_expected), 4),
        precision_at_threshold=round(asked_true / asked_found if asked_found else 1.0, 4),
        recall_at_threshold=round(asked_true / asked_expected if asked_expected else 1.0, 4),
        right_line=round(right_lines / asked_found if asked_found else 1.0, 4),
        calibration_error=round(_calibration_error(rated), 4),
        false_asked_per_interview=round((asked_found - asked_true) / max(1, len(sessions)), 4),
        asked_f1_by_cosine=round(_f1(plain_true, plain_found, asked_expected), 4),
    )


async def _list_by_cosine(engines: Engines, session: Session) -> set[int]:
    units = list_units(session.lines)
    vectors = await embed_material(
        engines, units, session.questions, language=session.language, priority=Priority.BACKGROUND
    )
    best = np.stack([(rows @ vectors.questions.T).max(axis=0) for rows in vectors.windows]).max(axis=0)
    return {index for index, cosine in enumerate(best) if cosine >= PLAIN_COSINE}


def _calibration_error(rated: Sequence[tuple[float, bool]]) -> float:
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
