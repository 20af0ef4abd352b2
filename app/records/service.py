"""Changes to records of either kind: save with history, edit, delete."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic

from sqlalchemy.orm import Session

from app.core.errors import HasInterviews
from app.core.hooks import Hooks, InterviewCounter, count_interviews
from app.record_history.service import Origin, require_no_newer_edit, save_change
from app.record_history.tables import ChangeCause, RecordKind
from app.records.repository import R, RecordRepository


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordType(Generic[R]):
    """One kind of record: candidate or job description."""

    kind: RecordKind
    repository: RecordRepository[R]
    to_wire: Callable[[R], dict[str, Any]]
    """The fields that people see and edit, in wire spelling. The history records their changes."""
    interview_counters: Callable[[Hooks], Sequence[InterviewCounter]]
    deletion_hooks: Callable[[Hooks], Sequence[Callable[[Session, str], None]]]


def save_with_history(
    session: Session,
    record_type: RecordType[R],
    record: R,
    *,
    before: dict[str, Any],
    cause: ChangeCause,
    origin: Origin | None,
) -> None:
    """Date the record and add what changed since ``before`` to its history."""
    save_change(
        session,
        record,
        kind=record_type.kind,
        cause=cause,
        before=before,
        after=record_type.to_wire(record),
        origin=origin,
    )


@contextmanager
def editing(
    session: Session, record_type: RecordType[R], record: R, *, since: datetime | None, origin: Origin | None
) -> Iterator[dict[str, Any]]:
    """Save what the block changes in ``record`` as an edit by a person; yields the fields before it.

    Raises EditedMeanwhile when the record was changed after ``since``, the ``updatedAt`` that the editor
    was shown. The block must not raise once it has changed something.
    """
    require_no_newer_edit(session, kind=record_type.kind, record_id=record.id, since=since)
    before = record_type.to_wire(record)
    yield before
    save_with_history(session, record_type, record, before=before, cause=ChangeCause.EDITED, origin=origin)
    session.flush()


def delete_record(
    session: Session, record_type: RecordType[R], *, owner_id: str, record_id: str, hooks: Hooks
) -> None:
    """Delete a record and everything that belongs to it alone.

    Raises the kind's NotFound, and HasInterviews while an interview refers to it. Writers take turns
    (BEGIN IMMEDIATE), so no interview can be linked between the count and the deletion; the foreign key
    would refuse it anyway.
    """
    record = record_type.repository.get_owned(session, owner_id=owner_id, record_id=record_id)
    count = count_record_interviews(session, record_type, [record.id], hooks=hooks)[record.id]
    if count > 0:
        raise HasInterviews(count)
    for hook in record_type.deletion_hooks(hooks):
        hook(session, record.id)
    record_type.repository.delete_owned(session, owner_id=owner_id, record_id=record.id)


def count_record_interviews(
    session: Session, record_type: RecordType[R], ids: Sequence[str], *, hooks: Hooks
) -> dict[str, int]:
    """The number of interviews that refer to each record."""
    return count_interviews(record_type.interview_counters(hooks), session, ids)
