"""Rating of a finished question: whether an interviewer could ask it unchanged.

A logistic model, trained from questions by code that people rated (``data/questions.tsv``). It looks
at what is asked, at the form of the line, and at the output of the trained classifiers for the line.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.questions.clauses import names_speaker
from app.questions.facts import CERTAIN, Fact
from app.questions.forms import is_list
from app.questions.line_uses import LineUse
from app.questions.reading_out import cost_of_reading_out
from app.questions.tables import QuestionCategory
from app.questions.topic_classifier import Vector
from app.questions.trained import digest_training, find_trained
from app.questions.wordings import WHOLE, Wording

RATED = Path(__file__).with_name("data") / "questions.tsv"
"""Rated questions: share of the readers who would ask it, document, category, source, form, line, text."""
_BUCKETS = 4096
_NUMBERS = 96
_LENGTHS = (1, 2, 3, 5, 8, 12, 18, 24)
_USES = len(LineUse)
_JOINTS = re.compile(r"[;|•]|\s[-–—]\s")
NAME = "asked"
_CATEGORIES = frozenset(QuestionCategory)


@dataclass(frozen=True, slots=True)
class QuestionRater:
    """Probability that a question can be asked unchanged."""

    weights: Vector
    """(features,)"""
    bias: Vector
    """(1,)"""

    def read(self, questions: Sequence[tuple[Fact, Wording]], *, language: str) -> Vector:
        """One probability for each question, 0 to 1."""
        lines: dict[int, float] = {}
        scores = []
        for fact, wording in questions:
            if id(fact) not in lines:
                lines[id(fact)] = self.rate_line(fact)
            asked = self.weights[_hash_names(fact, wording, language)].sum()
            scores.append(lines[id(fact)] + float(asked) + float(self.bias[0]))
        shares: Vector = np.reciprocal(1 + np.exp(-np.array(scores, dtype=np.float32)))
        return shares

    def rate_line(self, fact: Fact) -> float:
        """The part of the log-odds that the line decides, whatever is asked about it."""
        return float(_measure(fact) @ self.weights[_BUCKETS:])


def describe(fact: Fact, wording: Wording, language: str) -> Vector:
    """The features of a question, for training: hashed names, then numbers."""
    row = np.zeros(_BUCKETS + _NUMBERS, dtype=np.float32)
    row[_hash_names(fact, wording, language)] = 1.0
    row[_BUCKETS:] = _measure(fact)
    return row


def _hash_names(fact: Fact, wording: Wording, language: str) -> NDArray[np.int64]:
    """The buckets of what is asked, and of what is asked about such a line."""
    return np.unique([zlib.crc32(name.encode()) % _BUCKETS for name in _name(fact, wording, language)])


def _name(fact: Fact, wording: Wording, language: str) -> Iterator[str]:
    ask, _, _ = wording.ask.rpartition("/")
    length = sum(len(fact.said.split()) > limit for limit in _LENGTHS)
    use = max(range(_USES), key=fact.traits.__getitem__) if fact.traits else "none"
    lead = "whole" if ask.startswith(WHOLE) else "clause" if wording.is_clause else "quoted"
    category = next((part for part in ask.split("/") if part in _CATEGORIES), "")
    yield from (f"ask {wording.ask}", f"asks {ask}", f"form {wording.form}", f"language {language}")
    yield from (
        f"category {category}",
        f"lead {lead}",
        f"lead {lead} {category}",
        f"{language} {wording.ask}",
    )
    for key, value in (
        ("kind", fact.line_kind),
        ("section", f"{fact.source} {fact.kind}"),
        ("use", use),
        ("length", length),
        ("sure", fact.certainty >= CERTAIN),
        ("list", is_list(fact.said)),
        ("end", fact.said[-1:] if not fact.said[-1:].isalnum() else "word"),
        ("age", min(2, fact.age)),
    ):
        yield from (f"{key} {value} {wording.form}", f"{key} {value} {ask}", f"{key} {value} {category}")


def _measure(fact: Fact) -> Vector:
    """Numbers that describe a line."""
    text = fact.said
    words = text.split()
    found = [
        fact.source == "cv",
        min(1.0, fact.certainty),
        fact.suitability,
        min(3.0, cost_of_reading_out(text)),
        min(30, len(words)) / 10,
        fact.is_clause,
        any(c.isdigit() for c in text),
        text[:1].isdigit(),
        min(3, text.count(",")),
        "(" in text,
        ":" in text,
        _JOINTS.search(text) is not None,
        "/" in text,
        text[:1].islower(),
        sum(word[:1].isupper() for word in words[1:]) / max(1, len(words) - 1),
        text.isupper(),
        min(3, fact.age) / 3,
        fact.follows,
        fact.is_foreign,
        fact.meets,
        names_speaker(fact),
        *fact.traits,
    ]
    numbers = np.zeros(_NUMBERS, dtype=np.float32)
    numbers[: len(found)] = found
    return numbers


def digest_examples() -> str:
    """The digest of a rater that was trained from the present ratings."""
    return digest_training([(RATED.name, "", RATED.read_text(encoding="utf-8"))])


@lru_cache(maxsize=1)
def load_question_rater() -> QuestionRater:
    """The trained rater. Raises LookupError if it was trained from other ratings."""
    trained = find_trained(NAME, digest_examples())
    if trained is None:
        raise LookupError("The rater of questions was trained from other ratings.")
    return QuestionRater(**trained)
