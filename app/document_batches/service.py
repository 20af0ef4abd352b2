"""Use cases of bulk imports: create, show, add to, delete and commit a batch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.errors import DocumentsLimitReached
from app.core.errors import InvalidState, ValidationFailed
from app.core.ids import new_id
from app.core.state import AppState
from app.document_batches import repository
from app.document_batches.contents import BatchContents, load_contents
from app.document_batches.errors import BatchCommitted, BatchFull
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
from app.documents.pipeline.workers import DocumentWorkers
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

    It raises BatchNotFound, BatchCommitted and BatchFull. Writers take turns (BEGIN IMMEDIATE), so that the
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


def commit_batch(
    session: Session, *, owner_id: str, batch_id: str, selection: CommitBatch, now: datetime
) -> CommitResult:
    """Create or merge the records of the selected documents, all or none of them, once.

    Repeating the same selection returns the stored result. Raises BatchNotFound, ValidationFailed, and
    InvalidState if another selection was imported before.
    """
    selected = {
        "selectedCandidates": sorted(set(selection.selected_candidates)),
        "selectedJobs": sorted(set(selection.selected_jobs)),
    }
    if not any(selected.values()):
        raise ValidationFailed([("selectedCandidates", "Select at least one item to import.")])
    if not repository.claim_commit(session, owner_id=owner_id, batch_id=batch_id, now=now):
        batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
        stored = batch.result or {}
        if any(stored.get(key) != ids for key, ids in selected.items()):
            raise InvalidState("This import is already finished, with a different selection.")
        return CommitResult.model_validate(stored)
    chosen = {*selection.selected_candidates, *selection.selected_jobs}
    contents = load_contents(session, owner_id=owner_id, batch_id=batch_id, only=chosen)
    _check_selection(contents, selection)
    imported = _import_all(session, contents, actor_id=owner_id)
    open_batch_id, skipped = _keep_undecided(
        session, contents, owner_id=owner_id, selection=selection, now=now
    )
    result = _summarize(imported, skipped=skipped, open_batch_id=open_batch_id)
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    batch.result = {**selected, **result.to_wire()}
    return result


def _check_selection(contents: BatchContents, selection: CommitBatch) -> None:
    problems = []
    kinds = {
        "selectedCandidates": (
            selection.selected_candidates,
            {entry.document_id for entry in contents.people},
            "a CV or a cover letter",
        ),
        "selectedJobs": (
            selection.selected_jobs,
            {entry.document_id for entry in contents.positions},
            "a job description",
        ),
    }
    for path, (ids, importable, kind) in kinds.items():
        for position, document_id in enumerate(ids):
            document = contents.documents.get(document_id)
            if document is None:
                problems.append((f"{path}.{position}", "This document is not part of the import."))
            elif document.processing_status != ProcessingStatus.COMPLETED:
                problems.append((f"{path}.{position}", "This document has not been processed."))
            elif document_id not in importable:
                problems.append((f"{path}.{position}", f"This document is not {kind}."))
    if problems:
        raise ValidationFailed(problems)


def _import_all(session: Session, contents: BatchContents, *, actor_id: str) -> list[Imported]:
    """Import in order, each duplicate into the record that the preview showed."""
    records: dict[str, str] = {}
    imported = []
    document_ids = [person.document_id for person in contents.people]
    document_ids += [position.document_id for position in contents.positions]
    for document_id in document_ids:
        duplicate = contents.duplicates.get(document_id)
        into_id = records.get(duplicate.of, duplicate.of) if duplicate else None
        made = import_document(
            session,
            document=contents.documents[document_id],
            actor_id=actor_id,
            into_id=into_id,
            is_new=into_id is None,
        )
        assert made is not None, "the document has facts"
        records[document_id] = made.record_id
        imported.append(made)
    return imported


def _keep_undecided(
    session: Session, contents: BatchContents, *, owner_id: str, selection: CommitBatch, now: datetime
) -> tuple[str | None, int]:
    """Move documents that could not be chosen yet to a new open batch; its id and their number."""
    chosen = {*selection.selected_candidates, *selection.selected_jobs}
    shown = None if selection.previewed is None else chosen | set(selection.previewed)
    undecided = [row.id for row in contents.documents.values() if _is_undecided(row, shown)]
    if not undecided:
        return None, 0
    open_batch = create_batch(session, owner_id=owner_id, now=now)
    repository.move_documents(session, document_ids=undecided, to_batch_id=open_batch.id)
    return open_batch.id, len(undecided)


def _is_undecided(row: Document, shown: set[str] | None) -> bool:
    if row.processing_status == ProcessingStatus.COMPLETED:
        return shown is not None and row.facts is not None and row.id not in shown
    return row.processing_status in repository.PENDING or row.error_code == DocumentsLimitReached.code


def _summarize(imported: list[Imported], *, skipped: int, open_batch_id: str | None) -> CommitResult:
    """List each record once: a record created by this import is not also listed as updated."""
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
