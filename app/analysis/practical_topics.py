"""Recognizes the exchanges of an interview about notice, pay, working terms and the reasons for a move.

Four logistic models over the embeddings of question and answer. ``tests.tools.train_practical_topics`` writes
them; they fit one embeddings model, and English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from app.analysis.exchanges import Exchange
from app.analysis.quoting import split_quote
from models.ports import Engines, EngineUnavailable, Priority
from models.vectors import embed_texts

LANGUAGE = "en"
FILE = Path(__file__).with_name("practical_topics.safetensors")
LATE_SHARE = 0.4
"""In the first part of an interview the same words are about the work."""
QUESTION_WEIGHT = 3.0
ANSWER_WEIGHT = 2.0
"""Length of the vectors of question and answer."""
QUESTION_SENTENCES = 2
MAX_QUESTION_CHARACTERS = 400
MAX_ANSWER_WORDS = 40

Vectors = NDArray[np.float32]


class Topic(StrEnum):
    """What a practical question is about, in the order in which a summary tells the answers."""

    REASON = "reason"
    """Why the candidate wants this job, or leaves the present one."""
    TERMS = "terms"
    """Hours, shifts, travel, place of work: what the candidate accepts."""
    NOTICE = "notice"
    """The notice period, or when the candidate can start."""
    PAY = "pay"


async def rate_topics(
    engines: Engines, exchanges: Sequence[Exchange], *, language: str, priority: Callable[[], Priority]
) -> Mapping[int, Mapping[Topic, float]]:
    """Probabilities of the topics, for each exchange that comes late enough, by its index.

    Empty in another language, or without the embeddings model that the weights fit. Raises EngineError.
    """
    late = list_late(exchanges)
    model, weights, offsets = _load()
    if language != LANGUAGE or not late or engines.embeddings.identity.sha256 != model:
        return {}
    try:
        vectors = await embed_texts(engines, list_texts(late), priority=priority)
    except EngineUnavailable:
        return {}
    log_odds = join_vectors(np.array(vectors, dtype=np.float32)) @ weights.T + offsets
    return {
        exchange.index: dict(zip(Topic, (1.0 / (1.0 + np.exp(-row))).tolist(), strict=True))
        for exchange, row in zip(late, log_odds, strict=True)
    }


def list_late(exchanges: Sequence[Exchange]) -> list[Exchange]:
    """The exchanges that come late enough to be rated, with a question and an answer."""
    return [item for item in exchanges[int(len(exchanges) * LATE_SHARE) :] if item.question and item.answer]


def list_texts(exchanges: Sequence[Exchange]) -> list[str]:
    """The texts to embed: the end of each question, then the start of each answer."""
    questions = [" ".join(split_quote(item.question)[-QUESTION_SENTENCES:]) for item in exchanges]
    answers = [" ".join(re.findall(r"\S+", item.answer)[:MAX_ANSWER_WORDS]) for item in exchanges]
    return [text[-MAX_QUESTION_CHARACTERS:] for text in questions] + answers


def join_vectors(vectors: Vectors) -> Vectors:
    """The features (exchanges, 2 × width) of the vectors of ``list_texts``."""
    questions, answers = np.split(vectors, 2)
    return np.hstack([QUESTION_WEIGHT * questions, ANSWER_WEIGHT * answers])


@cache
def _load() -> tuple[str, Vectors, Vectors]:
    """The sha256 of the embeddings model, weights (topics, features) and offsets (topics,)."""
    with safe_open(FILE, framework="numpy") as file:
        model = (file.metadata() or {})["model"]
        weights, offsets = (file.get_tensor(name).astype(np.float32) for name in ("weights", "offsets"))
    return model, weights, offsets
