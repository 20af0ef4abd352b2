"""Routes of job descriptions."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.database import SessionDep
from app.core.limits import limit_body
from app.core.listing import MIN_SEARCH_CHARACTERS, Order
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.job_descriptions import repository, service
from app.job_descriptions.export import EXPORT
from app.job_descriptions.schemas import (
    JobDescriptionRow,
    JobDescriptionView,
    JobSort,
    PatchJobDescription,
)
from app.job_descriptions.tables import JobStatus
from app.record_history.service import Origin
from app.records.repository import RecordQuery
from app.records.routes import RecordApi, SearchText, add_record_routes
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/job-descriptions", tags=["job descriptions"])


def _read_query(
    q: SearchText = "",
    status: JobStatus | None = None,
    sort: JobSort | None = None,
    order: Order | None = None,
) -> RecordQuery:
    return repository.make_query(text=q.strip(), status=status, sort=sort, order=order)


@router.get("/search")
def search_job_descriptions(
    user: CurrentUser, session: SessionDep, page: PageDep, q: SearchText = ""
) -> Page[JobDescriptionView]:
    """Search by words, at least two characters; best match first."""
    text = q.strip()
    if len(text) < MIN_SEARCH_CHARACTERS:
        return Page(data=[], pagination=page.describe(0))
    rows, total = repository.JOB_DESCRIPTIONS.list_owned(
        session,
        owner_id=user.id,
        query=repository.make_query(text=text),
        offset=page.offset,
        limit=page.limit,
    )
    return Page(
        data=[JobDescriptionView.model_validate(row) for row in rows], pagination=page.describe(total)
    )


@router.patch("/{job_description_id}", responses=refuses(409))
@limit_body(1_000_000)
def change_job_description(
    job_description_id: str, body: PatchJobDescription, user: CurrentUser, session: SessionDep
) -> Data[JobDescriptionView]:
    found = repository.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    service.change_job_description(
        session, job_description=found, changes=body, origin=Origin(actor_id=user.id)
    )
    return Data(data=JobDescriptionView.model_validate(found))


add_record_routes(
    router,
    RecordApi(
        record_type=service.JOB_DESCRIPTION,
        name="job_description",
        list_path="",
        read_path="/{job_description_id}",
        id_parameter="job_description_id",
        read_query=_read_query,
        view=JobDescriptionView,
        row=JobDescriptionRow,
        export=EXPORT,
    ),
)
