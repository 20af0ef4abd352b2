"""Documents go with the candidate or the job description that they told of: a CV is personal data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import ColumnElement, delete, event
from sqlalchemy.orm import Session

from app.core.hooks import Hooks
from app.core.state import AppState
from app.documents.tables import Document


def install_deletion(state: AppState, hooks: Hooks) -> None:
    """Take part in the deletion of candidates and job descriptions."""

    def of_candidate(session: Session, candidate_id: str) -> None:
        _delete_where(session, state.settings.documents_dir, Document.candidate_id == candidate_id)

    def of_job_description(session: Session, job_description_id: str) -> None:
        _delete_where(
            session, state.settings.documents_dir, Document.job_description_id == job_description_id
        )

    hooks.candidate_deleted.append(of_candidate)
    hooks.job_description_deleted.append(of_job_description)


def _delete_where(session: Session, folder: Path, condition: ColumnElement[bool]) -> None:
    deleted = session.scalars(delete(Document).where(condition).returning(Document.id)).all()
    if deleted:
        _unlink_after_commit(session, folder, deleted)


def _unlink_after_commit(session: Session, folder: Path, document_ids: Sequence[str]) -> None:
    """A rollback must find every file in its place, so the files go last."""

    @event.listens_for(session, "after_commit", once=True)
    def _unlink(_session: Session) -> None:
        for document_id in document_ids:
            (folder / document_id).unlink(missing_ok=True)
