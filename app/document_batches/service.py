"""Use cases of bulk imports: create, show, add to and delete a batch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from app.core.ids import new_id
from app.core.state import AppState
from app.document_batches import repository
from app.document_batches.errors import BatchCommitted, BatchFull
from app.document_batches.rules import MAX_DOCUMENTS
from app.document_batches.schemas import AddedDocument, BatchView, CommitResult
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.documents.deletion import delete_documents
from app.documents.errors import ProcessingFailed
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.repository import get_owned as get_document
from app.documents.schemas import DetectedTypeView
from app.documents.service import show_documents
from app.documents.tables import Document, ProcessingStatus


def create_batch(session: Session, *, owner_id: str, now: datetime) -> DocumentBatch:
    batch = DocumentBatch(id=new_id(), owner_id=owner_id, created_at=now, updated_at=now)
    session.add(batch)
    session.flush()
    return batch


def show_batch(session: Session, workers: DocumentWorkers, batch: DocumentBatch) -> BatchView:
    """The batch with its documents and their progress."""
    rows = repository.list_documents(session, batch_id=batch.id)
    return BatchView(
        batch_id=batch.id,
        status=batch.status,
        created_at=batch.created_at,
        documents=show_documents(session, workers, rows),
        result=CommitResult.model_validate(batch.result) if batch.result else None,
    )


def admission(*, owner_id: str, batch_id: str, now: datetime) -> Callable[[Session], None]:
    """The check that an upload into a batch must pass, in the transaction that stores it.

    It raises BatchNotFound, BatchCommitted and BatchFull. Writers run one at a time (BEGIN IMMEDIATE), so the
    batch cannot be committed between check and insert.
    """

    def admit(session: Session) -> None:
        batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
        if batch.status != BatchStatus.OPEN:
            raise BatchCommitted
        if repository.count_documents(session, batch_id=batch_id) >= MAX_DOCUMENTS:
            raise BatchFull
        batch.updated_at = now

    return admit


def show_added(
    session: Session, workers: DocumentWorkers, *, owner_id: str, document_id: str, is_awaited: bool
) -> AddedDocument:
    """The document that was added. Raises ProcessingFailed if the caller waited and processing failed."""
    row = get_document(session, owner_id=owner_id, document_id=document_id)
    if is_awaited and row.processing_status != ProcessingStatus.COMPLETED:
        raise ProcessingFailed(sentence=row.processing_error or "", code=row.error_code or "")
    return AddedDocument(
        document=show_documents(session, workers, [row])[0], detected_type=DetectedTypeView.of(row)
    )


def delete_batch(session: Session, *, state: AppState, owner_id: str, batch_id: str) -> None:
    """Delete an open batch with its documents. Raises BatchNotFound and BatchCommitted."""
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    if batch.status != BatchStatus.OPEN:
        raise BatchCommitted
    delete_documents(session, state=state, condition=Document.batch_id == batch_id)
    session.delete(batch)
