"""The classifiers that come trained: not stale, equal to freshly trained ones, used instead of embedding."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from app.questions import (
    askable_lines,
    forbidden,
    line_kinds,
    line_natures,
    line_uses,
    topic_classifier,
)
from app.questions.forbidden import TopicCheck
from app.questions.line_kinds import LineClassifier, LineKind, load_classifier_by_meaning
from app.questions.topic_classifier import WordClassifier
from app.questions.trained import Arrays, find_trained
from models.catalog import ModelKind, load_catalog
from models.ports import EmbeddingsEngine, ModelIdentity, Priority
from tests.fakes.engines import FakeEmbeddings, fake_engines
from tests.tools import train_question_classifiers
from tests.tools.classifier_file import save_classifiers

COMMAND = "python -m tests.tools.train_question_classifiers"
LINES = ("Ordered feed and bedding for thirty horses", "Führerschein Klasse C", "Travail de nuit", "x")


def _default_model() -> str:
    """The digest of the weights of the default embeddings model."""
    return load_catalog().default(ModelKind.EMBEDDINGS).sha256


def test_every_classifier_was_trained_from_the_present_examples_and_model() -> None:
    model = _default_model()
    languages = {example.language for example in topic_classifier.load_examples()}
    digests = {
        line_kinds.BY_WORDS: line_kinds.digest_examples(),
        line_kinds.BY_MEANING: line_kinds.digest_examples(model),
        line_uses.BY_WORDS: line_uses.digest_examples(),
        line_uses.BY_MEANING: line_uses.digest_examples(model),
        forbidden.BY_WORDS: topic_classifier.digest_examples(),
        askable_lines.BY_WORDS: askable_lines.digest_examples(),
        askable_lines.BY_MEANING: askable_lines.digest_examples(model),
        line_natures.BY_WORDS: line_natures.digest_examples(),
        line_natures.BY_MEANING: line_natures.digest_examples(model),
    } | {
        forbidden.BY_MEANING.format(language=language): topic_classifier.digest_examples(
            language=language, model=model
        )
        for language in languages
    }
    stale = [name for name, digest in digests.items() if find_trained(name, digest) is None]
    assert not stale, f"run {COMMAND}, then train_askable_lines and train_line_natures"


async def test_a_training_keeps_the_classifiers_of_the_other_trainings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "classifiers.safetensors"
    old = {"words/weights": np.ones(2, dtype=np.float16), "words/old": np.ones(1, dtype=np.float16)}
    save_file(old | {"rater/bias": np.ones(1, dtype=np.float16)}, file, metadata={"words": "a", "rater": "b"})

    async def train(_: EmbeddingsEngine) -> tuple[dict[str, Arrays], dict[str, str]]:
        return {"words": {"weights": np.zeros(2, dtype=np.float32)}}, {"words": "c"}

    monkeypatch.setattr(train_question_classifiers, "train", train)
    monkeypatch.setattr(train_question_classifiers, "build_engines", lambda _: fake_engines())
    monkeypatch.setattr(train_question_classifiers, "save_classifiers", partial(save_classifiers, file=file))
    await train_question_classifiers.main()
    with safe_open(file, framework="numpy") as saved:
        assert saved.metadata() == {"words": "c", "rater": "b"}
        arrays = {key: saved.get_tensor(key).tolist() for key in saved.keys()}  # noqa: SIM118
    assert arrays == {"words/weights": [0, 0], "rater/bias": [1]}


def test_the_classifiers_of_words_score_like_freshly_trained_ones() -> None:
    """Fails when the features or the penalty have changed since."""
    lines = LineClassifier.train(line_kinds.load_examples())
    topics = WordClassifier.train(topic_classifier.load_examples())
    trained = find_trained(forbidden.BY_WORDS, topic_classifier.digest_examples())
    assert trained is not None
    for text in LINES:
        scores = line_kinds.load_classifier().score(text)
        assert scores == pytest.approx(lines.score(text), abs=0.01), f"run {COMMAND}"
        assert WordClassifier.from_arrays(trained).score(text) == pytest.approx(
            topics.score(text), abs=0.01
        ), f"run {COMMAND}"


def test_other_examples_and_other_models_are_not_taken_for_these() -> None:
    assert find_trained(line_kinds.BY_WORDS, line_kinds.digest_examples("another")) is None
    assert find_trained(line_kinds.BY_MEANING, line_kinds.digest_examples()) is None


async def test_no_example_is_embedded_with_the_default_model() -> None:
    engine = FakeEmbeddings()
    engine.identity = ModelIdentity("default", _default_model())
    by_meaning = await load_classifier_by_meaning(engine)
    await TopicCheck(engine, language="de", priority=Priority.INTERACTIVE).load()
    assert engine.requests == []
    assert by_meaning is not None
    assert set(by_meaning.score(LINES[0], [0.0] * 384)) == set(LineKind)


async def test_the_examples_are_embedded_with_a_model_without_a_digest() -> None:
    engine = FakeEmbeddings()
    engine.identity = replace(engine.identity, sha256="")
    await TopicCheck(engine, language="de", priority=Priority.INTERACTIVE).load()
    assert engine.requests
