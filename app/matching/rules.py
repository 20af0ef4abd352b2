"""The score of a match (ADR 0012).

``score = 100 × (0.6 × meaning + 0.4 × skills)``, and ``100 × meaning`` for a job that asks for no skill by
name. ``meaning`` is the cosine of the two vectors, moved to 0…1 between what strangers and what good
matches have; ``skills`` the share of the asked skills that the candidate names, a required one counting
twice a preferred one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.matching.sources import ALTERNATIVES

MEANING_WEIGHT = 0.6
SKILLS_WEIGHT = 0.4
UNRELATED_COSINE = 0.25
"""What a record of another trade has, and less."""
MATCHING_COSINE = 0.75
REQUIRED_WEIGHT = 2
PREFERRED_WEIGHT = 1
_SHORTEST_CONTAINED = 4
"""A shorter name inside another is another skill: "C" in "Objective C"."""


@dataclass(frozen=True, slots=True)
class AskedSkill:
    """One thing that a job asks for; any of ``names`` will do."""

    names: tuple[str, ...]
    weight: int

    @property
    def label(self) -> str:
        return " / ".join(self.names)


def asked(required: str, preferred: str) -> list[AskedSkill]:
    """From the stored lines of a job description."""
    return [
        AskedSkill(names=tuple(line.split(ALTERNATIVES)), weight=weight)
        for lines, weight in ((required, REQUIRED_WEIGHT), (preferred, PREFERRED_WEIGHT))
        for line in lines.splitlines()
    ]


def skill_key(lines: str) -> str:
    """Stored lines of skills in the form that ``is_named`` looks into."""
    return f"\n{lines.casefold()}\n"


def is_named(name: str, key: str) -> bool:
    """Whether a skill is among a candidate's, by itself or as words of a longer one ("Kafka" in "Apache
    Kafka")."""
    wanted = name.casefold()
    if wanted not in key:
        return False
    if f"\n{wanted}\n" in key:
        return True
    return len(wanted) >= _SHORTEST_CONTAINED and (
        re.search(rf"(?<![\w.+#-]){re.escape(wanted)}(?![\w+#-])", key) is not None
    )


def skills_share(wanted: Sequence[AskedSkill], key: str) -> float | None:
    """The weighted share of ``wanted`` that is named in ``key``; None where nothing is asked for."""
    total = sum(skill.weight for skill in wanted)
    if not total:
        return None
    named = sum(skill.weight for skill in wanted if any(is_named(name, key) for name in skill.names))
    return named / total


def score(cosine: float, share: float | None) -> float:
    """0 to 100, not rounded."""
    meaning = (cosine - UNRELATED_COSINE) / (MATCHING_COSINE - UNRELATED_COSINE)
    meaning = min(1.0, max(0.0, meaning))
    if share is None:
        return 100 * meaning
    return 100 * (MEANING_WEIGHT * meaning + SKILLS_WEIGHT * share)


def shared_and_missing(wanted: Sequence[AskedSkill], key: str) -> tuple[list[str], list[str]]:
    """What the candidate names of what is asked for, and what he does not; required ones first."""
    shared: list[str] = []
    missing: list[str] = []
    for skill in wanted:
        named = [name for name in skill.names if is_named(name, key)]
        shared += [name for name in named if name not in shared]
        if not named:
            missing.append(skill.label)
    return shared, missing
