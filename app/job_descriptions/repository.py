from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core import listing
from app.core.listing import Listed, Order, Sorting
from app.job_descriptions.errors import JobDescriptionNotFound
from app.job_descriptions.schemas import JobQuery, JobSort
from app.job_descriptions.tables import JobDescription
from app.record_search.ports import SearchedKind
from app.record_search.service import find_records

_KIND = SearchedKind.JOB_DESCRIPTION


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
    session: Session, *, owner_id: str, query: JobQuery, offset: int, limit: int
) -> tuple[list[JobDescription], int]:
    """One page and the number of all that fit."""
    page = list_ids(session, owner_id=owner_id, query=query, offset=offset, limit=limit)
    return read_owned(session, owner_id=owner_id, job_description_ids=page.ids), page.total


def list_ids(
    session: Session, *, owner_id: str, query: JobQuery, offset: int = 0, limit: int | None = None
) -> Listed:
    """Those that fit, in the order that is asked for; ``limit`` None: all of them."""
    conditions = [JobDescription.owner_id == owner_id]
    if query.status is not None:
        conditions.append(JobDescription.status == query.status)
    if not query.q:
        return listing.list_ids(
            session, conditions=conditions, sorting=_sorting(query), offset=offset, limit=limit
        )
    find = partial(find_records, session, kind=_KIND, owner_id=owner_id, text=query.q, tag=query.status or "")
    if query.sort is None:
        hits = find(offset=offset, limit=limit)
        return Listed(ids=hits.ids, total=hits.total)
    return listing.order_ids(
        session,
        conditions=conditions,
        sorting=_sorting(query),
        among=find().ids,
        offset=offset,
        limit=limit,
    )


def read_owned(
    session: Session, *, owner_id: str, job_description_ids: Sequence[str]
) -> list[JobDescription]:
    """Those of them that the owner has, as the ids stand."""
    if not job_description_ids:
        return []
    # By the ids alone: asked for the owner as well, SQLite reads all that he has.
    found = {
        row.id: row
        for row in session.scalars(select(JobDescription).where(JobDescription.id.in_(job_description_ids)))
    }
    return [found[key] for key in job_description_ids if key in found and found[key].owner_id == owner_id]


def _sorting(query: JobQuery) -> Sorting:
    match query.sort:
        case JobSort.TITLE:
            columns: tuple[InstrumentedAttribute[Any], ...] = (JobDescription.title_key, JobDescription.id)
            return Sorting(columns=columns, order=query.order or Order.ASC, has_blanks=True)
        case JobSort.STATUS:
            columns = (JobDescription.status, JobDescription.updated_at, JobDescription.id)
            return Sorting(columns=columns, order=query.order or Order.ASC)
        case JobSort.CREATED_AT:
            columns = (JobDescription.created_at, JobDescription.id)
        case JobSort.UPDATED_AT | None:
            columns = (JobDescription.updated_at, JobDescription.id)
    return Sorting(columns=columns, order=query.order or Order.DESC)


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
