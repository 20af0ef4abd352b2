"""The work queue of reports: claims, retries, interruptions, and stored reports that are never lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from app.analysis import repository, service
from app.analysis.repository import ANALYSIS_ITEMS, LEASE_SECONDS
from app.analysis.rules import AnalysisProblem
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.analysis.workers import AnalysisWorkers
from app.core.database import Database
from app.core.operations import OperationStage
from app.core.state import AppState
from app.llm.prompts import load_prompt
from app.transcription.tables import TranscriptSegment
from models.ports import CompletionRequest, EngineBusy, EngineUnavailable, InvalidEngineRequest, Priority
from tests.analysis.dialogues import STRONG, honest_writer
from tests.conftest import FrozenClock
from tests.fakes.engines import FakeLlm


def queue(database: Database, interview_id: str, clock: FrozenClock, **kwargs: Any) -> None:
    with database.transaction() as session:
        service.queue_analysis(session, interview_id=interview_id, now=clock.now(), **kwargs)


def read_record(database: Database, interview_id: str) -> AnalysisRecord:
    with database.reading() as session:
        record = repository.find(session, interview_id=interview_id)
        assert record is not None
        return record


async def attempt(state: AppState, interview_id: str) -> AnalysisRecord:
    """Run one attempt of one worker."""
    workers = AnalysisWorkers(state)
    await workers.run_next(workers.all_reports)
    return read_record(state.database, interview_id)


async def test_a_queued_report_is_written_and_stored(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    record = await attempt(state, spoken_interview["_id"])
    assert record.status == AnalysisStatus.COMPLETED
    assert record.model == "fake-llm"
    assert record.prompt_version is not None
    assert load_prompt("report-heading").label in record.prompt_version
    assert record.report is not None
    assert record.report["scores"]["technical"] > 7
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


async def test_a_second_report_writes_only_what_changed(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    first = await attempt(state, interview_id)
    calls = len(llm.requests)
    queue(state.database, interview_id, clock)
    second = await attempt(state, interview_id)
    assert calls > 0
    assert len(llm.requests) == calls
    assert first.report is not None
    assert second.report is not None
    assert second.report["strengths"] == first.report["strengths"]
    with state.database.transaction() as session:
        line = session.scalar(select(TranscriptSegment).where(TranscriptSegment.text == STRONG[0][0]))
        assert line is not None
        line.text = f"And {line.text}"
    queue(state.database, interview_id, clock)
    await attempt(state, interview_id)
    assert 0 < len(llm.requests) - calls < calls


async def test_an_interrupted_report_keeps_what_was_written(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    written = 0

    def write_two_then_fail(request: CompletionRequest) -> str | Exception:
        nonlocal written
        written += 1
        return honest_writer(request) if written <= 2 else EngineUnavailable("gone")

    llm.script.answers = write_two_then_fail
    await attempt(state, interview_id)
    first = llm.requests[0]
    llm.script.answers = honest_writer
    clock.advance(seconds=60)
    record = await attempt(state, interview_id)
    assert record.status == AnalysisStatus.COMPLETED
    assert [request.messages for request in llm.requests].count(first.messages) == 1


async def test_a_cancelled_report_stops_and_continues_where_it_was(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)

    def write_two_and_hold(request: CompletionRequest) -> str:
        if len(llm.requests) == 2:
            llm.script.hold()
        return honest_writer(request)

    llm.script.answers = write_two_and_hold
    workers = AnalysisWorkers(state)
    await workers.start()
    waiting = asyncio.wrap_future(workers.follow(interview_id, lambda _stage, _share: None))
    try:
        while len(llm.requests) < 3:
            await asyncio.sleep(0.01)
        await state.database.run(
            repository.stop_run,
            interview_id=interview_id,
            error=AnalysisProblem.CANCELLED,
            now=clock.now(),
        )
        workers.cancel([interview_id])
        async with asyncio.timeout(10):
            await waiting
    finally:
        await workers.stop()
    assert llm.script.running == 0
    record = read_record(state.database, interview_id)
    assert (record.status, record.error) == (AnalysisStatus.FAILED, AnalysisProblem.CANCELLED)
    llm.script.answers = honest_writer
    llm.script.release()
    queue(state.database, interview_id, clock)
    assert (await attempt(state, interview_id)).status == AnalysisStatus.COMPLETED
    first = llm.requests[0]
    assert [request.messages for request in llm.requests].count(first.messages) == 1


def test_a_queued_report_is_claimed_once(
    database: Database, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    queue(database, spoken_interview["_id"], clock)
    with database.transaction() as session:
        claims = [
            ANALYSIS_ITEMS.claim(session, key=spoken_interview["_id"], now=clock.now()) for _ in range(2)
        ]
    assert [claim is not None for claim in claims] == [True, False]


async def test_an_unavailable_engine_is_retried_with_growing_waits(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    for expected in (10, 60):
        llm.script.fail_next(EngineUnavailable("gone"))
        record = await attempt(state, interview_id)
        assert record.status == AnalysisStatus.QUEUED
        assert record.not_before_at == clock.now() + timedelta(seconds=expected)
        sent = len(llm.requests)
        assert (await attempt(state, interview_id)).status == AnalysisStatus.QUEUED
        assert len(llm.requests) == sent
        clock.advance(seconds=expected)
    llm.script.fail_next(EngineUnavailable("gone"))
    record = await attempt(state, interview_id)
    assert record.status == AnalysisStatus.FAILED
    assert record.error == AnalysisProblem.UNAVAILABLE


async def test_a_busy_engine_decides_when_to_retry(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    llm.script.fail_next(EngineBusy("full", retry_after_seconds=45))
    record = await attempt(state, spoken_interview["_id"])
    assert record.not_before_at == clock.now() + timedelta(seconds=45)


async def test_a_permanent_failure_is_not_retried_and_keeps_the_old_report(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    first = (await attempt(state, interview_id)).report
    assert first is not None
    queue(state.database, interview_id, clock)
    assert read_record(state.database, interview_id).report == first
    with state.database.transaction() as session:
        repository.drop_texts(session, interview_id=interview_id, without=set())
    llm.script.fail_next(InvalidEngineRequest("bad"))
    record = await attempt(state, interview_id)
    assert record.status == AnalysisStatus.FAILED
    assert record.report == first


async def test_stopping_the_server_puts_the_running_report_back_uncounted(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    llm.script.hold()
    workers = AnalysisWorkers(state)
    await workers.start()
    await llm.script.started.wait()
    await workers.stop()
    record = read_record(state.database, spoken_interview["_id"])
    assert (record.status, record.attempts) == (AnalysisStatus.QUEUED, 0)


@pytest.mark.parametrize(
    ("attempts", "status", "error"),
    [(1, AnalysisStatus.QUEUED, None), (3, AnalysisStatus.FAILED, AnalysisProblem.INTERRUPTED)],
)
async def test_a_report_interrupted_by_a_crash_is_retried_up_to_the_limit(
    state: AppState,
    clock: FrozenClock,
    spoken_interview: dict[str, Any],
    attempts: int,
    status: AnalysisStatus,
    error: str | None,
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    with state.database.transaction() as session:
        session.execute(
            update(AnalysisRecord).values(status=AnalysisStatus.RUNNING, claim_id="dead", attempts=attempts)
        )
    await AnalysisWorkers(state).queue.recover()
    record = read_record(state.database, interview_id)
    assert (record.status, record.error) == (status, error)


async def test_a_worker_that_lost_its_claim_writes_nothing(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    with state.database.transaction() as session:
        claim = ANALYSIS_ITEMS.claim(session, key=spoken_interview["_id"], now=clock.now())
        assert claim is not None
    lost = replace(claim, claim_id="another worker's")
    with state.database.transaction() as session:
        assert not ANALYSIS_ITEMS.end(session, lost, now=clock.now(), status=AnalysisStatus.COMPLETED)
    assert read_record(state.database, spoken_interview["_id"]).status == AnalysisStatus.RUNNING


async def test_a_report_waits_until_its_transcript_is_complete(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)

    async def is_ready(_interview_id: str) -> bool:
        return False

    workers = AnalysisWorkers(state, is_ready=is_ready)
    assert not await workers.run_next(workers.all_reports)
    assert llm.requests == []


async def test_a_report_with_a_waiting_caller_gets_interactive_priority(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    workers = AnalysisWorkers(state)
    stages: list[str] = []
    done = workers.follow(interview_id, lambda stage, _share: stages.append(stage))
    queue(state.database, interview_id, clock, is_interactive=True)
    assert await workers.run_next(workers.awaited_reports)
    await asyncio.wrap_future(done)
    assert set(llm.script.priorities) == {Priority.INTERACTIVE}
    assert stages[-1] == OperationStage.DONE


async def test_a_report_that_ends_while_no_connection_is_free_is_written_later(
    state: AppState,
    clock: FrozenClock,
    spoken_interview: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The database is locked or busy at the end of an analysis: the report is neither lost nor stuck."""
    store, failures = service.store_report, iter([PoolTimeout("busy"), PoolTimeout("busy")])

    def store_when_free(session: Session, **values: Any) -> bool:
        if error := next(failures, None):
            raise error
        return store(session, **values)

    monkeypatch.setattr(service, "store_report", store_when_free)
    workers = AnalysisWorkers(state)
    workers.idle_seconds = 0.01
    await workers.start()
    done = workers.follow(spoken_interview["_id"], lambda _stage, _share: None)
    queue(state.database, spoken_interview["_id"], clock, is_interactive=True)
    workers.wake()
    async with asyncio.timeout(30):
        await asyncio.wrap_future(done)
    await workers.stop()
    record = read_record(state.database, spoken_interview["_id"])
    assert (record.status, record.attempts) == (AnalysisStatus.COMPLETED, 1)


async def test_a_running_report_without_an_attempt_is_due_after_its_lease(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    """However its attempt was lost, a report must not stay running until the next restart."""
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    with state.database.transaction() as session:
        lost = ANALYSIS_ITEMS.claim(session, key=interview_id, now=clock.now())
    assert lost is not None
    clock.advance(seconds=LEASE_SECONDS - 1)
    assert (await attempt(state, interview_id)).status == AnalysisStatus.RUNNING
    clock.advance(seconds=1)
    assert (await attempt(state, interview_id)).status == AnalysisStatus.COMPLETED
    with state.database.transaction() as session:
        assert not ANALYSIS_ITEMS.end(session, lost, now=clock.now(), status=AnalysisStatus.FAILED)


async def test_a_restart_does_not_wait_for_the_lease(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    with state.database.transaction() as session:
        assert ANALYSIS_ITEMS.claim(session, key=interview_id, now=clock.now()) is not None
    await AnalysisWorkers(state).queue.recover()
    assert (await attempt(state, interview_id)).status == AnalysisStatus.COMPLETED
