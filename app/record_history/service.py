from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import EditedMeanwhile
from app.core.hooks import Hooks
from app.record_history import repository
from app.record_history.rules import find_changes
from app.record_history.tables import ChangeCause, RecordChange, RecordKind

_WIRE_PRECISION = timedelta(milliseconds=1)
"""Times on the wire are cut to milliseconds."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who changes a record, and the document that told of it."""

    actor_id: str | None = None
    """The person; None for what the server does by itself."""
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
    """Note what differs between ``before`` and ``after`` (in wire spelling).

    ``at`` is the record's own ``updated_at``, so that the two can be compared. False, and nothing is
    noted, where nothing differs. It is written with the session's next flush.
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


def require_unchanged(session: Session, *, kind: RecordKind, record_id: str, since: datetime | None) -> None:
    """Raises EditedMeanwhile when a person or a document changed the record after ``since``, the
    ``updatedAt`` that an editor was shown; None asks for no check.

    What the model adds by itself is no reason to refuse: it fills blanks, and a person's words replace it.
    """
    if since is not None and repository.has_changed(
        session, kind=kind, record_id=record_id, from_instant=since + _WIRE_PRECISION
    ):
        raise EditedMeanwhile


def install_history(hooks: Hooks) -> None:
    """A record's history goes with it."""

    def delete_history(kind: RecordKind, session: Session, record_id: str) -> None:
        repository.delete_of_record(session, kind=kind, record_id=record_id)

    hooks.candidate_deleted.append(partial(delete_history, RecordKind.CANDIDATE))
    hooks.job_description_deleted.append(partial(delete_history, RecordKind.JOB_DESCRIPTION))
