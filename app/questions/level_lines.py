"""Shares the lines of two documents out among beginners and leads, so that they are asked about other things.

Lines of about equal quality are paired, and each level gets one of the two: the sets of both levels are about
different lines, and neither gets the worse ones.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.questions.facts import REQUIREMENTS, Fact, Source
from app.questions.fitness import fitness, lean
from app.questions.line_kinds import LineKind
from app.questions.question_rater import load_question_rater
from app.questions.tables import QuestionCategory
from app.questions.wording import content_words
from app.text.similarity import cosine

_SHARE_OF_TWINS = 0.5
"""Of the words of the shorter line, from which on two lines are about the same thing."""
_MAX_COSINE = 0.7
"""Of the vectors of two lines, above which they are about the same thing."""
_MAX_TWINS = 2
"""Lines about the same thing that go to the same level; more of them are shared out like any others."""
_WEIGHT_OF_READING = 3.0
"""Factor for the log-odds that a line can be asked about, compared with its fitness."""
_USUAL_CATEGORY: dict[Source, QuestionCategory] = {
    "cv": QuestionCategory.BEHAVIORAL,
    "job": QuestionCategory.TECHNICAL,
    "recruiter": QuestionCategory.TECHNICAL,
}
"""The category by which lines of a document are compared."""
_SHARED = frozenset({("job", "career")})
"""The advertised position, about which every level is asked."""


@dataclass(slots=True)
class _Unit:
    """A line, with another one about the same thing that the same level is asked about."""

    words: frozenset[str]
    facts: list[Fact]

    def lean(self) -> tuple[float, int]:
        """How well it suits leads, and a number that is always the same for its text."""
        return sum(map(lean, self.facts)) / len(self.facts), zlib.crc32(self.facts[0].text.encode())


def share_lines(facts: Sequence[Fact]) -> dict[str, int]:
    """For each text of a line 1 if leads are asked about it, -1 if beginners are, 0 if both may be."""
    groups: dict[tuple[str, str], list[_Unit]] = defaultdict(list)
    for fact in facts:
        if (fact.source, fact.kind) not in _SHARED:
            _add(groups[fact.source, _name_group(fact)], fact)
    rater = load_question_rater()

    def rate(unit: _Unit) -> float:
        return max(
            fitness(fact, _USUAL_CATEGORY[fact.source]) + _WEIGHT_OF_READING * rater.rate_line(fact)
            for fact in unit.facts
        )

    shares: dict[str, int] = {}
    for group in groups.values():
        ranked = sorted(group, key=rate, reverse=True)
        for first, second in zip(ranked[::2], [*ranked[1::2], None], strict=False):
            if second is None:
                shares |= {fact.text: lean(fact) for fact in first.facts}
                continue
            for unit, share in zip(sorted((first, second), key=_Unit.lean), (-1, 1), strict=True):
                shares |= {fact.text: share for fact in unit.facts}
    return shares


def are_twins(
    fact: Fact,
    other: Fact,
    meaning: Sequence[float] | None = None,
    other_meaning: Sequence[float] | None = None,
) -> bool:
    """Whether two lines are about the same thing, by their words or their vectors.

    They share most words of the shorter one, or mean the same. Positions may have the same title.
    """
    if LineKind.TITLE in (fact.line_kind, other.line_kind):
        return False
    if meaning is not None and other_meaning is not None and cosine(meaning, other_meaning) > _MAX_COSINE:
        return True
    return _are_alike(content_words(fact.text), content_words(other.text))


def _are_alike(first: frozenset[str], second: frozenset[str]) -> bool:
    shorter = min(len(first), len(second))
    return shorter > 0 and len(first & second) >= _SHARE_OF_TWINS * shorter


def _name_group(fact: Fact) -> str:
    """Lines that suit about the same questions have the same name."""
    if fact.line_kind in (LineKind.WORK, LineKind.RESULT) and fact.kind not in REQUIREMENTS:
        return "work"
    if fact.line_kind is LineKind.TITLE:
        return "title"
    return "other"


def _add(group: list[_Unit], fact: Fact) -> None:
    """Add a line beside one about the same thing, if there is one."""
    words = content_words(fact.text)
    for unit in group:
        if (
            len(unit.facts) < _MAX_TWINS
            and _are_alike(words, unit.words)
            and fact.line_kind is not LineKind.TITLE
        ):
            unit.facts.append(fact)
            return
    group.append(_Unit(words, [fact]))
