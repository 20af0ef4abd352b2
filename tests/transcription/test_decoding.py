"""The decoding queue: order, retries, cancellation."""

from __future__ import annotations

import asyncio

import pytest

from app.transcription.pipeline.decoding import BuildRequest, DecodePriority, DecodingQueue, hold
from models.ports import EngineUnavailable, InvalidEngineRequest, Priority, SpeechRequest
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import no_sleep, settle


def request(name: int) -> BuildRequest:
    return hold(SpeechRequest(pcm=bytes(2 * name)))


def list_order(speech: FakeSpeech) -> list[int]:
    return [len(one.pcm) // 2 for one in speech.requests]


async def test_finals_run_first_then_speculations_then_interims() -> None:
    speech = FakeSpeech(lambda _: "text")
    queue = DecodingQueue(speech, sleep=no_sleep)
    release = speech.script.hold()
    queue.submit(request(1), DecodePriority.FINAL)
    await settle()
    tickets = [
        queue.submit(request(2), DecodePriority.SPECULATIVE),
        queue.submit(request(3), DecodePriority.FINAL),
        queue.submit(request(4), DecodePriority.FINAL),
    ]
    release.set()
    await asyncio.gather(*(ticket.result() for ticket in tickets))
    assert list_order(speech) == [1, 3, 4, 2]
    assert set(speech.script.priorities) == {Priority.LIVE_SPEECH}


async def test_one_decode_runs_at_a_time() -> None:
    speech = FakeSpeech(lambda _: "text")
    queue = DecodingQueue(speech, sleep=no_sleep)
    speech.script.hold()
    for number in range(3):
        queue.submit(request(number), DecodePriority.FINAL)
    await settle()
    assert speech.script.running == 1
    assert queue.depth == 3


async def test_a_waiting_final_drops_a_waiting_interim() -> None:
    speech = FakeSpeech(lambda _: "text")
    queue = DecodingQueue(speech, sleep=no_sleep)
    release = speech.script.hold()
    queue.submit(request(1), DecodePriority.FINAL)
    interim = queue.submit(request(2), DecodePriority.INTERIM)
    final = queue.submit(request(3), DecodePriority.FINAL)
    release.set()
    await final.result()
    assert await interim.result() is None
    assert list_order(speech) == [1, 3]


async def test_a_promoted_speculation_overtakes_other_speculations() -> None:
    speech = FakeSpeech(lambda _: "text")
    queue = DecodingQueue(speech, sleep=no_sleep)
    release = speech.script.hold()
    queue.submit(request(1), DecodePriority.FINAL)
    await settle()
    queue.submit(request(2), DecodePriority.SPECULATIVE)
    promoted = queue.submit(request(3), DecodePriority.SPECULATIVE)
    promoted.promote()
    release.set()
    await promoted.result()
    assert list_order(speech)[:2] == [1, 3]


async def test_decode_that_kills_the_engine_does_not_block_others() -> None:
    def answer(one: SpeechRequest) -> str | Exception:
        return EngineUnavailable("died twice") if len(one.pcm) == 2 else "text"

    speech = FakeSpeech(answer)
    queue = DecodingQueue(speech, sleep=no_sleep)
    queue.submit(request(1), DecodePriority.FINAL)
    other = queue.submit(request(2), DecodePriority.FINAL)
    done = await other.result()
    assert done is not None
    assert done.text == "text"


async def test_a_failed_speculation_is_not_repeated() -> None:
    speech = FakeSpeech(lambda _: EngineUnavailable("gone"))
    queue = DecodingQueue(speech, sleep=no_sleep)
    assert await queue.submit(request(1), DecodePriority.SPECULATIVE).result() is None
    assert len(speech.requests) == 1
    assert queue.is_idle


async def test_error_that_no_retry_can_fix_is_raised() -> None:
    queue = DecodingQueue(FakeSpeech([InvalidEngineRequest("odd")]), sleep=no_sleep)
    with pytest.raises(InvalidEngineRequest):
        await queue.submit(request(1), DecodePriority.FINAL).result()


async def test_canceled_decode_stops_running() -> None:
    speech = FakeSpeech(lambda _: "text")
    queue = DecodingQueue(speech, sleep=no_sleep)
    speech.script.hold()
    ticket = queue.submit(request(1), DecodePriority.SPECULATIVE)
    await settle()
    ticket.cancel()
    assert await ticket.result() is None
    await settle()
    assert speech.script.cancelled == 1
    assert queue.is_idle


async def test_decode_canceled_before_its_first_step_frees_its_place() -> None:
    queue = DecodingQueue(FakeSpeech(lambda _: "text"), sleep=no_sleep)
    queue.submit(request(1), DecodePriority.INTERIM).cancel()
    after = await queue.submit(request(2), DecodePriority.FINAL).result()
    assert after is not None
    assert queue.is_idle
