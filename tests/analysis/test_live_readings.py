"""Exchanges of a running interview are read as they end, and the report has little left to write."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from app.analysis.findings import Background, FoundSkill
from app.analysis.live_readings import SILENCE_SECONDS, LiveReadings, take_ended
from app.core.database import Database
from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions.tables import JobDescription
from app.transcription.lag_gate import MAX_LAG_SECONDS, LagGate
from app.transcription.tables import SegmentOrigin, TranscriptSegment
from models.ports import CompletionRequest, Engines, EngineUnavailable, Priority
from tests.analysis.conftest import Speak
from tests.analysis.dialogues import STRONG, honest_writer, to_transcript
from tests.analysis.live_steps import read, write_report
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm
from tests.questions.calls import questions_path

Json = dict[str, Any]


@pytest.fixture
def judge(engines: Engines) -> FakeJudge:
    judge = engines.judge
    assert isinstance(judge, FakeJudge)
    return judge


def list_judged(judge: FakeJudge) -> list[str]:
    """The questions of the exchanges that were judged, in order."""
    return [exchange.question for request in judge.requests for exchange in request]


async def test_an_exchange_is_read_once_the_next_question_has_begun(
    state: AppState, speak: Speak, judge: FakeJudge, llm: FakeLlm
) -> None:
    readings = LiveReadings(state)
    speak(2)
    await read(readings)
    assert (judge.requests, llm.requests) == ([], [])
    speak(3)
    await read(readings)
    assert list_judged(judge) == [STRONG[0][0]]
    assert llm.requests
    speak(5)
    await read(readings)
    assert list_judged(judge) == [STRONG[0][0], STRONG[1][0]]
    assert {*judge.script.priorities, *llm.script.priorities} == {Priority.LIVE_ANALYSIS}


async def test_nothing_is_read_again_while_nothing_is_said(
    state: AppState, speak: Speak, judge: FakeJudge, llm: FakeLlm
) -> None:
    readings = LiveReadings(state)
    speak(5)
    await read(readings)
    calls = (len(judge.requests), len(llm.requests))
    await read(readings)
    assert (len(judge.requests), len(llm.requests)) == calls


async def test_a_line_that_ends_no_exchange_causes_no_work(
    state: AppState, alice: Person, running_interview: Json, speak: Speak, engines: Engines
) -> None:
    question = {"question": STRONG[0][0], "category": "technical", "estimatedTime": 5}
    alice.post(questions_path(running_interview), json=question)
    assert isinstance(engines.embeddings, FakeEmbeddings)
    readings = LiveReadings(state)
    speak(3)
    await read(readings)
    embedded = len(engines.embeddings.requests)
    assert embedded > 0
    speak(4)
    await read(readings)
    assert len(engines.embeddings.requests) == embedded


async def test_skills_are_searched_only_for_the_report(
    state: AppState,
    database: Database,
    running_interview: Json,
    speak: Speak,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[tuple[str, ...]] = []

    async def search(
        _engines: Engines, background: Background, _answers: object, *, priority: object
    ) -> tuple[FoundSkill, ...]:
        searched.append(background.required_skills)
        return ()

    monkeypatch.setattr("app.analysis.analyze.search_skills", search)
    with database.transaction() as session:
        interview = session.get_one(Interview, running_interview["_id"])
        job = JobDescription(owner_id=interview.owner_id, parsed={"requiredSkills": ["Falconry"]})
        session.add(job)
        session.flush()
        interview.job_description_id = job.id
    speak(3)
    await read(LiveReadings(state))
    assert searched == [()]
    await write_report(state, database, running_interview["_id"])
    assert searched == [(), ("Falconry",)]


async def test_the_last_answer_is_read_after_a_silence(
    state: AppState, speak: Speak, judge: FakeJudge, clock: FrozenClock
) -> None:
    readings = LiveReadings(state)
    speak(2)
    await read(readings)
    clock.advance(seconds=SILENCE_SECONDS - 1)
    await read(readings)
    assert judge.requests == []
    clock.advance(seconds=1)
    await read(readings)
    assert list_judged(judge) == [STRONG[0][0]]


async def test_the_report_finds_everything_in_the_cache(
    state: AppState, database: Database, running_interview: Json, speak: Speak, judge: FakeJudge,
    llm: FakeLlm, clock: FrozenClock,
) -> None:  # fmt: skip
    readings = LiveReadings(state)
    for count in (5, 9, 2 * len(STRONG)):
        speak(count)
        await read(readings)
    clock.advance(seconds=SILENCE_SECONDS)
    await read(readings)
    assert sorted(list_judged(judge)) == sorted(question for question, _ in STRONG)
    calls = (len(judge.requests), len(llm.requests))
    await write_report(state, database, running_interview["_id"])
    assert (len(judge.requests), len(llm.requests)) == calls


async def test_a_correction_redoes_only_its_exchange(
    state: AppState, database: Database, running_interview: Json, speak: Speak, judge: FakeJudge
) -> None:
    speak(9)
    await read(LiveReadings(state))
    with database.transaction() as session:
        line = session.get_one(TranscriptSegment, "seg-3")
        line.text = f"Well. {line.text}"
    judged = len(list_judged(judge))
    await write_report(state, database, running_interview["_id"])
    assert list_judged(judge)[judged:] == [STRONG[1][0]]


async def test_a_restart_in_the_middle_loses_no_text(
    state: AppState, speak: Speak, judge: FakeJudge, llm: FakeLlm
) -> None:
    written = 0

    def write_two_then_hold(request: CompletionRequest) -> str:
        nonlocal written
        written += 1
        if written == 2:
            llm.script.hold()
        return honest_writer(request)

    llm.script.answers = write_two_then_hold
    readings = LiveReadings(state)
    speak(9)
    await readings.check()
    while llm.script.running == 0 or written < 2:
        await llm.script.started.wait()
        llm.script.started.clear()
    finished = [request.messages for request in llm.requests[:1]]
    await readings.stop()
    assert llm.script.cancelled == 1

    llm.script.release()
    judged = len(judge.requests)
    await read(LiveReadings(state))
    messages = [request.messages for request in llm.requests]
    assert len(messages) > 2
    assert [messages.count(message) for message in finished] == [1]
    assert len(judge.requests) == judged


@pytest.mark.parametrize("end", ["complete", "cancel", "delete"])
async def test_reading_stops_with_the_interview(
    state: AppState, alice: Person, running_interview: Json, database: Database, speak: Speak, llm: FakeLlm,
    end: str,
) -> None:  # fmt: skip
    readings = LiveReadings(state)
    interview_id = running_interview["_id"]
    llm.script.hold()
    speak(5)
    await readings.check()
    await llm.script.started.wait()
    if end == "complete":
        assert alice.patch(f"/api/interviews/recruiter/{interview_id}/complete", json={}).status_code == 200
    else:
        with database.transaction() as session:
            interview = session.get_one(Interview, interview_id)
            if end == "cancel":
                interview.status = InterviewStatus.CANCELLED
            else:
                session.delete(interview)
    await readings.on_interview_changed(interview_id)
    llm.script.release()
    await read(readings)
    assert (llm.script.cancelled, len(llm.requests)) == (1, 1)


@pytest.mark.parametrize("reason", ["setting", "consent", "demo"])
async def test_some_interviews_are_not_read(
    state: AppState, database: Database, speak: Speak, judge: FakeJudge, reason: str
) -> None:
    speak(5)
    with database.transaction() as session:
        if reason == "setting":
            state.settings = state.settings.model_copy(update={"live_reading": False})
        elif reason == "consent":
            session.execute(update(Interview).values(consented_at=None))
        else:
            session.execute(
                update(TranscriptSegment)
                .where(TranscriptSegment.sequence == 1)
                .values(origin=SegmentOrigin.DEMO)
            )
    await read(LiveReadings(state))
    assert judge.requests == []


async def test_while_speech_is_behind_exchanges_are_judged_but_no_text_is_written(
    state: AppState, speak: Speak, judge: FakeJudge, llm: FakeLlm
) -> None:
    lag_seconds = MAX_LAG_SECONDS + 1
    readings = LiveReadings(state, gate=LagGate(lambda: lag_seconds))
    for count in (3, 5):
        speak(count)
        while not judge.script.started.is_set():
            await readings.check()
        judge.script.started.clear()
    assert llm.requests == []
    lag_seconds = 0.0
    await read(readings)
    assert llm.requests
    assert list_judged(judge) == [STRONG[0][0], STRONG[1][0]]


async def test_a_text_that_is_being_written_is_finished_while_speech_is_behind(
    state: AppState, speak: Speak, llm: FakeLlm
) -> None:
    lag_seconds = 0.0
    readings = LiveReadings(state, gate=LagGate(lambda: lag_seconds))
    llm.script.hold()
    speak(5)
    await readings.check()
    await llm.script.started.wait()
    lag_seconds = MAX_LAG_SECONDS + 1
    await readings.check()
    llm.script.release()
    lag_seconds = 0.0
    await read(readings)
    messages = [request.messages for request in llm.requests]
    assert llm.script.cancelled == 0
    assert len(messages) == len(set(messages)) > 1


async def test_an_exchange_that_ends_meanwhile_is_judged_before_the_next_text(
    state: AppState, speak: Speak, judge: FakeJudge, llm: FakeLlm
) -> None:
    judged_before: list[list[str]] = []

    def write(request: CompletionRequest) -> str:
        judged_before.append(list_judged(judge))
        return honest_writer(request)

    llm.script.answers = write
    readings = LiveReadings(state)
    llm.script.hold()
    speak(5)
    await readings.check()
    await llm.script.started.wait()
    speak(7)
    await readings.check()
    llm.script.release()
    await readings.settle()
    await read(readings)
    questions = [question for question, _ in STRONG]
    assert judged_before[:2] == [questions[:2], questions[:3]]


async def test_a_line_that_ends_no_exchange_does_not_interrupt_a_reading(
    state: AppState, speak: Speak, llm: FakeLlm
) -> None:
    readings = LiveReadings(state)
    llm.script.hold()
    speak(5)
    await readings.check()
    await llm.script.started.wait()
    speak(6)
    await readings.check()
    llm.script.release()
    await readings.settle()
    written = len(llm.requests)
    assert written > 1
    await read(readings)
    assert len(llm.requests) == written


async def test_a_failed_engine_is_tried_again_with_the_next_line(
    state: AppState, speak: Speak, judge: FakeJudge
) -> None:
    readings = LiveReadings(state)
    judge.script.fail_next(EngineUnavailable("the worker was killed"))
    speak(3)
    await read(readings)
    await read(readings)
    assert len(judge.requests) == 1
    speak(4)
    await read(readings)
    assert len(judge.requests) == 2


def test_nothing_has_ended_in_a_language_that_is_not_assessed() -> None:
    words = "Proszę bardzo powiedzieć nam coś więcej o swojej pracy oraz doświadczeniu zawodowym " * 5
    assert take_ended(to_transcript([("Co?", words)] * 3), "pl", is_silent=True) == ()


def test_blank_lines_do_not_count() -> None:
    lines = to_transcript(STRONG[:2])
    lines[1:1] = to_transcript([(" ", " ")])
    ended = take_ended(lines, "en", is_silent=False)
    assert [line.text for line in ended] == list(STRONG[0])
