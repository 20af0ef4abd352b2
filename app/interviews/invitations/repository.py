"""Database queries of interview invitations and reminders."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.integrations.email.tables import OutgoingEmail
from app.interviews.invitations.tables import CalendarInvitation, CalendarMethod, InterviewReminder
from app.interviews.tables import Interview, InterviewStatus


def list_invitations(session: Session, *, interview_id: str) -> list[CalendarInvitation]:
    """Every recipient of an interview, the candidate first."""
    return list(
        session.scalars(
            select(CalendarInvitation)
            .where(CalendarInvitation.interview_id == interview_id)
            .order_by(CalendarInvitation.role, CalendarInvitation.recipient)
        )
    )


def list_with_emails(
    session: Session, *, interview_id: str
) -> list[tuple[CalendarInvitation, OutgoingEmail | None]]:
    rows = session.execute(
        select(CalendarInvitation, OutgoingEmail)
        .outerjoin(OutgoingEmail, OutgoingEmail.id == CalendarInvitation.mail_id)
        .where(CalendarInvitation.interview_id == interview_id)
        .order_by(CalendarInvitation.role, CalendarInvitation.recipient)
    )
    return [(invitation, email) for invitation, email in rows]


def list_invited_between(
    session: Session, *, after: datetime, until: datetime
) -> list[tuple[CalendarInvitation, Interview]]:
    """Invitations that are not cancelled, to scheduled interviews that start in (after, until]."""
    rows = session.execute(
        select(CalendarInvitation, Interview)
        .join(Interview, Interview.id == CalendarInvitation.interview_id)
        .where(
            CalendarInvitation.method == CalendarMethod.REQUEST,
            CalendarInvitation.starts_at > after,
            CalendarInvitation.starts_at <= until,
            Interview.status == InterviewStatus.SCHEDULED,
        )
        .order_by(CalendarInvitation.starts_at, CalendarInvitation.id)
    )
    return [(invitation, interview) for invitation, interview in rows]


def claim_reminder(
    session: Session, *, interview_id: str, starts_at: datetime, minutes_before: int, now: datetime
) -> bool:
    """True for the first caller only, as decided by the unique index."""
    try:
        with session.begin_nested():
            session.add(
                InterviewReminder(
                    interview_id=interview_id,
                    starts_at=starts_at,
                    minutes_before=minutes_before,
                    created_at=now,
                )
            )
    except IntegrityError:
        return False
    return True
