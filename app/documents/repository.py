"""Queries of documents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select, update
from sqlalchemy.orm import Session, aliased, defer

from app.documents.errors import DocumentNotFound
from app.documents.rules import INTERRUPTED, MOST_ATTEMPTS
from app.documents.tables import AssessmentStatus, Document, ProcessingStatus

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
_LOOK_AT = 20
"""How many due documents one look at the queue brings."""

_Twin = aliased(Document)


def get_owned(session: Session, *, owner_id: str, document_id: str) -> Document:
    """Raises DocumentNotFound, also for a document of another owner."""
    document = session.scalar(
        select(Document).where(Document.owner_id == owner_id, Document.id == document_id)
    )
    if document is None:
        raise DocumentNotFound
    return document


def find_by_id(session: Session, document_id: str) -> Document | None:
    return session.get(Document, document_id, populate_existing=True)


def list_of_interview(session: Session, *, owner_id: str, interview_id: str) -> list[Document]:
    """Newest first."""
    return _list_owned(session, owner_id, Document.interview_id == interview_id)


def list_of_candidate(session: Session, *, owner_id: str, candidate_id: str) -> list[Document]:
    """Newest first."""
    return _list_owned(session, owner_id, Document.candidate_id == candidate_id)


def list_of_job_description(session: Session, *, owner_id: str, job_description_id: str) -> list[Document]:
    """Newest first."""
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


# --- the queue of readings ----------------------------------------------------------------------


def _is_due(now: datetime) -> ColumnElement[bool]:
    """Queued, past its back-off, and nobody reads the very same bytes of this owner at the moment."""
    is_twin_being_read = exists(
        select(_Twin.id).where(
            _Twin.owner_id == Document.owner_id,
            _Twin.sha256 == Document.sha256,
            _Twin.id != Document.id,
            _Twin.processing_status == ProcessingStatus.PROCESSING,
        )
    )
    return (
        (Document.processing_status == ProcessingStatus.QUEUED)
        & or_(Document.not_before_at.is_(None), Document.not_before_at <= now)
        & ~is_twin_being_read
    )


def list_due(session: Session, *, now: datetime) -> list[str]:
    """The next documents that may be read: those that somebody waits for first, then the oldest."""
    return list(
        session.scalars(
            select(Document.id)
            .where(_is_due(now))
            .order_by(Document.is_waited_for.desc(), Document.created_at, Document.id)
            .limit(_LOOK_AT)
        )
    )


def queue_positions(session: Session) -> dict[str, int]:
    """How many documents of the whole server stand before each queued one."""
    queued = session.scalars(
        select(Document.id)
        .where(Document.processing_status == ProcessingStatus.QUEUED)
        .order_by(Document.is_waited_for.desc(), Document.created_at, Document.id)
    )
    return {document_id: position for position, document_id in enumerate(queued)}


def claim(session: Session, *, document_id: str, claim_id: str, now: datetime) -> bool:
    """Take a due document, in one conditional update; False when somebody else has it or its twin."""
    claimed = session.execute(
        update(Document)
        .where(Document.id == document_id, _is_due(now))
        .values(
            processing_status=ProcessingStatus.PROCESSING,
            claim_id=claim_id,
            attempts=Document.attempts + 1,
            updated_at=now,
        )
        .execution_options(synchronize_session=False)
        .returning(Document.id)
    )
    return claimed.first() is not None


def write_claimed(session: Session, held_claim_id: str, **values: Any) -> bool:
    """Write to the document whose processing this claim still holds; False when it holds none."""
    written = session.execute(
        update(Document)
        .where(Document.claim_id == held_claim_id, Document.processing_status == ProcessingStatus.PROCESSING)
        .values(**values)
        .execution_options(synchronize_session=False)
        .returning(Document.id)
    )
    return written.first() is not None


def find_read_twin(session: Session, document: Document) -> Document | None:
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


def requeue_interrupted(session: Session, *, now: datetime) -> None:
    """At start-up: what a dead server left in the middle is queued again, unless it died there too often."""
    running = Document.processing_status == ProcessingStatus.PROCESSING
    session.execute(
        update(Document)
        .where(running, Document.attempts >= MOST_ATTEMPTS)
        .values(
            processing_status=ProcessingStatus.FAILED,
            claim_id=None,
            is_waited_for=False,
            processing_error=INTERRUPTED,
            error_code="PROCESSING_INTERRUPTED",
            updated_at=now,
        )
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(Document)
        .where(running)
        .values(processing_status=ProcessingStatus.QUEUED, claim_id=None, updated_at=now)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(Document)
        .where(Document.is_waited_for.is_(True))
        .values(is_waited_for=False)
        .execution_options(synchronize_session=False)
    )


# --- the queue of assessments -------------------------------------------------------------------


def list_due_assessments(session: Session, *, now: datetime) -> list[str]:
    """Imported documents whose sentences the model is still to write, the oldest first."""
    return list(
        session.scalars(
            select(Document.id)
            .where(_is_assessment_due(now))
            .order_by(Document.created_at, Document.id)
            .limit(_LOOK_AT)
        )
    )


def _is_assessment_due(now: datetime) -> ColumnElement[bool]:
    return (Document.assessment_status == AssessmentStatus.QUEUED) & or_(
        Document.not_before_at.is_(None), Document.not_before_at <= now
    )


def claim_assessment(session: Session, *, document_id: str, claim_id: str, now: datetime) -> bool:
    """Take a due assessment, in one conditional update."""
    claimed = session.execute(
        update(Document)
        .where(Document.id == document_id, _is_assessment_due(now))
        .values(
            assessment_status=AssessmentStatus.RUNNING,
            claim_id=claim_id,
            attempts=Document.attempts + 1,
        )
        .execution_options(synchronize_session=False)
        .returning(Document.id)
    )
    return claimed.first() is not None


def write_claimed_assessment(session: Session, held_claim_id: str, **values: Any) -> bool:
    """As ``write_claimed``, of the assessment."""
    written = session.execute(
        update(Document)
        .where(Document.claim_id == held_claim_id, Document.assessment_status == AssessmentStatus.RUNNING)
        .values(**values)
        .execution_options(synchronize_session=False)
        .returning(Document.id)
    )
    return written.first() is not None


def list_interrupted_assessments(session: Session) -> list[Document]:
    """Those that a dead server left running."""
    return list(
        session.scalars(select(Document).where(Document.assessment_status == AssessmentStatus.RUNNING))
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


# --- files --------------------------------------------------------------------------------------


def list_known_ids(session: Session, document_ids: Iterable[str]) -> set[str]:
    """Which of these ids have a row."""
    ids, known = list(document_ids), set[str]()
    for start in range(0, len(ids), 500):
        known.update(session.scalars(select(Document.id).where(Document.id.in_(ids[start : start + 500]))))
    return known
