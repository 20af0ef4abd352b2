"""Deletion of files together with their records.

Files in the data folder are deleted as soon as the transaction is committed. The store may be unavailable
then, so deletions there are recorded in the same transaction and retried until they succeed.
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
    """Names still to be deleted from the store, the oldest 500 at most."""
    oldest_first = select(FileDeletion.name).order_by(FileDeletion.requested_at, FileDeletion.name)
    return list(session.scalars(oldest_first.limit(500)))


def forget(session: Session, *, name: str) -> None:
    """Remove a name that has been deleted from the store."""
    session.execute(delete(FileDeletion).where(FileDeletion.name == name))
