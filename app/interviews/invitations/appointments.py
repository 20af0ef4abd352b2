"""Appointment details for one recipient: values for the email text and the calendar event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.core.settings import Settings
from app.interviews.invitations import repository
from app.interviews.invitations.calendar import CalendarEvent, write_calendar
from app.interviews.invitations.emails import Appointment
from app.interviews.invitations.errors import NotScheduled
from app.interviews.invitations.tables import CalendarInvitation, CalendarMethod, RecipientRole
from app.interviews.rules import planned_minutes
from app.interviews.tables import Interview
from app.users.repository import find_by_id
from app.users.tables import User

DEFAULT_TIMEZONE = "UTC"


@dataclass(frozen=True, slots=True)
class InvitationContext:
    """Data for writing invitations, in addition to the interview."""

    settings: Settings
    owner: User
    base_url: str
    """Public address of this server, for join links."""
    now: datetime


def load_context(
    session: Session, *, interview: Interview, settings: Settings, now: datetime
) -> InvitationContext:
    """Context outside a request. Without a configured address, the one of the last invitation is used."""
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None, "an interview is deleted with its owner"
    rows = repository.list_invitations(session, interview_id=interview.id)
    known_url = max(rows, key=lambda row: row.written_at).base_url if rows else ""
    return InvitationContext(
        settings=settings, owner=owner, base_url=settings.public_url or known_url, now=now
    )


def write_calendar_file(*, interview: Interview, context: InvitationContext, role: RecipientRole) -> str:
    """A calendar file to import or to send manually. Raises NotScheduled."""
    if interview.scheduled_at is None:
        raise NotScheduled
    return write_calendar(build_event(interview, context=context, role=role, recipient=None), method=None)


def build_appointment(interview: Interview, row: CalendarInvitation, *, owner: User) -> Appointment:
    return Appointment(
        title=interview.title,
        position=interview.position,
        candidate=interview.candidate_name,
        recruiter=owner.name or owner.username,
        starts_at=row.starts_at,
        minutes=row.duration_minutes,
        timezone=row.timezone,
        link=build_row_link(interview, row),
    )


def choose_language(interview: Interview, role: RecipientRole, *, owner: User) -> str:
    """Candidates are written to in the interview's language, recruiters in their own."""
    return interview.language if role == RecipientRole.CANDIDATE else owner.language or interview.language


def build_row_link(interview: Interview, row: CalendarInvitation) -> str:
    """The join link of an invited person; empty in a cancellation.

    A person who is no longer invited must not learn the link of the person who replaces them.
    """
    if row.method == CalendarMethod.CANCEL:
        return ""
    return build_join_link(interview, role=row.role, base_url=row.base_url)


def build_join_link(interview: Interview, *, role: RecipientRole, base_url: str) -> str:
    if role == RecipientRole.CANDIDATE:
        return f"{base_url}/room/candidate/{interview.candidate_token}"
    return f"{base_url}/room/recruiter/{interview.recruiter_token}"


def build_event(
    interview: Interview,
    *,
    context: InvitationContext,
    role: RecipientRole,
    recipient: CalendarInvitation | None,
) -> CalendarEvent:
    """The interview as a calendar event; without an attendee if ``recipient`` is None."""
    is_candidate = role == RecipientRole.CANDIDATE
    starts_at = recipient.starts_at if recipient else interview.scheduled_at
    assert starts_at is not None
    owner = context.owner
    if recipient is None:
        link = build_join_link(interview, role=role, base_url=context.base_url)
    else:
        link = build_row_link(interview, recipient)
    owner_name = owner.name or owner.username
    subject = interview.position or interview.title
    return CalendarEvent(
        interview_id=interview.id,
        sequence=recipient.sequence if recipient else interview.calendar_sequence,
        starts_at=starts_at,
        duration_minutes=(
            recipient.duration_minutes if recipient else planned_minutes(interview.scheduled_duration_minutes)
        ),
        timezone=recipient.timezone if recipient else choose_timezone(interview, owner=owner),
        summary=f"{subject}: {owner_name}" if is_candidate else f"{subject}: {interview.candidate_name}",
        description=link,
        join_url=link,
        organizer_name=owner_name,
        organizer_email=owner.email or context.settings.mail_from or "no-reply@localhost",
        attendee_name=interview.candidate_name if is_candidate else owner_name,
        is_organizer=not is_candidate,
        attendee_email=recipient.recipient if recipient else None,
        written_at=context.now,
    )


def choose_timezone(interview: Interview, *, owner: User) -> str:
    return interview.scheduled_timezone or owner.timezone or DEFAULT_TIMEZONE
