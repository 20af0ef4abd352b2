"""Whether the question that was asked was answered: the judge reads the answer that followed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from app.question_tracking.spoken import SpokenLine
from app.text.words import count_words
from models.judgement.encoding import Exchange
from models.judgement.labels import EVIDENCE, AnswerLabel, SentenceLabel
from models.ports import Engines, Judgment, Priority

MAX_SENTENCES = 40
MAX_SENTENCE_CHARACTERS = 600
MIN_ANSWER_WORDS = 6
ANSWERED_SUBSTANCE = 0.25
"""Substance from which a question counts as answered; chosen on the training sessions."""
LIKELY = 0.5
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")


def split_answer(lines: Sequence[SpokenLine]) -> tuple[str, ...]:
    """The sentences of an answer; a line without marks is one sentence."""
    sentences = [
        part.strip()[:MAX_SENTENCE_CHARACTERS]
        for line in lines
        for part in _SENTENCE_END.split(line.text.strip())
    ]
    return tuple(part for part in sentences if part)[:MAX_SENTENCES]


def rate_substance(judgment: Judgment) -> float:
    """How far an answer says something specific, or answers its question in full, 0 to 1.

    Sentences addressed to the assessor do not count, and an answer of nothing else has no substance.
    """
    counted = [labels for labels in judgment.sentences if labels[SentenceLabel.INSTRUCTION] < LIKELY]
    if not counted:
        return 0.0
    best = max(_find_evidence(labels) for labels in counted)
    return 1.0 - (1.0 - best) * (1.0 - judgment.answer[AnswerLabel.FULL])


def _find_evidence(labels: Mapping[SentenceLabel, float]) -> float:
    none = 1.0
    for label in EVIDENCE:
        none *= 1.0 - labels[label]
    return 1.0 - none


async def rate_answers(
    engines: Engines,
    asked: Sequence[tuple[str, Sequence[SpokenLine]]],
    *,
    language: str,
    priority: Priority,
) -> list[float]:
    """For each (question, answer): the probability that the answer has substance. Raises EngineError."""
    forms: dict[int, Exchange] = {}
    for index, (question, answer) in enumerate(asked):
        sentences = split_answer(answer)
        if sum(count_words(text) for text in sentences) >= MIN_ANSWER_WORDS:
            forms[index] = Exchange(question, sentences, "", language.lower().split("-")[0])
    distinct = list(dict.fromkeys(forms.values()))
    judgments = await engines.judge.judge(distinct, priority=priority) if distinct else []
    ratings = {form: rate_substance(judgment) for form, judgment in zip(distinct, judgments, strict=True)}
    return [ratings[forms[index]] if index in forms else 0.0 for index in range(len(asked))]
