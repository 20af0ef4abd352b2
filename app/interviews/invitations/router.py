"""HTTP routes of interview invitations: send, list, download."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.state import AppState, StateDep
from app.integrations.email.outbox import read_failure
from app.integrations.email.schemas import EmailFailureView
from app.integrations.email.tables import OutgoingEmail
from app.interviews import repository as interviews
from app.interviews.invitations import repository, service
from app.interviews.invitations.appointments import InvitationContext, write_calendar_file
from app.interviews.invitations.schemas import (
    CalendarInvitationView,
    DeliveryState,
    InvitationList,
    SendInvites,
)
from app.interviews.invitations.service import InvitationRequest
from app.interviews.invitations.tables import RecipientRole
from app.users.dependencies import CurrentUser
from app.users.tables import User

router = APIRouter(prefix="/api/interviews", tags=["invitations"])


def _build_context(request: Request, state: AppState, owner: User) -> InvitationContext:
    base_url = (state.settings.public_url or str(request.base_url)).rstrip("/")
    return InvitationContext(settings=state.settings, owner=owner, base_url=base_url, now=state.now())


@router.post("/{interview_id}/send-invites", responses=refuses(409))
def send_invites(
    interview_id: str,
    body: SendInvites,
    request: Request,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> InvitationList:
    """Put the invitations into the outbox. 409 ``MAIL_NOT_SET_UP`` if no mail server is configured."""
    interview = interviews.get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.send_invites(
        session,
        interview=interview,
        context=_build_context(request, state, user),
        request=InvitationRequest(
            starts_at=body.start_iso,
            minutes=body.duration_minutes,
            to_candidate=body.send_to_candidate,
            to_recruiter=body.send_to_recruiter,
        ),
    )
    return _list(session, interview_id=interview.id)


@router.get("/{interview_id}/invitations")
def list_invitations(interview_id: str, user: CurrentUser, session: SessionDep) -> InvitationList:
    """The last message to each address, and whether the mail server has accepted it."""
    interview = interviews.get_owned(session, owner_id=user.id, interview_id=interview_id)
    return _list(session, interview_id=interview.id)


@router.get("/{interview_id}/invite.ics", response_class=Response, responses=refuses(409))
def download_invitation(
    interview_id: str,
    request: Request,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
    role: Annotated[RecipientRole, Query()] = RecipientRole.CANDIDATE,
) -> Response:
    """The interview as a calendar file with the join link of ``role``. 409 if it has no date."""
    interview = interviews.get_owned(session, owner_id=user.id, interview_id=interview_id)
    text = write_calendar_file(interview=interview, context=_build_context(request, state, user), role=role)
    return Response(
        content=text.encode(),
        media_type="text/calendar; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="interview-{role}.ics"',
            "Cache-Control": "private, no-store",
        },
    )


def _list(session: Session, *, interview_id: str) -> InvitationList:
    rows = repository.list_with_emails(session, interview_id=interview_id)
    return InvitationList(
        data=[
            CalendarInvitationView(
                id=row.id,
                role=row.role,
                recipient=row.recipient,
                method=row.method,
                sequence=row.sequence,
                starts_at=row.starts_at,
                duration_minutes=row.duration_minutes,
                timezone=row.timezone,
                delivery=_find_delivery(email),
                failure=_describe_failure(email),
                written_at=row.written_at,
            )
            for row, email in rows
        ]
    )


def _find_delivery(email: OutgoingEmail | None) -> DeliveryState:
    if email is None:
        return "forgotten"
    if email.sent_at is not None:
        return "sent"
    return "failed" if email.failed_at is not None else "waiting"


def _describe_failure(email: OutgoingEmail | None) -> EmailFailureView | None:
    failure = read_failure(email) if email else None
    return EmailFailureView.model_validate(failure) if failure else None
