"""Chooses facts for the questions of a set: by category and seniority, without repetitions."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence

from app.questions.facts import CERTAIN, REQUIREMENTS, Fact, Source
from app.questions.forms import is_list
from app.questions.line_kinds import LineKind
from app.questions.reading_out import cost_of_reading_out
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import content_words, list_plain_words, lists, similarity
from app.text.folding import plain
from app.text.numbers import digit_numbers

# How well a kind of line suits a category. Without an entry, it is not asked about in this category.
_FITNESS: dict[QuestionCategory, dict[tuple[Source, LineKind], float]] = {
    QuestionCategory.BEHAVIORAL: {
        ("cv", LineKind.RESULT): 3.4,
        ("cv", LineKind.WORK): 3.0,
        ("cv", LineKind.TITLE): 1.6,
        ("job", LineKind.EXPERIENCE): 0.6,
        ("job", LineKind.TRAIT): 0.6,
        ("job", LineKind.WORK): 2.0,
        ("cv", LineKind.SKILL): -2.0,
    },
    QuestionCategory.TECHNICAL: {
        ("job", LineKind.SKILL): 2.8,
        ("job", LineKind.WORK): 2.4,
        ("cv", LineKind.WORK): 2.3,
        ("cv", LineKind.SKILL): 0.4,
        ("job", LineKind.EXPERIENCE): 2.0,
        ("cv", LineKind.RESULT): 1.8,
        ("job", LineKind.CREDENTIAL): -0.4,
        ("cv", LineKind.TITLE): 1.2,
        ("job", LineKind.LANGUAGE): 0.4,
        ("cv", LineKind.CREDENTIAL): 0.2,
    },
    QuestionCategory.COGNITIVE: {
        ("job", LineKind.WORK): 3.0,
        ("cv", LineKind.RESULT): 1.6,
        ("cv", LineKind.WORK): 1.4,
        ("job", LineKind.SKILL): 0.8,
        ("job", LineKind.EXPERIENCE): 0.6,
        ("cv", LineKind.TITLE): 0.4,
        ("cv", LineKind.SKILL): -2.0,
    },
    QuestionCategory.CULTURE: {
        ("job", LineKind.WORK): 2.6,
        ("cv", LineKind.WORK): 0.8,
        ("job", LineKind.TRAIT): 1.6,
        ("cv", LineKind.RESULT): -0.4,
        ("cv", LineKind.TITLE): 3.0,
        ("job", LineKind.COMPANY): -3.0,
        ("cv", LineKind.SKILL): -6.0,
    },
    QuestionCategory.MOTIVATION: {
        ("job", LineKind.TITLE): 3.4,
        ("job", LineKind.COMPANY): -4.0,
        ("cv", LineKind.TITLE): 2.8,
        ("job", LineKind.CONDITION): 0.8,
        ("cv", LineKind.RESULT): 1.2,
        ("job", LineKind.WORK): 2.2,
        ("cv", LineKind.WORK): 0.8,
        ("job", LineKind.SKILL): 0.6,
        ("cv", LineKind.SKILL): -4.0,
    },
}
_GAIN_OF_GAP: dict[QuestionCategory, float] = {
    QuestionCategory.BEHAVIORAL: 0.3,
    QuestionCategory.TECHNICAL: 1.4,
    QuestionCategory.COGNITIVE: 0.2,
}
_UNSUITABLE = -7.0
_GAIN_OF_LEVEL = 4.0
_SPREAD_OF_LEVELS = 7.0
"""Difference in score by which beginners and leads are asked about different lines of about equal fitness."""
_PENALTY_OF_USE = 12.0
_PENALTY_OF_TWIN = 6.0
"""For a line about the same thing as one of the set."""
_SHARE_OF_TWINS = 0.5
"""Of the words of the shorter line, from which on two lines are about the same thing."""
_PENALTY_OF_DOUBT = 3.2
"""For a line whose kind is quite unknown."""
_PENALTY_OF_UNSUITABLE = 7.0
"""For a line that nobody can be asked about."""
_SUITABLE = 0.85
"""Suitability at which a line is as good as any other."""
_GAIN_OF_CLAUSE = 0.5
"""For a line that says who did what, unlike a list of nouns."""
_PENALTY_OF_THING = 2.5
"""For a line about work that names a thing, and not what somebody does with it."""
_PENALTY_OF_REFERENCE = 4.0
_PENALTY_OF_WORK_ALONE = 3.0
"""For work with others, of a line of the CV that names no people."""
_PENALTY_OF_LIST = 3.0
"""For a line of three things or more, which is often one thing with its place and trade."""
_PENALTY_OF_COUNT = 1.0
"""For a line that begins with a number, which names things and not what was done with them."""
_ADDRESSES = frozenset({"sie"})
"""Words that mean the reader of a job description where they begin a line."""
_POINTERS = re.compile(r"\b(?:them|their|they|it|its)\b")
_FIRST_WORDS = 6
"""Words of a line in which a pronoun refers to another one."""
_WORDS_OF_A_SENTENCE = 6
"""Minimum number of words of a line about the employer that says more than its name and place."""


_SENIORITY: dict[Difficulty, float] = {
    Difficulty.JUNIOR: -1.0,
    Difficulty.MID: 0.0,
    Difficulty.SENIOR: 0.5,
    Difficulty.LEAD: 1.0,
}
"""How much more than a person with some years of experience the candidate should lead others."""


def fitness(fact: Fact, category: QuestionCategory, difficulty: Difficulty = Difficulty.MID) -> float:
    """Score of ``fact`` as the basis of a question of this category; higher is better."""
    score = _FITNESS[category].get((fact.source, fact.line_kind), _UNSUITABLE)
    score += _GAIN_OF_GAP.get(category, 0.0) * (fact.kind == "gap") - 0.5 * (fact.kind == "preferred")
    if fact.line_kind is LineKind.COMPANY and fact.kind != "about":
        score -= 3.0  # a list of duties says little about the employer
    if fact.kind == "about" and fact.line_kind is LineKind.WORK:
        score -= 0.5  # a sentence of a text, which may depend on the one before
    score -= _PENALTY_OF_DOUBT * (1 - min(1.0, fact.certainty / CERTAIN))
    score -= _PENALTY_OF_UNSUITABLE * max(0.0, _SUITABLE - fact.suitability)
    score -= cost_of_reading_out(fact.said)
    score += _GAIN_OF_CLAUSE * fact.is_clause
    is_work = fact.line_kind in (LineKind.WORK, LineKind.RESULT)
    score -= _PENALTY_OF_THING * (is_work and not fact.tells_action)
    score += 0.3 * bool(re.search(r"\d", fact.text)) if fact.source == "cv" else 0.0
    score -= (0.8 if fact.line_kind is LineKind.TITLE else 0.5) * min(4, fact.age)
    score += 0.6 * fact.meets if category in (QuestionCategory.TECHNICAL, QuestionCategory.BEHAVIORAL) else 0
    if is_work and len(fact.text.split()) < 4:
        score -= 0.6
    if fact.line_kind is LineKind.COMPANY and len(fact.text.split()) < _WORDS_OF_A_SENTENCE:
        score -= 3.0
    if fact.line_kind is LineKind.WORK and fact.source == "cv" and _begins_with_number(fact.text):
        score -= _PENALTY_OF_COUNT
    if is_list(fact.text):
        score -= _PENALTY_OF_LIST
    if fact.kind == "statement" and fact.line_kind is LineKind.SKILL:
        score -= 1.0  # part of a position, which the candidate does not call a skill
    if _is_last_choice(fact):
        score -= _PENALTY_OF_REFERENCE
    elif fact.follows and not fact.is_clause:
        score -= 1.5 if fact.line_kind is LineKind.COMPANY else 0.6
    if fact.kind == "move":
        score += fact.meets if category == QuestionCategory.MOTIVATION else 2 * _UNSUITABLE
    tokens = set(re.findall(r"[\w-]+", fact.text.casefold()))
    people = tokens & set(lists()["people_words"])
    # Beginners are asked about what they can do, those who lead about people, plans and money.
    leaning = bool(people or tokens & set(lists()["direction_words"])) - (fact.line_kind is LineKind.SKILL)
    leaning -= (
        category == QuestionCategory.CULTURE and fact.source == "cv" and fact.line_kind is LineKind.TITLE
    )
    score += _GAIN_OF_LEVEL * _SENIORITY[difficulty] * leaning
    score += _SPREAD_OF_LEVELS * _draw(fact.text) * _SENIORITY[difficulty]
    if category == QuestionCategory.CULTURE:
        score -= 2.5 * (fact.line_kind is LineKind.WORK and fact.kind in REQUIREMENTS)
        is_alone = not people and fact.source == "cv" and is_work
        score += (1.6 if people else -1.6) - _PENALTY_OF_WORK_ALONE * is_alone
        score -= 1.5 * (fact.certainty < CERTAIN)
    elif category in (QuestionCategory.TECHNICAL, QuestionCategory.COGNITIVE) and people:
        score -= 0.5
    return score


def _are_twins(fact: Fact, other: Fact) -> bool:
    """Whether two lines share most words of the shorter one; positions may have the same title."""
    if LineKind.TITLE in (fact.line_kind, other.line_kind):
        return False
    first, second = content_words(fact.text), content_words(other.text)
    shorter = min(len(first), len(second))
    return shorter > 0 and len(first & second) >= _SHARE_OF_TWINS * shorter


def _begins_with_number(text: str) -> bool:
    return bool(digit_numbers(" ".join(text.split()[:1])))


def _is_last_choice(fact: Fact) -> bool:
    """Whether a line refers to the one before it."""
    words = plain(fact.text).split()
    starts = list_plain_words("dependent_starts") | list_plain_words("referring_words")
    if fact.source == "job":
        starts -= _ADDRESSES
    return (
        not starts.isdisjoint(words[:1]) or _POINTERS.search(" ".join(words[:_FIRST_WORDS])) is not None
    ) or (
        fact.kind == "about"
        and not fact.is_clause
        and not list_plain_words("referring_words").isdisjoint(words)
    )


def _draw(text: str) -> float:
    """A number from -0.5 to 0.5 that is always the same for a text."""
    return zlib.crc32(text.encode()) % 1000 / 1000 - 0.5


class FactChooser:
    """Chooses facts, best first, each once, spread over positions and sources."""

    def __init__(
        self,
        facts: Sequence[Fact],
        *,
        existing: Sequence[str] = (),
        difficulty: Difficulty = Difficulty.MID,
    ) -> None:
        self._facts = list(facts)
        self._difficulty = difficulty
        self._existing = list(existing)
        self._used: list[Fact] = []

    def use(self, facts: Sequence[Fact]) -> None:
        """Choose among these facts from now on: the same lines, with kinds that are known better."""
        self._facts = list(facts)

    def choose(
        self, category: QuestionCategory, *, focus: str = "", only: Callable[[Fact], bool] | None = None
    ) -> Fact | None:
        """The best fact for ``category``, among those that ``only`` accepts if there are any.

        A used fact is chosen again if the others suit the category less.
        """
        ranked = self.rank(category, focus=focus, only=only)
        if not ranked:
            return None
        best = ranked[0][1]
        self._used.append(best)
        return best

    def rank(
        self, category: QuestionCategory, *, focus: str = "", only: Callable[[Fact], bool] | None = None
    ) -> list[tuple[float, Fact]]:
        """The facts for ``category`` with their scores, best first, like ``choose``."""
        left = [fact for fact in self._facts if only is None or only(fact)] or self._facts
        scored = [(self._score(fact, category, focus), fact) for fact in left]
        return sorted(scored, key=lambda one: one[0], reverse=True)

    def take(self, fact: Fact) -> None:
        """Note that a question is about ``fact``."""
        self._used.append(fact)

    def release(self, fact: Fact) -> None:
        """Let another question be about a fact that was chosen."""
        self._used.remove(fact)

    def replace(self, chosen: Fact, other: Fact) -> bool:
        """Use ``other`` instead of ``chosen``, which becomes free again; False if ``other`` is in use."""
        if other in self._used:
            return False
        self.release(chosen)
        self._used.append(other)
        return True

    def _score(self, fact: Fact, category: QuestionCategory, focus: str) -> float:
        score = fitness(fact, category, self._difficulty)
        if focus:
            score += 3.0 * bool(content_words(fact.text) & content_words(focus))
        score -= _PENALTY_OF_USE * sum(fact == other or fact.said == other.said for other in self._used)
        # Avoid repeating a topic, an employer or a source.
        score -= 2.5 * max((similarity(fact.text, other.text) for other in self._used), default=0.0)
        score -= _PENALTY_OF_TWIN * any(_are_twins(fact, other) for other in self._used)
        score -= 2.5 * max((similarity(fact.text, question) for question in self._existing), default=0.0)
        score -= 0.5 * sum(bool(fact.where) and fact.where == other.where for other in self._used)
        # Gaps come first, but a set is not about gaps alone.
        score -= 0.9 * (fact.kind == "gap") * sum(other.kind == "gap" for other in self._used)
        return score - 0.3 * sum(
            (fact.source, fact.kind) == (other.source, other.kind) for other in self._used[-3:]
        )
