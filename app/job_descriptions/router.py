from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from app.core.database import SessionDep
from app.core.schemas import Data, Page, PageDep
from app.job_descriptions import repository, service
from app.job_descriptions.schemas import JobDescriptionView, PatchJobDescription
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/job-descriptions", tags=["job descriptions"])


@router.get("")
def list_job_descriptions(user: CurrentUser, session: SessionDep, page: PageDep) -> Page[JobDescriptionView]:
    rows, total = repository.list_owned(session, owner_id=user.id, offset=page.offset, limit=page.limit)
    return Page(
        data=[JobDescriptionView.model_validate(row) for row in rows], pagination=page.describe(total)
    )


@router.get("/search")
def search_job_descriptions(
    user: CurrentUser, session: SessionDep, page: PageDep, q: Annotated[str, Query(max_length=300)] = ""
) -> Page[JobDescriptionView]:
    rows, total = repository.search_owned(
        session, owner_id=user.id, text=q.strip(), offset=page.offset, limit=page.limit
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
    service.change_job_description(session, job_description=found, wanted=body)
    return Data(data=JobDescriptionView.model_validate(found))
