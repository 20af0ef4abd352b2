"""Score of a line as the basis of a question, by category and by the candidate's level."""

from __future__ import annotations

import re

from app.questions.facts import CERTAIN, REQUIREMENTS, Fact, Source
from app.questions.forms import is_list
from app.questions.line_kinds import LineKind
from app.questions.line_natures import LineNature
from app.questions.reading_out import cost_of_reading_out
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import list_plain_words, lists
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
_PENALTY_OF_DOUBT = 3.2
"""For a line whose kind is quite unknown."""
_PENALTY_OF_UNSUITABLE = 7.0
"""For a line that nobody can be asked about."""
_IMPOSSIBLE = 0.15
_PENALTY_OF_IMPOSSIBLE = 6.0
"""For a line of lower suitability than ``_IMPOSSIBLE``: it is better to ask about another line twice."""
_SUITABLE = 0.85
"""Suitability at which a line is as good as any other."""
_GAIN_OF_CLAUSE = 0.5
"""For a line that says who did what, unlike a list of nouns."""
_PENALTY_OF_THING = 2.5
"""For a line about work that names a thing, and not what somebody does with it."""
_PENALTY_OF_REFERENCE = 7.0
"""For a line that refers to another one."""
_PENALTY_OF_WORK_ALONE = 3.0
"""For work with others, of a line of the CV that names no people."""
_PENALTY_OF_LIST = 3.0
"""For a line of three things or more, which is often one thing with its place and trade."""
_PENALTY_OF_COUNT = 1.0
"""For a line that begins with a number, which names things and not what was done with them."""
_ADDRESSES = frozenset({"sie"})
"""Words that mean the reader of a job description where they begin a line."""
_POINTERS = re.compile(r"\b(?:them|their|they|it|its)\b")
_PERSONS = re.compile(r"\b(?:his|her|him)\b")
"""Words for a person who is named in another line."""
_WITH_OTHERS = frozenset({LineNature.JOINT, LineNature.LEAD})
_MIN_SHARE_OF_NATURE = 0.4
_FIRST_WORDS = 6
"""Words of a line in which a pronoun refers to another one."""
_WORDS_OF_A_SENTENCE = 6
"""Minimum number of words of a line about the employer that says more than its name and place."""


SENIORITY: dict[Difficulty, float] = {
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
    score -= _PENALTY_OF_IMPOSSIBLE * (fact.suitability < _IMPOSSIBLE)
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
    people = _tokens(fact) & set(lists()["people_words"])
    leaning = lean(fact)
    leaning -= (
        category == QuestionCategory.CULTURE and fact.source == "cv" and fact.line_kind is LineKind.TITLE
    )
    score += _GAIN_OF_LEVEL * SENIORITY[difficulty] * leaning
    if category == QuestionCategory.CULTURE:
        score -= 2.5 * (fact.line_kind is LineKind.WORK and fact.kind in REQUIREMENTS)
        has_others = fact.resembles(_WITH_OTHERS) > _MIN_SHARE_OF_NATURE if fact.natures else bool(people)
        is_alone = not has_others and fact.source == "cv" and is_work
        score += (1.6 if has_others else -1.6) - _PENALTY_OF_WORK_ALONE * is_alone
        score -= 1.5 * (fact.certainty < CERTAIN)
    elif category in (QuestionCategory.TECHNICAL, QuestionCategory.COGNITIVE) and people:
        score -= 0.5
    return score


def lean(fact: Fact) -> int:
    """1 for a line about people, plans or money, which suits leads; -1 for a skill, which suits beginners."""
    directs = _tokens(fact) & {*lists()["people_words"], *lists()["direction_words"]}
    return bool(directs) - (fact.line_kind is LineKind.SKILL)


def _tokens(fact: Fact) -> set[str]:
    return set(re.findall(r"[\w-]+", fact.text.casefold()))


def _begins_with_number(text: str) -> bool:
    return bool(digit_numbers(" ".join(text.split()[:1])))


def _is_last_choice(fact: Fact) -> bool:
    """Whether a line refers to the one before it."""
    words = plain(fact.text).split()
    starts = list_plain_words("dependent_starts") | list_plain_words("referring_words")
    if fact.source == "job":
        starts -= _ADDRESSES
    return (
        not starts.isdisjoint(words[:1])
        or _POINTERS.search(" ".join(words[:_FIRST_WORDS])) is not None
        or _PERSONS.search(" ".join(words)) is not None
    ) or (
        fact.kind == "about"
        and not fact.is_clause
        and not list_plain_words("referring_words").isdisjoint(words)
    )
