"""Finds required skills in a candidate's listed skills, and by name and meaning in the CV.

The match panel and the report use the same functions, so that they never disagree about a skill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from app.skills.catalog import canonical_skill, find_skills
from app.skills.matches import MatchKind, MatchSource, SkillMatch
from app.skills.passages import (
    Mention,
    Passage,
    compare_names,
    find_closest,
    is_named,
    list_mentions,
    read_phrase_stems,
    read_word_stems,
    split_passages,
)
from app.skills.requirements import Requirement
from app.text.folding import plain

EXPERT_SCORE = 95
INTERMEDIATE_SCORE = 80
FOUND_SCORE = 75
PARTIAL_SCORE = 40
CRITICAL_SCORE = 50
"""A requirement below this score counts as not found."""

_EXPERT_WORDS = frozenset({"senior", "advanced", "expert"})
_GRADE = re.compile(r"\b(?:senior|advanced|expert|intermediate|mid)\b", re.IGNORECASE)


class SkillEvidence:
    """Evidence of the skills of one candidate."""

    def __init__(
        self, *, listed: Sequence[str], texts: Sequence[str] = (), named: Iterable[str] | None = None
    ) -> None:
        """``listed`` are skills as the profile lists them, ``texts`` the CV and other prose.

        ``named`` are the canonical names in both, if already known.
        """
        self.listed = list(listed)
        self._texts = list(texts)
        if named is not None:
            self.__dict__["named"] = frozenset(named)

    @cached_property
    def named(self) -> frozenset[str]:
        """Canonical names of the listed skills and of the skills that the texts name."""
        return frozenset([*map(canonical_skill, self.listed), *(item.name for item in self._mentions)])

    @cached_property
    def _mentions(self) -> list[Mention]:
        listed = [item for skill in self.listed for item in list_mentions(skill, MatchSource.PROFILE)]
        return listed + [item for text in self._texts for item in list_mentions(text, MatchSource.CV)]

    @cached_property
    def _passages(self) -> list[Passage]:
        """Sentences and list items of the listed skills and the texts."""
        return self._listed_passages + self._text_passages

    @cached_property
    def _listed_passages(self) -> list[Passage]:
        return [Passage(skill) for skill in self.listed if skill.strip()]

    @cached_property
    def _text_passages(self) -> list[Passage]:
        return [passage for text in self._texts for passage in split_passages(text)]

    def match(self, requirement: Requirement) -> SkillMatch:
        """``score``, with the way ``requirement`` was found, and the words."""
        listed = max(self.listed, key=lambda skill: score_listed_skill(requirement, skill), default="")
        best = score_listed_skill(requirement, listed)
        if best >= FOUND_SCORE:
            mentions = [listed[skill.start : skill.end] for skill in find_skills(listed)]
            kind = compare_names(requirement, [listed, *mentions])
            return SkillMatch(best, kind, MatchSource.PROFILE, listed)
        found = self._find_mention(requirement) or self._find_described(requirement)
        return found or SkillMatch(best, words=listed if best else "")

    def match_found(self, requirement: Requirement) -> SkillMatch | None:
        """The clearest match of one of ``found_names``: name before synonym before meaning."""
        order = list(MatchKind)
        matches = [self.match(Requirement(name, (name,))) for name in self.found_names(requirement)]
        found = [(order.index(match.kind), match) for match in matches if match.kind]
        return min(found, key=lambda item: item[0])[1] if found else None

    def _find_mention(self, requirement: Requirement) -> SkillMatch | None:
        found = [
            SkillMatch(FOUND_SCORE, compare_names(requirement, [item.written]), item.source, item.words)
            for item in self._mentions
            if any(is_named(name, item.name) for name in requirement.names)
        ]
        return min(found, key=lambda match: match.kind is MatchKind.SYNONYM, default=None)

    def _find_described(self, requirement: Requirement) -> SkillMatch | None:
        for source, passages in (
            (MatchSource.PROFILE, self._listed_passages),
            (MatchSource.CV, self._text_passages),
        ):
            if found := find_closest(requirement, passages, with_names=False):
                kind, words, _ = found
                return SkillMatch(FOUND_SCORE, kind, source, words)
        return None

    def score(self, requirement: Requirement) -> int:
        """0, 40, 75, 80 or 95: how well ``requirement`` is met.

        A listed skill that is or contains it, or the reverse, counts by its stated grade; a skill that
        only the text shows counts as FOUND_SCORE; a shared word as PARTIAL_SCORE.
        """
        best = max((score_listed_skill(requirement, skill) for skill in self.listed), default=0)
        if best < FOUND_SCORE and self._is_in_text(requirement):
            return FOUND_SCORE
        return best

    def finds(self, requirement: Requirement) -> bool:
        """Whether ``requirement`` counts as found."""
        return self.score(requirement) >= CRITICAL_SCORE

    def found_names(self, requirement: Requirement) -> list[str]:
        """The names of ``requirement`` that are found."""
        return [name for name in requirement.names if self.finds(Requirement(name, (name,)))]

    def _is_in_text(self, requirement: Requirement) -> bool:
        if any(is_named(name, other) for name in requirement.names for other in self.named):
            return True
        phrases = requirement.names or (requirement.label,)
        return any(self._has_passage(phrase) for phrase in phrases)

    def _has_passage(self, phrase: str) -> bool:
        return any(passage.compare_phrase(phrase) for passage in self._passages)


def score_listed_skill(requirement: Requirement, skill: str) -> int:
    """0, 40, 75, 80 or 95 for one listed skill."""
    own = {canonical_skill(skill), *(found.name for found in find_skills(skill))}
    names = requirement.names or (requirement.label,)
    is_match = any(is_named(name, other) for name in names for other in own)
    # A sentence that names no known skill matches a listed skill inside it.
    if is_match or (not requirement.names and any(is_named(other, names[0]) for other in own)):
        # A word of the required name is not a grade: "senior" in "Senior care".
        asked = plain(" ".join(names)).split()
        grades = {word.casefold() for word in _GRADE.findall(skill)}.difference(asked)
        if grades & _EXPERT_WORDS:
            return EXPERT_SCORE
        return INTERMEDIATE_SCORE if grades else FOUND_SCORE
    words = [stems for name in names for stems in read_phrase_stems(name)[0] if max(map(len, stems)) > 1]
    offered = read_word_stems(skill)
    return PARTIAL_SCORE if any(word & other for word in words for other in offered) else 0


def has_subject(requirement: Requirement) -> bool:
    """Whether ``requirement`` has a subject; "ten years of experience" has none."""
    return bool(requirement.names) or bool(read_phrase_stems(requirement.label)[0])
