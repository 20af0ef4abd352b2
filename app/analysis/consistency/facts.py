"""Data types of the consistency check: claims, what they are compared with, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.analysis.findings import Evidence


class ClaimKind(StrEnum):
    """What a claim is about; also the kind of a discrepancy."""

    START = "start"
    """When a position began."""
    END = "end"
    DURATION = "duration"
    CURRENT_EMPLOYER = "current_employer"
    """Whether the candidate still works there."""
    FIRST_EMPLOYER = "first_employer"
    ROLE = "role"
    TEAM_SIZE = "team_size"
    DEGREE = "degree"
    """Whether there is a degree, and its level."""
    FIELD_OF_STUDY = "field_of_study"
    INSTITUTION = "institution"
    GRADUATION = "graduation"
    EXPERIENCE = "experience"
    """Years in a trade or with a tool."""
    SKILL = "skill"
    """Whether the candidate has worked with a tool, a method or a language."""
    LANGUAGE = "language"
    """How well the candidate speaks a language."""
    CERTIFICATE = "certificate"
    FIGURE = "figure"
    LEAVING_REASON = "leaving_reason"
    OWN_WORK = "own_work"
    """Whether the candidate did something alone."""
    NEVER = "never"
    """Something the candidate says they never did."""
    STATEMENT = "statement"
    """Anything else: the judge finds such a statement and does not say what it is about."""


class DiscrepancySeverity(StrEnum):
    MINOR = "minor"
    MODERATE = "moderate"
    SIGNIFICANT = "significant"
    MAJOR = "major"


class Risk(StrEnum):
    """How much there is to clarify; also the priority of a recommendation."""

    IMMEDIATE = "immediate"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Action(StrEnum):
    """What a person can do about a discrepancy."""

    ASK_CANDIDATE = "ask_candidate"
    ASK_FOR_PROOF = "ask_for_proof"
    """A certificate or a reference can settle it."""


class Origin(StrEnum):
    CV = "cv"
    TRANSCRIPT = "transcript"


@dataclass(frozen=True, slots=True)
class Range:
    """A value with its rounding: both ends are possible."""

    low: float
    high: float

    def distance(self, other: Range) -> float:
        """The gap between two ranges; 0 if they overlap."""
        return max(0.0, self.low - other.high, other.low - self.high)


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact that the candidate states about themselves."""

    kind: ClaimKind
    subject: str
    """What it is about: the key of an employer, a skill or a measured thing; may be empty."""
    sentence: int
    """Index of the sentence among the candidate's sentences."""
    exchange: int
    value: Range | None = None
    text: str = ""
    """A role, a degree, a place of study or a reason, folded."""
    is_positive: bool = True
    """False: the candidate denies it."""
    is_hedged: bool = False
    is_partial: bool = False
    """The words may describe a part only (two years as a buyer): only more than the whole contradicts."""
    stems: frozenset[str] = frozenset()
    """Stems of the words around a figure."""
    employer: str = ""
    """The employer that a figure is about, as in ``subject`` of a claim about employment."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The other side of a discrepancy: a line of the CV, or an earlier statement."""

    origin: Origin
    quote: str
    """Verbatim from the CV or from the segment; an entry of the profile if the CV has no such line."""
    segment_id: str | None = None
    start_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Two statements that may not both be right."""

    kind: ClaimKind
    subject: str
    """The employer, skill or thing as it is written; may be empty."""
    severity: DiscrepancySeverity
    statement: Evidence
    counterpart: Counterpart


@dataclass(frozen=True, slots=True)
class SaidAboutLine:
    """A line of the CV and a passage of the interview to compare with it; no verdict."""

    cv_line: str
    """Verbatim from the CV."""
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of discrepancy that was found more than once."""

    kind: ClaimKind
    frequency: int
    significance: DiscrepancySeverity


@dataclass(frozen=True, slots=True)
class Recommendation:
    action: Action
    priority: Risk
    kind: ClaimKind
    """The kind of discrepancy that is the reason."""
    subject: str


@dataclass(frozen=True, slots=True)
class Metrics:
    """Scores from 1 to 10; None where the text gives nothing to measure."""

    consistency: float | None = None
    evasiveness: float | None = None
    authenticity: float | None = None
    """Share of the statements compared with the CV that agree with it."""
    stress: float | None = None
    """Never measured: words do not show it, and a guess would be unfair."""


@dataclass(frozen=True, slots=True)
class ConsistencyCheck:
    """The section 'Consistency check' of a report."""

    risk: Risk
    confidence: float
    """0 to 1: how much there was to compare."""
    metrics: Metrics
    discrepancies: tuple[Discrepancy, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    claims: int = 0
    """Statements of fact that were found."""
    compared_with_cv: int = 0
    compared_with_each_other: int = 0
    has_cv: bool = False
    side_by_side: tuple[SaidAboutLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A claim that the CV does not bear out, the line of the CV, and what it is about."""

    severity: DiscrepancySeverity
    cv_line: str
    subject: str = ""


Outcome = Difference | bool | None
"""True: agrees with the CV. None: the CV says nothing about it."""
