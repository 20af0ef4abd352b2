"""Attribution in the running product: source and user of the calls that jobs and queues make."""

from __future__ import annotations

import asyncio

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.core.state import AppState
from app.matching.jobs import embed_records
from app.transcription.pipeline.decoding import DecodePriority, DecodingQueue, hold
from app.usage.metering import Meter, meter_engines
from app.usage.prices import Prices
from app.usage.recorder import CallRecord, UsageRecorder
from app.usage.sources import UsageSource, attribute_usage
from app.usage.tables import EngineCall
from models.ports import SpeechRequest
from tests import factories
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeSpeech, fake_engines

FREE = Prices(llm_input=0, llm_output=0, embeddings=0, speech_minute=0)


@pytest.fixture
def recorder(api: FastAPI) -> UsageRecorder:
    found = api.state.usage_recorder
    assert isinstance(found, UsageRecorder)
    return found


async def test_embeddings_are_attributed_to_the_owner_of_each_record(
    state: AppState, recorder: UsageRecorder, alice: Person, bob: Person
) -> None:
    for owner, position in ((alice, "Chef"), (bob, "Baker"), (alice, "Waiter")):
        factories.create_candidate(state, owner.id, current_position=position)
    await embed_records(state)
    await recorder.flush()
    with state.database.reading() as session:
        rows = session.execute(select(EngineCall.kind, EngineCall.source, EngineCall.user_id)).all()
    assert sorted(map(tuple, rows)) == sorted(("embeddings", "matching", owner.id) for owner in (alice, bob))


async def test_a_decode_is_attributed_to_the_interview_that_asked_for_it(clock: FrozenClock) -> None:
    calls: list[CallRecord] = []
    meter = Meter(calls.append, read_prices=lambda: FREE, now=clock.now, monotonic=clock.monotonic)
    speech = FakeSpeech(lambda _request: "Yes.")
    speech.script.hold()
    queue = DecodingQueue(meter_engines(fake_engines(speech=speech), meter).speech)
    tickets = []
    for user_id in ("alice", "bob", "alice"):
        with attribute_usage(UsageSource.LIVE_TRANSCRIPTION, user_id=user_id):
            request = hold(SpeechRequest(pcm=b"\0" * 3200))
            tickets.append(queue.submit(request, DecodePriority.FINAL, source=user_id))
    # The end of one decode starts the next one, in the task of another interview.
    speech.script.release()
    await asyncio.gather(*(ticket.result() for ticket in tickets))
    assert sorted(call.user_id for call in calls) == ["alice", "alice", "bob"]
    assert {call.source for call in calls} == {UsageSource.LIVE_TRANSCRIPTION}


async def test_new_prices_count_for_later_calls(
    state: AppState, recorder: UsageRecorder, alice: Person, ada: Person
) -> None:
    factories.create_candidate(state, alice.id, current_position="Chef")
    await embed_records(state)
    ada.patch("/api/admin/settings", json={"values": {"embeddings_price": "1.5"}})
    factories.create_candidate(state, alice.id, "Another Person", current_position="Bartender")
    await embed_records(state)
    await recorder.flush()
    with state.database.reading() as session:
        before, after = session.execute(
            select(EngineCall.input_tokens, EngineCall.cost_microcents).order_by(EngineCall.id)
        )
    assert before.input_tokens > 0
    assert before.cost_microcents == 0
    assert after.cost_microcents == after.input_tokens * 150_000
