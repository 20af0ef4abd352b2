"""Uploads: stored and queued before the response; callers may then wait for the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import anyio.to_thread
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.billing.port import Billing
from app.billing.service import choose_billing
from app.candidates import repository as candidates
from app.candidates.schemas import CandidateProfile
from app.core.ids import new_id
from app.core.operations import Operation
from app.core.state import AppState
from app.documents import repository, rules
from app.documents.errors import (
    NothingToMerge,
    NotRetryable,
    ProcessingFailed,
    ProcessingTimeout,
    UploadQuotaReached,
)
from app.documents.importing import import_document
from app.documents.other_person import accept_person, is_of_other_person
from app.documents.pipeline import assessment
from app.documents.pipeline.progress import describe
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.schemas import (
    DocumentContent,
    DocumentProgress,
    DocumentView,
    ProcessedDocument,
    ProgressView,
    can_be_retried,
)
from app.documents.storage import StoredFile, display_name, name_file, store_upload
from app.documents.tables import AssessmentStatus, Document, DocumentType, ProcessingStatus
from app.files.deletion import delete_files
from app.interviews import repository as interviews
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.schemas import JobDescriptionView

Admit = Callable[[Session], None]
"""Check that raises if an upload is not allowed.

Called before the file is stored and again when its row is created.
"""


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload: its bytes, its name, and the record or interview it belongs to."""

    file: BinaryIO
    name: str | None
    interview_id: str | None = None
    candidate_id: str | None = None
    """The candidate that the document is merged into, whatever name it has."""
    job_description_id: str | None = None
    """The job description that the document is merged into, whatever title it has."""
    batch_id: str | None = None
    """Facts only; no record is created until the batch is committed."""
    stated_type: DocumentType | None = None
    """For pasted text: the type that the recruiter chose."""
    is_waited_for: bool = True
    """Processed before the documents that no caller waits for."""


async def receive_upload(
    state: AppState,
    workers: DocumentWorkers,
    *,
    owner_id: str,
    upload: Upload,
    admit: Admit = lambda _session: None,
) -> str:
    """Store and queue one upload; returns its id. From here on it survives a crash.

    Raises DocumentsLimitReached, UploadQuotaReached, FileTooLarge, DiskFull, NotFound for an interview or
    record of another owner, FileStoreUnavailable, and what ``admit`` raises; then nothing is stored.
    """
    # Reject another owner's interview and a used-up allowance before anything is stored.
    await state.database.read(_check, state=state, owner_id=owner_id, upload=upload, admit=admit)
    document_id = new_id()
    stored = await anyio.to_thread.run_sync(
        lambda: store_upload(
            upload.file,
            folder=state.settings.documents_dir,
            document_id=document_id,
            max_bytes=state.settings.max_upload_bytes,
        )
    )
    name = name_file(document_id)
    try:
        await anyio.to_thread.run_sync(state.files.keep, name)
        progress = await state.database.run(
            _create,
            state=state,
            owner_id=owner_id,
            document_id=document_id,
            upload=upload,
            stored=stored,
            admit=admit,
        )
    except BaseException:
        stored.path.unlink(missing_ok=True)
        if state.files.is_remote:
            await state.database.run(delete_files, state=state, names=[name])
        raise
    workers.announce(owner_id, progress)
    return document_id


def _check(session: Session, *, state: AppState, owner_id: str, upload: Upload, admit: Admit) -> None:
    admit(session)
    choose_billing(state.settings).require_document_allowance(session, user_id=owner_id)
    since = state.now() - rules.QUOTA_PERIOD
    quota = rules.MAX_UNREADABLE_UPLOADS * state.settings.max_upload_bytes
    if repository.count_unread_bytes(session, owner_id=owner_id, since=since) >= quota:
        raise UploadQuotaReached
    if upload.interview_id:
        interviews.get_owned(session, owner_id=owner_id, interview_id=upload.interview_id)
    if upload.candidate_id:
        candidates.get_owned(session, owner_id=owner_id, candidate_id=upload.candidate_id)
    if upload.job_description_id:
        job_descriptions.get_owned(session, owner_id=owner_id, job_description_id=upload.job_description_id)


def _create(
    session: Session,
    *,
    state: AppState,
    owner_id: str,
    document_id: str,
    upload: Upload,
    stored: StoredFile,
    admit: Admit,
) -> DocumentProgress:
    _check(session, state=state, owner_id=owner_id, upload=upload, admit=admit)
    document = Document(
        id=document_id,
        owner_id=owner_id,
        interview_id=upload.interview_id or None,
        candidate_id=upload.candidate_id or None,
        job_description_id=upload.job_description_id or None,
        batch_id=upload.batch_id,
        awaits_commit=upload.batch_id is not None,
        original_name=display_name(upload.name),
        file_size_bytes=stored.size_bytes,
        sha256=stored.sha256,
        stated_type=upload.stated_type,
        is_waited_for=upload.is_waited_for,
    )
    session.add(document)
    session.flush()
    return describe(document)


async def wait_for(
    state: AppState, workers: DocumentWorkers, *, document_id: str, operation: Operation | None = None
) -> None:
    """Wait until processing has ended, successfully or not; report progress to ``operation``.

    Raises ProcessingTimeout after ``document_wait_seconds``; processing continues.
    """

    def report(progress: DocumentProgress) -> None:
        if operation is not None:
            operation.report(
                stage=progress.stage, share=progress.share, queue_position=progress.queue_position
            )

    waiter = workers.expect(document_id)
    stop_listening = workers.listen(document_id, report)
    try:
        if await state.database.read(repository.has_ended, document_id=document_id):
            return
        await asyncio.wait_for(asyncio.wrap_future(waiter), state.settings.document_wait_seconds)
    except TimeoutError:
        raise ProcessingTimeout from None
    finally:
        stop_listening()
        workers.stop_expecting(document_id, waiter)


def read_outcome(session: Session, *, owner_id: str, document_id: str) -> ProcessedDocument:
    """The records that a processed document was imported into.

    Raises ProcessingFailed with the document's error, and DocumentNotFound if it was deleted in the meantime.
    """
    document = repository.get_owned(session, owner_id=owner_id, document_id=document_id)
    if document.processing_status != ProcessingStatus.COMPLETED:
        raise ProcessingFailed(sentence=document.processing_error or "", code=document.error_code or "")
    candidate = job = None
    if document.candidate_id:
        candidate = candidates.get_owned(session, owner_id=owner_id, candidate_id=document.candidate_id)
    if document.job_description_id:
        job = job_descriptions.get_owned(
            session, owner_id=owner_id, job_description_id=document.job_description_id
        )
    view = DocumentView.of(document)
    assert view.detected_type is not None, "a completed document has a type"
    return ProcessedDocument(
        document=view,
        detected_type=view.detected_type,
        candidate_profile=CandidateProfile.model_validate(candidate) if candidate else None,
        job_description=JobDescriptionView.model_validate(job) if job else None,
    )


def retry_document(
    session: Session, *, billing: Billing, owner_id: str, document_id: str
) -> DocumentProgress:
    """Queue a failed document again, or the failed assessment of an imported one.

    Raises DocumentNotFound, DocumentsLimitReached, and NotRetryable where another attempt cannot help.
    """
    document = repository.get_owned(session, owner_id=owner_id, document_id=document_id)
    if document.assessment_status == AssessmentStatus.FAILED:
        assessment.queue_again(session, document)
        return describe(document)
    if not can_be_retried(document):
        raise NotRetryable
    billing.require_document_allowance(session, user_id=owner_id)
    queued = session.execute(
        update(Document)
        .where(Document.id == document.id, Document.processing_status == ProcessingStatus.FAILED)
        .values(
            processing_status=ProcessingStatus.QUEUED,
            processing_error=None,
            error_code=None,
            attempts=0,
            not_before_at=None,
        )
        .execution_options(synchronize_session=False)
        .returning(Document.id)
    )
    if queued.first() is None:
        raise NotRetryable
    session.refresh(document)
    return describe(document)


def merge_document(session: Session, *, owner_id: str, document_id: str) -> Document:
    """Merge a document that was kept out of its profile because it names another person.

    Raises DocumentNotFound, and NothingToMerge for any other document.
    """
    document = repository.get_owned(session, owner_id=owner_id, document_id=document_id)
    if document.candidate_id is None or not is_of_other_person(document):
        raise NothingToMerge
    accept_person(document)
    import_document(session, document=document, actor_id=owner_id)
    return document


# --- how documents are shown --------------------------------------------------------------------


def show_documents(
    session: Session, workers: DocumentWorkers, documents: Sequence[Document]
) -> list[DocumentView]:
    """The documents with their progress, in the same order."""
    progress = _show_progress(session, workers, documents)
    return [DocumentView.of(document, progress[document.id]) for document in documents]


def show_content(session: Session, workers: DocumentWorkers, document: Document) -> DocumentContent:
    """One document with its text and parsed fields."""
    return DocumentContent.of(document, _show_progress(session, workers, [document])[document.id])


def _show_progress(
    session: Session, workers: DocumentWorkers, documents: Sequence[Document]
) -> dict[str, ProgressView | None]:
    is_queued = any(document.processing_status == ProcessingStatus.QUEUED for document in documents)
    positions = repository.queue_positions(session) if is_queued else {}
    shown: dict[str, ProgressView | None] = {}
    for document in documents:
        live = workers.find_progress(document.id)
        if document.processing_status == ProcessingStatus.QUEUED:
            # If it was queued before a restart, there is no live progress yet.
            live = live or ProgressView(stage="queued", share=0.0, queue_position=None, elapsed_seconds=0.0)
            live = live.model_copy(
                update={"stage": "queued", "queue_position": positions.get(document.id, 0)}
            )
        elif document.processing_status == ProcessingStatus.PROCESSING:
            live = live or ProgressView(stage="reading", share=0.0, queue_position=None, elapsed_seconds=0.0)
        elif document.assessment_status != AssessmentStatus.RUNNING:
            live = None
        shown[document.id] = live
    return shown
