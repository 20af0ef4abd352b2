"""Engines that compute the same item once."""

from __future__ import annotations

import pytest

from models import remembering
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import ClaimPair
from models.judgement.encoding import Exchange
from models.ports import ChoiceRequest, EngineTimeout, Message, ModelIdentity, Priority
from models.remembering import RememberingEmbeddings, RememberingJudge, remember_results
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines

LIVE = Priority.LIVE_ANALYSIS


async def embed(engine: RememberingEmbeddings, *texts: str) -> list[list[float]]:
    return await engine.embed(texts, priority=LIVE)


async def test_only_new_texts_are_embedded_and_each_once() -> None:
    fake = FakeEmbeddings()
    engine = RememberingEmbeddings(fake)
    (first,) = await embed(engine, "a pump")
    vectors = await embed(engine, "a roster", "a pump", "a roster")
    assert fake.requests == [("a pump",), ("a roster",)]
    assert vectors[1] == first
    assert vectors[0] == vectors[2] != first


async def test_a_request_of_known_texts_does_not_reach_the_engine() -> None:
    fake = FakeEmbeddings()
    engine = RememberingEmbeddings(fake)
    await embed(engine, "a pump")
    await embed(engine, "a pump")
    assert await embed(engine) == []
    assert len(fake.requests) == 1


async def test_another_model_computes_again() -> None:
    fake = FakeEmbeddings()
    engine = RememberingEmbeddings(fake)
    await embed(engine, "a pump")
    fake.identity = ModelIdentity(name="another", sha256="0" * 64)
    await embed(engine, "a pump")
    assert len(fake.requests) == 2


async def test_the_least_recently_used_texts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "MAX_VECTORS", 2)
    fake = FakeEmbeddings()
    engine = RememberingEmbeddings(fake)
    await embed(engine, "one", "two")
    await embed(engine, "one")
    await embed(engine, "three")
    await embed(engine, "one", "two")
    assert fake.requests == [("one", "two"), ("three",), ("two",)]


async def test_more_texts_than_are_kept_are_all_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "MAX_VECTORS", 2)
    engine = RememberingEmbeddings(FakeEmbeddings())
    assert len(await embed(engine, "one", "two", "three")) == 3


async def test_what_failed_is_asked_again() -> None:
    fake = FakeJudge()
    judge = RememberingJudge(fake)
    exchange = Exchange("How did it go?", ("Well.",))
    fake.script.fail_next(EngineTimeout("too slow"))
    with pytest.raises(EngineTimeout):
        await judge.judge([exchange], priority=LIVE)
    assert await judge.judge([exchange], priority=LIVE) == await judge.judge([exchange], priority=LIVE)
    assert len(fake.requests) == 2


async def test_a_choice_is_made_once() -> None:
    fake = FakeLlm(choices=lambda _request: 1.5)
    engines = remember_results(fake_engines(llm=fake))
    late, early = (
        ChoiceRequest((Message("user", f"Is it {word}?"),), ("Yes", "No")) for word in ("late", "early")
    )
    found = [await engines.llm.choose(request, priority=LIVE) for request in (late, early, late)]
    assert [choice.log_odds for choice in found] == [1.5] * 3
    assert fake.choices.requests == [late, early]
    assert engines.llm.recall(late) == found[0]
    unknown = ChoiceRequest((Message("user", "Is it dark?"),), ("Yes", "No"))
    assert engines.llm.recall(unknown) is None


async def test_judgments_and_both_kinds_of_pairs_are_remembered() -> None:
    fake = FakeJudge()
    engines = remember_results(fake_engines(judge=fake))
    asked, claim = (
        AskedPair("Why this post?", "", "What drew you?"),
        ClaimPair("Since 2019", "", "Since 2020"),
    )
    for _ in range(2):
        await engines.judge.read_asked([asked], priority=LIVE)
        await engines.judge.compare([claim], priority=LIVE)
    assert fake.read_pairs == [asked]
    assert fake.compared == [claim]
