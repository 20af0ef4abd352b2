"""Facts: single lines of the CV and the job description that a question can be about.

Each slot gets one fact. The model sees the CV and the job description as context but must ask about
that one line, which makes the questions of a small model specific. ``fact_collection`` finds the facts
of two documents, ``fact_choice`` chooses among them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from app.questions.line_kinds import LineKind
from app.questions.line_natures import LineNature

Source = Literal["cv", "job", "recruiter"]
Kind = Literal[
    "statement",
    "project",
    "skill",
    "requirement",
    "responsibility",
    "preferred",
    "gap",
    "about",
    "career",
    "move",
    "own",
]
"""``gap``: a requirement of the job that the CV does not show. ``move``: a position that the candidate left,
with its dates. ``own``: a line of the recruiter."""

REQUIREMENTS: frozenset[Kind] = frozenset({"requirement", "gap", "preferred"})

CERTAIN = 0.5
"""Minimum certainty at which the kind of a line counts as known."""


@dataclass(frozen=True, slots=True)
class PastPosition:
    title: str
    organization: str
    statements: tuple[str, ...] = ()
    start: str | None = None
    """YYYY-MM or YYYY; None if the CV gives no dates."""
    end: str | None = None
    """Like ``start``; None for the present."""


@dataclass(frozen=True, slots=True)
class CandidateBrief:
    """What a prompt says about a candidate; ``text`` is the CV."""

    text: str
    current_position: str = ""
    positions: tuple[PastPosition, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class JobBrief:
    text: str
    title: str = ""
    company: str = ""
    responsibilities: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    source: Source
    kind: Kind
    text: str
    """The line of the CV or the job description, stored with the question as its basis."""
    where: str = ""
    """The position that a statement of a CV belongs to."""
    meets: float = field(default=0.0, compare=False)
    """Share of its content words that also occur in the other document; for a move, 1 after a short stay."""
    age: int = field(default=0, compare=False)
    """Number of later positions in the CV; 0 for the latest one and for other facts."""
    line_kind: LineKind = field(default=LineKind.WORK, compare=False)
    """What the line says, which decides the form of the question."""
    certainty: float = field(default=1.0, compare=False)
    """How much better this kind fits the line than any other, 0 to 1."""
    suitability: float = field(default=1.0, compare=False)
    """Probability that the unchanged line can be asked about, 0 to 1."""
    traits: tuple[float, ...] = field(default=(), compare=False)
    """Output of the trained classifiers for the line; see ``LineClassification.traits``."""
    natures: tuple[float, ...] = field(default=(), compare=False)
    """Probabilities of what the line is, in the order of ``LineNature``; empty if it was not read."""
    spoken: str = field(default="", compare=False)
    """The line as an interviewer says it, if other than ``text``."""
    is_clause: bool = field(default=False, compare=False)
    """Whether it can become part of a sentence ("Led a team of four")."""
    tells_action: bool = field(default=True, compare=False)
    """Whether it says what somebody does, not what there is ("a team"). Always true except in English."""
    follows: bool = field(default=False, compare=False)
    """Whether it is a later sentence of a text, which may need the one before it to be understood."""
    is_foreign: bool = field(default=False, compare=False)
    """Whether its document is written in another language than the questions."""

    @property
    def said(self) -> str:
        return self.spoken or self.text

    def resembles(self, natures: Collection[LineNature]) -> float:
        """The probability that the line is of one of these natures; 1 if it was not read."""
        if not self.natures:
            return 1.0
        return sum(share for nature, share in zip(LineNature, self.natures, strict=True) if nature in natures)
