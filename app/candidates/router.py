from __future__ import annotations

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import StreamingResponse

from app.candidates import repository, rules, service
from app.candidates.export import HEADER, export_rows
from app.candidates.schemas import (
    CandidateProfile,
    CandidateQuery,
    CandidateRow,
    CandidateSort,
    PatchCandidate,
)
from app.core.csv_export import CSV_ANSWER, csv_response
from app.core.database import SessionDep
from app.core.hooks import count_interviews
from app.core.listing import MIN_SEARCH, Order
from app.core.schemas import Count, Data, Page, PageDep, Success
from app.core.state import StateDep
from app.record_history import repository as record_history
from app.record_history.schemas import RecordChangeView
from app.record_history.service import Origin
from app.record_history.tables import RecordKind
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/candidates", tags=["candidates"])

SearchText = Annotated[str, Query(description="Of any length; looked up literally.")]


def _query(
    q: SearchText = "", sort: CandidateSort | None = None, order: Order | None = None
) -> CandidateQuery:
    return CandidateQuery(q=q.strip(), sort=sort, order=order)


QueryDep = Annotated[CandidateQuery, Depends(_query)]


@router.get("/profiles")
def list_candidates(
    user: CurrentUser, session: SessionDep, state: StateDep, page: PageDep, query: QueryDep
) -> Page[CandidateRow]:
    """Best hit first where words are asked for, else the latest change, unless ``sort`` says otherwise."""
    rows, total = repository.list_owned(
        session, owner_id=user.id, query=query, offset=page.offset, limit=page.limit
    )
    counts = count_interviews(state.hooks.count_candidate_interviews, session, [row.id for row in rows])
    data = [
        CandidateRow.model_validate(row).model_copy(update={"interview_count": counts[row.id]})
        for row in rows
    ]
    return Page(data=data, pagination=page.describe(total))


@router.get("/export.csv", response_class=StreamingResponse, responses=CSV_ANSWER)
def export_candidates(
    user: CurrentUser, session: SessionDep, state: StateDep, query: QueryDep
) -> StreamingResponse:
    """The whole list as CSV, in its order."""
    ids = repository.list_ids(session, owner_id=user.id, query=query).ids
    return csv_response(
        name="candidates",
        at=state.now().astimezone(ZoneInfo(user.timezone or "UTC")),
        header=HEADER,
        rows=export_rows(state.database, owner_id=user.id, candidate_ids=ids),
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
    """By words (``q``, two characters or more; best first), and by what name and address contain."""
    text, name, email = q.strip(), name.strip(), email.strip()
    if len(text) < MIN_SEARCH and (text or not (name or email)):
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
    email: Annotated[str, Path(max_length=320)], user: CurrentUser, session: SessionDep
) -> Data[CandidateProfile]:
    key = rules.email_key(email)
    return Data(
        data=CandidateProfile.model_validate(
            repository.find_by_email(session, owner_id=user.id, email_key=key)
        )
    )


@router.get("/profile/{candidate_id}")
def read_candidate(candidate_id: str, user: CurrentUser, session: SessionDep) -> Data[CandidateProfile]:
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    return Data(data=CandidateProfile.model_validate(candidate))


@router.patch("/profile/{candidate_id}")
def change_candidate(
    candidate_id: str, body: PatchCandidate, user: CurrentUser, session: SessionDep
) -> Data[CandidateProfile]:
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    service.change_candidate(session, candidate=candidate, wanted=body, origin=Origin(actor_id=user.id))
    return Data(data=CandidateProfile.model_validate(candidate))


@router.get("/{candidate_id}/interview-count")
def count_candidate_interviews(
    candidate_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Count:
    """How many interviews must be deleted before this candidate can be."""
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    counts = count_interviews(state.hooks.count_candidate_interviews, session, [candidate.id])
    return Count(count=counts[candidate.id])


@router.delete("/{candidate_id}")
def delete_candidate(candidate_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    """409 ``INVALID_STATE`` while interviews depend on it."""
    service.delete_candidate(session, owner_id=user.id, candidate_id=candidate_id, hooks=state.hooks)
    return Success()


@router.get("/{candidate_id}/history")
def list_candidate_history(
    candidate_id: str, user: CurrentUser, session: SessionDep, page: PageDep
) -> Page[RecordChangeView]:
    """What was changed, when, by whom and from which document; newest first."""
    candidate = repository.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    rows, total = record_history.list_of_record(
        session, kind=RecordKind.CANDIDATE, record_id=candidate.id, offset=page.offset, limit=page.limit
    )
    return Page(
        data=[RecordChangeView.of(change, name) for change, name in rows], pagination=page.describe(total)
    )
