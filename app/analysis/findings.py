"""Data types of a report, and the codes it uses; no database, no prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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


class Feature(StrEnum):
    """Features counted in an answer, sentence by sentence, except for UNANSWERED."""

    FIGURE = "figure"
    ACTION = "action"
    RESULT = "result"
    NAMED = "named"
    TIME = "time"
    REASON = "reason"
    METHOD = "method"
    STRUCTURE = "structure"
    PEOPLE = "people"
    HEDGE = "hedge"
    GENERALITY = "generality"
    ADMISSION = "admission"
    AVOIDANCE = "avoidance"
    BLAME = "blame"
    GAP = "gap"
    UNANSWERED = "unanswered"
    """A question without a full answer: counted per answer."""


class FindingKind(StrEnum):
    """Kind of evidence behind a finding. The browser uses it as the title of a finding without one."""

    STRENGTH = "strength"
    OWNED = "owned"
    """Bad practice that the candidate admits."""
    EVASION = "evasion"
    BLAME = "blame"
    GAP = "gap"


class QuoteContext(StrEnum):
    STRENGTH = "strength"
    CONCERN = "concern"
    INSIGHT = "insight"
    PERSONALITY = "personality"


class QuestionPriority(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class FollowUpPurpose(StrEnum):
    """Why a follow-up question is suggested."""

    CLARIFY_CONCERN = "clarify_concern"
    """``subject`` is the title of the concern."""
    VAGUE_ANSWER = "vague_answer"
    REQUIREMENT_NOT_DISCUSSED = "requirement_not_discussed"
    """``subject`` is the line of the job description."""
    PREPARED_NOT_ASKED = "prepared_not_asked"


class Sentiment(StrEnum):
    VERY_POSITIVE = "very_positive"
    POSITIVE = "positive"
    NEUTRAL = "neutral"
    NEGATIVE = "negative"
    VERY_NEGATIVE = "very_negative"


class ReportSection(StrEnum):
    """Sections of a report that can be missing, by their wire names."""

    SCORES = "scores"
    TECHNICAL_SCORE = "scores.technical"
    COMMUNICATION_SCORE = "scores.communication"
    SUMMARY = "summary"
    TECHNICAL_ASSESSMENT = "technicalAssessment"
    COMMUNICATION_ASSESSMENT = "communicationAssessment"
    STRENGTHS = "strengths"
    CONCERNS = "concerns"
    KEY_QUOTES = "keyQuotes"
    FOLLOW_UP_QUESTIONS = "followUpQuestions"


class MissingCode(StrEnum):
    """Why a section, or a part of it, is missing."""

    CANDIDATE_SILENT = "candidate_silent"
    """The transcript has no words of the candidate."""
    NOT_ENGLISH = "not_english"
    """Evidence can be recognized in English only."""
    TOO_LITTLE_SAID = "too_little_said"
    """Parameters: ``answers``, ``words``, ``minAnswers``, ``minWords``."""
    NO_EVIDENCE = "no_evidence"
    """No answer contains enough concrete evidence for a strength."""
    NO_FINDINGS = "no_findings"
    """There are no findings to write about."""
    NOT_SUPPORTED = "not_supported"
    """The transcript does not support what the model wrote."""
    PARTLY_NOT_SUPPORTED = "partly_not_supported"
    SOME_NOT_SUPPORTED = "some_not_supported"
    """Items were left out. Parameter: ``count``."""
    QUOTES_ONLY = "quotes_only"
    """Findings without a description. Parameters: ``count``, ``total``."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One stored segment."""

    id: str
    speaker: Speaker
    text: str
    start_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question prepared for the interview. ``status`` is the recruiter's own tracking."""

    text: str
    status: str = "pending"
    """pending, asked, answered or skipped."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote from one segment; copied by code, never written by the model."""

    segment_id: str
    quote: str
    speaker: Speaker
    start_seconds: float


@dataclass(frozen=True, slots=True)
class Finding:
    """A strength, or (with a severity) a concern."""

    kind: FindingKind
    title: str
    """Empty if the model's title and description were refused: the evidence is shown alone."""
    description: str
    category: Category
    evidence: tuple[Evidence, ...]
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class KeyQuote:
    """A quote worth reading by itself, and why it matters."""

    text: str
    speaker: Speaker
    context: QuoteContext
    start_seconds: float
    significance: str
    segment_id: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question for a second interview."""

    question: str
    priority: QuestionPriority
    purpose: FollowUpPurpose
    subject: str = ""
    """What the purpose refers to; may be empty."""


@dataclass(frozen=True, slots=True)
class Basis:
    """One counted feature of a score: how often it was found, and in which segments."""

    feature: Feature
    effect: Literal["raises", "lowers"]
    count: int
    segment_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """A section that could not be written, or not completely, and why."""

    section: ReportSection
    code: MissingCode
    params: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A complete report."""

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
    """Facts about candidate and job from other sources than the transcript."""

    cv_text: str = ""
    job_text: str = ""
    job_title: str = ""
    requirements: tuple[str, ...] = ()
    """Requirements of the job, one line each."""
