"""Compares required skills with single sentences: by name, and by words close to each other."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.skills.catalog import Skill, find_skills, is_known_skill
from app.skills.matches import MatchKind, MatchSource, cut_around
from app.skills.requirements import Requirement
from app.text.bullets import without_bullet
from app.text.folding import plain, squeeze
from app.text.stemming import stem
from app.text.stop_words import LANGUAGES, load_generic_nouns, load_requirement_words

MIN_CONTAINED_CHARACTERS = 4
"""A shorter name inside another name is a different skill: "C" in "Objective C"."""
MIN_COVERED = 0.75
"""Share of the words of a long requirement that one passage must contain."""
MAX_EXACT_WORDS = 3
"""Up to this many words, a passage must contain all of them."""

_PASSAGE_BREAK = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*[-–—*•▪●◦‣·∙])|\n(?=\s*[A-Z0-9])")

Stems = frozenset[str]
"""The stems of one word in every language."""


class Passage:
    """A sentence or list item, with its words and the skills that it names."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def stems(self) -> list[Stems]:
        return read_word_stems(self.text)

    @cached_property
    def named(self) -> list[Skill]:
        return find_skills(self.text)

    def find(self, requirement: Requirement) -> tuple[MatchKind, str] | None:
        """How this passage shows ``requirement``, and in which words; None if it does not."""
        for skill in self.named:
            if any(is_named(name, skill.name) for name in requirement.names):
                written = self.text[skill.start : skill.end]
                return compare_names(requirement, [written]), cut_around(self.text, skill.start, skill.end)
        return self.find_described(requirement)

    def find_described(self, requirement: Requirement) -> tuple[MatchKind, str] | None:
        """As ``find``, without the names of the catalog."""
        kinds = [self.compare_phrase(phrase) for phrase in requirement.names or (requirement.label,)]
        found = [kind for kind in kinds if kind]
        if not found:
            return None
        return MatchKind.NAME if MatchKind.NAME in found else found[0], cut_around(self.text, 0, 0)

    def compare_phrase(self, phrase: str) -> MatchKind | None:
        """NAME if all words of ``phrase`` are here, MEANING if enough of them are, close together."""
        words, nouns = read_phrase_stems(phrase)
        if not words or not _covers(self.stems, words, nouns):
            return None
        # Single words of the catalog were searched for by name: "Go" is not found in "I go home".
        if len(words) + len(nouns) == 1 and is_known_skill(phrase):
            return None
        is_literal = all(any(word & stems for stems in self.stems) for word in _content_stems(phrase))
        return MatchKind.NAME if is_literal else MatchKind.MEANING


@dataclass(frozen=True, slots=True)
class Mention:
    """A skill of the catalog, as spelled in one place."""

    name: str
    """The canonical name."""
    written: str
    words: str
    """The sentence or list item."""
    source: MatchSource


def list_mentions(text: str, source: MatchSource) -> Iterator[Mention]:
    bounds = [0, *(match.end() for match in _PASSAGE_BREAK.finditer(text)), len(text)]
    for skill in find_skills(text):
        start = bounds[bisect_right(bounds, skill.start) - 1]
        end = bounds[bisect_left(bounds, skill.end)]
        words = without_bullet(cut_around(text[start:end], skill.start - start, skill.end - start))
        yield Mention(skill.name, text[skill.start : skill.end], " ".join(words.split()), source)


def split_passages(text: str) -> list[Passage]:
    """The sentences and list items of ``text``."""
    parts = (" ".join(without_bullet(part).split()) for part in _PASSAGE_BREAK.split(text))
    return [Passage(part) for part in parts if part]


def find_closest(
    requirement: Requirement, passages: Iterable[Passage], *, with_names: bool = True
) -> tuple[MatchKind, str, Passage] | None:
    """The passage with the closest match for ``requirement``: name before synonym."""
    order = list(MatchKind)
    found = [
        (*match, passage)
        for passage in passages
        if (match := passage.find(requirement) if with_names else passage.find_described(requirement))
    ]
    return min(found, key=lambda item: order.index(item[0]), default=None)


def compare_names(requirement: Requirement, written: Iterable[str]) -> MatchKind:
    """NAME if one of the ``written`` names and the required one are the same or contain each other."""
    own = [text for text in written if text]
    for name in requirement.names or (requirement.label,):
        for text in own:
            if squeeze(name) == squeeze(text) or is_named(name, text) or is_named(text, name):
                return MatchKind.NAME
    return MatchKind.SYNONYM


def is_named(name: str, skill: str) -> bool:
    """Whether ``skill`` is ``name``, or contains it as words ("Kafka" in "Apache Kafka")."""
    inner, outer = name.casefold(), skill.casefold()
    if inner == outer:
        return True
    if len(inner) < MIN_CONTAINED_CHARACTERS or inner not in outer:
        return False
    return re.search(rf"(?<![\w.+#-]){re.escape(inner)}(?![\w+#-])", outer) is not None


def count_subject_words(phrase: str) -> int:
    """Words of ``phrase`` that say what it is about."""
    return len(_content_stems(phrase))


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
def read_phrase_stems(phrase: str) -> tuple[list[Stems], list[Stems]]:
    """The words of a requirement that name its subject, and the groups of its generic nouns ("systems")."""
    stems = _content_stems(phrase)
    nouns: dict[Stems, Stems] = {}
    for word in stems:
        if groups := [group for group in _load_noun_groups() if word & group]:
            nouns[word] = frozenset().union(*groups)
    words = [word for word in stems if word not in nouns]
    return (words, list(dict.fromkeys(nouns.values()))) if words else (list(nouns), [])


def _content_stems(phrase: str) -> list[Stems]:
    """The words of a requirement without those that name no subject ("experience with")."""
    ignored = load_requirement_words()
    words = [word for word in plain(phrase).split() if word not in ignored and not word.rstrip("+").isdigit()]
    return [_stems(word) for word in dict.fromkeys(words)]


def read_word_stems(text: str) -> list[Stems]:
    return [_stems(word) for word in plain(text).split()]


@lru_cache(maxsize=65536)
def _stems(word: str) -> Stems:
    return frozenset(stem(word, language) for language in LANGUAGES)
