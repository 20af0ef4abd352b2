"""Caches judgments by content of the answer, so that the report reuses those of the running interview."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from app.analysis.text_cache import TextCache
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Judgment

DECIMALS = 4
READINGS = 2
"""Number of readings of a doubtful sentence. Part of the key, because it changes the judgment."""


def make_judgment_key(exchange: Exchange, *, judge_sha256: str) -> str:
    """Hash of everything that determines a judgment: the weights and the exchange."""
    parts = [
        "judgment",
        READINGS,
        judge_sha256,
        exchange.question,
        list(exchange.sentences),
        exchange.requirement,
        exchange.language,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def to_text(judgment: Judgment) -> str:
    """The judgment as JSON, with probabilities to DECIMALS places."""
    return json.dumps(
        {
            "sentences": [
                {label.value: round(value, DECIMALS) for label, value in labels.items()}
                for labels in judgment.sentences
            ],
            "answer": {label.value: round(value, DECIMALS) for label, value in judgment.answer.items()},
            "concerns": [round(value, DECIMALS) for value in judgment.concerns],
            "contradictions": [round(value, DECIMALS) for value in judgment.contradictions],
            "strengths": [round(value, DECIMALS) for value in judgment.strengths],
            "limits": [round(value, DECIMALS) for value in judgment.limits],
            "evasion": round(judgment.evasion, DECIMALS),
        },
        separators=(",", ":"),
    )


def from_text(text: str) -> Judgment:
    data = json.loads(text)
    return Judgment(
        sentences=tuple(
            {SentenceLabel(name): value for name, value in labels.items()} for labels in data["sentences"]
        ),
        answer={AnswerLabel(name): value for name, value in data["answer"].items()},
        concerns=tuple(data["concerns"]),
        contradictions=tuple(data["contradictions"]),
        strengths=tuple(data["strengths"]),
        limits=tuple(data["limits"]),
        evasion=data["evasion"],
    )


def find_judgments(
    cache: TextCache, exchanges: Sequence[Exchange], *, judge_sha256: str
) -> dict[Exchange, Judgment]:
    """The judgments of earlier readings."""
    found: dict[Exchange, Judgment] = {}
    for exchange in exchanges:
        text = cache.find(make_judgment_key(exchange, judge_sha256=judge_sha256))
        if text:
            found[exchange] = from_text(text)
    return found
