"""Import of a batch: planned once, then carried out in slices, so that other writers never wait long.

The plan is stored before the first slice. An import that was interrupted is continued by repeating the call,
or by the scheduled job.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.errors import DocumentsLimitReached
from app.core.database import Database
from app.core.errors import InvalidState, NotFound, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.document_batches import repository
from app.document_batches.contents import BatchContents, load_contents
from app.document_batches.schemas import (
    CommitBatch,
    CommitPlan,
    CommitResult,
    ImportedDocument,
    NamedCandidate,
    NamedJob,
    PlannedDocument,
)
from app.document_batches.service import create_batch
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.documents.importing import import_document
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.record_history.tables import RecordKind

MAX_SLICE = 25
"""Documents per transaction."""
PAUSE_SECONDS = 0.15
"""Pause between two slices. A writer waiting for SQLite checks every 0.1 s whether the database is free."""

Pause = Callable[[], Awaitable[None]]
"""Lets other writers go first."""


async def _wait_for_others() -> None:
    await asyncio.sleep(PAUSE_SECONDS)


async def commit_batch(
    database: Database,
    *,
    owner_id: str,
    batch_id: str,
    selection: CommitBatch,
    now: datetime,
    pause: Pause | None = None,
) -> CommitResult:
    """Create or merge the records of the selected documents, once.

    Repeating the same selection continues an interrupted import, or returns the stored result. Raises
    BatchNotFound, ValidationFailed, and InvalidState if another selection was imported before.
    """
    plan = await database.read(plan_commit, owner_id=owner_id, batch_id=batch_id, selection=selection)
    await database.run(begin_commit, owner_id=owner_id, batch_id=batch_id, plan=plan, now=now)
    return await continue_commit(database, batch_id=batch_id, now=now, pause=pause)


async def continue_commit(
    database: Database,
    *,
    batch_id: str,
    now: datetime,
    pause: Pause | None = None,
) -> CommitResult:
    """Carry out the rest of an import that has begun. Concurrent calls share the work."""
    while await database.run(import_slice, batch_id=batch_id):
        await (pause or _wait_for_others)()
    return await database.run(end_commit, batch_id=batch_id, now=now)


def plan_commit(session: Session, *, owner_id: str, batch_id: str, selection: CommitBatch) -> CommitPlan:
    """The selected documents in the order of import, each duplicate with the record that the preview showed.

    A batch that is no longer open gets a plan without documents, to be compared with its own.
    """
    plan = CommitPlan(
        selected_candidates=sorted(set(selection.selected_candidates)),
        selected_jobs=sorted(set(selection.selected_jobs)),
        previewed=selection.previewed,
    )
    chosen = {*plan.selected_candidates, *plan.selected_jobs}
    if not chosen:
        raise ValidationFailed(
            [
                (
                    "selectedCandidates",
                    FieldSentence("Select at least one item to import.", code="SELECTION_NEEDED"),
                )
            ]
        )
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    if batch.status != BatchStatus.OPEN:
        return plan
    contents = load_contents(session, owner_id=owner_id, batch_id=batch_id, only=chosen)
    _check_selection(contents, selection)
    document_ids = [person.document_id for person in contents.people]
    document_ids += [position.document_id for position in contents.positions]
    for document_id in document_ids:
        duplicate = contents.duplicates.get(document_id)
        plan.documents.append(
            PlannedDocument(document_id=document_id, same_as=duplicate.of if duplicate else None)
        )
    return plan


def begin_commit(session: Session, *, owner_id: str, batch_id: str, plan: CommitPlan, now: datetime) -> None:
    """Claim an open batch for its import and store the plan.

    Raises BatchNotFound, and InvalidState if another selection was or is being imported.
    """
    if repository.claim_commit(session, owner_id=owner_id, batch_id=batch_id, plan=plan.to_wire(), now=now):
        return
    batch = repository.get_owned(session, owner_id=owner_id, batch_id=batch_id)
    stored = batch.plan or batch.result or {}
    if any(stored.get(key) != plan.to_wire()[key] for key in ("selectedCandidates", "selectedJobs")):
        raise InvalidState("This import is already finished, with a different selection.")


def import_slice(session: Session, *, batch_id: str) -> bool:
    """Import the next MAX_SLICE documents of the plan; returns whether any remain."""
    batch = session.get_one(DocumentBatch, batch_id, populate_existing=True)
    if batch.status != BatchStatus.COMMITTING:
        return False
    plan = CommitPlan.model_validate(batch.plan)
    done = len(plan.imported)
    part = plan.documents[done : done + MAX_SLICE]
    rows = repository.load_with_facts(session, document_ids=[entry.document_id for entry in part])
    records = {made.document_id: made.record_id for made in plan.imported}
    for entry in part:
        into_id = records.get(entry.same_as, entry.same_as) if entry.same_as else None
        made = _import_planned(session, rows.get(entry.document_id), into_id, actor_id=batch.owner_id)
        made = made or ImportedDocument(document_id=entry.document_id)
        records[entry.document_id] = made.record_id
        plan.imported.append(made)
    batch.plan = plan.to_wire()
    return len(plan.imported) < len(plan.documents)


def _import_planned(
    session: Session, document: Document | None, into_id: str | None, *, actor_id: str
) -> ImportedDocument | None:
    """None if the document was deleted since the plan was made."""
    if document is None:
        return None
    try:
        made = import_document(
            session, document=document, actor_id=actor_id, into_id=into_id, is_new=into_id is None
        )
    except NotFound:
        # The record that it would have been merged into was deleted since the plan was made.
        made = import_document(session, document=document, actor_id=actor_id)
    assert made is not None, "the document has facts"
    return ImportedDocument(
        document_id=document.id, record_id=made.record_id, kind=made.kind, name=made.name, is_new=made.is_new
    )


def end_commit(session: Session, *, batch_id: str, now: datetime) -> CommitResult:
    """Store the result, once; documents that could not be selected yet move to a new open batch."""
    batch = session.get_one(DocumentBatch, batch_id, populate_existing=True)
    if batch.status == BatchStatus.COMMITTING:
        plan = CommitPlan.model_validate(batch.plan)
        open_batch_id, skipped = _keep_undecided(session, batch, plan, now=now)
        repository.end_waiting(session, batch_id=batch_id)
        result = _summarize(plan.imported, skipped=skipped, open_batch_id=open_batch_id)
        selected = {"selectedCandidates": plan.selected_candidates, "selectedJobs": plan.selected_jobs}
        batch.result = {**selected, **result.to_wire()}
        batch.plan = None
        batch.status = BatchStatus.COMMITTED
        batch.committed_at = batch.updated_at = now
    return CommitResult.model_validate(batch.result)


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


def _keep_undecided(
    session: Session, batch: DocumentBatch, plan: CommitPlan, *, now: datetime
) -> tuple[str | None, int]:
    """Move documents that could not be selected yet to a new open batch; returns its id and their number."""
    chosen = {*plan.selected_candidates, *plan.selected_jobs}
    shown = None if plan.previewed is None else chosen | set(plan.previewed)
    rows = repository.list_documents(session, batch_id=batch.id)
    undecided = [row.id for row in rows if _is_undecided(row, shown)]
    if not undecided:
        return None, 0
    open_batch = create_batch(session, owner_id=batch.owner_id, now=now)
    repository.move_documents(session, document_ids=undecided, to_batch_id=open_batch.id)
    return open_batch.id, len(undecided)


def _is_undecided(row: Document, shown: set[str] | None) -> bool:
    if row.processing_status == ProcessingStatus.COMPLETED:
        return shown is not None and row.type != DocumentType.UNSUPPORTED and row.id not in shown
    return row.processing_status in repository.PENDING or row.error_code == DocumentsLimitReached.code


def _summarize(imported: list[ImportedDocument], *, skipped: int, open_batch_id: str | None) -> CommitResult:
    """List each record once: a record created by this import is not also listed as updated."""
    names = {made.record_id: made.name for made in imported}
    created = {made.record_id for made in imported if made.is_new}

    def pick(kind: RecordKind, *, is_new: bool) -> list[tuple[str, str]]:
        ids = dict.fromkeys(made.record_id for made in imported if made.kind == kind and made.record_id)
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
