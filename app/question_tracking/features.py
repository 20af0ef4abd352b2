"""Features that say whether a line of the interviewer asks a prepared question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.question_tracking.reference import ReferenceTexts
from app.question_tracking.spoken import MIN_UNIT_WORDS, Unit
from app.text.folding import lower_speech
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, split_words

Matrix = NDArray[np.float64]

FEATURES = (
    "cosine",
    "normalized_cosine",
    "cosine_margin",
    "word_share",
    "word_margin",
    "line_share",
    "marked_question",
    "announces",
    "length",
    "answer_cosine",
    "answer_margin",
    "short_reply",
    "statement",
    "dismissed",
    "few_questions",
    "margin_of_few",
    "next_in_order",
    "skips_back",
)
"""Names of the columns of a feature matrix, in order."""
PAIR_FEATURES = (
    *FEATURES[:-2],
    "log_odds",
    "log_odds_margin",
    "explained",
    "covered",
    *FEATURES[-2:],
)
"""The same where units have been read beside the questions."""
PRIOR_COVERAGE = 0.5
"""Added to the sum of the other questions, because a short list says little."""
MIN_SPREAD = 0.03
_SENTENCE_END = re.compile(r"[.!]\s")
FEW_QUESTIONS = 3
PREFIX_CHARACTERS = 5
"""Two words with this many letters at their start in common count as forms of one word."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """Embeddings of everything that is compared; rows have length 1."""

    windows: Sequence[Matrix]
    """One matrix per unit, a row per window."""
    answers: Matrix
    """One row per unit; zeros without an answer."""
    questions: Matrix
    reference_lines: Matrix
    reference_questions: Matrix


def _normalize(cosines: Matrix, against_lines: Matrix, against_questions: Matrix) -> Matrix:
    """How unusual each cosine is for its question and for its line, in standard deviations, averaged."""
    by_question = (cosines - against_lines.mean(axis=1)[None, :]) / np.maximum(
        against_lines.std(axis=1)[None, :], MIN_SPREAD
    )
    by_line = (cosines - against_questions.mean(axis=1)[:, None]) / np.maximum(
        against_questions.std(axis=1)[:, None], MIN_SPREAD
    )
    result: Matrix = (by_question + by_line) / 2
    return result


def _margins(values: Matrix) -> Matrix:
    """Each value minus the best other one of its row; minus 0 with one column."""
    if values.shape[1] < 2:
        return values.copy()
    ordered = np.sort(values, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return values - np.where(values >= best, second, best)


@lru_cache(maxsize=8_192)
def _stems(text: str, language: str) -> frozenset[str]:
    stems = content_stems(text, ignored=load_stop_words(language))
    return frozenset(word.lower()[:PREFIX_CHARACTERS] for word in stems)


def _weigh_words(questions: Sequence[frozenset[str]]) -> dict[str, float]:
    """Weight of each word by how few questions of the set contain it."""
    counts = Counter(word for stems in questions for word in stems)
    return {word: math.log(1 + len(questions) / count) for word, count in counts.items()}


def _share_words(units: Sequence[Unit], texts: Sequence[str], language: str) -> tuple[Matrix, Matrix]:
    """Weighted share of each question's words in each line, and of each line's words in each question."""
    questions = [_stems(text, language) for text in texts]
    weights = _weigh_words(questions)
    of_question = np.zeros((len(units), len(texts)))
    of_line = np.zeros((len(units), len(texts)))
    for row, unit in enumerate(units):
        said = _stems(" ".join(unit.windows[:2]), language)
        line = _stems(unit.windows[0], language)
        for column, stems in enumerate(questions):
            whole = sum(weights[word] for word in stems)
            of_question[row, column] = sum(weights[word] for word in stems & said) / whole if whole else 0.0
            of_line[row, column] = len(stems & line) / len(line) if line else 0.0
    return of_question, of_line


def _is_marked(unit: Unit) -> bool:
    """Whether a sentence of the unit has a question mark, and is more than a word or two ("Right?")."""
    *asked, _rest = unit.windows[0].split("?")
    return any(len(split_words(_SENTENCE_END.split(one)[-1])) >= MIN_UNIT_WORDS for one in asked)


def build_features(
    units: Sequence[Unit], questions: Sequence[str], vectors: Vectors, reference: ReferenceTexts
) -> Matrix:
    """An array units × questions × FEATURES. The two features of order are 0: see ``add_order``."""
    result = np.zeros((len(units), len(questions), len(FEATURES)))
    if not len(units) or not len(questions):
        return result
    cosines = np.stack([(rows @ vectors.questions.T).max(axis=0) for rows in vectors.windows])
    lines = np.stack([rows[0] for rows in vectors.windows])
    shares, line_shares = _share_words(units, questions, reference.language)
    result[:, :, 0] = cosines
    result[:, :, 1] = _normalize(
        cosines,
        vectors.questions @ vectors.reference_lines.T,
        lines @ vectors.reference_questions.T,
    )
    result[:, :, 2] = _margins(cosines)
    result[:, :, 3] = shares
    result[:, :, 4] = _margins(shares)
    result[:, :, 5] = line_shares
    answered = np.array([bool(unit.answer) for unit in units])
    answer_cosines = vectors.answers @ vectors.questions.T
    usual = vectors.answers @ vectors.reference_questions.T
    spread = np.maximum(usual.std(axis=1), MIN_SPREAD)
    normalized = (answer_cosines - usual.mean(axis=1)[:, None]) / spread[:, None]
    result[:, :, 9] = np.where(answered[:, None], normalized, 0.0)
    result[:, :, 10] = _margins(answer_cosines)
    # In text with marks, what has no question mark is rarely a question.
    are_marked = any(_is_marked(unit) for unit in units)
    # With few questions a line about something else has no better match, so the margin says less.
    are_few = len(questions) <= FEW_QUESTIONS
    result[:, :, 14] = are_few
    result[:, :, 15] = are_few * result[:, :, 2]
    for row, unit in enumerate(units):
        text = lower_speech(unit.windows[0])
        is_marked = _is_marked(unit)
        result[row, :, 6] = is_marked
        result[row, :, 7] = not is_marked and reference.announcement.search(text) is not None
        result[row, :, 11] = unit.has_short_reply
        result[row, :, 12] = are_marked and not is_marked
        result[row, :, 13] = not is_marked and are_marked and unit.has_short_reply
        result[row, :, 8] = math.log1p(len(split_words(text)))
    return result


def add_pairs(features: Matrix, log_odds: Matrix) -> Matrix:
    """Units × questions × PAIR_FEATURES, from features without pairs and log-odds (units × questions).

    ``explained`` is how far the other units ask something of the list, ``covered`` how far its other
    questions are asked: both are low for a list that belongs to another interview.
    """
    by_unit, by_question = to_probabilities(log_odds.max(axis=1)), to_probabilities(log_odds.max(axis=0))
    explained = (by_unit.sum() - by_unit) / len(by_unit)
    covered = (by_question.sum() - by_question + PRIOR_COVERAGE) / len(by_question)
    columns = (
        log_odds,
        _margins(log_odds),
        np.broadcast_to(explained[:, None], log_odds.shape),
        np.broadcast_to(covered[None, :], log_odds.shape),
    )
    return np.concatenate([features[:, :, :-2], np.stack(columns, axis=2), features[:, :, -2:]], axis=2)


def to_probabilities(logits: Matrix) -> Matrix:
    """The logistic function, elementwise."""
    result: Matrix = 1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0)))
    return result


def add_order(features: Matrix, *, last: int | None) -> Matrix:
    """The features of one unit (questions × FEATURES), with its place after question ``last``."""
    result = features.copy()
    start = -1 if last is None else last
    for column in range(len(result)):
        step = column - start
        result[column, -2] = 1.0 if step == 1 else 0.5 if 1 < step <= 3 else 0.0
        result[column, -1] = step < 1
    return result
