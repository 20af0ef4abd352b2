"""Scheduled deletion of documents that were uploaded for an import and never imported.

They are personal data without a purpose.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.document_batches import repository
from app.document_batches.tables import DocumentBatch
from app.documents.deletion import delete_documents
from app.documents.tables import Document


async def remove_old_batches(state: AppState) -> JobCounts:
    """Delete batches, open or committed, that have not changed for ``unimported_document_days``.

    Their documents that were never imported go with them. Each batch has its own transaction, so that other
    writers never wait long.
    """
    before = _cutoff(state)
    processed = 0
    for batch_id in await state.database.read(repository.list_unchanged_since, before=before):
        processed += await state.database.run(_remove, state=state, batch_id=batch_id, before=before)
    return JobCounts(processed=processed)


async def count_old_batches(state: AppState) -> JobCounts:
    """How many documents ``remove_old_batches`` would delete."""
    return JobCounts(processed=await state.database.read(_count, before=_cutoff(state)))


def _cutoff(state: AppState) -> datetime:
    return state.now() - timedelta(days=state.settings.unimported_document_days)


def _never_imported() -> ColumnElement[bool]:
    return and_(
        Document.candidate_id.is_(None),
        Document.job_description_id.is_(None),
        Document.interview_id.is_(None),
    )


def _remove(session: Session, *, state: AppState, batch_id: str, before: datetime) -> int:
    """The number of deleted documents; a batch that changed in the meantime is left alone."""
    is_old = and_(DocumentBatch.id == batch_id, DocumentBatch.updated_at < before)
    if session.scalar(select(DocumentBatch.id).where(is_old)) is None:
        return 0
    deleted = delete_documents(
        session, state=state, condition=and_(Document.batch_id == batch_id, _never_imported())
    )
    session.execute(delete(DocumentBatch).where(is_old))
    return len(deleted)


def _count(session: Session, *, before: datetime) -> int:
    old = select(DocumentBatch.id).where(DocumentBatch.updated_at < before)
    return (
        session.scalar(
            select(func.count()).select_from(Document).where(Document.batch_id.in_(old), _never_imported())
        )
        or 0
    )
