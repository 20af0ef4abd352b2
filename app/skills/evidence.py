"""Finds required skills in a candidate's listed skills, in names in the CV and in its sentences.

The match panel and the report use the same functions, so that they never disagree about a skill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from app.skills.catalog import canonical_skill, find_skills, is_known_skill
from app.skills.requirements import Requirement
from app.text.folding import plain
from app.text.stemming import stem
from app.text.stop_words import LANGUAGES, load_generic_nouns, load_requirement_words

EXPERT_SCORE = 95
INTERMEDIATE_SCORE = 80
FOUND_SCORE = 75
PARTIAL_SCORE = 40
CRITICAL_SCORE = 50
"""A requirement below this score counts as not found."""

MIN_CONTAINED_CHARACTERS = 4
"""A shorter name inside another is another skill: "C" in "Objective C"."""
MIN_COVERED = 0.75
"""Share of the words of a long requirement that one passage must contain."""
MAX_EXACT_WORDS = 3
"""Up to this many words, a passage must contain all of them."""

_EXPERT = re.compile(r"\b(?:senior|advanced|expert)\b", re.IGNORECASE)
_INTERMEDIATE = re.compile(r"\b(?:intermediate|mid)\b", re.IGNORECASE)
_PASSAGE_BREAK = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*[-–—*•▪●◦‣·∙])|\n(?=\s*[A-Z0-9])")

Stems = frozenset[str]
"""The stems of one word in every language."""


class SkillEvidence:
    """What is known about the skills of one candidate."""

    def __init__(
        self, *, listed: Sequence[str], texts: Sequence[str] = (), named: Iterable[str] | None = None
    ) -> None:
        """``listed`` are skills as the profile lists them, ``texts`` the CV and other prose.

        ``named`` are the canonical names in both, if they are known already.
        """
        self.listed = list(listed)
        self._texts = list(texts)
        if named is not None:
            self.__dict__["named"] = frozenset(named)

    @cached_property
    def named(self) -> frozenset[str]:
        """Canonical names of the listed skills and of the skills that the texts name."""
        names = {canonical_skill(skill) for skill in self.listed}
        for text in (*self.listed, *self._texts):
            names.update(skill.name for skill in find_skills(text))
        return frozenset(names)

    @cached_property
    def _passages(self) -> list[list[Stems]]:
        """Sentences and list items, as the stems of their words."""
        passages = [part for text in self._texts for part in _PASSAGE_BREAK.split(text)]
        return [_word_stems(passage) for passage in (*self.listed, *passages) if passage.strip()]

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
        words, nouns = _phrase_stems(phrase)
        # Single words of the catalog were searched for by name: "Go" is not found in "I go home".
        if not words or (len(words) + len(nouns) == 1 and is_known_skill(phrase)):
            return False
        return any(_covers(passage, words, nouns) for passage in self._passages)


def is_named(name: str, skill: str) -> bool:
    """Whether ``skill`` is ``name``, or contains it as words ("Kafka" in "Apache Kafka")."""
    inner, outer = name.casefold(), skill.casefold()
    if inner == outer:
        return True
    if len(inner) < MIN_CONTAINED_CHARACTERS or inner not in outer:
        return False
    return re.search(rf"(?<![\w.+#-]){re.escape(inner)}(?![\w+#-])", outer) is not None


def score_listed_skill(requirement: Requirement, skill: str) -> int:
    """0, 40, 75, 80 or 95 for one listed skill."""
    own = {canonical_skill(skill), *(found.name for found in find_skills(skill))}
    names = requirement.names or (requirement.label,)
    is_match = any(is_named(name, other) for name in names for other in own)
    # A sentence that names no known skill matches a listed skill inside it.
    if is_match or (not requirement.names and any(is_named(other, names[0]) for other in own)):
        if _EXPERT.search(skill):
            return EXPERT_SCORE
        return INTERMEDIATE_SCORE if _INTERMEDIATE.search(skill) else FOUND_SCORE
    words = [stems for name in names for stems in _phrase_stems(name)[0] if max(map(len, stems)) > 1]
    offered = _word_stems(skill)
    return PARTIAL_SCORE if any(word & other for word in words for other in offered) else 0


def has_subject(requirement: Requirement) -> bool:
    """Whether ``requirement`` says what it is about; "ten years of experience" does not."""
    return bool(requirement.names) or bool(_phrase_stems(requirement.label)[0])


def _covers(passage: Sequence[Stems], words: Sequence[Stems], nouns: Sequence[Stems]) -> bool:
    """Whether ``passage`` has enough of the words close together; any noun of a group counts for it."""
    size = len(words) + len(nouns)
    needed = size if size <= MAX_EXACT_WORDS else MIN_COVERED * size
    window = 2 * size + 4
    hits = [
        (position, index)
        for position, stems in enumerate(passage)
        for index, word in enumerate(words)
        if word & stems
    ]
    if not hits:
        return False
    for start, _ in hits:
        near = {index for position, index in hits if start <= position < start + window}
        around = passage[max(0, start - window + 1) : start + window]
        found = [group for group in nouns if any(stems & group for stems in around)]
        if near and len(near) + len(found) >= needed:
            return True
    return False


@lru_cache(maxsize=1)
def _load_noun_groups() -> list[Stems]:
    return [frozenset().union(*map(_stems, group)) for group in load_generic_nouns()]


@lru_cache(maxsize=1024)
def _phrase_stems(phrase: str) -> tuple[list[Stems], list[Stems]]:
    """The words of a requirement that name its subject, and the groups of its generic nouns ("systems")."""
    ignored = load_requirement_words()
    content = [
        word for word in plain(phrase).split() if word not in ignored and not word.rstrip("+").isdigit()
    ]
    stems = [_stems(word) for word in dict.fromkeys(content)]
    nouns: dict[Stems, Stems] = {}
    for word in stems:
        if groups := [group for group in _load_noun_groups() if word & group]:
            nouns[word] = frozenset().union(*groups)
    words = [word for word in stems if word not in nouns]
    return (words, list(dict.fromkeys(nouns.values()))) if words else (list(nouns), [])


def _word_stems(text: str) -> list[Stems]:
    return [_stems(word) for word in plain(text).split()]


@lru_cache(maxsize=65536)
def _stems(word: str) -> Stems:
    return frozenset(stem(word, language) for language in LANGUAGES)
