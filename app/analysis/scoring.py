"""Computes scores from judged answers; ADR 0022 explains the formula.

    score = 1 + 9 * (K * M + sum of w * v) / (K + sum of w)

with the value v of each answer (0 to 1, judging.py) and its weight w. It is a mean that is drawn slightly
toward the middle M while there are few answers. Neither the order of the answers nor further answers of the
same quality change it, and nothing else has an influence: not length, a language model or words addressed to
the assessor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.analysis.findings import (
    Basis,
    Category,
    Feature,
    LabeledSentence,
    QuestionScore,
    ScoreRange,
    Sentiment,
)
from app.analysis.judging import LIKELY, JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon
from app.text.words import count_words, split_words
from models.judgement.labels import SentenceLabel

SHRINKAGE = 0.15
"""K: weight of the middle, in answers."""
MIDDLE = 0.45
"""M: value of an ordinary answer."""
CONCERN_WEIGHT = 2.0
"""Weight of an answer with a likely concern, so that a single skipped control affects the mean.
"""
MIN_ANSWERS = 3
MIN_WORDS = 60
PRIOR_SPREAD = 0.25
"""Assumed standard deviation of answer values until there are enough answers."""
INTERVAL = 1.64
"""Standard errors on each side of the mean: nine of ten such intervals contain the mean of more answers."""

_RAISING: Mapping[SentenceLabel, Feature] = {
    SentenceLabel.RESULT: Feature.RESULT,
    SentenceLabel.ACTION: Feature.ACTION,
    SentenceLabel.METHOD: Feature.METHOD,
    SentenceLabel.INSIGHT: Feature.REASON,
    SentenceLabel.PEOPLE: Feature.PEOPLE,
    SentenceLabel.OWNERSHIP: Feature.OWNERSHIP,
    SentenceLabel.MOTIVATION_SPECIFIC: Feature.MOTIVATION,
}
_LOWERING: Mapping[Category, Mapping[SentenceLabel, Feature]] = {
    Category.TECHNICAL: {
        SentenceLabel.SHORTCUT: Feature.AVOIDANCE,
        SentenceLabel.WRONG: Feature.WRONG,
        SentenceLabel.GAP: Feature.GAP,
        SentenceLabel.CONDUCT: Feature.CONDUCT,
        SentenceLabel.BLAME: Feature.BLAME,
        SentenceLabel.HEDGE: Feature.HEDGE,
        SentenceLabel.GENERIC: Feature.GENERALITY,
    },
    Category.COMMUNICATION: {
        SentenceLabel.CONDUCT: Feature.CONDUCT,
        SentenceLabel.BLAME: Feature.BLAME,
        SentenceLabel.HEDGE: Feature.HEDGE,
        SentenceLabel.GENERIC: Feature.GENERALITY,
    },
}


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one category and the counts behind it."""

    value: float | None
    """1 to 10 with one decimal; None if too little was said."""
    range: ScoreRange | None
    """None if there is no value."""
    answers: int
    """Answers that count in this category."""
    words: int
    """Words of these answers."""
    basis: tuple[Basis, ...]


def rate(answer: JudgedAnswer, category: Category) -> float:
    """The value of an answer in one category, 0 to 1."""
    return answer.rating.value if category is Category.TECHNICAL else answer.rating.clarity


def to_scale(value: float) -> float:
    """Convert a value of 0 to 1 to the scale of the report, 1 to 10 with one decimal."""
    return round(1.0 + 9.0 * min(1.0, max(0.0, value)), 1)


def _weigh(answer: JudgedAnswer, category: Category) -> float:
    if category is Category.TECHNICAL and answer.rating.concern >= LIKELY:
        # An answer to a closed question counts however short it is: "No, I never log it".
        return CONCERN_WEIGHT * max(answer.weight, 0.5)
    return answer.weight


def compute_score(answers: Sequence[JudgedAnswer], category: Category) -> Score:
    """Compute the score of one category; without a value if too little was said."""
    counted = [(answer, weight) for answer in answers if (weight := _weigh(answer, category)) > 0.0]
    words = sum(count_words(item.sentence.text) for answer, _ in counted for item in answer.counted)
    basis = _basis([answer for answer, _ in counted], category)
    if len(counted) < MIN_ANSWERS or words < MIN_WORDS:
        return Score(None, None, len(counted), words, basis)
    total = math.fsum(weight for _, weight in counted)
    mean = math.fsum(weight * rate(answer, category) for answer, weight in counted)
    mean = (SHRINKAGE * MIDDLE + mean) / (SHRINKAGE + total)
    spread = math.fsum(weight * (rate(answer, category) - mean) ** 2 for answer, weight in counted)
    error = math.sqrt((PRIOR_SPREAD**2 + spread) / (1.0 + total) / (SHRINKAGE + total))
    return Score(
        value=to_scale(mean),
        range=ScoreRange(to_scale(mean - INTERVAL * error), to_scale(mean + INTERVAL * error)),
        answers=len(counted),
        words=words,
        basis=basis,
    )


def _basis(answers: Sequence[JudgedAnswer], category: Category) -> tuple[Basis, ...]:
    rows: list[Basis] = []
    groups: tuple[tuple[Literal["raises", "lowers"], Mapping[SentenceLabel, Feature]], ...] = (
        ("raises", _RAISING),
        ("lowers", _LOWERING[category]),
    )
    for effect, features in groups:
        for label, feature in features.items():
            found = [item.sentence for answer in answers for item in answer.counted if item.has(label)]
            if found:
                ids = dict.fromkeys(i for sentence in found for i in sentence.segment_ids)
                rows.append(Basis(feature, effect, len(found), tuple(ids)))
    evaded = [answer for answer in answers if answer.evaded >= LIKELY]
    if evaded:
        ids = dict.fromkeys(line.id for answer in evaded for line in answer.exchange.answered)
        rows.append(Basis(Feature.UNANSWERED, "lowers", len(evaded), tuple(ids)))
    return tuple(rows)


def _list_labels(item: JudgedSentence) -> tuple[SentenceLabel, ...]:
    return tuple(label for label in SentenceLabel if label is not SentenceLabel.NEUTRAL and item.has(label))


def list_question_scores(answers: Sequence[JudgedAnswer]) -> list[QuestionScore]:
    """Scores by question, in the order of the interview; only for answers that count in a score."""
    scores: list[QuestionScore] = []
    for answer in answers:
        if _weigh(answer, Category.TECHNICAL) <= 0.0:
            continue
        labeled = [
            LabeledSentence(tuple(piece.as_evidence() for piece in item.sentence.pieces), labels)
            for item in answer.counted
            if (labels := _list_labels(item))
        ]
        scores.append(
            QuestionScore(
                question=answer.exchange.question,
                start_seconds=answer.exchange.answered[0].start_seconds,
                technical=to_scale(answer.rating.value),
                communication=to_scale(answer.rating.clarity),
                answered=answer.label,
                is_probe=answer.exchange.is_probe,
                points=answer.points,
                sentences=tuple(labeled),
            )
        )
    return scores


MIN_SENTIMENT_WORDS = 150
MIN_SENTIMENT_MARKS = 4


def read_sentiment(answers: Sequence[JudgedAnswer], lexicon: Lexicon) -> Sentiment | None:
    """Tone of the answers, from counted positive and negative words; None if there are too few."""
    words = [
        word for answer in answers for item in answer.counted for word in split_words(item.sentence.text)
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
