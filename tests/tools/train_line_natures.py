"""Train the classifier of natures and put it into ``app/questions/classifiers.safetensors``.

    python -m tests.tools.train_line_natures

Run it after a change of ``app/questions/data/natures.tsv``, of the labeled documents in
``app/questions/data/lines``, of the features of lines, or of the default embeddings model, and after
``train_question_classifiers``, which writes the file anew. Needs that model. Prints how well the classifier
does on written lines that it was not trained from.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Sequence

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

from app.core.settings import Settings
from app.engines import make_engines_config
from app.questions.line_natures import (
    BY_MEANING,
    BY_WORDS,
    EXAMPLES,
    UNASKED,
    NatureClassifier,
    digest_examples,
    load_examples,
)
from app.questions.trained import FILE
from models.runtime import build_engines
from tests.tools.train_question_classifiers import embed_examples

FOLDS = 5
LIMIT = 0.5

Meanings = Sequence[Sequence[float]]


def measure(meanings: Meanings | None) -> dict[str, float]:
    """How many natures are right, and precision and recall of lines that nobody asks about."""
    examples = load_examples()
    fold = [zlib.crc32(one.text.encode()) % FOLDS for one in examples]
    written = {row.split("\t")[3] for row in EXAMPLES.read_text(encoding="utf-8").splitlines()}
    right, refused, unasked = [], [], []
    for number in range(FOLDS):
        learned = [at for at, of in enumerate(fold) if of != number]
        classifier = NatureClassifier.train(
            [examples[at] for at in learned], [meanings[at] for at in learned] if meanings else None
        )
        for at, one in enumerate(examples):
            if fold[at] == number and one.text in written:
                shares = classifier.read(
                    one.text, is_of_job=one.is_of_job, meaning=meanings[at] if meanings else None
                )
                right.append(max(shares, key=shares.__getitem__) is one.nature)
                refused.append(sum(shares[nature] for nature in UNASKED) > LIMIT)
                unasked.append(one.nature in UNASKED)
    both = sum(a and b for a, b in zip(refused, unasked, strict=True))
    return {
        "lines": len(right),
        "right": float(np.mean(right)),
        "precision": both / max(1, sum(refused)),
        "recall": both / sum(unasked),
    }


def save(meanings: Meanings, model: str) -> None:
    """Write the classifiers beside those that are in the file."""
    with safe_open(FILE, framework="numpy") as file:
        digests = file.metadata() or {}
        arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    for name, vectors in ((BY_WORDS, None), (BY_MEANING, meanings)):
        found = NatureClassifier.train(load_examples(), vectors)
        arrays |= {
            f"{name}/{key}": getattr(found, key).astype(np.float16)
            for key in ("importance", "weights", "biases")
        }
    save_file(
        arrays, FILE, metadata=digests | {BY_WORDS: digest_examples(), BY_MEANING: digest_examples(model)}
    )
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


async def main() -> None:
    engines = build_engines(make_engines_config(Settings()))
    await engines.start()
    try:
        meanings = await embed_examples(engines.embeddings, [one.text for one in load_examples()])
        model = engines.embeddings.identity.sha256
    finally:
        await engines.stop()
    print("by words", measure(None))
    print("by words and meaning", measure(meanings))
    save(meanings, model)


if __name__ == "__main__":
    asyncio.run(main())
