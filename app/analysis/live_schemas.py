"""Requests and responses of the AI Sense pane."""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.consistency.facts import ClaimKind, DiscrepancySeverity, Origin
from app.analysis.findings import Evidence, FollowUpPurpose, Point, QuestionPriority
from app.analysis.live import AnswerSoFar, Insights
from app.core.schemas import ApiSchema, RecordId, Success, UtcTime
from models.judgement.labels import AnswerLabel


class ReadLive(ApiSchema):
    interview_id: RecordId


class LiveQuote(ApiSchema):
    segment_id: str
    quote: str
    """Verbatim from the segment."""
    timestamp: float
    """Seconds since the start of the interview."""

    @classmethod
    def of(cls, evidence: Evidence) -> LiveQuote:
        return cls(segment_id=evidence.segment_id, quote=evidence.quote, timestamp=evidence.start_seconds)


class LivePoint(ApiSchema):
    """A point of a good answer."""

    text: str
    quote: LiveQuote | None
    """The quote that covers it; null if none does yet."""

    @classmethod
    def of(cls, point: Point) -> LivePoint:
        return cls(text=point.text, quote=LiveQuote.of(point.covered_by[0]) if point.covered_by else None)


class LiveAnswer(ApiSchema):
    question: str
    timestamp: float
    answered: AnswerLabel
    quote: LiveQuote | None
    points: list[LivePoint]

    @classmethod
    def of(cls, answer: AnswerSoFar) -> LiveAnswer:
        return cls(
            question=answer.question,
            timestamp=answer.start_seconds,
            answered=answer.answered,
            quote=LiveQuote.of(answer.quote) if answer.quote else None,
            points=[LivePoint.of(point) for point in answer.points],
        )


class LiveContradiction(ApiSchema):
    """Two quotes that may not both be right; a person decides."""

    kind: ClaimKind
    subject: str
    severity: DiscrepancySeverity
    statement: LiveQuote
    origin: Origin
    """Source of the other quote: the CV or the transcript."""
    other_quote: str
    other_segment_id: str | None
    """The line of the other quote; null if that is from the CV."""


class LiveFollowUp(ApiSchema):
    question: str
    priority: QuestionPriority
    purpose: FollowUpPurpose


class TalkTime(ApiSchema):
    """Seconds of speech, from the times of the transcript lines."""

    interviewer_seconds: float
    candidate_seconds: float


class LiveInsightsView(ApiSchema):
    answers: list[LiveAnswer]
    """The summary so far: ended exchanges in order."""
    contradictions: list[LiveContradiction]
    follow_ups: list[LiveFollowUp]
    """The most important first."""
    talk_time: TalkTime
    is_language_known: bool
    """False: the transcript is in none of the languages that can be read."""
    read_at: UtcTime


class LiveInsightsResponse(Success):
    ready: bool
    reason: str
    """A sentence that says why there is nothing to read yet; empty if ``ready``."""
    insights: LiveInsightsView | None


def to_views(insights: Insights) -> tuple[list[LiveAnswer], list[LiveContradiction], list[LiveFollowUp]]:
    """The sections of the pane on the wire."""
    contradictions = [
        LiveContradiction(
            kind=item.kind,
            subject=item.subject,
            severity=item.severity,
            statement=LiveQuote.of(item.statement),
            origin=item.counterpart.origin,
            other_quote=item.counterpart.quote,
            other_segment_id=item.counterpart.segment_id,
        )
        for item in insights.contradictions
    ]
    follow_ups = [
        LiveFollowUp(question=item.question, priority=item.priority, purpose=item.purpose)
        for item in insights.follow_ups
    ]
    return [LiveAnswer.of(item) for item in insights.answers], contradictions, follow_ups


def measure_talk_time(segments: Sequence[tuple[str, float, float]]) -> TalkTime:
    """From (speaker, start, end) of each line, in seconds."""
    seconds = {"interviewer": 0.0, "candidate": 0.0}
    for speaker, start, end in segments:
        seconds[speaker] += max(0.0, end - start)
    return TalkTime(
        interviewer_seconds=round(seconds["interviewer"], 1),
        candidate_seconds=round(seconds["candidate"], 1),
    )
