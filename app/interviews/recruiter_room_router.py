"""HTTP routes of the recruiter's room: open, start, complete, notes, status.

Start and complete run their whole transaction in one thread, then announce the change. As plain routes, they
would hold the write lock while waiting for a free thread to commit.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.database import SessionDep
from app.core.limits import limit_body
from app.core.refusals import refuses
from app.core.spoken_languages import require_known_language
from app.core.state import AppState, StateDep
from app.interviews import access, repository, service
from app.interviews.announcement import announce_change
from app.interviews.duration import read_clock
from app.interviews.schemas import (
    CompleteRequest,
    InterviewResponse,
    InterviewStatusResponse,
    NotesRequest,
    RecruiterRoomResponse,
    StatusRequest,
)
from app.interviews.views import view_interview
from app.users import audit
from app.users.audit import EventType, Subject
from app.users.dependencies import AdminUser, CurrentUser
from app.users.tables import User

router = APIRouter(tags=["interviews"])


@router.get("/api/interviews/recruiter/{token_or_id}", responses=refuses(402, 410))
def open_recruiter_room(
    token_or_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> RecruiterRoomResponse:
    interview = access.open_as_recruiter(
        session, user_id=user.id, token_or_id=token_or_id, billing=choose_billing(state.settings)
    )
    # Rooms that cannot be started were refused above.
    return RecruiterRoomResponse(interview=view_interview(interview, owner=user, state=state), can_start=True)


@router.patch("/api/interviews/recruiter/{token_or_id}/start", responses=refuses(402, 409, 410))
async def start_interview(token_or_id: str, user: CurrentUser, state: StateDep) -> InterviewStatusResponse:
    response = await state.database.run(_start_interview, state=state, user=user, token_or_id=token_or_id)
    await announce_change(state, response.interview.id)
    return response


def _start_interview(
    session: Session, *, state: AppState, user: User, token_or_id: str
) -> InterviewStatusResponse:
    interview = repository.get_for_recruiter(session, owner_id=user.id, token_or_id=token_or_id)
    # The speech model may have changed since the language was chosen.
    require_known_language(interview.language, model=state.engines.speech.identity)
    service.start_interview(
        session,
        interview=interview,
        billing=choose_billing(state.settings),
        now=state.now(),
        max_running=service.read_max_running(state),
    )
    return InterviewStatusResponse(
        status=interview.status, interview=view_interview(interview, owner=user, state=state)
    )


@router.patch("/api/interviews/recruiter/{token_or_id}/complete", responses=refuses(402, 409, 410))
@limit_body(1_000_000)
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
        now=read_clock(state, interview),
        hooks=state.hooks,
        final_notes=final_notes,
    )
    return InterviewStatusResponse(
        status=interview.status, interview=view_interview(interview, owner=user, state=state)
    )


@router.patch("/api/interviews/recruiter/{token_or_id}/notes", responses=refuses(402, 409, 410))
@limit_body(1_000_000)
def change_notes(
    token_or_id: str, body: NotesRequest, user: CurrentUser, session: SessionDep, state: StateDep
) -> InterviewResponse:
    interview = repository.get_for_recruiter(session, owner_id=user.id, token_or_id=token_or_id)
    service.save_live_notes(session, interview=interview, live_notes=body.live_notes)
    return InterviewResponse(interview=view_interview(interview, owner=user, state=state))


@router.patch("/api/interviews/recruiter/{token_or_id}/status", responses=refuses(402, 409, 410))
async def set_status(
    token_or_id: str, body: StatusRequest, admin: AdminUser, request: Request, state: StateDep
) -> InterviewStatusResponse:
    """Move one's own interview one step: scheduled, in progress, completed, scheduled. For administrators.

    409 ``INVALID_STATE`` for any other step.
    """

    def work(session: Session) -> InterviewStatusResponse:
        interview = repository.get_for_recruiter(session, owner_id=admin.id, token_or_id=token_or_id)
        service.set_status(
            session,
            interview=interview,
            status=body.status,
            billing=choose_billing(state.settings),
            now=read_clock(state, interview),
            hooks=state.hooks,
        )
        audit.record(
            session,
            request,
            EventType.INTERVIEW_STATUS_SET,
            state=state,
            actor_id=admin.id,
            subject=Subject(kind="interview", id=interview.id),
        )
        return InterviewStatusResponse(
            status=interview.status, interview=view_interview(interview, owner=admin, state=state)
        )

    response = await state.database.run(work)
    await announce_change(state, response.interview.id)
    return response
