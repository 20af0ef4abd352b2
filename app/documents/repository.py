"""Queries of documents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import ColumnElement, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased, defer

from app.core.access_attempts import note_not_found
from app.documents.errors import DocumentNotFound
from app.documents.tables import AssessmentStatus, Document, DocumentType, ProcessingStatus
from app.work_queue.items import WorkItems

WITHOUT_CONTENT = tuple(
    defer(column, raiseload=True)
    for column in (
        Document.raw_text,
        Document.parsed_data,
        Document.facts,
        Document.evidence,
        Document.generation,
    )
)
"""Options for lists: two hundred documents are listed without megabytes of extracted text."""

_Copy = aliased(Document)


def get_owned(session: Session, *, owner_id: str, document_id: str) -> Document:
    """A document by id. Raises DocumentNotFound, even if the document exists but has another owner."""
    document = session.scalar(
        select(Document).where(Document.owner_id == owner_id, Document.id == document_id)
    )
    if document is None:
        note_not_found(document_id)
        raise DocumentNotFound
    return document


def find_by_id(session: Session, document_id: str) -> Document | None:
    return session.get(Document, document_id, populate_existing=True)


def find_upload_time(session: Session, document_id: str) -> datetime | None:
    """When a document was uploaded; None if it was deleted."""
    return session.scalar(select(Document.created_at).where(Document.id == document_id))


def list_of_interview(session: Session, *, owner_id: str, interview_id: str) -> list[Document]:
    """Documents of an interview, newest first."""
    return _list_owned(session, owner_id, Document.interview_id == interview_id)


def list_of_candidate(session: Session, *, owner_id: str, candidate_id: str) -> list[Document]:
    """Documents of a candidate, newest first."""
    return _list_owned(session, owner_id, Document.candidate_id == candidate_id)


def list_of_job_description(session: Session, *, owner_id: str, job_description_id: str) -> list[Document]:
    """Documents of a job description, newest first."""
    return _list_owned(session, owner_id, Document.job_description_id == job_description_id)


def _list_owned(session: Session, owner_id: str, condition: ColumnElement[bool]) -> list[Document]:
    return list(
        session.scalars(
            select(Document)
            .where(Document.owner_id == owner_id, condition)
            .options(*WITHOUT_CONTENT)
            .order_by(Document.created_at.desc(), Document.id)
        )
    )


# --- queue of documents ---------------------------------------------------------------------------


_is_copy_in_progress = exists(
    select(_Copy.id).where(
        _Copy.owner_id == Document.owner_id,
        _Copy.sha256 == Document.sha256,
        _Copy.id != Document.id,
        _Copy.processing_status == ProcessingStatus.PROCESSING,
    )
)

DOCUMENT_ITEMS = WorkItems(
    key=Document.id,
    attempts=Document.attempts,
    claim_id=Document.claim_id,
    not_before_at=Document.not_before_at,
    updated_at=Document.updated_at,
    # While an identical file of the same owner is being processed, a document waits for that result.
    is_waiting=(Document.processing_status == ProcessingStatus.QUEUED) & ~_is_copy_in_progress,
    is_claimed=Document.processing_status == ProcessingStatus.PROCESSING,
    waiting_values={"processing_status": ProcessingStatus.QUEUED},
    claimed_values={"processing_status": ProcessingStatus.PROCESSING},
    # Documents that a caller waits for go first, then the oldest.
    order_by=(Document.is_waited_for.desc(), Document.created_at, Document.id),
)

ASSESSMENT_ITEMS = WorkItems(
    key=Document.id,
    attempts=Document.attempts,
    claim_id=Document.claim_id,
    not_before_at=Document.not_before_at,
    updated_at=Document.updated_at,
    is_waiting=Document.assessment_status == AssessmentStatus.QUEUED,
    is_claimed=Document.assessment_status == AssessmentStatus.RUNNING,
    waiting_values={"assessment_status": AssessmentStatus.QUEUED},
    claimed_values={"assessment_status": AssessmentStatus.RUNNING},
    # Someone is looking at the record of a single upload; an import may have hundreds.
    order_by=(Document.batch_id.is_not(None), Document.created_at, Document.id),
)


def queue_positions(session: Session) -> dict[str, int]:
    """Number of documents ahead of each queued one, on the whole server."""
    queued = session.scalars(
        select(Document.id)
        .where(Document.processing_status == ProcessingStatus.QUEUED)
        .order_by(Document.is_waited_for.desc(), Document.created_at, Document.id)
    )
    return {document_id: position for position, document_id in enumerate(queued)}


def find_reusable_copy(session: Session, document: Document) -> Document | None:
    """The oldest document of the same owner with the same bytes whose result can be reused.

    The type stated by the recruiter is part of the result: a document with another stated type is processed
    again.
    """
    stated = Document.stated_type
    return session.scalar(
        select(Document)
        .where(
            Document.owner_id == document.owner_id,
            Document.sha256 == document.sha256,
            Document.id != document.id,
            Document.processing_status == ProcessingStatus.COMPLETED,
            stated.is_(None) if document.stated_type is None else stated == document.stated_type,
        )
        .order_by(Document.created_at, Document.id)
        .limit(1)
    )


def has_ended(session: Session, *, document_id: str) -> bool:
    """Whether processing has ended, successfully or not, or the document is gone."""
    status = session.scalar(select(Document.processing_status).where(Document.id == document_id))
    return status not in {ProcessingStatus.QUEUED, ProcessingStatus.PROCESSING}


def forget_waiting_callers(session: Session) -> None:
    """At start-up, no caller waits for a document any more."""
    session.execute(
        update(Document)
        .where(Document.is_waited_for.is_(True))
        .values(is_waited_for=False)
        .execution_options(synchronize_session=False)
    )


# --- queue of assessments -------------------------------------------------------------------------


def list_interrupted_assessments(session: Session) -> list[str]:
    """Ids of documents whose assessment a dead server left running."""
    return list(
        session.scalars(select(Document.id).where(Document.assessment_status == AssessmentStatus.RUNNING))
    )


def has_pending_assessment(
    session: Session, *, candidate_id: str | None = None, job_description_id: str | None = None
) -> bool:
    """Whether the model still has to write about a document of this record."""
    of_record = (
        Document.candidate_id == candidate_id
        if candidate_id is not None
        else Document.job_description_id == job_description_id
    )
    pending = (AssessmentStatus.QUEUED, AssessmentStatus.RUNNING)
    return bool(session.scalar(select(exists().where(of_record, Document.assessment_status.in_(pending)))))


# --- quota ----------------------------------------------------------------------------------------


def count_unread_bytes(session: Session, *, owner_id: str, since: datetime) -> int:
    """Bytes of the owner's stored files since an instant that failed or are of no supported type."""
    return (
        session.scalar(
            select(func.coalesce(func.sum(Document.file_size_bytes), 0)).where(
                Document.owner_id == owner_id,
                Document.created_at > since,
                or_(
                    Document.processing_status == ProcessingStatus.FAILED,
                    Document.type == DocumentType.UNSUPPORTED,
                ),
            )
        )
        or 0
    )


# --- files --------------------------------------------------------------------------------------


def list_known_ids(session: Session, document_ids: Iterable[str]) -> set[str]:
    """The given ids that have a row."""
    ids, known = list(document_ids), set[str]()
    for start in range(0, len(ids), 500):
        known.update(session.scalars(select(Document.id).where(Document.id.in_(ids[start : start + 500]))))
    return known
