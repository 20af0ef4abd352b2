"""Scheduled jobs of bulk imports: continue interrupted imports, and delete documents that were never
imported, which are personal data without a purpose.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.document_batches import repository
from app.document_batches.commit import continue_commit
from app.document_batches.tables import DocumentBatch
from app.documents.deletion import delete_documents, is_without_record
from app.documents.tables import Document, ProcessingStatus

_ENDED = (ProcessingStatus.COMPLETED, ProcessingStatus.FAILED)
_INTERRUPTED_AFTER = timedelta(seconds=30)
"""Age of an interrupted import: a running one changes its batch with every slice."""
_MAX_DELETED_AT_ONCE = 100
"""Documents per transaction, so that other writers never wait long."""


async def continue_imports(state: AppState) -> JobCounts | None:
    """Finish imports that a stopped server left unfinished."""
    before = state.now() - _INTERRUPTED_AFTER
    batch_ids = await state.database.read(repository.list_interrupted, before=before)
    for batch_id in batch_ids:
        await continue_commit(state.database, batch_id=batch_id, now=state.now())
    return JobCounts(processed=len(batch_ids)) if batch_ids else None


async def remove_old_batches(state: AppState) -> JobCounts:
    """Delete batches, open or committed, that have not changed for ``unimported_document_days``.

    Their documents that were never imported go with them, and so do documents of single uploads that
    became no record and belong to no interview. Each batch has its own transaction, so that other writers
    never wait long.
    """
    before = _cutoff(state)
    processed = 0
    for batch_id in await state.database.read(repository.list_unchanged_since, before=before):
        processed += await state.database.run(_remove, state=state, batch_id=batch_id, before=before)
    while deleted := await state.database.run(_remove_single, state=state, before=before):
        processed += deleted
    return JobCounts(processed=processed)


async def count_old_batches(state: AppState) -> JobCounts:
    """How many documents ``remove_old_batches`` would delete."""
    return JobCounts(processed=await state.database.read(_count, before=_cutoff(state)))


def _cutoff(state: AppState) -> datetime:
    return state.now() - timedelta(days=state.settings.unimported_document_days)


def _never_imported() -> ColumnElement[bool]:
    return and_(is_without_record(), Document.interview_id.is_(None))


def _old_single(before: datetime) -> ColumnElement[bool]:
    """Documents outside of batches that nothing refers to: failed, unsupported, or without a name."""
    return and_(
        _never_imported(),
        Document.batch_id.is_(None),
        Document.processing_status.in_(_ENDED),
        Document.updated_at < before,
    )


def _remove_single(session: Session, *, state: AppState, before: datetime) -> int:
    """Delete some of these documents; returns their number."""
    ids = select(Document.id).where(_old_single(before)).limit(_MAX_DELETED_AT_ONCE)
    return len(delete_documents(session, state=state, condition=Document.id.in_(ids)))


def _remove(session: Session, *, state: AppState, batch_id: str, before: datetime) -> int:
    """The number of deleted documents; a batch that changed in the meantime is skipped."""
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
    of_batches = and_(Document.batch_id.in_(old), _never_imported())
    number = session.scalar(
        select(func.count()).select_from(Document).where(or_(of_batches, _old_single(before)))
    )
    return number or 0
