"""One appointment as one person is told of it: the words for a mail, the entry for a calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.core.settings import Settings
from app.interviews.invitations import repository
from app.interviews.invitations.calendar import CalendarEvent, make_calendar
from app.interviews.invitations.errors import NotScheduled
from app.interviews.invitations.mails import Appointment
from app.interviews.invitations.tables import CalendarInvitation, RecipientRole
from app.interviews.tables import Interview
from app.users.repository import find_by_id
from app.users.tables import User

DEFAULT_MINUTES = 60
"""What an invitation says where no duration was set (document 001, section 9)."""
DEFAULT_TIMEZONE = "UTC"


@dataclass(frozen=True, slots=True)
class Desk:
    """What invitations need besides the interview."""

    settings: Settings
    owner: User
    base_url: str
    now: datetime


def desk_of(session: Session, *, interview: Interview, settings: Settings, now: datetime) -> Desk:
    """The owner's desk where no call tells the server's address: the one of the links sent before."""
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None, "an interview goes with its owner"
    rows = repository.list_invitations(session, interview_id=interview.id)
    known = max(rows, key=lambda row: row.written_at).base_url if rows else ""
    return Desk(settings=settings, owner=owner, base_url=settings.public_url or known, now=now)


def describe_calendar(*, interview: Interview, desk: Desk, role: RecipientRole) -> str:
    """A file to import or to send by hand. Raises NotScheduled."""
    if interview.scheduled_at is None:
        raise NotScheduled
    return make_calendar(event_of(interview, desk=desk, role=role, recipient=None), method=None)


def appointment_of(interview: Interview, row: CalendarInvitation, *, owner: User) -> Appointment:
    return Appointment(
        title=interview.title,
        position=interview.position,
        candidate=interview.candidate_name,
        recruiter=owner.name or owner.username,
        starts_at=row.starts_at,
        minutes=row.duration_minutes,
        timezone=row.timezone,
        link=join_link(interview, role=row.role, base_url=row.base_url),
    )


def language_for(interview: Interview, role: RecipientRole, *, owner: User) -> str:
    """The candidate reads the interview's language, the recruiter his own."""
    return interview.language if role == RecipientRole.CANDIDATE else owner.language or interview.language


def join_link(interview: Interview, *, role: RecipientRole, base_url: str) -> str:
    if role == RecipientRole.CANDIDATE:
        return f"{base_url}/room/candidate/{interview.candidate_token}"
    return f"{base_url}/room/recruiter/{interview.recruiter_token}"


def event_of(
    interview: Interview, *, desk: Desk, role: RecipientRole, recipient: CalendarInvitation | None
) -> CalendarEvent:
    is_candidate = role == RecipientRole.CANDIDATE
    starts_at = recipient.starts_at if recipient else interview.scheduled_at
    assert starts_at is not None
    owner = desk.owner
    link = join_link(interview, role=role, base_url=recipient.base_url if recipient else desk.base_url)
    whom = owner.name or owner.username
    subject = interview.position or interview.title
    return CalendarEvent(
        interview_id=interview.id,
        sequence=recipient.sequence if recipient else interview.calendar_sequence,
        starts_at=starts_at,
        duration_minutes=(
            recipient.duration_minutes
            if recipient
            else interview.scheduled_duration_minutes or DEFAULT_MINUTES
        ),
        timezone=(
            recipient.timezone
            if recipient
            else interview.scheduled_timezone or owner.timezone or DEFAULT_TIMEZONE
        ),
        summary=f"{subject}: {whom}" if is_candidate else f"{subject}: {interview.candidate_name}",
        description=link,
        join_url=link,
        organizer_name=whom,
        organizer_email=owner.email or desk.settings.mail_from or "no-reply@localhost",
        attendee_name=interview.candidate_name if is_candidate else whom,
        is_organizer=not is_candidate,
        attendee_email=recipient.recipient if recipient else None,
        written_at=desk.now,
    )
