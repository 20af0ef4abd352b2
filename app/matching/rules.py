"""Computes the score of a match (ADR 0012).

``score = 100 × (0.6 × meaning + 0.4 × skills)``; ``100 × meaning`` for a job that names no skill.
``meaning`` is the cosine of the two vectors, scaled to 0…1 between the values of unrelated records and of
good matches. ``skills`` is the share of the required skills that the candidate has, a required skill
counting twice as much as a preferred one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.skills.evidence import SkillEvidence
from app.skills.matches import SkillMatch
from app.skills.passages import is_named
from app.skills.requirements import Requirement

MEANING_WEIGHT = 0.6
SKILLS_WEIGHT = 0.4
UNRELATED_COSINE = 0.25
"""Maximum cosine of records from different trades."""
MATCHING_COSINE = 0.75
MIN_SCORE = 30
"""Below it, two records share words but not the kind of work, so the match is not worth showing."""
REQUIRED_WEIGHT = 2
PREFERRED_WEIGHT = 1


@dataclass(frozen=True, slots=True)
class WeightedSkill:
    """One skill that a job asks for."""

    requirement: Requirement
    weight: int


@dataclass(frozen=True, slots=True)
class AskedSkill:
    """One skill that a job asks for, and how a candidate shows it."""

    skill: str
    is_required: bool
    """False for a preferred skill."""
    match: SkillMatch | None
    """None if it was not found."""


class RequiredSkills:
    """All skills that one job names, to be compared with many candidates.

    ``required`` and ``preferred`` are the stored lines of a job description; ``named``, below, those of
    a candidate.
    """

    def __init__(self, required: str, preferred: str) -> None:
        self._skills = [
            WeightedSkill(Requirement.of_line(line), weight)
            for lines, weight in ((required, REQUIRED_WEIGHT), (preferred, PREFERRED_WEIGHT))
            for line in lines.splitlines()
        ]

    def share(self, named: str) -> float | None:
        """Weighted share of the skills that ``named`` contains; None if the job names no skill."""
        return self.shares([named])[0]

    def shares(self, named: Sequence[str]) -> list[float | None]:
        """``share`` of each candidate.

        Tens of thousands of candidates name the same few thousand skills: each name is compared once, and
        no Python loop runs over the names that match nothing.
        """
        total = sum(skill.weight for skill in self._skills)
        if not total:
            return [None] * len(named)
        distinct: set[str] = set()
        for lines in named:
            distinct.update(lines.split("\n"))
        matched = {line: found for line in distinct if (found := self._matched_by(line))}
        matching = frozenset(matched)
        shares: list[float | None] = []
        for lines in named:
            # Split again: keeping a hundred thousand small texts costs more than creating them twice.
            present = matching.intersection(lines.split("\n"))
            indexes: set[int] = set().union(*[matched[line] for line in present])
            shares.append(sum(self._skills[index].weight for index in indexes) / total)
        return shares

    def shared_and_missing(self, evidence: SkillEvidence) -> tuple[list[str], list[str]]:
        """The skills that ``evidence`` shows, and those it does not show; required ones first."""
        shared: list[str] = []
        missing: list[str] = []
        for skill in self._skills:
            found = evidence.found_names(skill.requirement)
            shared += [name for name in found if name not in shared]
            if not found:
                missing.append(skill.requirement.label)
        return shared, missing

    def explain(self, evidence: SkillEvidence) -> list[AskedSkill]:
        """Every skill with how ``evidence`` shows it; required ones first."""
        return [
            AskedSkill(
                skill.requirement.label,
                skill.weight == REQUIRED_WEIGHT,
                evidence.match_found(skill.requirement),
            )
            for skill in self._skills
        ]

    def _matched_by(self, line: str) -> set[int]:
        """Indexes of the skills that one named skill matches."""
        return {
            index
            for index, skill in enumerate(self._skills)
            if any(is_named(name, line) for name in skill.requirement.names)
        }


def score(cosine: float, share: float | None) -> float:
    """Score from 0 to 100, not rounded."""
    meaning = (cosine - UNRELATED_COSINE) / (MATCHING_COSINE - UNRELATED_COSINE)
    meaning = min(1.0, max(0.0, meaning))
    if share is None:
        return 100 * meaning
    return 100 * (MEANING_WEIGHT * meaning + SKILLS_WEIGHT * share)
