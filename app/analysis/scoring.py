"""Computes scores from counted evidence; ADR 0005 explains the formula and its calibration.

    support  S = sum over answers of strength s (0 to 1, saturating in the marks found)
    weakness W = sum over answers of weakness w (0 to 1) plus admitted bad practice
    score      = 1 + 9 * S / (S + K + L * W)

The score rises with every further strong answer, falls with every weak one, does not depend on the
order of answers, and needs much evidence to come near 10. Nothing else has an influence: no model,
and no words addressed to the assessor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.analysis.exchanges import QuestionKind
from app.analysis.features import AnswerFeatures
from app.analysis.findings import Basis, Category, Feature, Sentiment
from app.analysis.lexicon import Lexicon
from app.text.words import split_words

PRIOR = 1.1
"""K: keeps a score near the middle until there is evidence; one good answer reaches the middle."""
WEAKNESS_WEIGHT = 0.3
"""L: a weak answer lowers the score less than a strong one raises it."""
MIN_ANSWERS = 3
MIN_WORDS = 60
SATURATION = 6.0
"""Weighted marks with which an answer reaches about two thirds of full strength."""
MIN_FULL_ANSWER_WORDS = 12

WEIGHTS: Mapping[Category, Mapping[Feature, float]] = {
    Category.TECHNICAL: {
        Feature.FIGURE: 1.2,
        Feature.ACTION: 1.4,
        Feature.RESULT: 1.2,
        Feature.NAMED: 1.0,
        Feature.METHOD: 1.0,
        Feature.REASON: 1.0,
        Feature.TIME: 0.4,
    },
    Category.COMMUNICATION: {
        Feature.STRUCTURE: 1.6,
        Feature.REASON: 1.6,
        Feature.PEOPLE: 1.6,
        Feature.ACTION: 1.0,
        Feature.RESULT: 0.8,
        Feature.FIGURE: 0.5,
        Feature.TIME: 0.6,
    },
}
MAX_MARKS_COUNTED = 4
"""Marks of one feature that count in one answer: twelve figures in a row are no better than four."""
WEAK = 0.5
"""Weakness from which a question counts as not answered."""
HEDGE_WEIGHT = 0.12
GENERALITY_WEIGHT = 0.35


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer with its strength and weakness in each category, 0 to 1."""

    features: AnswerFeatures
    strength: Mapping[Category, float]
    weakness: Mapping[Category, float]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one category and what it was counted from."""

    value: float | None
    """1 to 10 with one decimal; None if too little was said."""
    answers: int
    """Answers that count in this category."""
    words: int
    """Words of these answers without hedges and generalities."""
    basis: tuple[Basis, ...]


_COUNTED = {
    Category.TECHNICAL: frozenset(
        {QuestionKind.WORK, QuestionKind.CLOSED, QuestionKind.REMARK, QuestionKind.NONE}
    ),
    Category.COMMUNICATION: frozenset(
        {
            QuestionKind.WORK,
            QuestionKind.MOTIVATION,
            QuestionKind.CLOSED,
            QuestionKind.REMARK,
            QuestionKind.NONE,
        }
    ),
}
_ASKED_IN_FULL = frozenset({QuestionKind.WORK, QuestionKind.MOTIVATION})


def _strength(answer: AnswerFeatures, category: Category) -> float:
    if answer.exchange.kind not in _COUNTED[category]:
        return 0.0
    marks = sum(
        weight * min(MAX_MARKS_COUNTED, answer.count(feature))
        for feature, weight in WEIGHTS[category].items()
    )
    return 1.0 - math.exp(-marks / SATURATION)


def _weakness(answer: AnswerFeatures, category: Category, strength: float, *, is_asked_again: bool) -> float:
    """How far a question lacks the full answer it called for; hedges and generalities add to it."""
    kind = answer.exchange.kind
    if kind not in _COUNTED[category]:
        return 0.0
    vague = HEDGE_WEIGHT * answer.count(Feature.HEDGE) + GENERALITY_WEIGHT * answer.count(Feature.GENERALITY)
    if kind in _ASKED_IN_FULL or is_asked_again:
        shortfall = max(0.0, 1.0 - 2.0 * strength)
        if answer.firm_words < MIN_FULL_ANSWER_WORDS and kind in _ASKED_IN_FULL:
            shortfall = max(shortfall, 0.6)
        return min(1.0, shortfall * (0.6 + vague) + 0.25 * vague)
    return min(0.5, 0.25 * vague)


def score_answers(answers: Sequence[AnswerFeatures]) -> list[ScoredAnswer]:
    """Compute strength and weakness of each answer.

    A closed question calls for a full answer only if it insists on a question that was not answered:
    "Yes." is a good answer to "Is that allowed?".
    """
    scored: list[ScoredAnswer] = []
    for answer in answers:
        strength = {category: _strength(answer, category) for category in Category}
        was_weak = bool(scored) and max(scored[-1].weakness.values()) >= WEAK
        again = answer.exchange.is_probe and was_weak
        weakness = {
            category: _weakness(answer, category, strength[category], is_asked_again=again)
            for category in Category
        }
        scored.append(ScoredAnswer(answer, strength, weakness))
    return scored


def _count_admitted(answers: Sequence[ScoredAnswer]) -> float:
    """Number of skipped steps that the candidate admits; they lower the technical score."""
    return float(
        sum(
            1
            for item in answers
            for sentence in item.features.sentences
            if sentence.count(Feature.AVOIDANCE)
            and any(s.count(Feature.ADMISSION) for s in item.features.sentences)
        )
    )


def _basis(answers: Sequence[ScoredAnswer], category: Category) -> tuple[Basis, ...]:
    rows: list[Basis] = []
    adverse = [Feature.HEDGE, Feature.GENERALITY]
    adverse += [Feature.ADMISSION, Feature.AVOIDANCE] if category is Category.TECHNICAL else [Feature.BLAME]
    counted = [item for item in answers if item.features.exchange.kind in _COUNTED[category]]
    groups: tuple[tuple[Literal["raises", "lowers"], Sequence[Feature]], ...] = (
        ("raises", tuple(WEIGHTS[category])),
        ("lowers", adverse),
    )
    for effect, features in groups:
        for feature in features:
            count = sum(item.features.count(feature) for item in counted)
            if count:
                ids = dict.fromkeys(i for item in counted for i in item.features.list_segments(feature))
                rows.append(Basis(feature, effect, count, tuple(ids)))
    weak = [item for item in counted if item.weakness[category] >= WEAK]
    if weak:
        ids = dict.fromkeys(line.id for item in weak for line in item.features.exchange.answered)
        rows.append(Basis(Feature.UNANSWERED, "lowers", len(weak), tuple(ids)))
    return tuple(rows)


def compute_score(answers: Sequence[ScoredAnswer], category: Category) -> Score:
    """Compute the score of one category; without a value if too little was said."""
    counted = [item for item in answers if item.features.exchange.kind in _COUNTED[category]]
    words = sum(item.features.firm_words for item in counted)
    basis = _basis(answers, category)
    if len(counted) < MIN_ANSWERS or words < MIN_WORDS:
        return Score(None, len(counted), words, basis)
    support = sum(item.strength[category] for item in counted)
    weakness = sum(item.weakness[category] for item in counted)
    if category is Category.TECHNICAL:
        weakness += _count_admitted(counted)
    else:
        weakness += sum(item.features.count(Feature.BLAME) for item in counted)
    value = 1.0 + 9.0 * support / (support + PRIOR + WEAKNESS_WEIGHT * weakness)
    return Score(round(value, 1), len(counted), words, basis)


MIN_SENTIMENT_WORDS = 150
MIN_SENTIMENT_MARKS = 4


def read_sentiment(answers: Sequence[AnswerFeatures], lexicon: Lexicon) -> Sentiment | None:
    """Tone of the answers, from counted positive and negative words; None if there are too few."""
    words = [
        word
        for answer in answers
        for item in answer.sentences
        if not item.is_instruction
        for word in split_words(item.sentence.text)
    ]
    positive = sum(word in lexicon.positive for word in words)
    negative = sum(word in lexicon.negative for word in words)
    if len(words) < MIN_SENTIMENT_WORDS or positive + negative < MIN_SENTIMENT_MARKS:
        return None
    balance = (positive - negative) / (positive + negative)
    share = (positive + negative) / len(words)
    if abs(balance) < 0.25:
        return Sentiment.NEUTRAL
    is_marked = abs(balance) > 0.75 and share > 0.02
    if balance > 0:
        return Sentiment.VERY_POSITIVE if is_marked else Sentiment.POSITIVE
    return Sentiment.VERY_NEGATIVE if is_marked else Sentiment.NEGATIVE
