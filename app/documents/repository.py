from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.documents.errors import DocumentNotFound
from app.documents.tables import Document, ProcessingStatus


def get_owned(session: Session, *, owner_id: str, document_id: str) -> Document:
    """Raises DocumentNotFound, also for somebody else's."""
    document = session.scalar(
        select(Document).where(Document.owner_id == owner_id, Document.id == document_id)
    )
    if document is None:
        raise DocumentNotFound
    return document


def list_of_interview(session: Session, *, owner_id: str, interview_id: str) -> list[Document]:
    """Newest first."""
    return list(
        session.scalars(
            select(Document)
            .where(Document.owner_id == owner_id, Document.interview_id == interview_id)
            .order_by(Document.created_at.desc(), Document.id)
        )
    )


def fail_processing(session: Session, *, document_id: str, sentence: str) -> None:
    """Mark as failed whatever has not ended otherwise."""
    session.execute(
        update(Document)
        .where(Document.id == document_id, Document.processing_status == ProcessingStatus.PROCESSING)
        .values(processing_status=ProcessingStatus.FAILED, processing_error=sentence)
    )


def fail_all_processing(session: Session, *, sentence: str) -> int:
    """At start-up nothing is being processed: what says so was cut off. Returns how many there were."""
    failed = session.execute(
        update(Document)
        .where(Document.processing_status == ProcessingStatus.PROCESSING)
        .values(processing_status=ProcessingStatus.FAILED, processing_error=sentence)
        .returning(Document.id)
    )
    return len(failed.all())
