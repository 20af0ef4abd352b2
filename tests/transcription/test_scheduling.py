"""Scheduling of live decodes, under a virtual clock: deadlines, fairness, admission, overload."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.virtual_clock import run_virtually
from app.transcription.pipeline.decoding import DecodePriority, DecodingQueue, hold
from app.transcription.pipeline.scheduling import (
    INTERIMS_OFF_SECONDS,
    NARROW_AFTER_SECONDS,
    SMALL_AFTER_SECONDS,
    Deadlines,
    EndLikelihood,
    InterimBudget,
    Overload,
    lower_effort,
    measure_overload,
    predict_lateness,
)
from models.ports import (
    SAMPLE_RATE,
    Effort,
    EngineUnavailable,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechRequest,
    Transcription,
)


@dataclass
class TimedSpeech:
    """A speech engine whose decodes take ``seconds`` of the virtual clock. The prompt names the decode."""

    seconds: float
    failures: Counter[str] = field(default_factory=Counter)
    started: list[tuple[float, str]] = field(default_factory=list)
    requests: list[SpeechRequest] = field(default_factory=list)
    running: int = 0
    most_running: int = 0

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(name="timed", sha256="")

    async def transcribe(
        self, request: SpeechRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Transcription:
        self.started.append((asyncio.get_running_loop().time(), request.prompt))
        self.requests.append(request)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.running -= 1
        if self.failures[request.prompt]:
            self.failures[request.prompt] -= 1
            raise EngineUnavailable("the worker died")
        return Transcription(segments=(), language="en", audio_seconds=1.0, duration_ms=1)


@dataclass(frozen=True)
class Arrival:
    at: float
    room: int
    speaker: int
    priority: DecodePriority
    fails: int


ARRIVALS = st.lists(
    st.builds(
        Arrival,
        at=st.floats(0, 20),
        room=st.integers(0, 2),
        speaker=st.integers(0, 1),
        priority=st.sampled_from(DecodePriority),
        fails=st.integers(0, 2),
    ),
    min_size=1,
    max_size=25,
)


async def play(speech: TimedSpeech, arrivals: list[Arrival]) -> list[Transcription | None]:
    """Submit decodes at their times and wait for all of them."""
    queue = DecodingQueue(speech)
    loop = asyncio.get_running_loop()
    tickets = []
    for number, arrival in enumerate(sorted(arrivals, key=lambda one: one.at)):
        await asyncio.sleep(arrival.at - loop.time())
        if arrival.priority is DecodePriority.FINAL:
            speech.failures[str(number)] = arrival.fails
        request = SpeechRequest(pcm=bytes(2 * SAMPLE_RATE), prompt=str(number))
        source = (arrival.room, arrival.speaker)
        tickets.append(queue.submit(hold(request), arrival.priority, source=source, room=arrival.room))
    return [await ticket.result() for ticket in tickets]


@settings(max_examples=30, deadline=None)
@given(ARRIVALS, st.floats(0.01, 4))
def test_no_final_is_ever_dropped_and_one_decode_runs_at_a_time(
    arrivals: list[Arrival], seconds: float
) -> None:
    speech = TimedSpeech(seconds)
    results = run_virtually(play(speech, arrivals))
    ordered = sorted(arrivals, key=lambda one: one.at)
    finals = [r for r, a in zip(results, ordered, strict=True) if a.priority is DecodePriority.FINAL]
    assert all(result is not None for result in finals)
    assert speech.most_running == 1


@settings(max_examples=30, deadline=None)
@given(ARRIVALS, st.floats(0.01, 4))
def test_finals_of_a_speaker_start_in_the_order_they_were_spoken(
    arrivals: list[Arrival], seconds: float
) -> None:
    speech = TimedSpeech(seconds)
    sound = [Arrival(a.at, a.room, a.speaker, DecodePriority.FINAL, 0) for a in arrivals]
    run_virtually(play(speech, sound))
    ordered = sorted(sound, key=lambda one: one.at)
    for room in range(3):
        for speaker in range(2):
            mine = [
                int(name)
                for _, name in speech.started
                if (ordered[int(name)].room, ordered[int(name)].speaker) == (room, speaker)
            ]
            assert mine == sorted(mine)


def test_a_room_that_hands_in_many_minutes_does_not_delay_another() -> None:
    speech = TimedSpeech(0.5)
    flood = [Arrival(0.0, 0, 0, DecodePriority.FINAL, 0) for _ in range(20)]
    late = [Arrival(0.1, 1, 0, DecodePriority.FINAL, 0)]
    run_virtually(play(speech, flood + late))
    names = [name for _, name in speech.started]
    # Due 1.1 s after the start: behind at most the two decodes that were due before it.
    assert names.index("20") <= 3


def test_the_earliest_deadline_runs_first_whatever_the_room() -> None:
    speech = TimedSpeech(1.0)
    arrivals = [Arrival(0.1 * n, n % 3, 0, DecodePriority.FINAL, 0) for n in range(3)]
    run_virtually(play(speech, arrivals))
    assert [name for _, name in speech.started] == ["0", "1", "2"]


async def say_pauses(queue: DecodingQueue, count: int, *, ended: bool) -> None:
    """Speculations of one speaker on an idle engine, which all come true or all prove wrong."""
    for _ in range(count):
        ticket = queue.submit(hold(SpeechRequest(pcm=b"")), DecodePriority.SPECULATIVE, source="a", room=1)
        await asyncio.sleep(0.05)
        if ended:
            ticket.promote()
        else:
            ticket.cancel()
        await asyncio.sleep(1.0)


def test_while_the_engine_is_busy_only_a_likely_end_is_speculated_on() -> None:
    async def speculate(*, ended: bool) -> bool:
        queue = DecodingQueue(TimedSpeech(0.3))
        await say_pauses(queue, 5, ended=ended)
        queue.submit(hold(SpeechRequest(pcm=b"")), DecodePriority.FINAL, source="b", room=2)
        ticket = queue.submit(hold(SpeechRequest(pcm=b"")), DecodePriority.SPECULATIVE, source="a", room=1)
        return await ticket.result() is not None

    assert run_virtually(speculate(ended=True))
    assert not run_virtually(speculate(ended=False))


def test_an_idle_engine_speculates_for_anyone() -> None:
    async def speculate() -> Transcription | None:
        queue = DecodingQueue(TimedSpeech(0.3))
        await say_pauses(queue, 5, ended=False)
        ticket = queue.submit(hold(SpeechRequest(pcm=b"")), DecodePriority.SPECULATIVE, source="a", room=1)
        return await ticket.result()

    assert run_virtually(speculate()) is not None


def test_interims_of_all_rooms_together_keep_within_the_budget() -> None:
    budget, busy, now = InterimBudget(0.3), 0.0, 0.0
    served: Counter[int] = Counter()
    while now < 60.0:
        for room in range(6):
            if budget.admit(room, now):
                served[room] += 1
                busy += 0.3
                budget.record(now + 0.3, 0.3)
                break
        now += 0.1
    assert busy <= 0.3 * 60.0 + 0.3
    assert len(served) == 6
    assert max(served.values()) - min(served.values()) <= 2


def test_the_first_interim_of_an_utterance_does_not_wait_for_the_budget() -> None:
    budget = InterimBudget(0.3)
    assert budget.admit("a", 0.0)
    budget.record(1.0, 1.0)
    assert not budget.admit("b", 1.1)
    assert budget.admit("b", 1.2, is_hurried=True)


def test_overload_stops_interims_narrows_windows_and_changes_the_model_in_this_order() -> None:
    assert measure_overload(0.0) is Overload.NONE
    assert measure_overload(INTERIMS_OFF_SECONDS) is Overload.NO_INTERIMS
    assert measure_overload(NARROW_AFTER_SECONDS) is Overload.NARROW_WINDOWS
    assert measure_overload(SMALL_AFTER_SECONDS) is Overload.SMALLER_MODEL


def test_a_backlog_narrows_windows_and_refuses_interims() -> None:
    async def fill() -> tuple[bool, TimedSpeech]:
        speech = TimedSpeech(2.0)
        queue = DecodingQueue(speech)
        assert queue.admits_interim("a")
        request = SpeechRequest(pcm=bytes(2 * SAMPLE_RATE * 4))
        tickets = [queue.submit(hold(request), DecodePriority.FINAL, source=n, room=n) for n in range(6)]
        await asyncio.sleep(0.5)
        is_admitted = queue.admits_interim("a")
        for ticket in tickets:
            assert await ticket.result() is not None
        last = queue.submit(hold(request), DecodePriority.FINAL, source="a", room="a")
        assert await last.result() is not None
        return is_admitted, speech

    is_admitted, speech = run_virtually(fill())
    assert not is_admitted
    efforts = [request.effort for request in speech.requests]
    assert efforts == [Effort.NARROW, *[Effort.SMALL] * 5, Effort.FULL]
    assert speech.requests[1].audio_context == 768


def test_lateness_counts_the_decodes_that_come_first() -> None:
    assert predict_lateness([], now=5.0, decode_seconds=1.0) == 0.0
    assert predict_lateness([6.0, 6.0, 9.0], now=5.0, decode_seconds=1.0) == pytest.approx(1.0)
    assert predict_lateness([7.0], now=5.0, decode_seconds=1.0) == pytest.approx(-1.0)


def test_a_machine_that_has_become_fast_again_decodes_with_full_effort() -> None:
    deadlines = Deadlines()
    for _ in range(20):
        deadlines.record_decode(6.0)
    deadlines.record_decode(3.0, Effort.SMALL)
    assert deadlines.decode_seconds == pytest.approx(6.0, abs=0.1)
    deadlines.record_decode(0.3, Effort.SMALL)
    assert deadlines.decode_seconds == pytest.approx(0.9)


def test_a_narrow_window_covers_the_audio() -> None:
    wide = SpeechRequest(pcm=bytes(2 * SAMPLE_RATE * 20))
    assert lower_effort(wide, Overload.NO_INTERIMS) == wide
    narrow = lower_effort(wide, Overload.NARROW_WINDOWS)
    assert (narrow.audio_context, narrow.effort) == (20 * 50 + 256, Effort.NARROW)
    long = lower_effort(SpeechRequest(pcm=bytes(2 * SAMPLE_RATE * 26)), Overload.SMALLER_MODEL)
    assert (long.audio_context, long.effort) == (None, Effort.SMALL)


def test_an_interim_is_as_quick_as_it_can_be_already() -> None:
    interim = SpeechRequest(pcm=bytes(2 * SAMPLE_RATE), audio_context=114)
    assert lower_effort(interim, Overload.SMALLER_MODEL) == interim


def test_deadlines_of_one_room_are_a_decode_apart() -> None:
    deadlines = Deadlines()
    deadlines.record_decode(0.5)
    first, second, other = deadlines.assign("a", 0.0), deadlines.assign("a", 0.0), deadlines.assign("b", 0.0)
    assert other == first
    assert second == first + 0.5


def test_pauses_of_a_new_speaker_are_taken_for_ends() -> None:
    likelihood = EndLikelihood()
    assert likelihood.is_likely("new")
    likelihood.record("new", ended=False)
    assert not likelihood.is_likely("new")
