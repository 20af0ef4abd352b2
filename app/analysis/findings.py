"""Data types of a report, and the codes it uses; no database, no prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Literal

from app.skills.matches import SkillMatch
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import ModelIdentity


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
    """Features counted in an answer, sentence by sentence, except for UNANSWERED.

    FIGURE, NAMED, TIME, STRUCTURE and ADMISSION only occur in reports of earlier versions.
    """

    FIGURE = "figure"
    ACTION = "action"
    RESULT = "result"
    NAMED = "named"
    TIME = "time"
    REASON = "reason"
    METHOD = "method"
    STRUCTURE = "structure"
    PEOPLE = "people"
    OWNERSHIP = "ownership"
    MOTIVATION = "motivation"
    HEDGE = "hedge"
    GENERALITY = "generality"
    ADMISSION = "admission"
    AVOIDANCE = "avoidance"
    WRONG = "wrong"
    CONDUCT = "conduct"
    BLAME = "blame"
    GAP = "gap"
    UNANSWERED = "unanswered"
    """A question without a full answer: counted per answer."""


class FindingKind(StrEnum):
    """Kind of evidence behind a finding. The browser uses it as the title of a finding without one."""

    STRENGTH = "strength"
    OWNED = "owned"
    """A control, rule or duty that the candidate skips."""
    WRONG = "wrong"
    """A practice that competent practitioners would call wrong."""
    CONDUCT = "conduct"
    """Disrespect, dishonesty, a breach of confidence or discrimination."""
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
    POINT_NOT_COVERED = "point_not_covered"
    """``subject`` is the point of a good answer that did not come up."""
    CLARIFY_CONTRADICTION = "clarify_contradiction"
    """``subject`` is the statement that may contradict the CV or an earlier one, verbatim."""


class RequirementStatus(StrEnum):
    """Result of the interview for one requirement of the job."""

    SHOWN = "shown"
    """An answer about it holds specific evidence."""
    CONCERN = "concern"
    """A severe concern is about it."""
    DENIED = "denied"
    """The candidate says that they do not meet it."""
    DISCUSSED = "discussed"
    """It clearly came up, without specific evidence. A degree or years of work never get more than this."""
    UNCLEAR = "unclear"
    """No answer is clearly about it. Its evidence, the nearest passages, may be about something else."""
    IN_CV = "in_cv"
    """Not discussed in the interview, but a line of the CV is about it."""
    NOT_DISCUSSED = "not_discussed"
    """Not discussed, as far as the software can tell."""


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
    CONSISTENCY = "deceptionAnalysis"


class MissingCode(StrEnum):
    """Why a section, or a part of it, is missing."""

    CANDIDATE_SILENT = "candidate_silent"
    """The transcript has no words of the candidate."""
    NOT_ENGLISH = "not_english"
    """Only in reports of earlier versions, which supported English only."""
    ENGLISH_ONLY = "english_only"
    """The rules of the section read English only, and the interview was in another language."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """The transcript is in none of the languages that can be judged."""
    TOO_LITTLE_SAID = "too_little_said"
    """Parameters: ``answers``, ``words``, ``minAnswers``, ``minWords``."""
    NO_EVIDENCE = "no_evidence"
    """No answer contains enough concrete evidence for a strength."""
    NO_FINDINGS = "no_findings"
    """There are no findings to write about."""
    NOT_SUPPORTED = "not_supported"
    """The model's text is not supported by the transcript."""
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
    uncertain_words: tuple[str, ...] = ()
    """Words in lower case that may be misheard: quotes contain them, other texts do not."""


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question prepared for the interview. ``status`` is the recruiter's own tracking."""

    text: str
    status: str = "pending"
    """pending, asked, answered or skipped."""
    points: tuple[str, ...] = ()
    """The points of a good answer; may be empty."""


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
    """Empty if the model's title and description were refused; then only the evidence is shown."""
    description: str
    category: Category
    evidence: tuple[Evidence, ...]
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class RequirementFinding:
    """Result of the interview for one requirement of the job."""

    requirement: str
    """As worded in the job description."""
    status: RequirementStatus
    evidence: tuple[Evidence, ...]
    """The quotes about it; empty if no passage was found."""
    cv_line: str = ""
    """The line of the CV about it, verbatim; empty if there is none."""


@dataclass(frozen=True, slots=True)
class KeyQuote:
    """A quote worth reading on its own, and why it matters."""

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
    """Subject of the purpose; may be empty."""


@dataclass(frozen=True, slots=True)
class Basis:
    """One counted feature of a score: how often it was found, and in which segments."""

    feature: Feature
    effect: Literal["raises", "lowers"]
    count: int
    segment_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabeledSentence:
    """A sentence of an answer with the labels that the judge gave it."""

    evidence: tuple[Evidence, ...]
    """Its pieces, one per segment."""
    labels: tuple[SentenceLabel, ...]
    """Likely labels, never NEUTRAL."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a good answer, written at preparation."""

    text: str
    covered_by: tuple[Evidence, ...]
    """The sentence that covers it; empty if none does."""


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """Scores of the answer to one question."""

    question: str
    start_seconds: float
    """When the answer started."""
    technical: float
    """1 to 10 with one decimal, as ``communication``."""
    communication: float
    answered: AnswerLabel
    is_probe: bool
    """The question insists on an answer to the one before it."""
    points: tuple[Point, ...]
    """Empty unless the question was prepared with points."""
    sentences: tuple[LabeledSentence, ...]


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """A 90 % interval: nine of ten such intervals contain the score that more answers would give."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Missing:
    """A section that could not be written, or not completely, and why."""

    section: ReportSection
    code: MissingCode
    params: Mapping[str, int] = field(default_factory=dict)


class ModelRole(StrEnum):
    """Role of a model in reading the answers."""

    ENCODER = "encoder"
    """The encoder that the judge refines."""
    TRAINED = "trained"
    """Trained weights of the judge."""
    EMBEDDINGS = "embeddings"


@dataclass(frozen=True, slots=True)
class UsedModel:
    """A model that read answers for the report."""

    role: ModelRole
    identity: ModelIdentity


@dataclass(frozen=True, slots=True)
class FoundSkill:
    """A required skill that neither the profile nor the CV names, and the place where it was found.

    A match without a kind is a mention in the interview that shows no work with it.
    """

    skill: str
    """The label of the requirement."""
    match: SkillMatch


@dataclass(frozen=True, slots=True)
class Background:
    """Facts about candidate and job from other sources than the transcript."""

    cv_text: str = ""
    job_text: str = ""
    job_title: str = ""
    candidate_name: str = ""
    requirements: tuple[str, ...] = ()
    """Requirements of the job, one line each."""
    required_skills: tuple[str, ...] = ()
    """The skills that the job requires, as its description lists them."""
    cv_parsed: Mapping[str, Any] | None = None
    """The candidate profile as stored (``CvParsed`` in wire spelling)."""
    held_on: date | None = None
    """The day of the interview, the reference for "two years ago"; None means today."""
