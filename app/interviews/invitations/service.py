"""Interview invitations by email: send, update and cancel.

A calendar identifies an event by its UID (one per interview) and orders its versions by SEQUENCE, which
rises with every change that recipients are notified of. Everything is written in the transaction that
changes the interview.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.settings import Settings
from app.integrations.email import outbox
from app.interviews import rules
from app.interviews import service as interviews
from app.interviews.errors import TimeHasPassed
from app.interviews.invitations import repository
from app.interviews.invitations.appointments import (
    InvitationContext,
    build_appointment,
    build_event,
    choose_language,
    choose_timezone,
    load_context,
)
from app.interviews.invitations.calendar import write_calendar
from app.interviews.invitations.changes import Schedule, is_confirmed, take_changes
from app.interviews.invitations.emails import Occasion, write_email
from app.interviews.invitations.errors import EmailNotSetUp, NoInvitationAddress
from app.interviews.invitations.tables import CalendarInvitation, CalendarMethod, RecipientRole
from app.interviews.tables import Interview, InterviewStatus

_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+")


@dataclass(frozen=True, slots=True)
class InvitationRequest:
    starts_at: datetime
    minutes: int
    to_candidate: bool
    to_recruiter: bool


def is_address(text: str | None) -> bool:
    return bool(text and _ADDRESS.fullmatch(text))


def send_invites(
    session: Session, *, interview: Interview, context: InvitationContext, request: InvitationRequest
) -> list[CalendarInvitation]:
    """Schedule the interview for the requested time, then invite.

    Raises EmailNotSetUp, NoInvitationAddress, TimeHasPassed, InvalidState (started or ended).
    """
    if interview.status not in rules.STARTABLE:
        status = interview.status.replace("_", " ")
        raise InvalidState(f"This interview is {status}, so invitations cannot be sent.")
    if not context.settings.has_email:
        raise EmailNotSetUp
    if rules.has_passed(request.starts_at, now=context.now):
        raise TimeHasPassed
    if request.to_candidate and not is_address(interview.candidate_email):
        raise NoInvitationAddress
    if not (request.to_candidate or (request.to_recruiter and is_address(context.owner.email))):
        raise NoInvitationAddress
    interviews.schedule_interview(
        session, interview=interview, starts_at=request.starts_at, minutes=request.minutes, now=context.now
    )
    # Now rather than at the commit: people invited earlier must be notified of the change before the new
    # invitation.
    send_updates(session, settings=context.settings, now=context.now)
    rows = repository.list_invitations(session, interview_id=interview.id)
    cancelled = [row.sequence for row in rows if row.method == CalendarMethod.CANCEL]
    if interview.calendar_sequence <= max(cancelled, default=-1):
        # A calendar drops an invitation that is not newer than the cancellation before it.
        interview.calendar_sequence += 1
    invited = {row.recipient for row in rows if row.method == CalendarMethod.REQUEST}
    recipients: list[tuple[RecipientRole, str | None]] = []
    if request.to_candidate:
        recipients.append((RecipientRole.CANDIDATE, interview.candidate_email))
    if request.to_recruiter:
        recipients.append((RecipientRole.RECRUITER, context.owner.email))
    written = []
    for role, address in recipients:
        if address is None or not is_address(address):
            continue
        occasion: Occasion = "update" if address in invited else "request"
        written.append(
            _invite(
                session, interview=interview, context=context, role=role, recipient=address, occasion=occasion
            )
        )
    session.flush()
    return written


def send_updates(session: Session, *, settings: Settings, now: datetime) -> None:
    """Notify invited people of every interview that this transaction has changed so far."""
    session.flush()
    for interview_id, before in take_changes(session).items():
        interview = session.get(Interview, interview_id)
        if interview is None or Schedule.of(interview) == before:
            continue
        context = load_context(session, interview=interview, settings=settings, now=now)
        _follow_change(session, interview=interview, before=before, context=context)


def _follow_change(
    session: Session, *, interview: Interview, before: Schedule, context: InvitationContext
) -> None:
    after = Schedule.of(interview)
    invited = _list_invited(session, interview)
    if not invited:
        return
    went_back_to_draft = (before.status, after.status) == (InterviewStatus.SCHEDULED, InterviewStatus.DRAFT)
    if after.status == InterviewStatus.CANCELLED or after.starts_at is None or went_back_to_draft:
        cancel_invitations(session, interview=interview, context=context)
        return
    if after.status not in rules.STARTABLE or _is_over(after.starts_at, after.minutes, context=context):
        return
    interview.calendar_sequence += 1
    is_link_all = replace(after, candidate_token=before.candidate_token) == before
    recipient: str
    occasion: Occasion
    for row in invited:
        if row.role == RecipientRole.RECRUITER or row.recipient == interview.candidate_email:
            if row.role == RecipientRole.RECRUITER and is_link_all:
                continue  # Recruiters have their own link.
            recipient, occasion = row.recipient, "update"
        else:
            _withdraw(session, interview=interview, context=context, row=row)
            # An address that came with a profile is invited once the recruiter sends the invitation: they may
            # never have seen it.
            if not is_address(interview.candidate_email) or not is_confirmed(session, interview):
                continue
            assert interview.candidate_email is not None
            recipient, occasion = interview.candidate_email, "request"
        _invite(
            session,
            interview=interview,
            context=context,
            role=row.role,
            recipient=recipient,
            occasion=occasion,
        )
    session.flush()


def cancel_invitations(session: Session, *, interview: Interview, context: InvitationContext) -> None:
    """Cancel every invitation, because the interview is cancelled or deleted.

    No notification is sent about an interview in the past: it cannot be moved or cancelled any more.
    """
    upcoming = [
        row
        for row in _list_invited(session, interview)
        if not _is_over(row.starts_at, row.duration_minutes, context=context)
    ]
    if upcoming:
        interview.calendar_sequence += 1
    for row in upcoming:
        _withdraw(session, interview=interview, context=context, row=row)
    session.flush()


def _is_over(starts_at: datetime, minutes: int | None, *, context: InvitationContext) -> bool:
    return starts_at + timedelta(minutes=rules.planned_minutes(minutes)) <= context.now


def _list_invited(session: Session, interview: Interview) -> list[CalendarInvitation]:
    rows = repository.list_invitations(session, interview_id=interview.id)
    return [row for row in rows if row.method == CalendarMethod.REQUEST]


def _invite(
    session: Session,
    *,
    interview: Interview,
    context: InvitationContext,
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
    row.duration_minutes = rules.planned_minutes(interview.scheduled_duration_minutes)
    row.timezone = choose_timezone(interview, owner=context.owner)
    row.sequence = interview.calendar_sequence
    row.base_url = context.base_url
    session.add(row)
    session.flush()
    _post(session, interview=interview, context=context, row=row, occasion=occasion)
    return row


def _withdraw(
    session: Session, *, interview: Interview, context: InvitationContext, row: CalendarInvitation
) -> None:
    row.method = CalendarMethod.CANCEL
    row.sequence = interview.calendar_sequence
    _post(session, interview=interview, context=context, row=row, occasion="cancel")


def _post(
    session: Session,
    *,
    interview: Interview,
    context: InvitationContext,
    row: CalendarInvitation,
    occasion: Occasion,
) -> None:
    owner = context.owner
    content = write_email(
        build_appointment(interview, row, owner=owner),
        role=row.role,
        occasion=occasion,
        name=interview.candidate_name if row.role == RecipientRole.CANDIDATE else owner.name,
        language=choose_language(interview, row.role, owner=owner),
    )
    event = build_event(interview, context=context, role=row.role, recipient=row)
    email = outbox.add_email(
        session,
        recipient=row.recipient,
        subject=content.subject,
        text=content.text,
        now=context.now,
        calendar=write_calendar(event, method=row.method),
        calendar_method=row.method.value,
    )
    row.mail_id = email.id
    row.written_at = context.now
