"""Trains the score of a line of the CV and a statement: ``python -m tests.tools.train_passages``.

Reads the invented interviews and cases of ``tests/bench/judgement*``, whose planted contradictions are known,
and writes ``config/analysis/passages.toml``. Prints how often the planted statement is among the first ones,
for each set with the weights that the other sets give.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.analysis.consistency.ranking import list_signs
from app.analysis.consistency.side_by_side import MIN_STATEMENT_WORDS, list_cv_lines
from app.analysis.exchanges import QuestionKind, find_exchanges
from app.bench.judgement_twins import as_lines, load_words
from app.core.config_files import CONFIG_DIR
from app.core.settings import Settings
from app.engines import make_engines_config
from app.text.similarity import cosine
from app.text.words import count_words
from models.judgement.claims_encoding import ClaimPair
from models.ports import Engines, Priority
from models.runtime import build_engines
from models.vectors import embed_texts

SETS = Path(__file__).parents[1] / "bench"
FIRST = (1, 2, 3, 5)
PENALTY = 0.1
NEAREST_LINES = 4
"""Lines of the CV that each statement is compared with."""


@dataclass(frozen=True, slots=True)
class Case:
    """The pairs of one interview, and which of their statements were planted."""

    source: str
    statements: tuple[int, ...]
    """Number of the statement of each pair."""
    signs: NDArray[np.float64]
    """(pairs, signs)"""
    is_planted: NDArray[np.bool_]
    """(pairs,)"""


def main() -> None:
    names, cases = asyncio.run(read_cases())
    contradicting = sum(bool(case.is_planted.any()) for case in cases)
    print(f"{len(cases)} interviews and cases, {contradicting} with a contradiction")
    found = dict.fromkeys(FIRST, 0)
    for source in sorted({case.source for case in cases}):
        model = fit([case for case in cases if case.source != source])
        for case in cases:
            if case.source == source and case.is_planted.any():
                for count in FIRST:
                    found[count] += is_found(case, model.decision_function(case.signs), count)
    print("planted statement among the first:", found)
    model = fit(cases)
    lines = [f"{name} = {value:.4f}" for name, value in zip(names, model.coef_[0], strict=True)]
    lines.append(f"offset = {model.intercept_[0]:.4f}")
    head = "# Weights of app/analysis/consistency/ranking.py, written by tests.tools.train_passages.\n"
    target = CONFIG_DIR / "analysis" / "passages.toml"
    target.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def fit(cases: Sequence[Case]) -> Any:
    """A logistic regression in which contradictions weigh as much as all other pairs together."""
    signs = np.vstack([case.signs for case in cases])
    planted = np.concatenate([case.is_planted for case in cases])
    return LogisticRegression(C=PENALTY, max_iter=800, class_weight="balanced").fit(signs, planted)


def is_found(case: Case, scores: NDArray[np.float64], count: int) -> bool:
    """Whether a planted statement is among the ``count`` statements with the highest scores."""
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    first = list(dict.fromkeys(case.statements[at] for at in order))[:count]
    planted = {case.statements[at] for at in np.flatnonzero(case.is_planted)}
    return bool(planted & set(first))


async def read_cases() -> tuple[list[str], list[Case]]:
    """The names of the signs, and every interview or case with its pairs compared."""
    engines = build_engines(make_engines_config(Settings()))
    names: list[str] = []
    cases: list[Case] = []
    try:
        for source, data, quotes in list_data():
            pairs, statements = await make_pairs(engines, data)
            if not pairs:
                continue
            relations = await engines.judge.compare(pairs, priority=Priority.BACKGROUND)
            signs = [list_signs(pair, relation) for pair, relation in zip(pairs, relations, strict=True)]
            names = list(signs[0])
            planted = [any(is_part(pair.statement, quote) for quote in quotes) for pair in pairs]
            cases.append(
                Case(
                    source, tuple(statements), np.array([list(s.values()) for s in signs]), np.array(planted)
                )
            )
    finally:
        await engines.stop()
    return names, cases


def list_data() -> Iterator[tuple[str, Mapping[str, Any], list[str]]]:
    """(set, CV and turns, planted quotes) of every interview and case in English."""
    for folder in sorted(SETS.glob("judgement*")):
        if folder.name == "judgement-7":  # German and French
            continue
        for path in sorted((folder / "interviews").glob("*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            quotes = [item["quote"] for item in data["planted"] if item["kind"] == "contradiction"]
            yield folder.name, data, quotes
        path = folder / "consistency.jsonl"
        if path.exists() and folder.name != "judgement-dev":
            for line in path.read_text(encoding="utf-8").splitlines():
                data = json.loads(line)
                if data["kind"] != "against_itself":
                    yield folder.name, data, data["quotes"]


async def make_pairs(engines: Engines, data: Mapping[str, Any]) -> tuple[list[ClaimPair], list[int]]:
    """Each statement with the lines nearest to it, and the number of the statement of each pair."""
    statements = [
        (exchange.question, sentence.text)
        for exchange in find_exchanges(as_lines(data["turns"]), load_words())
        if exchange.kind is not QuestionKind.COURTESY
        for sentence in exchange.sentences
        if count_words(sentence.text) >= MIN_STATEMENT_WORDS and not sentence.text.rstrip().endswith("?")
    ]
    contexts = [context for _, context in list_cv_lines(data["cv"])]
    texts = [*contexts, *(text for _, text in statements)]
    vectors = await embed_texts(engines, texts, priority=lambda: Priority.BACKGROUND)
    lines, said = vectors[: len(contexts)], vectors[len(contexts) :]
    pairs: list[ClaimPair] = []
    places: list[int] = []
    for place, (question, text) in enumerate(statements):
        cosines = [cosine(said[place], line) for line in lines]
        for at in sorted(range(len(lines)), key=lambda at: -cosines[at])[:NEAREST_LINES]:
            pairs.append(ClaimPair(contexts[at], question, text))
            places.append(place)
    return pairs, places


def is_part(statement: str, quote: str) -> bool:
    """Whether one of two texts contains the other, whatever their case and spaces."""
    first, second = (" ".join(text.lower().split()) for text in (statement, quote))
    return first in second or second in first


if __name__ == "__main__":
    main()
