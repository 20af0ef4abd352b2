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
MINIMUM_SCORE = 30
"""Below it two records have words in common and no work: that is no match to be shown."""
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


class AskedSkills:
    """All that one job asks for by name, to be held against the skills of many candidates.

    ``required`` and ``preferred`` are the stored lines of a job description; ``named``, below, those of a
    candidate.
    """

    def __init__(self, required: str, preferred: str) -> None:
        self._asked = [
            AskedSkill(names=tuple(line.split(ALTERNATIVES)), weight=weight)
            for lines, weight in ((required, REQUIRED_WEIGHT), (preferred, PREFERRED_WEIGHT))
            for line in lines.splitlines()
        ]

    def share(self, named: str) -> float | None:
        """The weighted share of what is asked for that is named; None where nothing is asked for."""
        return self.shares([named])[0]

    def shares(self, named: Sequence[str]) -> list[float | None]:
        """``share`` of each candidate. Tens of thousands name the same few thousand skills: what each of
        those answers is worked out once, and no loop in Python goes over the skills that answer nothing.
        """
        total = sum(skill.weight for skill in self._asked)
        if not total:
            return [None] * len(named)
        distinct: set[str] = set()
        for lines in named:
            distinct.update(lines.split("\n"))
        answers = {line: answer for line in distinct if (answer := self._answered_by(line))}
        answering = frozenset(answers)
        shares: list[float | None] = []
        for lines in named:
            # Split again: to keep a hundred thousand small texts costs more than to make them twice.
            told = answering.intersection(lines.split("\n"))
            found: set[int] = set().union(*[answers[line] for line in told])
            shares.append(sum(self._asked[index].weight for index in found) / total)
        return shares

    def shared_and_missing(self, named: str) -> tuple[list[str], list[str]]:
        """What is named of what is asked for, and what is not; required ones first."""
        lines = named.splitlines()
        shared: list[str] = []
        missing: list[str] = []
        for skill in self._asked:
            found = [name for name in skill.names if any(is_named(name, line) for line in lines)]
            shared += [name for name in found if name not in shared]
            if not found:
                missing.append(skill.label)
        return shared, missing

    def _answered_by(self, line: str) -> set[int]:
        """The places of the asked skills that one named skill answers."""
        return {
            index
            for index, skill in enumerate(self._asked)
            if any(is_named(name, line) for name in skill.names)
        }


def is_named(name: str, skill: str) -> bool:
    """Whether ``skill`` is ``name``, or has it among its words ("Kafka" in "Apache Kafka")."""
    wanted, told = name.casefold(), skill.casefold()
    if wanted == told:
        return True
    if len(wanted) < _SHORTEST_CONTAINED or wanted not in told:
        return False
    return re.search(rf"(?<![\w.+#-]){re.escape(wanted)}(?![\w+#-])", told) is not None


def score(cosine: float, share: float | None) -> float:
    """0 to 100, not rounded."""
    meaning = (cosine - UNRELATED_COSINE) / (MATCHING_COSINE - UNRELATED_COSINE)
    meaning = min(1.0, max(0.0, meaning))
    if share is None:
        return 100 * meaning
    return 100 * (MEANING_WEIGHT * meaning + SKILLS_WEIGHT * share)
