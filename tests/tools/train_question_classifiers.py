"""Train the classifiers of questions and save them in ``app/questions/classifiers.safetensors``.

    python -m tests.tools.train_question_classifiers

Run it after a change of ``config/line-kinds.toml``, of ``config/forbidden-topics.toml``, of the labeled
documents in ``app/questions/data/lines``, of the features, of the words of the line reader, or of the default
embeddings model. Needs that model. Run ``train_question_rater`` afterwards: it uses these classifiers.
"""

from __future__ import annotations

import asyncio

import numpy as np

from app.core.settings import Settings
from app.engines import make_engines_config
from app.questions import forbidden, line_kinds, line_uses, topic_classifier
from app.questions.topic_classifier import LinearModel, WordClassifier
from app.questions.trained import Arrays
from models.ports import EmbeddingsEngine, Priority
from models.runtime import build_engines
from tests.tools.classifier_file import save_classifiers

BATCH = 64


async def train(engine: EmbeddingsEngine) -> tuple[dict[str, Arrays], dict[str, str]]:
    """The arrays and the digest of each classifier, by its name."""
    model = engine.identity.sha256
    lines = line_kinds.load_examples()
    vectors = await embed_examples(engine, [example.text for example in lines])
    documents = line_uses.load_examples()
    meanings = await embed_examples(engine, [example.text for example in documents])
    arrays = {
        line_kinds.BY_WORDS: _to_arrays(line_kinds.LineClassifier.train(lines)),
        line_kinds.BY_MEANING: _to_arrays(line_kinds.LineClassifier.train(lines, vectors)),
        line_uses.BY_WORDS: _to_arrays(line_uses.UseClassifier.train(documents)),
        line_uses.BY_MEANING: _to_arrays(line_uses.UseClassifier.train(documents, meanings)),
        forbidden.BY_WORDS: WordClassifier.train(topic_classifier.load_examples()).to_arrays(),
    }
    digests = {
        line_kinds.BY_WORDS: line_kinds.digest_examples(),
        line_kinds.BY_MEANING: line_kinds.digest_examples(model),
        line_uses.BY_WORDS: line_uses.digest_examples(),
        line_uses.BY_MEANING: line_uses.digest_examples(model),
        forbidden.BY_WORDS: topic_classifier.digest_examples(),
    }
    for language in dict.fromkeys(example.language for example in topic_classifier.load_examples()):
        examples = [one for one in topic_classifier.load_examples() if one.language == language]
        rows = np.asarray(await embed_examples(engine, [one.text for one in examples]), dtype=np.float32)
        name = forbidden.BY_MEANING.format(language=language)
        arrays[name] = LinearModel.fit(
            rows, [one.is_forbidden for one in examples], penalty=forbidden.MEANING_PENALTY
        ).to_arrays()
        digests[name] = topic_classifier.digest_examples(language=language, model=model)
    return arrays, digests


def _to_arrays(classifier: line_kinds.LineClassifier | line_uses.UseClassifier) -> Arrays:
    return {
        "importance": classifier.importance,
        "weights": classifier.weights,
        "biases": classifier.biases,
    }


async def embed_examples(engine: EmbeddingsEngine, texts: list[str]) -> list[list[float]]:
    """The vectors of all texts, in batches. Raises EngineError."""
    vectors: list[list[float]] = []
    for at in range(0, len(texts), BATCH):
        vectors += await engine.embed(texts[at : at + BATCH], priority=Priority.BACKGROUND)
    return vectors


async def main() -> None:
    engines = build_engines(make_engines_config(Settings()))
    await engines.start()
    try:
        arrays, digests = await train(engines.embeddings)
    finally:
        await engines.stop()
    save_classifiers(arrays, digests)


if __name__ == "__main__":
    asyncio.run(main())
