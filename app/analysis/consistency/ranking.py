"""Signs of a statement that contradicts a CV, and scores of pairs of such a statement and a line.

Contradictions that people speak have a form: they are about the speaker, deny or restrict, and say when or how long.
With a head of the judge, these signs find the statements (``interview_signs.py``). A logistic model over the
comparer's probabilities and the signs then chooses the line of the CV (docs/judgement.md).
Its weights are in ``config/analysis/passages.toml``, written by ``tests.tools.train_passages``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from app.analysis.log_odds import to_log_odds
from app.core.config_files import CONFIG_DIR
from app.text.words import count_words
from models.judgement.claims_encoding import ClaimPair, Relation

LONG_STATEMENT_WORDS = 40
"""A statement of this many words counts as long, and a longer one no more."""
_DENIES = re.compile(r"\b(?:no|not|never|none|nobody|nothing|neither|nor|without)\b|n['’]t\b", re.IGNORECASE)
_RESTRICTS = re.compile(r"\b(?:only|just|hardly|barely|all|first|ever)\b", re.IGNORECASE)
_SPEAKER = re.compile(r"\b(?:i|i['’]\w{1,2}|my|me|we|we['’]\w{1,2}|our)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:years?|months?|since|until|when)\b", re.IGNORECASE)
_ASKS_FOR_AMOUNT = re.compile(r"\bhow (?:long|many|much|big|large|often)\b|\b(?:when|since)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=\s)[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]")
MANY_NAMES = 3
_OTHERS = re.compile(r"\b(?:you|they|he|she)\b", re.IGNORECASE)


def list_signs(pair: ClaimPair, relation: Mapping[Relation, float]) -> dict[str, float]:
    """The signs of a pair by name; the weights of ``passages.toml`` have the same names."""
    return {
        "contradicts": to_log_odds(relation[Relation.CONTRADICTS]),
        "agrees": to_log_odds(relation[Relation.AGREES]),
        **list_form_signs(pair.question, pair.statement),
    }


def list_form_signs(question: str, text: str) -> dict[str, float]:
    """The signs of a statement that need no line of the CV, by name."""
    return {
        "denies": float(bool(_DENIES.search(text))),
        "restricts": float(bool(_RESTRICTS.search(text))),
        "speaker": float(bool(_SPEAKER.search(text))),
        "length": min(count_words(text), LONG_STATEMENT_WORDS) / LONG_STATEMENT_WORDS,
        "time": float(bool(_TIME.search(text))),
        "asks_for_amount": float(bool(_ASKS_FOR_AMOUNT.search(question))),
        "others": float(bool(_OTHERS.search(text))),
        # A candidate who corrects the CV often names the person who did the work, or the place.
        "names": min(len(_NAME.findall(text)), MANY_NAMES) / MANY_NAMES,
    }


def score_pair(pair: ClaimPair, relation: Mapping[Relation, float]) -> float:
    """Log-odds that a pair is a contradiction, as if one of two were."""
    weights = load_weights()
    return weights["offset"] + sum(
        weights[name] * value for name, value in list_signs(pair, relation).items()
    )


@cache
def load_weights() -> Mapping[str, float]:
    with (CONFIG_DIR / "analysis" / "passages.toml").open("rb") as file:
        return {name: float(value) for name, value in tomllib.load(file).items()}
