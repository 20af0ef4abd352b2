"""Use cases of Question Sense: read the transcript, store suggestions, accept or reject them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.interviews.errors import InterviewNotFound
from app.interviews.repository import get_owned
from app.interviews.tables import Interview
from app.question_tracking.errors import NoSuggestion
from app.question_tracking.matching import CONFIDENCE_THRESHOLD
from app.question_tracking.schemas import QuestionSuggestion, TranscriptStats
from app.question_tracking.sense import SensedQuestion, sense_questions
from app.question_tracking.spoken import SpokenLine
from app.questions import repository as questions
from app.questions.schemas import AiTracking
from app.questions.tables import Question, TrackingStatus
from app.transcription.pipeline.events import Speaker
from app.transcription.repository import list_spoken
from app.transcription.tables import SegmentOrigin
from models.ports import ChoiceRequest, Engines, Priority

MIN_LINES = 2
"""Question Sense starts when a transcript has this many final lines."""
MAX_REFUSED = 20
MAX_QUOTE_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question as it was when the transcript was read."""

    id: str
    text: str
    refused: tuple[str, ...]
    """Ids of lines that a person has said do not ask it."""


@dataclass(frozen=True, slots=True)
class SenseMaterial:
    """Everything one reading needs, so that no transaction is open while the models work."""

    interview_id: str
    owner_id: str
    language: str
    lines: tuple[SpokenLine, ...]
    questions: tuple[PreparedQuestion, ...]
    is_demo: bool
    """Some lines were composed by the demo transcript generator."""

    @property
    def is_enough(self) -> bool:
        return len(self.lines) >= MIN_LINES

    @property
    def stats(self) -> TranscriptStats:
        interviewer = sum(line.speaker is Speaker.INTERVIEWER for line in self.lines)
        return TranscriptStats(
            total_segments=len(self.lines),
            interviewer_segments=interviewer,
            candidate_segments=len(self.lines) - interviewer,
        )


@dataclass(slots=True)
class Sensed:
    """What one reading found, by question id."""

    found: dict[str, SensedQuestion] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """Texts of the questions that were read: one that was edited meanwhile gets no suggestion."""
    unread: list[ChoiceRequest] = field(default_factory=list)
    """What the language model has yet to read of undecided questions, the latest lines first."""


def read_owned_material(session: Session, *, owner_id: str, interview_id: str) -> SenseMaterial:
    """The material of the owner's interview. Raises InterviewNotFound."""
    return _read(session, get_owned(session, owner_id=owner_id, interview_id=interview_id))


def read_material(session: Session, *, interview_id: str) -> SenseMaterial:
    """The material of an interview. Raises InterviewNotFound if it was deleted."""
    interview = session.get(Interview, interview_id)
    if interview is None:
        raise InterviewNotFound
    return _read(session, interview)


def _read(session: Session, interview: Interview) -> SenseMaterial:
    lines = list_spoken(session, interview_id=interview.id)
    return SenseMaterial(
        interview_id=interview.id,
        owner_id=interview.owner_id,
        language=interview.language,
        lines=tuple(SpokenLine(line.id, Speaker(line.speaker), line.text) for line in lines),
        questions=tuple(
            PreparedQuestion(row.id, row.question, tuple(_list_refused(row)))
            for row in questions.list_questions(session, interview_id=interview.id)
        ),
        is_demo=any(line.origin == SegmentOrigin.DEMO for line in lines),
    )


def _list_refused(row: Question) -> list[str]:
    refused = (row.ai_suggestion or {}).get("refusedSegmentIds", [])
    return list(refused)


async def sense(
    engines: Engines,
    material: SenseMaterial,
    *,
    priority: Priority,
    threshold: float = CONFIDENCE_THRESHOLD,
) -> Sensed:
    """Read the transcript for the questions of the interview. Raises EngineError."""
    sensed = Sensed(texts={item.id: item.text for item in material.questions})
    if not material.is_enough:
        return sensed
    results = await sense_questions(
        engines,
        material.lines,
        [item.text for item in material.questions],
        language=material.language,
        priority=priority,
        refused={index: item.refused for index, item in enumerate(material.questions)},
        threshold=threshold,
    )
    places = {line.id: place for place, line in enumerate(material.lines)}
    undecided = sorted((item for item in results if item.unread), key=lambda item: -places[item.line.id])
    sensed.unread = [request for item in undecided for request in item.unread]
    sensed.found = {
        material.questions[item.question].id: item for item in results if item.confidence >= threshold
    }
    return sensed


def describe(material: SenseMaterial, sensed: Sensed) -> list[QuestionSuggestion]:
    """The suggestion for every question, in order."""
    return [
        QuestionSuggestion(question_id=item.id, ai_tracking=_describe(sensed.found.get(item.id)))
        for item in material.questions
    ]


def _describe(found: SensedQuestion | None) -> AiTracking:
    if found is None:
        return AiTracking.none()
    return AiTracking(
        status=TrackingStatus.ANSWERED if found.is_answered else TrackingStatus.ASKED,
        confidence=round(found.confidence, 3),
        segment_id=found.line.id,
        quote=found.line.text.strip()[:MAX_QUOTE_CHARACTERS],
    )


def store_suggestions(session: Session, *, interview_id: str, sensed: Sensed) -> list[QuestionSuggestion]:
    """Store what changed and return it.

    Questions that were deleted or edited while the models worked are left alone, and so is a line that a
    person rejected meanwhile. The status that people set is never touched.
    """
    changed: list[QuestionSuggestion] = []
    rows: Sequence[Question] = session.scalars(
        select(Question).where(Question.interview_id == interview_id).order_by(Question.position)
    ).all()
    for row in rows:
        if sensed.texts.get(row.id) != row.question:
            continue
        found = sensed.found.get(row.id)
        if found is not None and found.line.id in _list_refused(row):
            continue
        suggested = _describe(found)
        if suggested == AiTracking.of(row):
            continue
        _apply(row, suggested)
        changed.append(QuestionSuggestion(question_id=row.id, ai_tracking=suggested))
    session.flush()
    return changed


def _apply(row: Question, suggested: AiTracking) -> None:
    kept: Mapping[str, Any] = {"refusedSegmentIds": _list_refused(row)}
    row.ai_tracking_status = suggested.status
    row.ai_suggestion = (
        dict(kept)
        if suggested.segment_id is None
        else {
            **kept,
            "confidence": suggested.confidence,
            "segmentId": suggested.segment_id,
            "quote": suggested.quote,
        }
    )


def accept_suggestion(row: Question, *, segment_id: str, now: datetime) -> None:
    """Take over the suggested status as the person's own. Raises NoSuggestion unless it is still open."""
    suggested = _require(row, segment_id)
    is_step = (row.tracking_status, suggested.status) in (
        (TrackingStatus.PENDING, TrackingStatus.ASKED),
        (TrackingStatus.PENDING, TrackingStatus.ANSWERED),
        (TrackingStatus.ASKED, TrackingStatus.ANSWERED),
    )
    if not is_step:
        raise NoSuggestion
    row.tracking_status = suggested.status
    row.marked_at = now


def reject_suggestion(row: Question, *, segment_id: str) -> None:
    """Withdraw a suggestion; this line is never suggested for this question again. Raises NoSuggestion."""
    _require(row, segment_id)
    row.ai_tracking_status = TrackingStatus.PENDING
    row.ai_suggestion = {"refusedSegmentIds": [*_list_refused(row), segment_id][-MAX_REFUSED:]}


def _require(row: Question, segment_id: str) -> AiTracking:
    suggested = AiTracking.of(row)
    if suggested.segment_id != segment_id:
        raise NoSuggestion
    return suggested
