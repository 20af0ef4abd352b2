"""HTTP routes of interviews: list, create, change, new link, delete."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.limits import limit_body
from app.core.refusals import refuses
from app.core.schemas import Data, Instant, Page, PageDep, Success
from app.core.spoken_languages import require_known_language
from app.core.state import AppState, StateDep
from app.interviews import repository, service
from app.interviews.announcement import announce_change
from app.interviews.consent import (
    ConsentView,
    list_consents,
)
from app.interviews.errors import RecordingNotAllowed
from app.interviews.repository import InterviewSort
from app.interviews.rules import MAX_DURATION_MINUTES, MIN_DURATION_MINUTES
from app.interviews.schemas import (
    ClashingInterview,
    CreateInterview,
    InterviewResponse,
    InterviewView,
    PatchInterview,
    RunningCapacity,
    Status,
)
from app.interviews.tables import Interview
from app.interviews.views import view_interview
from app.users import audit
from app.users.audit import EventType, Subject
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["interviews"])


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
    return Page(
        data=[view_interview(row, owner=user, state=state) for row in rows], pagination=page.describe(total)
    )


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


@router.get("/api/interviews/capacity")
def read_capacity(_user: CurrentUser, session: SessionDep, state: StateDep) -> Data[RunningCapacity]:
    """Whether this server can run another interview now. Starting checks it again."""
    most = service.read_max_running(state)
    is_full = most is not None and service.is_full(session, most)
    return Data(data=RunningCapacity(max_running=most, is_full=is_full))


@router.post("/api/interviews", responses=refuses(404, 409))
@limit_body(1_000_000)
def create_interview(
    body: CreateInterview, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    """Create an interview. 422 ``TIME_HAS_PASSED`` for a time in the past, ``UNKNOWN_LANGUAGE``."""
    require_known_language(body.language, model=state.engines.speech.identity)
    interview = service.create_interview(session, owner_id=user.id, request=body, now=state.now())
    return InterviewResponse(interview=view_interview(interview, owner=user, state=state))


@router.get("/api/interviews/{interview_id}/consents")
def list_interview_consents(
    interview_id: str, user: CurrentUser, session: SessionDep
) -> Data[list[ConsentView]]:
    """The consents given for an interview, newest first. Those of earlier links are no longer valid."""
    interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
    consents = list_consents(session, interview_id=interview.id)
    return Data(data=[ConsentView.of(consent, interview=interview) for consent in consents])


@router.get("/api/interviews/{interview_id}")
def read_interview(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
    return InterviewResponse(interview=view_interview(interview, owner=user, state=state))


@router.patch("/api/interviews/{interview_id}", responses=refuses(409))
@limit_body(1_000_000)
async def change_interview(
    interview_id: str, body: PatchInterview, user: CurrentUser, state: StateDep
) -> InterviewResponse:
    """Change an interview. Invited people are notified of changes that affect them.

    If the candidate is replaced or the interview is cancelled, the candidate's link is replaced and consent
    must be given again. 422 ``UNKNOWN_LANGUAGE``. 409 ``RECORDING_NOT_ALLOWED``.
    """
    if body.is_recorded and not state.settings.recording_allowed:
        raise RecordingNotAllowed
    if body.language is not None:
        require_known_language(body.language, model=state.engines.speech.identity)

    def work(session: Session) -> InterviewResponse:
        interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
        service.change_interview(
            session, interview=interview, changes=body.model_dump(exclude_unset=True), now=state.now()
        )
        return InterviewResponse(interview=view_interview(interview, owner=user, state=state))

    response = await state.database.run(work)
    await announce_change(state, response.interview.id)
    return response


@router.post("/api/interviews/{interview_id}/new-link", responses=refuses(409))
async def replace_candidate_link(
    interview_id: str, user: CurrentUser, request: Request, state: StateDep
) -> InterviewResponse:
    """Replace the candidate's link. The old one stops working at once, and consent must be given again.

    An invited candidate gets the new link by email. 409 once the interview is completed or cancelled.
    """

    def work(session: Session) -> InterviewResponse:
        interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
        service.replace_link(session, interview=interview)
        _record(session, request, EventType.LINK_RENEWED, interview, state=state)
        return InterviewResponse(interview=view_interview(interview, owner=user, state=state))

    response = await state.database.run(work)
    await announce_change(state, response.interview.id)
    return response


@router.delete("/api/interview/{interview_id}", responses=refuses(409))
async def delete_interview(
    interview_id: str, user: CurrentUser, request: Request, state: StateDep
) -> Success:
    """Delete an interview. Invited people get a cancellation."""

    def work(session: Session) -> str:
        interview = repository.get_owned(session, owner_id=user.id, interview_id=interview_id)
        service.delete_interview(session, interview=interview, hooks=state.hooks)
        _record(session, request, EventType.RECORD_DELETED, interview, state=state)
        return interview.id

    deleted_id = await state.database.run(work)
    await announce_change(state, deleted_id)
    return Success()


def _record(
    session: Session, request: Request, event: EventType, interview: Interview, *, state: AppState
) -> None:
    subject = Subject(kind="interview", id=interview.id)
    audit.record(session, request, event, state=state, actor_id=interview.owner_id, subject=subject)
