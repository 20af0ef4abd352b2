"""Reminders before an interview, to those who were invited."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.email import outbox
from app.interviews.invitations import repository
from app.interviews.invitations.appointments import appointment_of, language_for
from app.interviews.invitations.mails import write_letter
from app.interviews.invitations.tables import CalendarInvitation, RecipientRole
from app.interviews.tables import Interview
from app.users.repository import find_by_id

_TOO_SOON = timedelta(hours=1)
"""Whoever was told the time less than this before the reminder is not told again."""


async def send_reminders(state: AppState) -> JobCounts | None:
    """Write the reminders that are due. None where there is nothing to do."""
    settings = state.settings
    if not settings.has_email or not settings.reminder_minutes:
        return None
    written = await state.database.run(write_due_reminders, settings=settings, now=state.now())
    return JobCounts(processed=written, errors=0) if written else None


def write_due_reminders(session: Session, *, settings: Settings, now: datetime) -> int:
    """Each invited interview gets the nearest reminder whose time has come, each at most once."""
    distances = sorted(set(settings.reminder_minutes))
    furthest = timedelta(minutes=distances[-1])
    by_interview: dict[str, list[tuple[CalendarInvitation, Interview]]] = {}
    for invitation, interview in repository.list_invited_between(session, after=now, until=now + furthest):
        by_interview.setdefault(interview.id, []).append((invitation, interview))
    written = 0
    for rows in by_interview.values():
        written += _remind(session, rows=rows, distances=distances, now=now)
    return written


def _remind(
    session: Session,
    *,
    rows: list[tuple[CalendarInvitation, Interview]],
    distances: list[int],
    now: datetime,
) -> int:
    starts_at = rows[0][0].starts_at
    left = (starts_at - now) / timedelta(minutes=1)
    due = [minutes for minutes in distances if left <= minutes]
    if not due:
        return 0
    # After an outage only the nearest is of use; the further ones are claimed with it.
    claims = [
        repository.claim_reminder(
            session, interview_id=rows[0][1].id, starts_at=starts_at, minutes_before=minutes, now=now
        )
        for minutes in due
    ]
    if not claims[0]:
        return 0
    written = 0
    for invitation, interview in rows:
        if _was_just_told(invitation, minutes=due[0]):
            continue
        _write(session, invitation=invitation, interview=interview, now=now)
        written += 1
    return written


def _was_just_told(invitation: CalendarInvitation, *, minutes: int) -> bool:
    due_at = invitation.starts_at - timedelta(minutes=minutes)
    return invitation.written_at > due_at - _TOO_SOON


def _write(session: Session, *, invitation: CalendarInvitation, interview: Interview, now: datetime) -> None:
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None
    is_candidate = invitation.role == RecipientRole.CANDIDATE
    letter = write_letter(
        appointment_of(interview, invitation, owner=owner),
        role=invitation.role,
        occasion="reminder",
        name=interview.candidate_name if is_candidate else owner.name,
        language=language_for(interview, invitation.role, owner=owner),
    )
    outbox.add_email(
        session, recipient=invitation.recipient, subject=letter.subject, text=letter.text, now=now
    )
