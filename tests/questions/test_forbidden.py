"""Forbidden topics: every forbidden question is refused, lawful ones with the same words pass."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.questions.forbidden import TopicCheck, is_clearly_forbidden
from app.questions.topic_classifier import load_examples, load_hard_words
from models.config import EnginesConfig
from models.ports import EmbeddingsEngine, EngineUnavailable, Priority
from models.runtime import build_engines
from tests.fakes.engines import FakeEmbeddings
from tests.questions import held_out_questions as held_out
from tests.questions.forbidden_questions import FORBIDDEN, LAWFUL
from tests.weights import fetch_weights

Sentences = list[tuple[str, str]]

FORBIDDEN_QUESTIONS: Sentences = [
    (language, text) for language, texts in FORBIDDEN.items() for text in texts.values()
]
LAWFUL_QUESTIONS: Sentences = [(language, text) for language, texts in LAWFUL.items() for text in texts]

MAX_LAWFUL_REFUSED_BY_WORDS = 5
"""Without embeddings the check refuses when in doubt, so a few lawful questions are lost."""
MIN_HELD_OUT_SHARE = 0.9


async def list_refused(engine: EmbeddingsEngine, sentences: Sentences) -> list[str]:
    """The questions in ``sentences`` that are refused for their topic, each checked in its own language."""
    found = []
    for language in dict.fromkeys(language for language, _ in sentences):
        check = TopicCheck(engine, language=language, priority=Priority.BACKGROUND)
        texts = [text for one, text in sentences if one == language]
        try:
            vectors: list[list[float]] | list[None] = await engine.embed(texts, priority=Priority.BACKGROUND)
        except EngineUnavailable:
            vectors = [None] * len(texts)
        found += [
            text
            for text, vector in zip(texts, vectors, strict=True)
            if await check.is_forbidden(text, vector=vector)
        ]
    return found


@pytest.fixture
def failing_engine() -> FakeEmbeddings:
    return FakeEmbeddings(lambda _texts: EngineUnavailable("not installed"))


def test_every_topic_has_a_question_in_every_language() -> None:
    assert {frozenset(topics) for topics in FORBIDDEN.values()} == {frozenset(FORBIDDEN["en"])}
    assert FORBIDDEN.keys() == LAWFUL.keys() == {example.language for example in load_examples()}


def test_the_shipped_examples_contain_no_test_question() -> None:
    known = {text.casefold() for _, text in FORBIDDEN_QUESTIONS + LAWFUL_QUESTIONS}
    known |= {
        text.casefold()
        for table in (held_out.FORBIDDEN, held_out.LAWFUL)
        for texts in table.values()
        for text in texts
    }
    assert [example.text for example in load_examples() if example.text.casefold() in known] == []


def test_a_hard_word_is_refused_in_any_context() -> None:
    passed = [
        phrase
        for phrase in load_hard_words()
        if not is_clearly_forbidden(f"Kubernetes {phrase} Kubernetes", language="sv")
    ]
    assert passed == []


async def test_without_embeddings_no_forbidden_question_passes(failing_engine: FakeEmbeddings) -> None:
    sentences = [(language, text.upper()) for language, text in FORBIDDEN_QUESTIONS] + FORBIDDEN_QUESTIONS
    found = await list_refused(failing_engine, sentences)
    assert [text for _, text in sentences if text not in found] == []


async def test_without_embeddings_few_lawful_questions_are_refused(failing_engine: FakeEmbeddings) -> None:
    found = await list_refused(failing_engine, LAWFUL_QUESTIONS)
    assert len(found) <= MAX_LAWFUL_REFUSED_BY_WORDS, found


@pytest.mark.parametrize(
    "text", ["Wie alt\n sind Sie?", "Quel a\u0302ge avez-vous ?", "D’où venez-vous ?", "D'où venez-vous ?"]
)
def test_spelling_variants_are_refused(text: str) -> None:
    assert is_clearly_forbidden(text, language="en")


@pytest.mark.parametrize(
    "text",
    [
        "Hur minskade du leveranstiden i lagret?",
        "Bu projede hangi araçları kullandınız?",
        "Как вы сократили время сборки проекта?",
        "サーバーの移行をどのように進めましたか?",
    ],
)
async def test_languages_without_examples_are_judged_by_hard_words_only(
    failing_engine: FakeEmbeddings, text: str
) -> None:
    assert await list_refused(failing_engine, [("sv", text)]) == []
    english = "Do you have children, and how does your family cope with the travel?"
    assert await list_refused(failing_engine, [("sv", english)]) == [english]


async def test_the_examples_are_embedded_once_per_engine_and_language() -> None:
    engine = FakeEmbeddings()
    for _ in range(2):
        check = TopicCheck(engine, language="de", priority=Priority.BACKGROUND)
        await check.load()
        await check.is_forbidden("Wie haben Sie SAP eingeführt?", vector=[1.0] + [0.0] * 255)
    assert [len(texts) > 50 for texts in engine.requests] == [True]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def real_engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddingsEngine]:
    engines = build_engines(
        EnginesConfig(fetch_weights(tmp_path_factory.mktemp("weights"), "all-minilm-l6-v2"))
    )
    yield engines.embeddings
    await engines.stop()


@pytest.mark.models
@pytest.mark.asyncio(loop_scope="module")
async def test_the_check_with_embeddings_is_right_on_every_known_question(
    real_engine: EmbeddingsEngine,
) -> None:
    found = await list_refused(real_engine, FORBIDDEN_QUESTIONS)
    assert [text for _, text in FORBIDDEN_QUESTIONS if text not in found] == []
    assert await list_refused(real_engine, LAWFUL_QUESTIONS) == []


@pytest.mark.models
@pytest.mark.asyncio(loop_scope="module")
async def test_the_check_with_embeddings_is_right_on_most_held_out_questions(
    real_engine: EmbeddingsEngine,
) -> None:
    forbidden = [(language, text) for language, texts in held_out.FORBIDDEN.items() for text in texts]
    lawful = [(language, text) for language, texts in held_out.LAWFUL.items() for text in texts]
    found = await list_refused(real_engine, forbidden)
    assert len(found) / len(forbidden) >= MIN_HELD_OUT_SHARE, [t for _, t in forbidden if t not in found]
    passed = len(lawful) - len(false := await list_refused(real_engine, lawful))
    assert passed / len(lawful) >= MIN_HELD_OUT_SHARE, false
