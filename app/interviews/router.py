"""HTTP routes of interviews: list, create, change, candidate link, recruiter room."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.database import SessionDep
from app.core.schemas import Data, Page, PageDep, Success
from app.core.state import AppState, StateDep
from app.interviews import access, repository, service
from app.interviews.announcement import announce_change
from app.interviews.repository import InterviewSort
from app.interviews.rules import MAX_DURATION_MINUTES, MIN_DURATION_MINUTES
from app.interviews.schemas import (
    CandidateInterviewResponse,
    CandidateInterviewView,
    ClashingInterview,
    CompleteRequest,
    ConsentRequest,
    CreateInterview,
    Instant,
    InterviewResponse,
    InterviewStatusResponse,
    InterviewView,
    NotesRequest,
    PatchInterview,
    RecruiterRoomResponse,
    Status,
)
from app.interviews.tables import Interview
from app.users.dependencies import CurrentUser
from app.users.repository import find_by_id
from app.users.tables import User

router = APIRouter(tags=["interviews"])


def _view(interview: Interview, *, owner: User, state: AppState) -> InterviewView:
    return InterviewView.of(interview, owner=owner, now=state.now())


@router.get("/api/interviews")
def list_interviews(
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
    page: PageDep,
    search: Annotated[str, Query(max_length=300)] = "",
    status: Annotated[list[Status] | None, Query(max_length=5)] = None,
    scheduled_from: Annotated[Instant | None, Query(alias="scheduledFrom")] = None,
    scheduled_before: Annotated[Instant | None, Query(alias="scheduledBefore")] = None,
    sort: InterviewSort = InterviewSort.CREATED,
    order: Literal["asc", "desc"] = "desc",
) -> Page[InterviewView]:
    """Newest first by default. The two dates select the range of a calendar."""
    filters = repository.InterviewFilter(
        text=search.strip(),
        statuses=tuple(status or ()),
        scheduled_from=scheduled_from,
        scheduled_before=scheduled_before,
        sort=sort,
        is_descending=order == "desc",
    )
    rows, total = repository.list_owned(
        session, owner_id=user.id, filters=filters, offset=page.offset, limit=page.limit
    )
    return Page(data=[_view(row, owner=user, state=state) for row in rows], pagination=page.describe(total))


@router.get("/api/interviews/clashes")
def list_clashes(
    user: CurrentUser,
    session: SessionDep,
    start: Instant,
    minutes: Annotated[int, Query(ge=MIN_DURATION_MINUTES, le=MAX_DURATION_MINUTES)],
    except_id: Annotated[str | None, Query(alias="exceptId", max_length=100)] = None,
) -> Data[list[ClashingInterview]]:
    """The user's other interviews that are scheduled or running in the given time."""
    rows = repository.list_overlapping(
        session, owner_id=user.id, starts_at=start, minutes=minutes, except_id=except_id
    )
    return Data(data=[ClashingInterview.of(row) for row in rows])


@router.post("/api/interviews")
def create_interview(
    body: CreateInterview, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    """Create an interview. 422 ``TIME_HAS_PASSED`` for a time in the past."""
    interview = service.create_interview(session, owner_id=user.id, request=body, now=state.now())
    return InterviewResponse(interview=_view(interview, owner=user, state=state))


@router.get("/api/interviews/candidate/{token}")
def open_candidate_link(token: str, session: SessionDep, state: StateDep) -> CandidateInterviewResponse:
    """The interview that a candidate link opens. No sign-in."""
    interview = access.open_as_candidate(session, token=token, billing=choose_billing(state.settings))
    return _describe_to_candidate(session, interview, state)


# Consent, start and complete run their whole transaction in one thread, then announce the change. As plain
# routes they would hold the write lock while they wait for a free thread to commit.


@router.post("/api/interviews/candidate/{token}/consent")
async def give_consent(token: str, body: ConsentRequest, state: StateDep) -> CandidateInterviewResponse:
    """Record the candidate's consent. No sign-in; stored before the response is sent."""
    del body
    response = await state.database.run(_give_consent, state=state, token=token)
    await announce_change(state, response.interview.id)
    return response


def _give_consent(session: Session, *, state: AppState, token: str) -> CandidateInterviewResponse:
    interview = access.open_as_candidate(session, token=token, billing=choose_billing(state.settings))
    service.record_consent(session, interview=interview, now=state.now())
    return _describe_to_candidate(session, interview, state)


def _describe_to_candidate(
    session: Session, interview: Interview, state: AppState
) -> CandidateInterviewResponse:
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None
    return CandidateInterviewResponse(
        interview=CandidateInterviewView.of(
            interview,
            owner=owner,
            now=state.now(),
            max_interview_minutes=state.settings.max_interview_minutes,
        )
    )


@router.get("/api/interviews/recruiter/{token_or_id}")
def open_recruiter_room(
    token_or_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> RecruiterRoomResponse:
    interview = access.open_as_recruiter(
        session, user_id=user.id, token_or_id=token_or_id, billing=choose_billing(state.settings)
    )
    # A room that cannot be started was refused above.
    return RecruiterRoomResponse(interview=_view(interview, owner=user, state=state), can_start=True)


@router.patch("/api/interviews/recruiter/{token_or_id}/start")
async def start_interview(token_or_id: str, user: CurrentUser, state: StateDep) -> InterviewStatusResponse:
    response = await state.database.run(_start_interview, state=state, user=user, token_or_id=token_or_id)
    await announce_change(state, response.interview.id)
    return response


def _start_interview(
    session: Session, *, state: AppState, user: User, token_or_id: str
) -> InterviewStatusResponse:
    interview = repository.get_for_recruiter(session, owner_id=user.id, token_or_id=token_or_id)
    service.start_interview(
        session, interview=interview, billing=choose_billing(state.settings), now=state.now()
    )
    return InterviewStatusResponse(
        status=interview.status, interview=_view(interview, owner=user, state=state)
    )


@router.patch("/api/interviews/recruiter/{token_or_id}/complete")
async def complete_interview(
    token_or_id: str, user: CurrentUser, state: StateDep, body: CompleteRequest | None = None
) -> InterviewStatusResponse:
    response = await state.database.run(
        _complete_interview,
        state=state,
        user=user,
        token_or_id=token_or_id,
        final_notes=body.final_notes if body else None,
    )
    await announce_change(state, response.interview.id)
    return response


def _complete_interview(
    session: Session, *, state: AppState, user: User, token_or_id: str, final_notes: str | None
) -> InterviewStatusResponse:
    interview = repository.get_for_recruiter(session, owner_id=user.id, token_or_id=token_or_id)
    service.complete_interview(
        session,
        interview=interview,
        billing=choose_billing(state.settings),
        now=state.now(),
        hooks=state.hooks,
        final_notes=final_notes,
    )
    return InterviewStatusResponse(
        status=interview.status, interview=_view(interview, owner=user, state=state)
    )


@router.patch("/api/interviews/recruiter/{token_or_id}/notes")
def change_notes(
    token_or_id: str, body: NotesRequest, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    interview = repository.get_for_recruiter(session, owner_id=user.id, token_or_id=token_or_id)
    service.save_live_notes(session, interview=interview, live_notes=body.live_notes)
    return InterviewResponse(interview=_view(interview, owner=user, state=state))


@router.get("/api/interviews/{interview_id}")
def read_interview(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
    return InterviewResponse(interview=_view(interview, owner=user, state=state))


@router.patch("/api/interviews/{interview_id}")
def change_interview(
    interview_id: str, body: PatchInterview, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    """Change an interview. Invited people are notified of changes that affect them."""
    interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.change_interview(
        session, interview=interview, changes=body.model_dump(exclude_unset=True), now=state.now()
    )
    return InterviewResponse(interview=_view(interview, owner=user, state=state))


@router.delete("/api/interview/{interview_id}")
def delete_interview(interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    """Delete an interview. Invited people get a cancellation."""
    interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.delete_interview(session, interview=interview, hooks=state.hooks)
    return Success()
