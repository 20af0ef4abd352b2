from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.orm import Session

from app.job_descriptions.errors import JobDescriptionNotFound
from app.job_descriptions.tables import JobDescription


def get_owned(session: Session, *, owner_id: str, job_description_id: str) -> JobDescription:
    """By its id, or that of the document that told of it (document 001, section 5).

    Raises JobDescriptionNotFound, also for somebody else's.
    """
    found = session.scalar(
        select(JobDescription).where(
            JobDescription.owner_id == owner_id,
            or_(JobDescription.id == job_description_id, JobDescription.document_id == job_description_id),
        )
    )
    if found is None:
        raise JobDescriptionNotFound
    return found


def delete_owned(session: Session, *, owner_id: str, job_description_id: str) -> bool:
    """False where there is none. Raises IntegrityError while an interview points to it."""
    deleted = session.execute(
        delete(JobDescription)
        .where(JobDescription.owner_id == owner_id, JobDescription.id == job_description_id)
        .returning(JobDescription.id)
    )
    return deleted.first() is not None


def list_owned(
    session: Session, *, owner_id: str, offset: int, limit: int
) -> tuple[list[JobDescription], int]:
    """One page, latest change first, and the number of all."""
    return _page(session, JobDescription.owner_id == owner_id, offset=offset, limit=limit)


def search_owned(
    session: Session, *, owner_id: str, text: str, offset: int, limit: int
) -> tuple[list[JobDescription], int]:
    """Those whose title or company contains ``text``."""
    condition = JobDescription.owner_id == owner_id
    if text:
        title = JobDescription.parsed["title"].as_string()
        company = JobDescription.parsed["company"]["name"].as_string()
        condition = and_(
            condition,
            or_(title.icontains(text, autoescape=True), company.icontains(text, autoescape=True)),
        )
    return _page(session, condition, offset=offset, limit=limit)


def _page(
    session: Session, condition: ColumnElement[bool], *, offset: int, limit: int
) -> tuple[list[JobDescription], int]:
    total = session.scalar(select(func.count()).select_from(JobDescription).where(condition)) or 0
    rows = session.scalars(
        select(JobDescription)
        .where(condition)
        .order_by(JobDescription.updated_at.desc(), JobDescription.id.desc())
        .offset(offset)
        .limit(limit)
    )
    return list(rows), total


def find_duplicate(
    session: Session, *, owner_id: str, title_key: str, company_key: str
) -> JobDescription | None:
    """The same normalised title and company (ruling 18), or None; an untitled one is never a duplicate."""
    if not title_key:
        return None
    return session.scalar(
        select(JobDescription)
        .where(
            JobDescription.owner_id == owner_id,
            JobDescription.title_key == title_key,
            JobDescription.company_key == company_key,
        )
        .order_by(JobDescription.created_at)
    )
