"""Trains what recognizes exchanges about notice, pay, working terms and the reasons for a move.

    python -m tests.tools.train_practical_topics

Reads those invented interviews of ``tests/bench/judgement*`` that ``tests/bench/practical-topics.jsonl``
labels, and writes ``app/analysis/practical_topics.safetensors``. Run it after a change of these labels, of
the texts that ``app/analysis/practical_topics.py`` embeds, or of the default embeddings model. Prints how
well the models do on sets that they were not trained on.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file
from sklearn.linear_model import LogisticRegression

from app.analysis.exchanges import Exchange, find_exchanges
from app.analysis.practical_topics import FILE, Topic, Vectors, join_vectors, list_late, list_texts
from app.bench.judgement_twins import as_lines, load_words
from app.core.settings import Settings
from app.engines import make_engines_config
from models.runtime import build_engines
from tests.tools.train_question_classifiers import embed_examples

SETS = Path(__file__).parents[1] / "bench"
LABELS = SETS / "practical-topics.jsonl"
GROUPS = 7
INVERSE_PENALTY = 3.0
LIMITS = (0.3, 0.4, 0.5, 0.6)

Marks = NDArray[np.bool_]


def load_examples() -> tuple[list[Exchange], list[str], Marks]:
    """The late exchanges of the labeled sets, their sets, and marks (exchanges, topics)."""
    lexicon = load_words()
    labels: dict[str, dict[int, list[str]]] = defaultdict(dict)
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        labels[row["interview"]][row["turn"]] = row["topics"]
    exchanges: list[Exchange] = []
    sources: list[str] = []
    marks: list[list[bool]] = []
    for source in sorted({name.partition("/")[0] for name in labels}):
        for path in sorted((SETS / source / "interviews").glob("*.json")):
            turns = json.loads(path.read_text(encoding="utf-8"))["turns"]
            found = find_exchanges(as_lines(turns), lexicon)
            topics = {f"s{turn}": names for turn, names in labels[f"{source}/{path.stem}"].items()}
            for exchange in list_late(found):
                exchanges.append(exchange)
                sources.append(source)
                marks.append([topic in topics.get(exchange.answered[0].id, ()) for topic in Topic])
    return exchanges, sources, np.array(marks)


def print_quality(rows: Vectors, sources: list[str], marks: Marks) -> None:
    """Precision and recall of each topic, each set with the models of the others."""
    names = sorted(set(sources))
    groups = np.array([names.index(source) % GROUPS for source in sources])
    for at, topic in enumerate(Topic):
        rated = np.zeros(len(rows))
        for group in range(GROUPS):
            own = groups == group
            rated[own] = _fit(rows[~own], marks[~own, at]).predict_proba(rows[own])[:, 1]
        found = [(limit, rated >= limit) for limit in LIMITS]
        figures = [
            f"{limit}: {marks[chosen, at].mean():.2f}, {marks[chosen, at].sum() / marks[:, at].sum():.2f}"
            for limit, chosen in found
        ]
        print(f"{topic} ({marks[:, at].sum()}), precision and recall from {'; '.join(figures)}")


def _fit(rows: Vectors, marks: Marks) -> LogisticRegression:
    return LogisticRegression(C=INVERSE_PENALTY, max_iter=2000).fit(rows, marks)


async def main() -> None:
    exchanges, sources, marks = load_examples()
    engines = build_engines(make_engines_config(Settings()))
    await engines.start()
    try:
        rows = join_vectors(
            np.array(await embed_examples(engines.embeddings, list_texts(exchanges)), dtype=np.float32)
        )
        model = engines.embeddings.identity.sha256
    finally:
        await engines.stop()
    print_quality(rows, sources, marks)
    fitted = [_fit(rows, marks[:, at]) for at in range(len(Topic))]
    save_file(
        {
            "weights": np.concatenate([item.coef_ for item in fitted]).astype(np.float16),
            "offsets": np.concatenate([item.intercept_ for item in fitted]).astype(np.float32),
        },
        FILE,
        metadata={"model": model},
    )


if __name__ == "__main__":
    asyncio.run(main())
