"""Result of an analysis: everything that a report contains."""

from __future__ import annotations

from dataclasses import dataclass

from app.analysis.consistency.facts import ConsistencyCheck
from app.analysis.findings import (
    Basis,
    Finding,
    FollowUp,
    FoundSkill,
    KeyQuote,
    Missing,
    QuestionScore,
    RequirementFinding,
    ScoreRange,
    Sentiment,
    UsedModel,
)
from app.llm.generation import GenerationRecord


@dataclass(frozen=True, slots=True)
class Analysis:
    """A complete report."""

    sentiment: Sentiment | None
    technical_score: float | None
    communication_score: float | None
    technical_range: ScoreRange | None
    communication_range: ScoreRange | None
    technical_basis: tuple[Basis, ...]
    communication_basis: tuple[Basis, ...]
    question_scores: tuple[QuestionScore, ...]
    instructions: int
    """Sentences addressed to the assessor; they are not counted."""
    summary: str
    technical_assessment: str
    communication_assessment: str
    strengths: tuple[Finding, ...]
    concerns: tuple[Finding, ...]
    key_quotes: tuple[KeyQuote, ...]
    follow_up_questions: tuple[FollowUp, ...]
    missing: tuple[Missing, ...]
    generation: GenerationRecord
    requirements: tuple[RequirementFinding, ...] = ()
    """In the order of the job description; empty without one."""
    consistency: ConsistencyCheck | None = None
    """None if the check is switched off or there was nothing to read."""
    found_skills: tuple[FoundSkill, ...] = ()
    used_models: tuple[UsedModel, ...] = ()
    """The models that read the answers, besides ``generation.model``, which words the texts."""
    has_model_texts: bool = True
    """The language model worded parts of it; False if code wrote every text."""
