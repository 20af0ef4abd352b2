"""Deletion of files together with their records.

What is in the data folder goes as soon as the transaction is committed. The store may be away then, so what
is to be deleted there is written down in the same transaction, and tried until it is done.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.core.database import call_after_commit
from app.core.state import AppState
from app.files.tables import FileDeletion


def delete_files(session: Session, *, state: AppState, names: Collection[str]) -> None:
    """Delete files after the commit: a rollback must find every file in place."""
    if state.files.is_remote:
        for name in names:
            session.merge(FileDeletion(name=name, requested_at=state.now()))
        session.flush()

    def clear() -> None:
        for name in names:
            state.files.delete_local(name)
        for hook in state.hooks.after_files_deleted:
            hook()

    call_after_commit(session, clear)


def list_due(session: Session) -> list[str]:
    """Names that are still to be deleted from the store, the oldest 500 at most."""
    oldest_first = select(FileDeletion.name).order_by(FileDeletion.requested_at, FileDeletion.name)
    return list(session.scalars(oldest_first.limit(500)))


def forget(session: Session, *, name: str) -> None:
    """It is deleted."""
    session.execute(delete(FileDeletion).where(FileDeletion.name == name))
