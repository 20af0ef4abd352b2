"""What the report is made of, as plain values without a database."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from app.llm.generation import GenerationRecord


class Speaker(StrEnum):
    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"


class Category(StrEnum):
    TECHNICAL = "technical"
    COMMUNICATION = "communication"


class Severity(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class QuoteContext(StrEnum):
    STRENGTH = "strength"
    CONCERN = "concern"
    INSIGHT = "insight"
    PERSONALITY = "personality"


class QuestionPriority(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Sentiment(StrEnum):
    VERY_POSITIVE = "very_positive"
    POSITIVE = "positive"
    NEUTRAL = "neutral"
    NEGATIVE = "negative"
    VERY_NEGATIVE = "very_negative"


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One stored segment."""

    id: str
    speaker: Speaker
    text: str
    start_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question of the interview's list. ``status`` is the recruiter's own tracking."""

    text: str
    status: str = "pending"
    """pending, asked, answered or skipped."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words that stand exactly so in one segment; copied by code, never written by the model."""

    segment_id: str
    quote: str
    speaker: Speaker
    start_seconds: float


@dataclass(frozen=True, slots=True)
class Finding:
    """A strength, or (with a severity) a concern."""

    title: str
    description: str
    category: Category
    evidence: tuple[Evidence, ...]
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class KeyQuote:
    text: str
    speaker: Speaker
    context: QuoteContext
    start_seconds: float
    significance: str
    segment_id: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    question: str
    priority: QuestionPriority
    purpose: str


@dataclass(frozen=True, slots=True)
class Basis:
    """One counted feature of a score: how often, and in which segments."""

    feature: str
    label: str
    effect: Literal["raises", "lowers"]
    count: int
    segment_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """A section that could not be written, and why, in a sentence for the reader."""

    section: str
    reason: str


@dataclass(frozen=True, slots=True)
class Analysis:
    sentiment: Sentiment | None
    technical_score: float | None
    communication_score: float | None
    technical_basis: tuple[Basis, ...]
    communication_basis: tuple[Basis, ...]
    summary: str
    technical_assessment: str
    communication_assessment: str
    strengths: tuple[Finding, ...]
    concerns: tuple[Finding, ...]
    key_quotes: tuple[KeyQuote, ...]
    follow_up_questions: tuple[FollowUp, ...]
    missing: tuple[Missing, ...]
    generation: GenerationRecord


@dataclass(frozen=True, slots=True)
class Background:
    """What is known beside the transcript."""

    cv_text: str = ""
    job_text: str = ""
    job_title: str = ""
    requirements: tuple[str, ...] = ()
    """What the job asks for, one line each."""
