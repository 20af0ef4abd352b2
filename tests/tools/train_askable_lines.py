"""Train the classifier of askable lines and save it in ``app/questions/classifiers.safetensors``.

    python -m tests.tools.train_askable_lines

Run it after a change of ``app/questions/data/askable.tsv``, of the labeled documents in
``app/questions/data/lines``, of the features of lines, or of the default embeddings model. Needs that model.
Prints how well the classifier does on lines of documents and trades that it was not trained on.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]
from scipy.optimize import minimize  # type: ignore[import-untyped]

from app.core.settings import Settings
from app.engines import make_engines_config
from app.questions.askable_lines import (
    BY_MEANING,
    BY_WORDS,
    EXAMPLES,
    LabeledLine,
    describe,
    digest_examples,
    load_examples,
)
from app.questions.line_features import BUCKETS, hash_features
from app.questions.topic_classifier import Vector, count_importance
from app.questions.trained import Arrays
from models.runtime import build_engines
from tests.tools.classifier_file import save_classifiers
from tests.tools.train_question_classifiers import embed_examples

PENALTY = 0.1
FOLDS = 5
STEPS = 60
LIMITS = (0.5, 0.3, 0.15)

Rows = NDArray[np.float64]


def fit(rows: sparse.csr_matrix, targets: Rows) -> Rows:
    """The weights of a logistic regression, with the bias at the end."""
    columns = rows.T.tocsr()

    def cost(weights: Rows) -> tuple[float, Rows]:
        scores = rows @ weights[:-1] + weights[-1]
        errors = 1 / (1 + np.exp(-scores)) - targets
        value = np.logaddexp(0, scores).sum() - targets @ scores + PENALTY / 2 * weights[:-1] @ weights[:-1]
        return float(value), np.append(columns @ errors + PENALTY * weights[:-1], errors.sum())

    found: Rows = minimize(
        cost, np.zeros(rows.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": STEPS}
    ).x
    return found


def describe_all(
    examples: Sequence[LabeledLine], importance: Vector, meanings: Sequence[Sequence[float]] | None
) -> sparse.csr_matrix:
    return sparse.vstack(
        [
            sparse.csr_matrix(
                describe(
                    one.text,
                    is_of_job=one.is_of_job,
                    importance=importance,
                    meaning=meanings[number] if meanings else None,
                )
            )
            for number, one in enumerate(examples)
        ],
        format="csr",
    )


def measure(examples: Sequence[LabeledLine], meanings: Sequence[Sequence[float]] | None) -> list[str]:
    """Precision and recall of lines that nobody asks about, for the written lines and for the documents."""
    fold = np.array([zlib.crc32(one.group.encode()) % FOLDS for one in examples])
    targets = np.array([float(one.is_askable) for one in examples])
    shares = np.zeros(len(examples))
    for number in range(FOLDS):
        learned = [one for one, of in zip(examples, fold, strict=True) if of != number]
        importance = count_importance([hash_features(one.text) for one in learned], BUCKETS)
        rows = describe_all(examples, importance, meanings)
        weights = fit(rows[fold != number], targets[fold != number])
        held_out = rows[fold == number] @ weights[:-1] + weights[-1]
        shares[fold == number] = 1 / (1 + np.exp(-held_out))
    written = {row.split("\t")[3] for row in EXAMPLES.read_text(encoding="utf-8").splitlines()}
    is_written = np.array([one.text in written for one in examples])
    found = []
    for name, of in (("written lines", is_written), ("documents", ~is_written)):
        for limit in LIMITS:
            refused = of & (shares < limit)
            right = (refused & (targets == 0)).sum()
            found.append(
                f"{name}, below {limit}: precision {right / max(1, refused.sum()):.3f}, "
                f"recall {right / (of & (targets == 0)).sum():.3f}, {len(examples)} examples"
            )
    return found


def train(meanings: Sequence[Sequence[float]] | None) -> Arrays:
    """The arrays of the classifier; ``meanings`` are the vectors of the examples in their order."""
    examples = load_examples()
    importance = count_importance([hash_features(one.text) for one in examples], BUCKETS)
    rows = describe_all(examples, importance, meanings)
    weights = fit(rows, np.array([float(one.is_askable) for one in examples]))
    return {
        "importance": importance,
        "weights": weights[:-1].astype(np.float32),
        "bias": weights[-1:].astype(np.float32),
    }


async def main() -> None:
    engines = build_engines(make_engines_config(Settings()))
    await engines.start()
    texts = [one.text for one in load_examples()]
    try:
        meanings = await embed_examples(engines.embeddings, texts)
        model = engines.embeddings.identity.sha256
    finally:
        await engines.stop()
    for name, vectors in (("by words", None), ("by words and meaning", meanings)):
        print(name, *measure(load_examples(), vectors), sep="\n  ")
    save_classifiers(
        {BY_WORDS: train(None), BY_MEANING: train(meanings)},
        {BY_WORDS: digest_examples(), BY_MEANING: digest_examples(model)},
    )


if __name__ == "__main__":
    asyncio.run(main())
