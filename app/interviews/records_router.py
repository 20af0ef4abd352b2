"""HTTP routes that list the interviews of a candidate or a job description."""

from __future__ import annotations

from fastapi import APIRouter

from app.candidates import repository as candidates
from app.core.database import SessionDep
from app.core.schemas import Page, PageDep
from app.interviews import repository
from app.interviews.schemas import RecordInterview
from app.job_descriptions import repository as job_descriptions
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["interviews"])


@router.get("/api/candidates/{candidate_id}/interviews")
def list_candidate_interviews(
    candidate_id: str, user: CurrentUser, session: SessionDep, page: PageDep
) -> Page[RecordInterview]:
    """Interviews of a candidate, newest first."""
    candidate = candidates.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    rows, total = repository.list_of_candidate(
        session, owner_id=user.id, candidate_id=candidate.id, offset=page.offset, limit=page.limit
    )
    return Page(data=[RecordInterview.of(row) for row in rows], pagination=page.describe(total))


@router.get("/api/job-descriptions/{job_description_id}/interviews")
def list_job_interviews(
    job_description_id: str, user: CurrentUser, session: SessionDep, page: PageDep
) -> Page[RecordInterview]:
    """Interviews for a job description, newest first."""
    found = job_descriptions.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    rows, total = repository.list_of_job_description(
        session, owner_id=user.id, job_description_id=found.id, offset=page.offset, limit=page.limit
    )
    return Page(data=[RecordInterview.of(row) for row in rows], pagination=page.describe(total))
