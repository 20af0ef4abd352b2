from __future__ import annotations

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from app.core.csv_export import CSV_ANSWER, csv_response
from app.core.database import SessionDep
from app.core.hooks import count_interviews
from app.core.listing import MIN_SEARCH, Order
from app.core.schemas import Count, Data, Page, PageDep, Success
from app.core.state import StateDep
from app.job_descriptions import repository, service
from app.job_descriptions.export import HEADER, export_rows
from app.job_descriptions.schemas import (
    JobDescriptionRow,
    JobDescriptionView,
    JobQuery,
    JobSort,
    PatchJobDescription,
)
from app.job_descriptions.tables import JobStatus
from app.record_history import repository as record_history
from app.record_history.schemas import RecordChangeView
from app.record_history.service import Origin
from app.record_history.tables import RecordKind
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/job-descriptions", tags=["job descriptions"])


SearchText = Annotated[str, Query(description="Of any length; looked up literally.")]


def _query(
    q: SearchText = "",
    status: JobStatus | None = None,
    sort: JobSort | None = None,
    order: Order | None = None,
) -> JobQuery:
    return JobQuery(q=q.strip(), status=status, sort=sort, order=order)


QueryDep = Annotated[JobQuery, Depends(_query)]


@router.get("")
def list_job_descriptions(
    user: CurrentUser, session: SessionDep, state: StateDep, page: PageDep, query: QueryDep
) -> Page[JobDescriptionRow]:
    """Best hit first where words are asked for, else the latest change, unless ``sort`` says otherwise."""
    rows, total = repository.list_owned(
        session, owner_id=user.id, query=query, offset=page.offset, limit=page.limit
    )
    counts = count_interviews(state.hooks.count_job_interviews, session, [row.id for row in rows])
    data = [
        JobDescriptionRow.model_validate(row).model_copy(update={"interview_count": counts[row.id]})
        for row in rows
    ]
    return Page(data=data, pagination=page.describe(total))


@router.get("/export.csv", response_class=StreamingResponse, responses=CSV_ANSWER)
def export_job_descriptions(
    user: CurrentUser, session: SessionDep, state: StateDep, query: QueryDep
) -> StreamingResponse:
    """The whole list as CSV, in its order."""
    ids = repository.list_ids(session, owner_id=user.id, query=query).ids
    return csv_response(
        name="jobs",
        at=state.now().astimezone(ZoneInfo(user.timezone or "UTC")),
        header=HEADER,
        rows=export_rows(state.database, owner_id=user.id, job_description_ids=ids),
    )


@router.get("/search")
def search_job_descriptions(
    user: CurrentUser, session: SessionDep, page: PageDep, q: SearchText = ""
) -> Page[JobDescriptionView]:
    """By words, two characters or more; best first."""
    text = q.strip()
    if len(text) < MIN_SEARCH:
        return Page(data=[], pagination=page.describe(0))
    rows, total = repository.list_owned(
        session, owner_id=user.id, query=JobQuery(q=text), offset=page.offset, limit=page.limit
    )
    return Page(
        data=[JobDescriptionView.model_validate(row) for row in rows], pagination=page.describe(total)
    )


@router.get("/{job_description_id}")
def read_job_description(
    job_description_id: str, user: CurrentUser, session: SessionDep
) -> Data[JobDescriptionView]:
    found = repository.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    return Data(data=JobDescriptionView.model_validate(found))


@router.patch("/{job_description_id}")
def change_job_description(
    job_description_id: str, body: PatchJobDescription, user: CurrentUser, session: SessionDep
) -> Data[JobDescriptionView]:
    found = repository.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    service.change_job_description(
        session, job_description=found, wanted=body, origin=Origin(actor_id=user.id)
    )
    return Data(data=JobDescriptionView.model_validate(found))


@router.get("/{job_description_id}/interview-count")
def count_job_interviews(
    job_description_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Count:
    """How many interviews must be deleted before this job description can be."""
    found = repository.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    counts = count_interviews(state.hooks.count_job_interviews, session, [found.id])
    return Count(count=counts[found.id])


@router.delete("/{job_description_id}")
def delete_job_description(
    job_description_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Success:
    """409 ``INVALID_STATE`` while interviews depend on it."""
    service.delete_job_description(
        session, owner_id=user.id, job_description_id=job_description_id, hooks=state.hooks
    )
    return Success()


@router.get("/{job_description_id}/history")
def list_job_description_history(
    job_description_id: str, user: CurrentUser, session: SessionDep, page: PageDep
) -> Page[RecordChangeView]:
    """What was changed, when, by whom and from which document; newest first."""
    found = repository.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    rows, total = record_history.list_of_record(
        session, kind=RecordKind.JOB_DESCRIPTION, record_id=found.id, offset=page.offset, limit=page.limit
    )
    return Page(
        data=[RecordChangeView.of(change, name) for change, name in rows], pagination=page.describe(total)
    )
