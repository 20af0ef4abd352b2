"""Who is told what of an interview's time: invitations, changes, cancellations.

A calendar follows the identity of the event (one UID per interview) and its SEQUENCE, which rises
with every change of what is told. All of it is written in the transaction that changes the interview.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.integrations.email import outbox
from app.interviews import rules
from app.interviews.errors import TimeHasPassed
from app.interviews.invitations import repository
from app.interviews.invitations.appointments import (
    DEFAULT_MINUTES,
    DEFAULT_TIMEZONE,
    Desk,
    appointment_of,
    event_of,
    language_for,
)
from app.interviews.invitations.calendar import make_calendar
from app.interviews.invitations.errors import MailNotSetUp, NoInvitationAddress
from app.interviews.invitations.mails import Occasion, write_letter
from app.interviews.invitations.tables import CalendarInvitation, CalendarMethod, RecipientRole
from app.interviews.tables import Interview, InterviewStatus

_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+")
_OPEN = frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED})


@dataclass(frozen=True, slots=True)
class Wanted:
    starts_at: datetime
    minutes: int
    to_candidate: bool
    to_recruiter: bool


@dataclass(frozen=True, slots=True)
class Schedule:
    """What of an interview its calendar entries show; compared before and after a change."""

    status: InterviewStatus
    starts_at: datetime | None
    minutes: int | None
    timezone: str | None
    candidate_email: str | None
    shown: tuple[str, str, str]
    """Title, position and candidate's name."""

    @classmethod
    def of(cls, interview: Interview) -> Schedule:
        return cls(
            status=interview.status,
            starts_at=interview.scheduled_at,
            minutes=interview.scheduled_duration_minutes,
            timezone=interview.scheduled_timezone,
            candidate_email=interview.candidate_email,
            shown=(interview.title, interview.position, interview.candidate_name),
        )


def is_address(text: str | None) -> bool:
    return bool(text and _ADDRESS.fullmatch(text))


def send_invites(
    session: Session, *, interview: Interview, desk: Desk, wanted: Wanted
) -> list[CalendarInvitation]:
    """Invite; a time or length that differs from the interview's is taken over first.

    Raises MailNotSetUp, NoInvitationAddress, TimeHasPassed, InvalidState (begun or ended).
    """
    if interview.status not in _OPEN:
        raise InvalidState(f"This interview is {interview.status.replace('_', ' ')}: nobody can be invited.")
    if not desk.settings.has_email:
        raise MailNotSetUp
    if rules.has_passed(wanted.starts_at, now=desk.now):
        raise TimeHasPassed
    if wanted.to_candidate and not is_address(interview.candidate_email):
        raise NoInvitationAddress
    if not (wanted.to_candidate or (wanted.to_recruiter and is_address(desk.owner.email))):
        raise NoInvitationAddress
    before = Schedule.of(interview)
    interview.scheduled_at = wanted.starts_at
    interview.scheduled_duration_minutes = wanted.minutes
    interview.status = InterviewStatus.SCHEDULED
    follow_change(session, interview=interview, before=before, desk=desk)
    rows = repository.list_invitations(session, interview_id=interview.id)
    cancelled = [row.sequence for row in rows if row.method == CalendarMethod.CANCEL]
    if interview.calendar_sequence <= max(cancelled, default=-1):
        # A calendar drops an invitation that is no newer than the cancellation before it.
        interview.calendar_sequence += 1
    standing = {row.recipient for row in rows if row.method == CalendarMethod.REQUEST}
    recipients: list[tuple[RecipientRole, str | None]] = []
    if wanted.to_candidate:
        recipients.append((RecipientRole.CANDIDATE, interview.candidate_email))
    if wanted.to_recruiter:
        recipients.append((RecipientRole.RECRUITER, desk.owner.email))
    written = []
    for role, address in recipients:
        if address is None or not is_address(address):
            continue
        occasion: Occasion = "update" if address in standing else "request"
        written.append(
            _tell(session, interview=interview, desk=desk, role=role, recipient=address, occasion=occasion)
        )
    session.flush()
    return written


def follow_change(session: Session, *, interview: Interview, before: Schedule, desk: Desk) -> None:
    """After a change of the interview: tell everybody who was invited what is new for them."""
    after = Schedule.of(interview)
    if after == before:
        return
    standing = _standing(session, interview)
    if not standing:
        return
    is_off = after.status not in _OPEN | {InterviewStatus.IN_PROGRESS, InterviewStatus.COMPLETED}
    if (
        is_off
        or after.starts_at is None
        or (after.status, before.status)
        == (
            InterviewStatus.DRAFT,
            InterviewStatus.SCHEDULED,
        )
    ):
        cancel_invitations(session, interview=interview, desk=desk)
        return
    if after.status not in _OPEN or _is_over(after.starts_at, after.minutes, desk=desk):
        return
    interview.calendar_sequence += 1
    for row in standing:
        address = interview.candidate_email if row.role == RecipientRole.CANDIDATE else desk.owner.email
        if row.role == RecipientRole.CANDIDATE and row.recipient != address:
            _withdraw(session, interview=interview, desk=desk, row=row)
            if address is None or not is_address(address):
                continue
        recipient = address if row.role == RecipientRole.CANDIDATE and address else row.recipient
        occasion: Occasion = "update" if recipient == row.recipient else "request"
        _tell(session, interview=interview, desk=desk, role=row.role, recipient=recipient, occasion=occasion)
    session.flush()


def cancel_invitations(session: Session, *, interview: Interview, desk: Desk) -> None:
    """Take every standing invitation back, as an interview that is cancelled or deleted does.

    Of what lies in the past nobody is told: it took place, or it did not, whatever is deleted now.
    """
    standing = [
        row
        for row in _standing(session, interview)
        if not _is_over(row.starts_at, row.duration_minutes, desk=desk)
    ]
    if standing:
        interview.calendar_sequence += 1
    for row in standing:
        _withdraw(session, interview=interview, desk=desk, row=row)
    session.flush()


def _is_over(starts_at: datetime, minutes: int | None, *, desk: Desk) -> bool:
    return starts_at + timedelta(minutes=minutes or DEFAULT_MINUTES) <= desk.now


def _standing(session: Session, interview: Interview) -> list[CalendarInvitation]:
    rows = repository.list_invitations(session, interview_id=interview.id)
    return [row for row in rows if row.method == CalendarMethod.REQUEST]


def _tell(
    session: Session,
    *,
    interview: Interview,
    desk: Desk,
    role: RecipientRole,
    recipient: str,
    occasion: Occasion,
) -> CalendarInvitation:
    assert interview.scheduled_at is not None
    rows = {row.recipient: row for row in repository.list_invitations(session, interview_id=interview.id)}
    row = rows.get(recipient) or CalendarInvitation(interview_id=interview.id, recipient=recipient)
    row.role = role
    row.method = CalendarMethod.REQUEST
    row.starts_at = interview.scheduled_at
    row.duration_minutes = interview.scheduled_duration_minutes or DEFAULT_MINUTES
    row.timezone = interview.scheduled_timezone or desk.owner.timezone or DEFAULT_TIMEZONE
    row.sequence = interview.calendar_sequence
    row.base_url = desk.base_url
    session.add(row)
    session.flush()
    _post(session, interview=interview, desk=desk, row=row, occasion=occasion)
    return row


def _withdraw(session: Session, *, interview: Interview, desk: Desk, row: CalendarInvitation) -> None:
    row.method = CalendarMethod.CANCEL
    row.sequence = interview.calendar_sequence
    _post(session, interview=interview, desk=desk, row=row, occasion="cancel")


def _post(
    session: Session, *, interview: Interview, desk: Desk, row: CalendarInvitation, occasion: Occasion
) -> None:
    letter = write_letter(
        appointment_of(interview, row, owner=desk.owner),
        role=row.role,
        occasion=occasion,
        name=interview.candidate_name if row.role == RecipientRole.CANDIDATE else desk.owner.name,
        language=language_for(interview, row.role, owner=desk.owner),
    )
    event = event_of(interview, desk=desk, role=row.role, recipient=row)
    mail = outbox.add_email(
        session,
        recipient=row.recipient,
        subject=letter.subject,
        text=letter.text,
        now=desk.now,
        calendar=make_calendar(event, method=row.method),
        calendar_method=row.method.value,
    )
    row.mail_id = mail.id
    row.written_at = desk.now
