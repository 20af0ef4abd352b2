"""Deletion of documents, alone or with their candidate or job description: a CV is personal data."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, delete
from sqlalchemy.orm import Session

from app.core.database import call_after_commit
from app.core.hooks import Hooks
from app.core.state import AppState
from app.documents import repository
from app.documents.errors import DocumentInUse
from app.documents.other_person import is_of_other_person
from app.documents.storage import name_file
from app.documents.tables import Document
from app.files.deletion import delete_files


def install_deletion(state: AppState, hooks: Hooks) -> None:
    """Delete documents together with their candidate, job description or interview."""

    def of_candidate(session: Session, candidate_id: str) -> None:
        delete_documents(session, state=state, condition=Document.candidate_id == candidate_id)

    def of_job_description(session: Session, job_description_id: str) -> None:
        delete_documents(session, state=state, condition=Document.job_description_id == job_description_id)

    def of_interview(session: Session, interview_id: str) -> None:
        """Documents without a record (unsupported, failed): only the interview refers to them."""
        delete_documents(
            session, state=state, condition=and_(Document.interview_id == interview_id, is_without_record())
        )

    hooks.candidate_deleted.append(of_candidate)
    hooks.job_description_deleted.append(of_job_description)
    hooks.interview_deleted.append(of_interview)


def is_without_record() -> ColumnElement[bool]:
    """Whether no candidate or job description was created from a document."""
    return and_(Document.candidate_id.is_(None), Document.job_description_id.is_(None))


def delete_document(session: Session, *, state: AppState, owner_id: str, document_id: str) -> None:
    """Delete one document that is the source of no record. Raises DocumentNotFound and DocumentInUse."""
    document = repository.get_owned(session, owner_id=owner_id, document_id=document_id)
    is_read = document.facts is not None and (document.candidate_id or document.job_description_id)
    if is_read and not is_of_other_person(document):
        raise DocumentInUse
    delete_documents(session, state=state, condition=Document.id == document.id)


def delete_documents(session: Session, *, state: AppState, condition: ColumnElement[bool]) -> list[str]:
    """Delete documents unconditionally; on commit their files are removed and their processing ends.

    Returns their ids.
    """
    deleted = list(session.scalars(delete(Document).where(condition).returning(Document.id)).all())
    if deleted:
        _end_work_after_commit(session, deleted, state.hooks)
        delete_files(session, state=state, names=[name_file(document_id) for document_id in deleted])
    return deleted


def _end_work_after_commit(session: Session, document_ids: Sequence[str], hooks: Hooks) -> None:
    def end() -> None:
        for hook in hooks.after_documents_deleted:
            hook(document_ids)

    call_after_commit(session, end)
