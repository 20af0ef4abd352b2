"""Conformance of the work queues: every queue claims, retries, puts back, recovers and fails items alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.analysis.tables import AnalysisRecord
from app.analysis.workers import AnalysisWorkers
from app.core.ids import new_id
from app.core.state import AppState
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.tables import AssessmentStatus, Document, ProcessingStatus
from app.integrations.email import outbox
from app.integrations.email.smtp import NullTransport
from app.interview_import.recordings.tables import RecordingImport, RecordingImportStatus
from app.interview_import.recordings.workers import RecordingImportQueue
from app.interviews.tables import Interview
from app.questions.points import AnswerPointQueue
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource
from app.transcription.recording_reader import RecordingReader
from app.users import accounts as users
from app.users.tables import Role
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed, AttemptResult, Outcome, WorkQueue
from tests.conftest import FrozenClock

LONG = timedelta(days=365)


@dataclass
class Adapter:
    """One user of the work queue: its queue, and how an item gets into it."""

    make_queue: Callable[[AppState], WorkQueue]
    add_item: Callable[[Session, AppState], str]


def _add_owner(session: Session) -> str:
    return users.create_user(session, username="alice", role=Role.RECRUITER).id


def _add_interview(session: Session) -> Interview:
    interview = Interview(
        owner_id=_add_owner(session),
        room_id=new_id(),
        recruiter_token=new_id(),
        candidate_token=new_id(),
        session_id=new_id(),
    )
    session.add(interview)
    session.flush()
    return interview


def _add_document(session: Session, _state: AppState) -> str:
    document = Document(
        owner_id=_add_owner(session), original_name="cv.txt", file_size_bytes=1, sha256="0" * 64
    )
    session.add(document)
    session.flush()
    return document.id


def _add_assessment(session: Session, state: AppState) -> str:
    key = _add_document(session, state)
    document = session.get_one(Document, key)
    document.processing_status = ProcessingStatus.COMPLETED
    document.assessment_status = AssessmentStatus.QUEUED
    return key


def _add_analysis(session: Session, state: AppState) -> str:
    interview = _add_interview(session)
    record = AnalysisRecord(interview_id=interview.id, owner_id=interview.owner_id, not_before_at=state.now())
    session.add(record)
    return interview.id


def _add_question(session: Session, _state: AppState) -> str:
    interview = _add_interview(session)
    question_set = QuestionSet(owner_id=interview.owner_id, interview_id=interview.id)
    session.add(question_set)
    session.flush()
    question = Question(
        owner_id=interview.owner_id,
        question_set_id=question_set.id,
        interview_id=interview.id,
        position=1,
        question="How do you run Kafka?",
        category=QuestionCategory.TECHNICAL,
        source=QuestionSource.RECRUITER_ADDED,
    )
    session.add(question)
    session.flush()
    return question.id


def _add_email(session: Session, state: AppState) -> str:
    return outbox.add_email(
        session, recipient="greta@agency.example", subject="Hello", text="Text", now=state.now()
    ).id


def _add_recording_import(session: Session, _state: AppState) -> str:
    record = RecordingImport(owner_id=_add_owner(session), status=RecordingImportStatus.QUEUED, files=[])
    session.add(record)
    session.flush()
    return record.id


ADAPTERS = {
    "documents": Adapter(lambda state: DocumentWorkers(state).documents, _add_document),
    "assessments": Adapter(lambda state: DocumentWorkers(state).assessments, _add_assessment),
    "analyses": Adapter(lambda state: AnalysisWorkers(state).queue, _add_analysis),
    "recording_imports": Adapter(
        lambda state: RecordingImportQueue(state, RecordingReader()), _add_recording_import
    ),
    "answer_points": Adapter(AnswerPointQueue, _add_question),
    "emails": Adapter(
        lambda state: outbox.EmailQueue(state.database, transport=NullTransport(), now=state.now), _add_email
    ),
}


@pytest.fixture(params=list(ADAPTERS))
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return ADAPTERS[request.param]


@pytest.fixture
def queue(adapter: Adapter, state: AppState) -> WorkQueue:
    return adapter.make_queue(state)


@pytest.fixture
def key(adapter: Adapter, state: AppState) -> str:
    """The only item of the queue."""
    with state.database.transaction() as session:
        return adapter.add_item(session, state)


async def claim(queue: WorkQueue) -> Claim:
    claimed = await queue.claim_next()
    assert claimed is not None
    return claimed


async def run_attempt(
    queue: WorkQueue, monkeypatch: pytest.MonkeyPatch, error: Exception, *, claimed: Claim | None = None
) -> AttemptResult:
    """Run one attempt that raises ``error``, on ``claimed`` or the next item."""

    async def fail(_claim: Claim) -> None:
        raise error

    monkeypatch.setattr(queue, "attempt", fail)
    return await queue.run(claimed or await claim(queue))


def is_claimed(queue: WorkQueue, key: str) -> bool:
    with queue.database.reading() as session:
        items = queue.items
        return bool(session.query(items.key).where(items.key == key, items.is_claimed).first())


async def test_an_item_is_claimed_once(queue: WorkQueue, key: str) -> None:
    first = await claim(queue)
    assert (first.key, first.attempt) == (key, 1)
    assert await queue.claim_next() is None
    with queue.database.transaction() as session:
        assert queue.items.claim(session, key=key, now=queue.now()) is None


async def test_fifty_claims_at_once_give_one_holder(queue: WorkQueue, key: str) -> None:
    claims = await asyncio.gather(
        *(queue.database.run(queue.items.claim, key=key, now=queue.now()) for _ in range(50))
    )
    assert len([one for one in claims if one is not None]) == 1


async def test_an_item_that_another_worker_runs_is_skipped(queue: WorkQueue, key: str) -> None:
    assert await queue.claim_next(skip={key}) is None


async def test_a_retried_item_waits_and_counts_the_attempt(
    queue: WorkQueue, key: str, clock: FrozenClock
) -> None:
    await queue.retry_later(await claim(queue), RuntimeError(), wait_seconds=60)
    clock.advance(seconds=59)
    assert await queue.claim_next() is None
    clock.advance(seconds=1)
    if queue.max_attempts > 1:
        assert (await claim(queue)).attempt == 2


async def test_an_item_that_is_put_back_is_due_at_once_and_uncounted(queue: WorkQueue, key: str) -> None:
    await queue.put_back(await claim(queue))
    assert not is_claimed(queue, key)
    assert (await claim(queue)).attempt == 1


async def test_a_worker_that_lost_its_claim_writes_nothing(queue: WorkQueue, key: str) -> None:
    lost = replace(await claim(queue), claim_id="another worker's")
    now = queue.now()
    with queue.database.transaction() as session:
        assert not queue.items.end(session, lost, now=now)
        assert not queue.items.put_back(session, lost, now=now)
        assert not queue.items.retry_later(session, lost, now=now, wait_seconds=0)
    assert is_claimed(queue, key)


async def test_an_item_of_a_dead_server_is_due_again(queue: WorkQueue, key: str, clock: FrozenClock) -> None:
    held = await claim(queue)
    clock.advance(seconds=queue.items.lease_seconds or 0)
    await queue.recover()
    assert (await claim(queue)).attempt == 2
    with queue.database.transaction() as session:
        assert not queue.items.end(session, held, now=queue.now())


async def test_an_item_that_ends_the_server_every_time_fails(
    queue: WorkQueue, key: str, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(queue.max_attempts):
        await claim(queue)
        clock.advance(seconds=queue.items.lease_seconds or 0)
        await queue.recover()
    claimed = await queue.claim_next()
    if claimed is not None:
        # A lease that ends does not fail the item; its next error does.
        assert queue.items.lease_seconds is not None
        failure = AttemptFailed(RuntimeError("away"), retryable=True)
        result = await run_attempt(queue, monkeypatch, failure, claimed=claimed)
        assert result.outcome is Outcome.FAILED
    clock.instant += LONG
    assert await queue.claim_next() is None


async def test_a_retryable_failure_backs_off_until_the_attempts_are_used_up(
    queue: WorkQueue, key: str, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    failure = AttemptFailed(RuntimeError("away"), retryable=True)
    for attempt in range(1, queue.max_attempts):
        result = await run_attempt(queue, monkeypatch, failure)
        assert (result.outcome, result.error) == (Outcome.RETRY, failure.reason)
        wait = queue.backoff_seconds[min(attempt, len(queue.backoff_seconds)) - 1]
        if wait:
            clock.advance(seconds=wait - 1)
            assert await queue.claim_next() is None
        clock.advance(seconds=1)
    assert (await run_attempt(queue, monkeypatch, failure)).outcome is Outcome.FAILED
    clock.instant += LONG
    assert await queue.claim_next() is None
    assert not is_claimed(queue, key)


async def test_a_failure_can_request_a_longer_wait(
    queue: WorkQueue, key: str, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = max(queue.backoff_seconds) + 60
    failure = AttemptFailed(RuntimeError("busy"), retryable=True, min_wait_seconds=longer)
    await run_attempt(queue, monkeypatch, failure)
    clock.advance(seconds=longer - 1)
    assert await queue.claim_next() is None
    clock.advance(seconds=1)
    await claim(queue)


@pytest.mark.parametrize(
    "error", [AttemptFailed(RuntimeError("never"), retryable=False), ZeroDivisionError("a bug")]
)
async def test_other_failures_end_the_item_at_once(
    queue: WorkQueue, key: str, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    assert (await run_attempt(queue, monkeypatch, error)).outcome is Outcome.FAILED
    clock.instant += LONG
    assert await queue.claim_next() is None
    assert not is_claimed(queue, key)


async def test_a_canceled_attempt_puts_its_item_back(
    queue: WorkQueue, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = asyncio.Event()

    async def hang(_claim: Claim) -> None:
        began.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(queue, "attempt", hang)
    running = asyncio.create_task(queue.run(await claim(queue)))
    await began.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await claim(queue)).attempt == 1


async def test_an_outcome_that_cannot_be_written_leaves_the_claim(
    queue: WorkQueue, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OperationalError):
        await run_attempt(queue, monkeypatch, OperationalError("UPDATE", {}, Exception("disk is full")))
    assert is_claimed(queue, key)
