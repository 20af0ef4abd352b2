"""The queue of reports: claimed once, tried again, given back, and never losing a report that exists."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.analysis import repository, service
from app.analysis.repository import ANALYSIS_ITEMS
from app.analysis.rules import AnalysisProblem
from app.analysis.runner import AnalysisRunner
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.operations import OperationStage
from app.core.state import AppState
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from models.ports import EngineBusy, Engines, EngineUnavailable, InvalidEngineRequest, Priority
from tests.analysis.dialogues import STRONG, honest_writer
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeLlm, fake_engines


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(honest_writer)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm)


def store_transcript(session: Session, interview_id: str, *, clock: FrozenClock) -> None:
    turns = [
        turn
        for question, answer in STRONG
        for turn in ((Speaker.INTERVIEWER, question), (Speaker.CANDIDATE, answer))
    ]
    for index, (speaker, text) in enumerate(turns):
        session.add(
            TranscriptSegment(
                id=f"seg-{index}",
                interview_id=interview_id,
                sequence=index + 1,
                speaker=speaker,
                text=text,
                started_seconds=5.0 * index,
                ended_seconds=5.0 * index + 4.0,
                spoken_at=clock.now(),
            )
        )


@pytest.fixture
def spoken_interview(
    running_interview: dict[str, Any], database: Database, clock: FrozenClock
) -> dict[str, Any]:
    with database.transaction() as session:
        store_transcript(session, running_interview["_id"], clock=clock)
    return running_interview


def queue(database: Database, interview_id: str, clock: FrozenClock, **kwargs: Any) -> None:
    with database.transaction() as session:
        service.queue_analysis(session, interview_id=interview_id, now=clock.now(), **kwargs)


def record_of(database: Database, interview_id: str) -> AnalysisRecord:
    with database.reading() as session:
        record = repository.find(session, interview_id=interview_id)
        assert record is not None
        return record


async def attempt(state: AppState, interview_id: str) -> AnalysisRecord:
    """One attempt of one worker."""
    runner = AnalysisRunner(state)
    await runner.run_next(runner.all_reports)
    return record_of(state.database, interview_id)


async def test_a_queued_report_is_written_and_kept(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    record = await attempt(state, spoken_interview["_id"])
    assert record.status == AnalysisStatus.COMPLETED
    assert record.model == "fake-llm"
    assert record.prompt_version is not None
    assert "report-finding@1" in record.prompt_version
    assert record.report is not None
    assert record.report["scores"]["technical"] > 7
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


def test_one_run_is_claimed_once(
    database: Database, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    queue(database, spoken_interview["_id"], clock)
    with database.transaction() as session:
        claims = [
            ANALYSIS_ITEMS.claim(session, key=spoken_interview["_id"], now=clock.now()) for _ in range(2)
        ]
    assert [claim is not None for claim in claims] == [True, False]


async def test_an_engine_that_is_away_is_tried_three_times_with_growing_waits(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    for expected in (10, 60):
        llm.script.fail_next(EngineUnavailable("gone"))
        record = await attempt(state, interview_id)
        assert record.status == AnalysisStatus.QUEUED
        assert record.not_before_at == clock.now() + timedelta(seconds=expected)
        asked = len(llm.requests)
        assert (await attempt(state, interview_id)).status == AnalysisStatus.QUEUED
        assert len(llm.requests) == asked
        clock.advance(seconds=expected)
    llm.script.fail_next(EngineUnavailable("gone"))
    record = await attempt(state, interview_id)
    assert record.status == AnalysisStatus.FAILED
    assert record.error == AnalysisProblem.UNAVAILABLE


async def test_a_busy_engine_says_when_to_come_back(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    llm.script.fail_next(EngineBusy("full", retry_after_seconds=45))
    record = await attempt(state, spoken_interview["_id"])
    assert record.not_before_at == clock.now() + timedelta(seconds=45)


async def test_what_no_retry_can_mend_fails_at_once_and_keeps_the_old_report(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    queue(state.database, interview_id, clock)
    first = (await attempt(state, interview_id)).report
    assert first is not None
    queue(state.database, interview_id, clock)
    assert record_of(state.database, interview_id).report == first
    llm.script.fail_next(InvalidEngineRequest("bad"))
    record = await attempt(state, interview_id)
    assert record.status == AnalysisStatus.FAILED
    assert record.report == first


async def test_a_run_cut_off_by_the_end_of_the_server_is_given_back_uncounted(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    llm.script.hold()
    runner = AnalysisRunner(state)
    await runner.start()
    await llm.script.started.wait()
    await runner.stop()
    record = record_of(state.database, spoken_interview["_id"])
    assert (record.status, record.attempts) == (AnalysisStatus.QUEUED, 0)


@pytest.mark.parametrize(
    ("attempts", "status", "error"),
    [(1, AnalysisStatus.QUEUED, None), (3, AnalysisStatus.FAILED, AnalysisProblem.INTERRUPTED)],
)
async def test_after_a_crash_a_run_is_begun_again_but_not_for_ever(
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
    await AnalysisRunner(state).queue.recover()
    record = record_of(state.database, interview_id)
    assert (record.status, record.error) == (status, error)


async def test_a_run_that_was_taken_away_writes_nothing(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any]
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    with state.database.transaction() as session:
        mine = ANALYSIS_ITEMS.claim(session, key=spoken_interview["_id"], now=clock.now())
        assert mine is not None
    theirs = replace(mine, claim_id="theirs")
    with state.database.transaction() as session:
        assert not ANALYSIS_ITEMS.end(session, theirs, now=clock.now(), status=AnalysisStatus.COMPLETED)
    assert record_of(state.database, spoken_interview["_id"]).status == AnalysisStatus.RUNNING


async def test_a_transcript_that_is_not_whole_yet_waits(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    queue(state.database, spoken_interview["_id"], clock)
    runner = AnalysisRunner(state, is_ready=lambda _interview_id: False)
    assert not await runner.run_next(runner.all_reports)
    assert llm.requests == []


async def test_who_waits_is_served_first_and_with_priority(
    state: AppState, clock: FrozenClock, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    interview_id = spoken_interview["_id"]
    runner = AnalysisRunner(state)
    stages: list[str] = []
    done = runner.follow(interview_id, lambda stage, _share: stages.append(stage))
    queue(state.database, interview_id, clock, is_interactive=True)
    assert await runner.run_next(runner.awaited_reports)
    await asyncio.wrap_future(done)
    assert set(llm.script.priorities) == {Priority.INTERACTIVE}
    assert stages[-1] == OperationStage.DONE


@pytest.mark.usefixtures("running_server")
def test_analyze_answers_with_the_report(alice: Person, spoken_interview: dict[str, Any]) -> None:
    interview_id = spoken_interview["_id"]
    answer = alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["success"] is True
    analysis = body["analysis"]
    texts = {f"seg-{2 * i + 1}": answer for i, (_, answer) in enumerate(STRONG)}
    assert analysis["strengths"]
    for finding in analysis["strengths"]:
        for evidence in finding["evidence"]:
            assert evidence["quote"] in texts[evidence["segmentId"]]
    read = alice.get(f"/api/aisense/analysis/{interview_id}").json()
    assert read["hasAnalysis"] is True
    assert read["status"] == "completed"
    assert read["analysis"] == analysis


@pytest.mark.usefixtures("running_server")
def test_analyze_fails_in_words(alice: Person, spoken_interview: dict[str, Any], llm: FakeLlm) -> None:
    llm.script.fail_next(InvalidEngineRequest("bad"))
    answer = alice.post("/api/aisense/analyze", json={"interviewId": spoken_interview["_id"]})
    assert answer.status_code == 502
    assert answer.json()["problem"] == "unavailable"
    assert answer.json()["error"].startswith("The language model on this server was not available.")
    read = alice.get(f"/api/aisense/analysis/{spoken_interview['_id']}").json()
    assert (read["hasAnalysis"], read["status"], read["problem"]) == (False, "failed", "unavailable")


@pytest.mark.usefixtures("running_server")
def test_analyze_without_a_transcript_is_a_conflict(alice: Person, running_interview: dict[str, Any]) -> None:
    answer = alice.post("/api/aisense/analyze", json={"interviewId": running_interview["_id"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "INVALID_STATE")


def test_an_interview_without_analysis_says_none(alice: Person, interview: dict[str, Any]) -> None:
    body = alice.get(f"/api/aisense/analysis/{interview['_id']}").json()
    assert body == {
        "success": True,
        "hasAnalysis": False,
        "analysis": None,
        "status": "none",
        "problem": None,
        "fit": None,
    }


def test_readiness_follows_the_documents(alice: Person, interview: dict[str, Any]) -> None:
    body = alice.get(f"/api/aisense/readiness/{interview['_id']}").json()
    assert (body["ready"], body["reason"]) == (False, "Waiting for interview to begin...")


def test_readiness_with_a_conversation(alice: Person, spoken_interview: dict[str, Any]) -> None:
    assert alice.get(f"/api/aisense/readiness/{spoken_interview['_id']}").json()["ready"] is True


@pytest.mark.parametrize("call", ["analysis", "readiness", "analyze"])
def test_the_calls_are_for_the_owner_only(
    call: str, bob: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    def ask(client: Any, interview_id: str) -> int:
        if call == "analyze":
            return int(client.post("/api/aisense/analyze", json={"interviewId": interview_id}).status_code)
        return int(client.get(f"/api/aisense/{call}/{interview_id}").status_code)

    assert ask(anonymous, interview["_id"]) == 401
    assert ask(bob, interview["_id"]) == 404
    assert ask(bob, "unknown") == 404


def test_a_prepared_question_is_read_with_its_tracking(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    added = alice.post(
        f"/api/questions-crud/interview/{interview_id}/questions",
        json={"question": "What is Rust?", "category": "technical", "estimatedTime": 5},
    )
    assert added.status_code == 200, added.text
    with database.reading() as session:
        material = service.read_material(session, interview_id=interview_id)
    assert [(item.text, item.status) for item in material.questions] == [("What is Rust?", "pending")]


@pytest.mark.usefixtures("running_server")
def test_the_report_comes_with_the_fit_of_candidate_and_job(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    candidate = Candidate(
        owner_id=alice.id, name="Cara Holm", cv_text="Ran k8s clusters", cv_parsed={"skills": ["Sailing"]}
    )
    job = JobDescription(owner_id=alice.id, parsed={"requiredSkills": ["Kubernetes", "Rust"]})
    with database.transaction() as session:
        session.add_all([candidate, job])
        session.flush()
        interview = session.get_one(Interview, interview_id)
        interview.candidate_id, interview.job_description_id = candidate.id, job.id
    alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    fit = alice.get(f"/api/aisense/analysis/{interview_id}").json()["fit"]
    assert fit["skills"] == [{"skill": "Kubernetes", "score": 75}, {"skill": "Rust", "score": 0}]
    assert (fit["missingCritical"], fit["bonusSkills"]) == (["Rust"], ["Sailing"])
    assert fit["notCounted"] == ["level"]
    assert fit["overall"] > 0
