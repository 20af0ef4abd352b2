"""Queries on the change history of records."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import Session

from app.record_history.tables import ChangeCause, RecordChange, RecordKind
from app.users.tables import User


def list_of_record(
    session: Session, *, kind: RecordKind, record_id: str, offset: int, limit: int
) -> tuple[list[tuple[RecordChange, str | None]], int]:
    """One page of changes with the names of their authors, newest first; and the total.

    The caller must check first that the user owns the record.
    """
    condition = (RecordChange.record_kind == kind, RecordChange.record_id == record_id)
    total = session.scalar(select(func.count()).select_from(RecordChange).where(*condition)) or 0
    actor_name = func.coalesce(func.nullif(User.name, ""), User.username)
    rows = session.execute(
        select(RecordChange, actor_name)
        .outerjoin(User, User.id == RecordChange.actor_id)
        .where(*condition)
        .order_by(RecordChange.created_at.desc(), RecordChange.id.desc())
        .offset(offset)
        .limit(limit)
    )
    return [(change, name) for change, name in rows], total


def has_changed(session: Session, *, kind: RecordKind, record_id: str, from_instant: datetime) -> bool:
    """Whether a person or a document changed the record at ``from_instant`` or later."""
    return bool(
        session.scalar(
            select(
                exists().where(
                    RecordChange.record_kind == kind,
                    RecordChange.record_id == record_id,
                    RecordChange.cause != ChangeCause.ASSESSED,
                    RecordChange.created_at >= from_instant,
                )
            )
        )
    )


def delete_of_record(session: Session, *, kind: RecordKind, record_id: str) -> None:
    session.execute(
        delete(RecordChange).where(RecordChange.record_kind == kind, RecordChange.record_id == record_id)
    )
