from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.errors import DocumentsLimitReached
from app.core.errors import InvalidState, ValidationFailed
from app.core.ids import new_id
from app.core.state import AppState
from app.document_batches import repository
from app.document_batches.errors import BatchCommitted, BatchFull
from app.document_batches.lookover import LookOver, look_over
from app.document_batches.rules import MAX_DOCUMENTS
from app.document_batches.schemas import (
    AddedDocument,
    BatchView,
    CommitBatch,
    CommitResult,
    NamedCandidate,
    NamedJob,
)
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.documents.deletion import delete_documents
from app.documents.errors import ProcessingFailed
from app.documents.importing import Imported, import_document
from app.documents.pipeline.worker import DocumentRunner
from app.documents.repository import get_owned as get_document
from app.documents.schemas import DetectedTypeView
from app.documents.service import show_documents
from app.documents.tables import Document, ProcessingStatus
from app.record_history.tables import RecordKind


def create_batch(session: Session, *, owner_id: str, now: datetime) -> DocumentBatch:
    batch = DocumentBatch(id=new_id(), owner_id=owner_id, created_at=now, updated_at=now)
    session.add(batch)
    session.flush()
    return batch


def show_batch(session: Session, runner: DocumentRunner, batch: DocumentBatch) -> BatchView:
    """The batch with its documents and how far each is."""
    rows = repository.list_documents(session, batch_id=batch.id)
    return BatchView(
        batch_id=batch.id,
        status=batch.status,
        created_at=batch.created_at,
        documents=show_documents(session, runner, rows),
        result=CommitResult.model_validate(batch.result) if batch.result else None,
    )


def admission(*, owner_id: str, batch_id: str, now: datetime) -> Callable[[Session], None]:
    """What an upload into a batch must pass, in the transaction that stores it.

    It raises BatchNotFound, BatchCommitted and BatchFull. Writers take turns (BEGIN IMMEDIATE), so that
    no commit comes between.
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
    session: Session, runner: DocumentRunner, *, owner_id: str, document_id: str, is_awaited: bool
) -> AddedDocument:
    """The document that was put into a batch. Raises ProcessingFailed when it was waited for in vain."""
    row = get_document(session, owner_id=owner_id, document_id=document_id)
    if is_awaited and row.processing_status != ProcessingStatus.COMPLETED:
        raise ProcessingFailed(sentence=row.processing_error or "", code=row.error_code or "")
    return AddedDocument(
        document=show_documents(session, runner, [row])[0], detected_type=DetectedTypeView.of(row)
    )


def delete_batch(session: Session, *, state: AppState, owner_id: str, batch_id: str) -> None:
    """Remove an open batch with its documents. Raises BatchNotFound, BatchCommitted."""
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    if batch.status != BatchStatus.OPEN:
        raise BatchCommitted
    delete_documents(session, state=state, condition=Document.batch_id == batch_id)
    session.delete(batch)


def commit_batch(
    session: Session, *, owner_id: str, batch_id: str, wanted: CommitBatch, now: datetime
) -> CommitResult:
    """Make or merge the records of the selected documents, all or none of them, once.

    The same selection again is answered the same. Raises BatchNotFound, ValidationFailed, and
    InvalidState when another selection was imported before.
    """
    selection = {
        "selectedCandidates": sorted(set(wanted.selected_candidates)),
        "selectedJobs": sorted(set(wanted.selected_jobs)),
    }
    if not any(selection.values()):
        raise ValidationFailed([("selectedCandidates", "Select at least one item to import.")])
    if not repository.claim_commit(session, owner_id=owner_id, batch_id=batch_id, now=now):
        batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
        held = batch.result or {}
        if any(held.get(key) != ids for key, ids in selection.items()):
            raise InvalidState("This import is finished, with another selection.")
        return CommitResult.model_validate(held)
    chosen = {*wanted.selected_candidates, *wanted.selected_jobs}
    seen = look_over(session, owner_id=owner_id, batch_id=batch_id, only=chosen)
    _check_selection(seen, wanted)
    imported = _import_all(session, seen, actor_id=owner_id)
    open_batch_id, skipped = _keep_undecided(session, seen, owner_id=owner_id, wanted=wanted, now=now)
    result = _summarise(imported, skipped=skipped, open_batch_id=open_batch_id)
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    batch.result = {**selection, **result.to_wire()}
    return result


def _check_selection(seen: LookOver, wanted: CommitBatch) -> None:
    problems = []
    kinds = {
        "selectedCandidates": (wanted.selected_candidates, seen.people, "a CV or a cover letter"),
        "selectedJobs": (wanted.selected_jobs, seen.positions, "a job description"),
    }
    for path, (ids, entries, kind) in kinds.items():
        usable = {entry.document_id for entry in entries}
        for position, document_id in enumerate(ids):
            document = seen.documents.get(document_id)
            if document is None:
                problems.append((f"{path}.{position}", "This document is not part of the import."))
            elif document.processing_status != ProcessingStatus.COMPLETED:
                problems.append((f"{path}.{position}", "This document was not read."))
            elif document_id not in usable:
                problems.append((f"{path}.{position}", f"This document is not {kind}."))
    if problems:
        raise ValidationFailed(problems)


def _import_all(session: Session, seen: LookOver, *, actor_id: str) -> list[Imported]:
    """In the order of import, each duplicate into the record that the preview named."""
    records: dict[str, str] = {}
    imported = []
    for entry in [*seen.people, *seen.positions]:
        duplicate = seen.duplicates.get(entry.document_id)
        into_id = records.get(duplicate.of, duplicate.of) if duplicate else None
        made = import_document(
            session,
            document=seen.documents[entry.document_id],
            actor_id=actor_id,
            into_id=into_id,
            is_new=into_id is None,
        )
        assert made is not None, "its facts were read"
        records[entry.document_id] = made.record_id
        imported.append(made)
    return imported


def _keep_undecided(
    session: Session, seen: LookOver, *, owner_id: str, wanted: CommitBatch, now: datetime
) -> tuple[str | None, int]:
    """What nobody could choose is not lost with a batch that takes nothing more: it waits in a new one."""
    chosen = {*wanted.selected_candidates, *wanted.selected_jobs}
    shown = None if wanted.previewed is None else chosen | set(wanted.previewed)
    undecided = [row.id for row in seen.documents.values() if _is_undecided(row, shown)]
    if not undecided:
        return None, 0
    further = create_batch(session, owner_id=owner_id, now=now)
    repository.move_documents(session, document_ids=undecided, to_batch_id=further.id)
    return further.id, len(undecided)


def _is_undecided(row: Document, shown: set[str] | None) -> bool:
    if row.processing_status == ProcessingStatus.COMPLETED:
        return shown is not None and row.facts is not None and row.id not in shown
    return row.processing_status in repository.PENDING or row.error_code == DocumentsLimitReached.code


def _summarise(imported: list[Imported], *, skipped: int, open_batch_id: str | None) -> CommitResult:
    """Each record once: one that was made here is not also updated here."""
    names = {made.record_id: made.name for made in imported}
    created = {made.record_id for made in imported if made.is_new}

    def pick(kind: RecordKind, *, is_new: bool) -> list[tuple[str, str]]:
        ids = dict.fromkeys(made.record_id for made in imported if made.kind == kind)
        return [(record_id, names[record_id]) for record_id in ids if (record_id in created) is is_new]

    def people(*, is_new: bool) -> list[NamedCandidate]:
        return [NamedCandidate(id=i, name=name) for i, name in pick(RecordKind.CANDIDATE, is_new=is_new)]

    def positions(*, is_new: bool) -> list[NamedJob]:
        return [NamedJob(id=i, title=name) for i, name in pick(RecordKind.JOB_DESCRIPTION, is_new=is_new)]

    return CommitResult(
        created_candidates=people(is_new=True),
        updated_candidates=people(is_new=False),
        created_jobs=positions(is_new=True),
        updated_jobs=positions(is_new=False),
        skipped=skipped,
        open_batch_id=open_batch_id,
    )
