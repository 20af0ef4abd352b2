"""Scheduled job: email reminders before interviews."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.email import outbox
from app.interviews.invitations import repository
from app.interviews.invitations.appointments import build_appointment, choose_language
from app.interviews.invitations.emails import write_email
from app.interviews.invitations.tables import CalendarInvitation, RecipientRole
from app.interviews.tables import Interview
from app.users.repository import find_by_id

_RECENT = timedelta(hours=1)
"""Skip the reminder for recipients who were emailed less than this before it is due."""


async def send_reminders(state: AppState) -> JobCounts | None:
    """Write the due reminders. None if there are none."""
    settings = state.settings
    if not settings.has_email or not settings.reminder_minutes:
        return None
    written = await state.database.run(write_due_reminders, settings=settings, now=state.now())
    return JobCounts(processed=written, errors=0) if written else None


def write_due_reminders(session: Session, *, settings: Settings, now: datetime) -> int:
    """Write the nearest due reminder of each interview, each at most once. Returns their number."""
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
    minutes_left = (starts_at - now) / timedelta(minutes=1)
    due = [minutes for minutes in distances if minutes_left <= minutes]
    if not due:
        return 0
    # After an outage only the nearest one is useful; earlier ones are claimed with it.
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
        if _was_just_emailed(invitation, minutes=due[0]):
            continue
        _write_reminder(session, invitation=invitation, interview=interview, now=now)
        written += 1
    return written


def _was_just_emailed(invitation: CalendarInvitation, *, minutes: int) -> bool:
    due_at = invitation.starts_at - timedelta(minutes=minutes)
    return invitation.written_at > due_at - _RECENT


def _write_reminder(
    session: Session, *, invitation: CalendarInvitation, interview: Interview, now: datetime
) -> None:
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None
    is_candidate = invitation.role == RecipientRole.CANDIDATE
    email = write_email(
        build_appointment(interview, invitation, owner=owner),
        role=invitation.role,
        occasion="reminder",
        name=interview.candidate_name if is_candidate else owner.name,
        language=choose_language(interview, invitation.role, owner=owner),
    )
    outbox.add_email(session, recipient=invitation.recipient, subject=email.subject, text=email.text, now=now)
