"""Metered engines: what is recorded of each call, and to whom it is attributed."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from decimal import Decimal

import pytest

from app.core.settings import Settings
from app.usage.metering import Meter, meter_engines
from app.usage.prices import Prices
from app.usage.recorder import CallRecord
from app.usage.sources import UsageSource, attribute_usage
from app.usage.tables import CallOutcome
from models.judgement.claims_encoding import ClaimPair
from models.judgement.encoding import Exchange
from models.ports import (
    ChoiceRequest,
    CompletionRequest,
    EngineBusy,
    EngineKind,
    Engines,
    EngineTimeout,
    EngineUnavailable,
    Message,
    Priority,
    SpeechRequest,
    working_for,
)
from tests.conftest import FrozenClock
from tests.fakes.engines import FakeLlm, FakeSpeech, fake_engines

SECRET = "Nora Lindqvist earns 60,000"
REQUEST = CompletionRequest(messages=(Message("user", SECRET),), max_tokens=10)


@pytest.fixture
def calls() -> list[CallRecord]:
    return []


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(lambda _request: "Why did you leave?", choices=lambda _request: 2.0)


@pytest.fixture
def metered(calls: list[CallRecord], llm: FakeLlm, clock: FrozenClock) -> Engines:
    settings = Settings(llm_input_price=Decimal(1), llm_output_price=Decimal(2), speech_price=Decimal(3))
    meter = Meter(
        calls.append, read_prices=lambda: Prices.of(settings), now=clock.now, monotonic=clock.monotonic
    )
    speech = FakeSpeech(lambda _request: "I left.")
    return meter_engines(fake_engines(llm=llm, speech=speech), meter)


async def complete(engines: Engines) -> None:
    await engines.llm.complete(REQUEST, priority=Priority.INTERACTIVE)


async def test_a_completion_is_recorded_with_tokens_and_cost(
    metered: Engines, calls: list[CallRecord], clock: FrozenClock
) -> None:
    with working_for("alice"), attribute_usage(UsageSource.QUESTIONS):
        await complete(metered)
    [call] = calls
    assert (call.at, call.user_id, call.source) == (clock.now(), "alice", UsageSource.QUESTIONS)
    assert (call.kind, call.provider, call.model) == (EngineKind.LLM, "local", "fake-llm")
    assert (call.outcome, call.input_tokens, call.output_tokens) == (CallOutcome.SUCCEEDED, 6, 5)
    # 6 tokens at $1 and 5 at $2 per 1,000 tokens.
    assert call.cost_microcents == 1_600_000


async def test_a_choice_is_recorded_with_the_tokens_it_read(
    metered: Engines, calls: list[CallRecord]
) -> None:
    await metered.llm.choose(
        ChoiceRequest((Message("user", "Is it late?"),), ("Yes", "No")), priority=Priority.BACKGROUND
    )
    [call] = calls
    assert (call.kind, call.input_tokens, call.output_tokens) == (EngineKind.LLM, 4, 0)


async def test_speech_is_recorded_with_its_audio(metered: Engines, calls: list[CallRecord]) -> None:
    await metered.speech.transcribe(SpeechRequest(pcm=b"\0" * 32_000 * 2), priority=Priority.LIVE_SPEECH)
    [call] = calls
    assert (call.kind, call.audio_ms) == (EngineKind.SPEECH, 2000)
    assert call.cost_microcents == 10_000_000  # 2 s at $3 a minute: 10 cents


async def test_embeddings_are_recorded_with_the_tokens_that_the_engine_reports(
    metered: Engines, calls: list[CallRecord]
) -> None:
    await metered.embeddings.embed(["two words", "three more words"], priority=Priority.BACKGROUND)
    assert [(call.kind, call.input_tokens) for call in calls] == [(EngineKind.EMBEDDINGS, 5)]


async def test_the_judge_is_recorded(metered: Engines, calls: list[CallRecord]) -> None:
    exchange = Exchange(question="Why?", requirement="", sentences=("Because.",), language="en")
    await metered.judge.judge([exchange], priority=Priority.BACKGROUND)
    pair = ClaimPair(line="Chef", question="Where?", statement="There.")
    await metered.judge.compare([pair], priority=Priority.BACKGROUND)
    assert [call.kind for call in calls] == [EngineKind.JUDGE, EngineKind.JUDGE]


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (EngineBusy("full", retry_after_seconds=1), CallOutcome.BUSY),
        (EngineTimeout("slow"), CallOutcome.TIMEOUT),
        (EngineUnavailable("gone"), CallOutcome.FAILED),
    ],
)
async def test_a_failed_call_is_recorded_with_its_outcome(
    metered: Engines, calls: list[CallRecord], llm: FakeLlm, error: Exception, outcome: CallOutcome
) -> None:
    llm.script.fail_next(error)
    with pytest.raises(type(error)):
        await complete(metered)
    assert [(call.outcome, call.calls, call.cost_microcents) for call in calls] == [(outcome, 1, 0)]


async def test_a_cancelled_call_is_recorded_with_the_time_it_took(
    metered: Engines, calls: list[CallRecord], llm: FakeLlm, clock: FrozenClock
) -> None:
    llm.script.hold()
    task = asyncio.create_task(complete(metered))
    await llm.script.started.wait()
    clock.advance(seconds=2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [(call.outcome, call.duration_ms) for call in calls] == [(CallOutcome.CANCELLED, 2000)]


async def test_nothing_to_embed_is_no_call(metered: Engines, calls: list[CallRecord]) -> None:
    assert await metered.embeddings.embed([], priority=Priority.BACKGROUND) == []
    assert await metered.llm.count_tokens(["some text"]) == [2]
    assert calls == []


async def test_calls_without_attribution_are_those_of_the_owner_of_the_work(
    metered: Engines, calls: list[CallRecord]
) -> None:
    await complete(metered)
    with working_for("bob"):
        await complete(metered)
    with attribute_usage(UsageSource.REPORT, user_id="alice"):
        await complete(metered)
    assert [(call.user_id, call.source) for call in calls] == [
        ("", UsageSource.OTHER),
        ("bob", UsageSource.OTHER),
        ("alice", UsageSource.REPORT),
    ]


async def test_tasks_that_are_started_inside_inherit_the_attribution(
    metered: Engines, calls: list[CallRecord]
) -> None:
    with attribute_usage(UsageSource.DOCUMENTS, user_id="alice"):
        first = asyncio.create_task(complete(metered))
    with attribute_usage(UsageSource.MATCHING, user_id="bob"):
        second = asyncio.create_task(complete(metered))
    await asyncio.gather(first, second)
    assert {(call.user_id, call.source) for call in calls} == {
        ("alice", UsageSource.DOCUMENTS),
        ("bob", UsageSource.MATCHING),
    }


async def test_a_record_has_no_text_of_anybody(metered: Engines, calls: list[CallRecord]) -> None:
    await complete(metered)
    values = [str(getattr(calls[0], field.name)) for field in fields(CallRecord)]
    assert not any(word in value for value in values for word in SECRET.split())
