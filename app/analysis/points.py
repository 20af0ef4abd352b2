"""Finds which points of a good answer, written at preparation, an answer covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.analysis.findings import Point, PreparedQuestion
from app.analysis.judging import JudgedAnswer
from app.question_tracking.matching import match_questions
from app.question_tracking.spoken import SpokenLine
from app.text.similarity import cosine
from app.transcription.pipeline.events import Speaker
from models.ports import EngineError, Engines, Priority
from models.vectors import embed_texts

ASKED_PROBABILITY = 0.5
"""Minimum calibrated probability for a spoken question to match a prepared one."""
COVERED = 0.45
"""Minimum cosine for a sentence to cover a point."""
POINTS_SHARE = 0.3
"""Share of the directness of an answer that depends on its points."""


async def read_points(
    engines: Engines,
    answers: Sequence[JudgedAnswer],
    questions: Sequence[PreparedQuestion],
    *,
    language: str,
    priority: Callable[[], Priority],
) -> list[JudgedAnswer]:
    """The answers; those to prepared questions get their points and a rating that includes them.

    Without the embeddings engine the answers are unchanged.
    """
    prepared = [item for item in questions if item.points]
    asked = [index for index, item in enumerate(answers) if item.weight > 0.0 and item.exchange.question]
    if not prepared or not asked:
        return list(answers)
    try:
        matched = await _match(engines, answers, asked, prepared, language, priority)
        texts: list[str] = []
        for index, question in matched.items():
            texts += [*question.points, *(item.sentence.text for item in answers[index].counted)]
        vectors = await embed_texts(engines, texts, priority=priority)
    except EngineError:
        return list(answers)
    result = list(answers)
    start = 0
    for index, question in matched.items():
        answer = answers[index]
        middle = start + len(question.points)
        end = middle + len(answer.counted)
        points = _cover(question, answer, vectors[start:middle], vectors[middle:end])
        start = end
        share = sum(bool(point.covered_by) for point in points) / len(points)
        directness = answer.rating.directness * (1.0 - POINTS_SHARE + POINTS_SHARE * share)
        result[index] = replace(answer, points=points, rating=replace(answer.rating, directness=directness))
    return result


async def _match(
    engines: Engines,
    answers: Sequence[JudgedAnswer],
    asked: Sequence[int],
    prepared: Sequence[PreparedQuestion],
    language: str,
    priority: Callable[[], Priority],
) -> dict[int, PreparedQuestion]:
    """The prepared question of an answer, by index, as Question Sense matches them."""
    lines: list[SpokenLine] = []
    exchange_by_line: dict[str, int] = {}
    for index in asked:
        exchange = answers[index].exchange
        for line in exchange.asked:
            exchange_by_line[line.id] = index
            lines.append(SpokenLine(line.id, Speaker.INTERVIEWER, line.text))
        # All that matters here is that an answer came between two questions.
        lines.append(SpokenLine("", Speaker.CANDIDATE, exchange.answered[0].text))
    matches = await match_questions(
        engines, lines, [item.text for item in prepared], language=language, priority=priority()
    )
    matched: dict[int, PreparedQuestion] = {}
    for match in sorted(matches, key=lambda item: -item.probability):
        index = exchange_by_line[match.unit.line.id]
        if match.probability >= ASKED_PROBABILITY and index not in matched:
            matched[index] = prepared[match.question]
    return matched


def _cover(
    question: PreparedQuestion,
    answer: JudgedAnswer,
    points: Sequence[list[float]],
    sentences: Sequence[list[float]],
) -> tuple[Point, ...]:
    found: list[Point] = []
    for text, point in zip(question.points, points, strict=True):
        cosines = [cosine(point, sentence) for sentence in sentences]
        best = max(range(len(cosines)), key=cosines.__getitem__, default=None)
        if best is None or cosines[best] < COVERED:
            found.append(Point(text, ()))
        else:
            pieces = answer.counted[best].sentence.pieces
            found.append(Point(text, tuple(piece.as_evidence() for piece in pieces)))
    return tuple(found)
