from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from app.candidates import repository, service
from app.candidates.schemas import CandidateProfile, PatchCandidate
from app.core.database import SessionDep
from app.core.schemas import Data, Page, PageDep
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/candidates", tags=["candidates"])

SearchText = Annotated[str, Query(max_length=300)]


@router.get("/profiles")
def list_candidates(user: CurrentUser, session: SessionDep, page: PageDep) -> Page[CandidateProfile]:
    rows, total = repository.list_owned(session, owner_id=user.id, offset=page.offset, limit=page.limit)
    return Page(data=[CandidateProfile.model_validate(row) for row in rows], pagination=page.describe(total))


@router.get("/search")
def search_candidates(
    user: CurrentUser,
    session: SessionDep,
    page: PageDep,
    q: SearchText = "",
    name: SearchText = "",
    email: SearchText = "",
) -> Page[CandidateProfile]:
    rows, total = repository.search_owned(
        session,
        owner_id=user.id,
        text=q.strip(),
        name=name.strip(),
        email=email.strip(),
        offset=page.offset,
        limit=page.limit,
    )
    return Page(data=[CandidateProfile.model_validate(row) for row in rows], pagination=page.describe(total))


@router.get("/profile/{candidate_id}")
def read_candidate(candidate_id: str, user: CurrentUser, session: SessionDep) -> Data[CandidateProfile]:
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    return Data(data=CandidateProfile.model_validate(candidate))


@router.patch("/profile/{candidate_id}")
def change_candidate(
    candidate_id: str, body: PatchCandidate, user: CurrentUser, session: SessionDep
) -> Data[CandidateProfile]:
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    service.change_candidate(session, candidate=candidate, wanted=body)
    return Data(data=CandidateProfile.model_validate(candidate))
