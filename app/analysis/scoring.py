"""Scores from counted evidence. The formula and its calibration are described in docs/adr on reports.

    support  S = sum over answers of strength s (0 to 1, saturating in the marks found)
    weakness W = sum over answers of weakness w (0 to 1) plus what was owned up to
    score      = 1 + 9 * S / (S + K + L * W)

It grows with every further strong answer, falls with every weak one, never depends on the order
of answers, and needs much evidence to come near 10. Between those ends lies no other input: no
model, no words addressed to the assessor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.analysis.exchanges import QuestionKind
from app.analysis.features import LABELS, AnswerFeatures, Feature
from app.analysis.findings import Basis, Category, Sentiment
from app.analysis.lexicon import Lexicon
from app.analysis.sentences import words_of

PRIOR = 1.1
"""K: the weight of knowing nothing yet; one good answer alone reaches the middle of the scale."""
WEAKNESS_WEIGHT = 0.3
"""L: a weak answer takes away somewhat less than a strong one brings."""
MINIMUM_ANSWERS = 3
MINIMUM_WORDS = 60
SATURATION = 6.0
"""Weighted marks at which an answer has about two thirds of its strength."""
FULL_ANSWER_WORDS = 12

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
MARKS_COUNTED = 4
"""Of one kind in one answer: twelve figures in a row are no better than four."""
WEAK = 0.5
"""From here on an answer is called one that did not answer."""
HEDGE_WEIGHT = 0.12
GENERALITY_WEIGHT = 0.35


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    features: AnswerFeatures
    strength: Mapping[Category, float]
    weakness: Mapping[Category, float]


@dataclass(frozen=True, slots=True)
class Score:
    value: float | None
    reason: str
    """Why there is none; empty where there is one."""
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
        weight * min(MARKS_COUNTED, answer.count(feature)) for feature, weight in WEIGHTS[category].items()
    )
    return 1.0 - math.exp(-marks / SATURATION)


def _weakness(answer: AnswerFeatures, category: Category, strength: float, *, is_asked_again: bool) -> float:
    """How far a question that wanted a full answer got none; hedging and generalities add to it."""
    kind = answer.exchange.kind
    if kind not in _COUNTED[category]:
        return 0.0
    vague = HEDGE_WEIGHT * answer.count(Feature.HEDGE) + GENERALITY_WEIGHT * answer.count(Feature.GENERALITY)
    if kind in _ASKED_IN_FULL or is_asked_again:
        shortfall = max(0.0, 1.0 - 2.0 * strength)
        if answer.firm_words < FULL_ANSWER_WORDS and kind in _ASKED_IN_FULL:
            shortfall = max(shortfall, 0.6)
        return min(1.0, shortfall * (0.6 + vague) + 0.25 * vague)
    return min(0.5, 0.25 * vague)


def score_answers(answers: Sequence[AnswerFeatures]) -> list[ScoredAnswer]:
    """Strength and weakness of each answer.

    A closed question counts as one for a full answer only where it presses a question that was
    not answered: "Yes." is a good answer to "Is that allowed?".
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


def _owned_up(answers: Sequence[ScoredAnswer]) -> float:
    """Admissions of a step left out count against the technical score; blame against communication."""
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
                ids = dict.fromkeys(i for item in counted for i in item.features.segments_of(feature))
                rows.append(Basis(feature.value, LABELS[feature], effect, count, tuple(ids)))
    weak = [item for item in counted if item.weakness[category] >= WEAK]
    if weak:
        ids = dict.fromkeys(line.id for item in weak for line in item.features.exchange.answered)
        rows.append(Basis("unanswered", "Questions without a full answer", "lowers", len(weak), tuple(ids)))
    return tuple(rows)


def compute_score(answers: Sequence[ScoredAnswer], category: Category) -> Score:
    """The score of one category, or none with the reason where too little was said."""
    counted = [item for item in answers if item.features.exchange.kind in _COUNTED[category]]
    words = sum(item.features.firm_words for item in counted)
    basis = _basis(answers, category)
    if len(counted) < MINIMUM_ANSWERS or words < MINIMUM_WORDS:
        reason = (
            f"Too little was said to score: {len(counted)} answers with {words} words "
            f"(at least {MINIMUM_ANSWERS} answers and {MINIMUM_WORDS} words are needed)."
        )
        return Score(None, reason, basis)
    support = sum(item.strength[category] for item in counted)
    weakness = sum(item.weakness[category] for item in counted)
    if category is Category.TECHNICAL:
        weakness += _owned_up(counted)
    else:
        weakness += sum(item.features.count(Feature.BLAME) for item in counted)
    value = 1.0 + 9.0 * support / (support + PRIOR + WEAKNESS_WEIGHT * weakness)
    return Score(round(value, 1), "", basis)


MINIMUM_SENTIMENT_WORDS = 150
MINIMUM_SENTIMENT_MARKS = 4


def read_sentiment(answers: Sequence[AnswerFeatures], lexicon: Lexicon) -> Sentiment | None:
    """The tone of the candidate's words, from counted positive and negative ones; None for too few."""
    words = [
        word
        for answer in answers
        for item in answer.sentences
        if not item.is_instruction
        for word in words_of(item.sentence.text)
    ]
    positive = sum(word in lexicon.positive for word in words)
    negative = sum(word in lexicon.negative for word in words)
    if len(words) < MINIMUM_SENTIMENT_WORDS or positive + negative < MINIMUM_SENTIMENT_MARKS:
        return None
    balance = (positive - negative) / (positive + negative)
    share = (positive + negative) / len(words)
    if abs(balance) < 0.25:
        return Sentiment.NEUTRAL
    is_marked = abs(balance) > 0.75 and share > 0.02
    if balance > 0:
        return Sentiment.VERY_POSITIVE if is_marked else Sentiment.POSITIVE
    return Sentiment.VERY_NEGATIVE if is_marked else Sentiment.NEGATIVE
