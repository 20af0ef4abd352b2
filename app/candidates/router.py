"""Routes of candidate profiles."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.orm import Session

from app.candidates import repository, rules, service
from app.candidates.export import EXPORT
from app.candidates.schemas import (
    CandidateDetail,
    CandidateProfile,
    CandidateRow,
    CandidateSort,
    InterviewProfile,
    PatchCandidate,
)
from app.candidates.tables import Candidate
from app.core.database import SessionDep
from app.core.hooks import Hooks
from app.core.limits import limit_body
from app.core.listing import MAX_FILTER_CHARACTERS, MIN_SEARCH_CHARACTERS, Order
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import StateDep
from app.record_history.service import Origin
from app.records.repository import RecordQuery
from app.records.routes import RecordApi, SearchText, add_record_routes
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/candidates", tags=["candidates"])


def _read_query(
    q: SearchText = "", sort: CandidateSort | None = None, order: Order | None = None
) -> RecordQuery:
    return repository.make_query(text=q.strip(), sort=sort, order=order)


def _describe(session: Session, candidate: Candidate, hooks: Hooks) -> CandidateDetail:
    """The profile as its owner sees it."""
    summaries = (hook(session, candidate.id, candidate.owner_id) for hook in hooks.summarize_interviews)
    summary = next(filter(None, summaries), None)
    detail = CandidateDetail.model_validate(candidate)
    if summary is None:
        return detail
    return detail.model_copy(update={"interview_profile": InterviewProfile(summary=summary)})


add_record_routes(
    router,
    RecordApi(
        record_type=service.CANDIDATE,
        name="candidate",
        list_path="/profiles",
        read_path="/profile/{candidate_id}",
        id_parameter="candidate_id",
        read_query=_read_query,
        view=CandidateDetail,
        describe=_describe,
        row=CandidateRow,
        export=EXPORT,
    ),
)


@router.get("/search")
def search_candidates(
    user: CurrentUser,
    session: SessionDep,
    page: PageDep,
    q: SearchText = "",
    name: SearchText = "",
    email: SearchText = "",
) -> Page[CandidateProfile]:
    """Search by words (``q``, at least two characters; best match first), and by parts of name and email."""
    text, name, email = q.strip(), name.strip(), email.strip()
    if len(text) < MIN_SEARCH_CHARACTERS and (text or not (name or email)):
        return Page(data=[], pagination=page.describe(0))
    if len(name) > MAX_FILTER_CHARACTERS or len(email) > MAX_FILTER_CHARACTERS:
        return Page(data=[], pagination=page.describe(0))
    rows, total = repository.search_owned(
        session,
        owner_id=user.id,
        text=text,
        name=name,
        email=email,
        offset=page.offset,
        limit=page.limit,
    )
    return Page(data=[CandidateProfile.model_validate(row) for row in rows], pagination=page.describe(total))


@router.get("/profile/email/{email}")
def read_candidate_by_email(
    email: Annotated[str, Path(max_length=320)], user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[CandidateDetail]:
    candidate = repository.find_by_email(session, owner_id=user.id, email_key=rules.email_key(email))
    return Data(data=_describe(session, candidate, state.hooks))


@router.patch("/profile/{candidate_id}", responses=refuses(409))
@limit_body(1_000_000)
def change_candidate(
    candidate_id: str, body: PatchCandidate, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[CandidateDetail]:
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    service.change_candidate(session, candidate=candidate, changes=body, origin=Origin(actor_id=user.id))
    return Data(data=_describe(session, candidate, state.hooks))
