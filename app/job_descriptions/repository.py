"""Queries on job descriptions: lists, searches, single job descriptions, duplicates."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core.listing import Order, Sorting
from app.job_descriptions.errors import JobDescriptionNotFound
from app.job_descriptions.schemas import JobSort
from app.job_descriptions.tables import JobDescription, JobStatus
from app.record_search.ports import SearchedKind
from app.records.repository import RecordQuery, RecordRepository


class JobDescriptions(RecordRepository[JobDescription]):
    def has_id(self, record_id: str) -> ColumnElement[bool]:
        """By its own id, or by that of its latest document: links of interviews name either."""
        return or_(JobDescription.id == record_id, JobDescription.document_id == record_id)


JOB_DESCRIPTIONS = JobDescriptions(
    JobDescription, searched=SearchedKind.JOB_DESCRIPTION, not_found=JobDescriptionNotFound
)


def make_query(
    *,
    text: str = "",
    status: JobStatus | None = None,
    sort: JobSort | None = None,
    order: Order | None = None,
) -> RecordQuery:
    """Build the query of the list. Without ``sort``: best match first, or latest change first."""
    return RecordQuery(
        sorting=_make_sorting(sort, order),
        text=text,
        is_best_first=sort is None,
        conditions=[] if status is None else [JobDescription.status == status],
        tag=status or "",
    )


def _make_sorting(sort: JobSort | None, order: Order | None) -> Sorting:
    match sort:
        case JobSort.TITLE:
            columns: tuple[InstrumentedAttribute[Any], ...] = (JobDescription.title_key, JobDescription.id)
            return Sorting(columns=columns, order=order or Order.ASC, has_blanks=True)
        case JobSort.STATUS:
            columns = (JobDescription.status, JobDescription.updated_at, JobDescription.id)
            return Sorting(columns=columns, order=order or Order.ASC)
        case JobSort.CREATED_AT:
            columns = (JobDescription.created_at, JobDescription.id)
        case JobSort.UPDATED_AT | None:
            columns = (JobDescription.updated_at, JobDescription.id)
    return Sorting(columns=columns, order=order or Order.DESC)


def get_owned(session: Session, *, owner_id: str, job_description_id: str) -> JobDescription:
    """A job description by id. Raises JobDescriptionNotFound, even if it exists but has another owner."""
    return JOB_DESCRIPTIONS.get_owned(session, owner_id=owner_id, record_id=job_description_id)


def find_duplicate(
    session: Session, *, owner_id: str, title_key: str, company_key: str
) -> JobDescription | None:
    """The job description with the same title and company, or None. Without a title there is none."""
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
