"""The queue of documents: claimed once, read once, charged once, and nothing lost with the server."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.billing.errors import DocumentsLimitReached
from app.billing.service import choose_billing
from app.billing.tables import BillingAccount
from app.candidates.schemas import PatchCandidate
from app.candidates.service import CANDIDATE, change_candidate
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.errors import AppError
from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.document_batches.tables import DocumentBatch
from app.documents import service
from app.documents.deletion import delete_documents
from app.documents.errors import DocumentNotFound, ProcessingFailed, ProcessingTimeout
from app.documents.importing import import_document
from app.documents.pipeline import transactions
from app.documents.pipeline.worker import DocumentRunner
from app.documents.rules import INTERRUPTED, MAX_ASSESSMENT_ATTEMPTS, MAX_ATTEMPTS
from app.documents.schemas import DocumentProgress, ProcessedDocument
from app.documents.service import Upload
from app.documents.tables import Document, DocumentType
from app.job_descriptions.tables import JobDescription
from app.record_history.tables import ChangeCause, RecordChange
from app.records.service import delete_record
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import Engines, EngineTimeout, EngineUnavailable, Priority
from tests.documents import samples
from tests.documents.test_process import ASSESSMENT, JOB_SUMMARY, answer
from tests.fakes.engines import FakeLlm, fake_engines


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(answer)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm)


@pytest.fixture
def owner_id(state: AppState) -> str:
    with state.database.transaction() as session:
        user = create_user(session, username="alice", password="a password", role=Role.RECRUITER)
        for hook in state.hooks.user_created:
            hook(session, user.id)
        return user.id


@pytest.fixture
def batch_id(database: Database, owner_id: str) -> str:
    with database.transaction() as session:
        batch = DocumentBatch(owner_id=owner_id)
        session.add(batch)
        session.flush()
        return batch.id


def new_runner(state: AppState) -> DocumentRunner:
    """As the server's, without its waits."""
    runner = DocumentRunner(
        state, backoff_seconds=(0.0,), assessment_backoff_seconds=(0.0,), idle_seconds=0.01
    )
    state.hooks.after_documents_deleted[:] = [runner.forget]
    return runner


@pytest.fixture
async def runner(state: AppState) -> AsyncIterator[DocumentRunner]:
    runner = new_runner(state)
    await runner.start()
    yield runner
    await runner.stop()


async def receive(
    state: AppState, runner: DocumentRunner, owner_id: str, content: str | bytes, **upload: Any
) -> str:
    data = content.encode() if isinstance(content, str) else content
    wanted = Upload(file=io.BytesIO(data), name=upload.pop("name", "cv.txt"), **upload)
    return await service.receive_upload(state, runner, owner_id=owner_id, upload=wanted)


async def process(
    state: AppState, runner: DocumentRunner, owner_id: str, content: str | bytes, **upload: Any
) -> ProcessedDocument:
    document_id = await receive(state, runner, owner_id, content, **upload)
    await service.wait_for(state, runner, document_id=document_id)
    return await state.database.read(service.read_outcome, owner_id=owner_id, document_id=document_id)


def stored(database: Database, document_id: str) -> Document:
    with database.reading() as session:
        return session.get_one(Document, document_id)


def remaining(database: Database, owner_id: str) -> int:
    with database.reading() as session:
        return session.get_one(BillingAccount, owner_id).documents_remaining


def set_remaining(database: Database, owner_id: str, number: int) -> None:
    with database.transaction() as session:
        session.get_one(BillingAccount, owner_id).documents_remaining = number


async def until_assessed(database: Database, document_id: str) -> Document:
    """The document once nobody works on its assessment any more."""
    async with asyncio.timeout(20):
        while True:
            document = stored(database, document_id)
            if document.assessment_status not in {"queued", "running"}:
                return document
            await asyncio.sleep(0)


# --- once, and by one ---------------------------------------------------------------------------


async def test_the_same_bytes_at_the_same_moment_are_read_and_charged_once(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    before = remaining(database, owner_id)
    alone = len((await process_alone(state, runner, owner_id, llm, samples.JOB)).requests)
    asked = len(llm.requests)
    results = await asyncio.gather(
        *(process(state, runner, owner_id, samples.CV, name=f"{n}.txt") for n in range(4))
    )
    assert len({result.candidate_profile.id for result in results if result.candidate_profile}) == 1
    first = [result.document.id for result in results if result.document.same_as_id is None]
    assert len(first) == 1
    assert {result.document.same_as_id for result in results} == {None, first[0]}
    assert remaining(database, owner_id) == before - 2
    summaries = [r for r in llm.requests[asked:] if "Assess this person" in r.messages[1].content]
    assert (alone > 0, len(summaries)) == (True, 1)


async def process_alone(
    state: AppState, runner: DocumentRunner, owner_id: str, llm: FakeLlm, content: str
) -> FakeLlm:
    await process(state, runner, owner_id, content)
    return llm


async def test_another_statement_of_the_type_is_another_reading(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str
) -> None:
    first = await process(state, runner, owner_id, samples.CV)
    stated = await process(state, runner, owner_id, samples.CV, stated_type="job_description")
    assert first.detected_type.type == "cv"
    assert stated.detected_type.type == "job_description"
    assert stated.document.same_as_id is None


async def test_the_same_bytes_of_another_owner_are_his_own(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str
) -> None:
    with database.transaction() as session:
        bob = create_user(session, username="bob", password="a password", role=Role.RECRUITER)
        for hook in state.hooks.user_created:
            hook(session, bob.id)
    await process(state, runner, owner_id, samples.CV)
    result = await process(state, runner, bob.id, samples.CV)
    assert result.document.same_as_id is None
    assert result.candidate_profile is not None


async def test_of_fifty_at_once_with_three_left_three_are_kept(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str
) -> None:
    set_remaining(database, owner_id, 3)

    async def one(number: int) -> str:
        text = samples.LETTER.replace("nora.", f"nora{number}.")
        try:
            await process(state, runner, owner_id, text, name=f"{number}.txt")
        except (DocumentsLimitReached, ProcessingFailed) as refused:
            return f"{refused.status} {refused.code}"
        return "done"

    ends = await asyncio.gather(*(one(number) for number in range(50)))
    assert (ends.count("done"), ends.count("402 DOCUMENTS_LIMIT")) == (3, 47)
    assert remaining(database, owner_id) == 0
    with database.reading() as session:
        assert len(session.scalars(select(Candidate)).all()) == 3


async def test_a_document_whose_allowance_ran_out_can_be_tried_again(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    release = llm.script.hold()
    document_id = await receive(state, runner, owner_id, samples.CV)
    await llm.script.started.wait()
    set_remaining(database, owner_id, 0)
    release.set()
    await service.wait_for(state, runner, document_id=document_id)
    failed = stored(database, document_id)
    assert (failed.processing_status, failed.error_code) == ("failed", "DOCUMENTS_LIMIT")
    with pytest.raises(DocumentsLimitReached):
        await retry(state, runner, owner_id, document_id)
    set_remaining(database, owner_id, 1)
    await retry(state, runner, owner_id, document_id)
    await service.wait_for(state, runner, document_id=document_id)
    assert stored(database, document_id).processing_status == "completed"
    assert remaining(database, owner_id) == 0


async def retry(state: AppState, runner: DocumentRunner, owner_id: str, document_id: str) -> None:
    progress = await state.database.run(
        service.retry_document,
        billing=choose_billing(state.settings),
        owner_id=owner_id,
        document_id=document_id,
    )
    runner.announce(owner_id, progress)


async def test_who_waits_goes_before_a_batch(
    state: AppState, database: Database, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    idle = new_runner(state)
    for number in range(3):
        await receive(
            state, idle, owner_id, f"{samples.JOB}\n{number}", batch_id=batch_id, is_waited_for=False
        )
    waited_for = await receive(state, idle, owner_id, samples.JOB)
    with database.reading() as session:
        from app.documents import repository

        assert repository.DOCUMENT_ITEMS.list_due(session, now=state.now())[0] == waited_for
        assert repository.queue_positions(session)[waited_for] == 0


# --- callers, deletions -------------------------------------------------------------------------


async def test_the_work_goes_on_when_the_caller_has_given_up(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    release = llm.script.hold()
    state.settings = state.settings.model_copy(update={"document_wait_seconds": 0.01})
    document_id = await receive(state, runner, owner_id, samples.CV)
    with pytest.raises(ProcessingTimeout, match="Request timed out"):
        await service.wait_for(state, runner, document_id=document_id)
    release.set()
    state.settings = state.settings.model_copy(update={"document_wait_seconds": 60})
    await service.wait_for(state, runner, document_id=document_id)
    assert stored(database, document_id).candidate_id is not None


async def test_a_document_deleted_in_the_middle_leaves_nothing(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    before = remaining(database, owner_id)
    llm.script.hold()
    document_id = await receive(state, runner, owner_id, samples.CV)
    waiting = asyncio.create_task(service.wait_for(state, runner, document_id=document_id))
    await llm.script.started.wait()
    with database.transaction() as session:
        delete_documents(session, state=state, condition=Document.id == document_id)
    await waiting
    with pytest.raises(DocumentNotFound):
        await state.database.read(service.read_outcome, owner_id=owner_id, document_id=document_id)
    assert llm.script.cancelled == 1
    assert list(state.settings.documents_dir.iterdir()) == []
    assert remaining(database, owner_id) == before
    assert runner.find_progress(document_id) is None


async def test_an_interview_deleted_in_the_middle_costs_only_the_link(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    from app.interviews.tables import Interview

    with database.transaction() as session:
        interview = Interview(
            owner_id=owner_id, room_id="r", recruiter_token="rt", candidate_token="ct", session_id="s"
        )
        session.add(interview)
        session.flush()
        interview_id = interview.id
    release = llm.script.hold()
    document_id = await receive(state, runner, owner_id, samples.CV, interview_id=interview_id)
    await llm.script.started.wait()
    with database.transaction() as session:
        session.delete(session.get_one(Interview, interview_id))
    release.set()
    await service.wait_for(state, runner, document_id=document_id)
    left = stored(database, document_id)
    assert (left.processing_status, left.interview_id) == ("completed", None)
    assert left.candidate_id is not None


# --- restarts, failures -------------------------------------------------------------------------


async def test_what_a_stopping_server_had_in_hand_is_done_by_the_next(
    state: AppState, database: Database, owner_id: str, llm: FakeLlm
) -> None:
    first = new_runner(state)
    await first.start()
    release = llm.script.hold()
    document_id = await receive(state, first, owner_id, samples.CV)
    await llm.script.started.wait()
    await first.stop()
    left = stored(database, document_id)
    assert (left.processing_status, left.attempts, left.claim_id) == ("queued", 0, None)
    release.set()
    second = new_runner(state)
    await second.start()
    await service.wait_for(state, second, document_id=document_id)
    await second.stop()
    assert stored(database, document_id).processing_status == "completed"


@pytest.mark.parametrize(
    ("attempts", "status", "error"), [(1, "completed", None), (MAX_ATTEMPTS, "failed", INTERRUPTED)]
)
async def test_a_file_that_kills_the_server_is_not_read_for_ever(
    state: AppState, database: Database, owner_id: str, attempts: int, status: str, error: str | None
) -> None:
    crashed = new_runner(state)
    document_id = await receive(state, crashed, owner_id, samples.CV)
    with database.transaction() as session:
        session.execute(
            update(Document).values(processing_status="processing", claim_id="dead", attempts=attempts)
        )
    runner = new_runner(state)
    await runner.start()
    await service.wait_for(state, runner, document_id=document_id)
    await runner.stop()
    document = stored(database, document_id)
    assert (document.processing_status, document.processing_error) == (status, error)


async def test_files_of_no_document_are_removed_at_the_start(
    state: AppState, database: Database, owner_id: str
) -> None:
    idle = new_runner(state)
    kept = await receive(state, idle, owner_id, samples.CV)
    folder = state.settings.documents_dir
    for name in ("0" * 32, f"{'1' * 32}.part"):
        (folder / name).write_bytes(b"left by a crash")
    runner = new_runner(state)
    await runner.start()
    await service.wait_for(state, runner, document_id=kept)
    await runner.stop()
    assert [path.name for path in folder.iterdir()] == [kept]


async def test_a_missing_file_is_one_sentence(state: AppState, database: Database, owner_id: str) -> None:
    idle = new_runner(state)
    document_id = await receive(state, idle, owner_id, samples.CV)
    (state.settings.documents_dir / document_id).unlink()
    runner = new_runner(state)
    await runner.start()
    await service.wait_for(state, runner, document_id=document_id)
    await runner.stop()
    assert "upload it again" in str(stored(database, document_id).processing_error)


async def test_a_full_disk_is_waited_out(
    state: AppState,
    database: Database,
    runner: DocumentRunner,
    owner_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, failures = transactions.finish, iter([True, True])

    def finish(session: Session, **values: Any) -> DocumentProgress | None:
        if next(failures, False):
            raise OperationalError("UPDATE", {}, Exception("database or disk is full"))
        return real(session, **values)

    monkeypatch.setattr(transactions, "finish", finish)
    result = await process(state, runner, owner_id, samples.CV)
    assert result.candidate_profile is not None
    assert stored(database, result.document.id).processing_status == "completed"


async def test_an_unexpected_error_costs_one_document(
    state: AppState,
    database: Database,
    runner: DocumentRunner,
    owner_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def finish(_session: Session, **_values: Any) -> DocumentProgress | None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(transactions, "finish", finish)
    with pytest.raises(ProcessingFailed) as failure:
        await process(state, runner, owner_id, samples.CV)
    assert (failure.value.status, failure.value.code) == (500, "PROCESSING_FAILED")
    monkeypatch.undo()
    assert (await process(state, runner, owner_id, samples.JOB)).job_description is not None


async def test_a_refused_upload_leaves_no_file(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str
) -> None:
    class Closed(AppError):
        pass

    asked = iter([False, True])

    def admit(_session: Session) -> None:
        if next(asked):
            raise Closed("Committed between the look and the row.")

    with pytest.raises(Closed):
        await service.receive_upload(
            state,
            runner,
            owner_id=owner_id,
            upload=Upload(file=io.BytesIO(b"x"), name="a.txt"),
            admit=admit,
        )
    assert list(state.settings.documents_dir.iterdir()) == []
    with database.reading() as session:
        assert session.scalars(select(Document)).all() == []


# --- batches and their assessments --------------------------------------------------------------


async def read_in_batch(
    state: AppState, runner: DocumentRunner, owner_id: str, batch_id: str, content: str, **upload: Any
) -> str:
    document_id = await receive(state, runner, owner_id, content, batch_id=batch_id, **upload)
    await service.wait_for(state, runner, document_id=document_id)
    return document_id


def commit(database: Database, document_id: str, owner_id: str) -> str:
    with database.transaction() as session:
        imported = import_document(
            session, document=session.get_one(Document, document_id), actor_id=owner_id
        )
        assert imported is not None
        return imported.record_id


async def test_a_document_of_a_batch_tells_its_facts_and_makes_nothing(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    before = remaining(database, owner_id)
    document_id = await read_in_batch(state, runner, owner_id, batch_id, samples.CV)
    document = stored(database, document_id)
    assert (document.processing_status, document.candidate_id) == ("completed", None)
    assert document.facts is not None
    assert document.facts["candidate"]["name"] == "Nora Lindqvist"
    assert document.assessment_status == "none"
    assert llm.requests == []
    assert remaining(database, owner_id) == before - 1
    with database.reading() as session:
        assert session.scalars(select(Candidate)).all() == []


@pytest.mark.parametrize("written", ["summary", "keyStrengths"])
async def test_the_sentences_come_after_the_import_and_only_into_blanks(
    state: AppState,
    database: Database,
    runner: DocumentRunner,
    owner_id: str,
    batch_id: str,
    llm: FakeLlm,
    written: str,
) -> None:
    by_alice = {"summary": "What alice wrote.", "keyStrengths": ["What alice wrote."]}[written]
    document_id = await read_in_batch(state, runner, owner_id, batch_id, samples.CV)
    release = llm.script.hold()
    candidate_id = commit(database, document_id, owner_id)
    with database.transaction() as session:
        candidate = session.get_one(Candidate, candidate_id)
        assert candidate.is_assessment_pending
    runner.wake()
    await llm.script.started.wait()
    with database.transaction() as session:
        change_candidate(
            session,
            candidate=session.get_one(Candidate, candidate_id),
            changes=PatchCandidate.model_validate({"cvProfile": {written: by_alice}}),
        )
    release.set()
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    with database.reading() as session:
        candidate = session.get_one(Candidate, candidate_id)
        causes = session.scalars(select(RecordChange.cause).order_by(RecordChange.created_at)).all()
    assert candidate.cv_profile is not None
    assert candidate.cv_profile[written] == by_alice
    if written == "summary":
        assert len(candidate.cv_profile["keyStrengths"]) == 3
    else:
        assert candidate.cv_profile["summary"] == ASSESSMENT
    assert not candidate.is_assessment_pending
    assert ChangeCause.ASSESSED in causes
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


async def test_a_job_description_gets_its_summary_later(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str
) -> None:
    document_id = await read_in_batch(state, runner, owner_id, batch_id, samples.JOB)
    job_id = commit(database, document_id, owner_id)
    runner.wake()
    await until_assessed(database, document_id)
    with database.reading() as session:
        job = session.get_one(JobDescription, job_id)
    assert job.parsed is not None
    assert job.parsed["summary"] == JOB_SUMMARY
    assert job.parsed["company"]["industry"] == "Logistics"
    assert not job.is_assessment_pending


async def test_sentences_that_cannot_be_written_are_no_longer_pending_and_can_be_asked_for_again(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    document_id = await read_in_batch(state, runner, owner_id, batch_id, samples.CV)
    llm.script.fail_next(EngineUnavailable("no model"), times=MAX_ASSESSMENT_ATTEMPTS)
    candidate_id = commit(database, document_id, owner_id)
    runner.wake()
    assert (await until_assessed(database, document_id)).assessment_status == "failed"
    with database.reading() as session:
        assert not session.get_one(Candidate, candidate_id).is_assessment_pending
    await retry(state, runner, owner_id, document_id)
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    with database.reading() as session:
        profile = session.get_one(Candidate, candidate_id).cv_profile
    assert profile is not None
    assert profile["summary"] == ASSESSMENT


async def test_a_candidate_deleted_while_he_is_assessed_stays_deleted(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    document_id = await read_in_batch(state, runner, owner_id, batch_id, samples.CV)
    llm.script.hold()
    candidate_id = commit(database, document_id, owner_id)
    runner.wake()
    await llm.script.started.wait()
    with database.transaction() as session:
        delete_record(session, CANDIDATE, owner_id=owner_id, record_id=candidate_id, hooks=state.hooks)
    async with asyncio.timeout(20):
        while llm.script.cancelled == 0:
            await asyncio.sleep(0)
    assert list(state.settings.documents_dir.iterdir()) == []


async def test_assessments_cut_off_by_a_stop_are_written_by_the_next_server(
    state: AppState, database: Database, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    first = new_runner(state)
    await first.start()
    document_id = await read_in_batch(state, first, owner_id, batch_id, samples.CV)
    release = llm.script.hold()
    commit(database, document_id, owner_id)
    first.wake()
    await llm.script.started.wait()
    await first.stop()
    assert stored(database, document_id).assessment_status == "queued"
    release.set()
    with database.transaction() as session:
        # As a killed server leaves it.
        session.execute(update(Document).values(assessment_status="running", claim_id="dead"))
    second = new_runner(state)
    await second.start()
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    await second.stop()


async def test_a_batch_is_read_by_patterns_where_there_is_no_model(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    llm.script.answers = lambda _request: EngineUnavailable("no model")
    nameless = "What you will do\n- Operate clusters\n\nWhat you bring\n- Terraform\n- Kubernetes\n"
    document_id = await read_in_batch(
        state, runner, owner_id, batch_id, nameless, stated_type=DocumentType.JOB_DESCRIPTION
    )
    document = stored(database, document_id)
    assert llm.requests, "the model was asked for the employer"
    assert document.processing_status == "completed"
    assert document.facts is not None
    assert document.facts["job"]["parsed"]["company"]["name"] == ""
    assert document.facts["job"]["parsed"]["requirements"] == ["Terraform", "Kubernetes"]


async def test_the_facts_of_a_batch_are_assessed_when_the_same_file_is_uploaded_for_an_interview(
    state: AppState, database: Database, runner: DocumentRunner, owner_id: str, batch_id: str
) -> None:
    before = remaining(database, owner_id)
    first = await read_in_batch(state, runner, owner_id, batch_id, samples.CV)
    result = await process(state, runner, owner_id, samples.CV)
    assert result.document.same_as_id == first
    assert result.document.assessment_status == "written"
    assert result.candidate_profile is not None
    assert result.candidate_profile.cv_profile is not None
    assert result.candidate_profile.cv_profile.summary == ASSESSMENT
    assert remaining(database, owner_id) == before - 1


# --- progress -----------------------------------------------------------------------------------


async def test_progress_is_told_to_the_owner_stage_by_stage(
    state: AppState, runner: DocumentRunner, owner_id: str
) -> None:
    told: list[tuple[str, DocumentProgress]] = []

    async def hear(to: str, news: ApiSchema) -> None:
        assert isinstance(news, DocumentProgress)
        told.append((to, news))

    state.hooks.document_progressed[:] = [hear]
    await process(state, runner, owner_id, samples.CV)
    await asyncio.sleep(0)
    stages = [news.stage for _, news in told]
    assert list(dict.fromkeys(stages)) == [
        "queued", "reading", "understanding", "assessing", "finalizing", "done",
    ]  # fmt: skip
    shares = [news.share for _, news in told]
    assert shares == sorted(shares)
    assert {to for to, _ in told} == {owner_id}
    last = told[-1][1]
    assert (last.processing_status, last.share, last.error) == ("completed", 1.0, None)
    assert last.candidate_profile_id is not None
    assert last.detected_type is not None


async def test_a_retried_document_never_goes_back_in_its_share(
    state: AppState, runner: DocumentRunner, owner_id: str, llm: FakeLlm
) -> None:
    shares: list[float] = []

    async def hear(_to: str, news: ApiSchema) -> None:
        assert isinstance(news, DocumentProgress)
        shares.append(news.share)

    state.hooks.document_progressed[:] = [hear]
    llm.script.fail_next(EngineTimeout("slow"))
    await process(state, runner, owner_id, samples.CV)
    await asyncio.sleep(0)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_sweep_of_a_folder_that_is_not_there_is_nothing(state: AppState, tmp_path: Path) -> None:
    from app.documents.storage import sweep_files

    with state.database.reading() as session:
        assert sweep_files(session, folder=tmp_path / "none") == 0


def test_the_words_of_a_failure_are_the_documents(state: AppState) -> None:
    error = ProcessingFailed(sentence="It is protected.", code="UNREADABLE_DOCUMENT")
    assert (error.status, error.message) == (422, "It is protected.")
