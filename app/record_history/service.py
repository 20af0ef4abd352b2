"""Recording changes of records, and detecting conflicting edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

from sqlalchemy.orm import Session

from app.core.clock import utc_now
from app.core.errors import EditedMeanwhile
from app.core.hooks import Hooks
from app.record_history import repository
from app.record_history.rules import find_changes
from app.record_history.tables import ChangeCause, RecordChange, RecordKind

_WIRE_PRECISION = timedelta(milliseconds=1)
"""Times on the wire are truncated to milliseconds."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Author and source document of a change."""

    actor_id: str | None = None
    """The user; None for changes by the server."""
    document_id: str | None = None
    document_name: str = ""


def record_change(
    session: Session,
    *,
    owner_id: str,
    kind: RecordKind,
    record_id: str,
    cause: ChangeCause,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    at: datetime,
    origin: Origin,
) -> bool:
    """Record the differences between ``before`` and ``after`` (in wire spelling).

    ``at`` is the record's ``updated_at``, so that the two can be compared. Returns False and records
    nothing where nothing differs. The change is written with the session's next flush.
    """
    changes = find_changes(before, after)
    if not changes:
        return False
    session.add(
        RecordChange(
            owner_id=owner_id,
            record_kind=kind,
            record_id=record_id,
            cause=cause,
            actor_id=origin.actor_id,
            document_id=origin.document_id,
            document_name=origin.document_name[:300],
            changes=changes,
            created_at=at,
        )
    )
    return True


class HistoryRecord(Protocol):
    """A record with a change history."""

    id: str
    owner_id: str
    created_at: datetime
    updated_at: datetime


def save_change(
    session: Session,
    record: HistoryRecord,
    *,
    kind: RecordKind,
    cause: ChangeCause,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    origin: Origin | None,
) -> None:
    """Record what changed and update the record's date; without a change it keeps its date."""
    at = utc_now()
    if cause == ChangeCause.CREATED:
        record.created_at = record.updated_at = at
    is_changed = record_change(
        session,
        owner_id=record.owner_id,
        kind=kind,
        record_id=record.id,
        cause=cause,
        before=before,
        after=after,
        at=at,
        origin=origin or Origin(),
    )
    if is_changed:
        record.updated_at = at


def require_no_newer_edit(
    session: Session, *, kind: RecordKind, record_id: str, since: datetime | None
) -> None:
    """Raise EditedMeanwhile when a person or a document changed the record after ``since``.

    ``since`` is the ``updatedAt`` that the editor was shown; None skips the check. Additions by the model
    do not count: they only fill blanks, and an edit may replace them.
    """
    if since is not None and repository.has_changed(
        session, kind=kind, record_id=record_id, from_instant=since + _WIRE_PRECISION
    ):
        raise EditedMeanwhile


def install_history(hooks: Hooks) -> None:
    """Delete a record's history together with the record."""

    def delete_history(kind: RecordKind, session: Session, record_id: str) -> None:
        repository.delete_of_record(session, kind=kind, record_id=record_id)

    hooks.candidate_deleted.append(partial(delete_history, RecordKind.CANDIDATE))
    hooks.job_description_deleted.append(partial(delete_history, RecordKind.JOB_DESCRIPTION))
