"""Queries on demo requests and spent challenges."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.contact.tables import DemoRequest, SpentChallenge
from app.core.schemas import PageParams
from app.integrations.email.tables import OutgoingEmail


def spend_challenge(session: Session, *, fingerprint: str, expires_at: datetime) -> bool:
    """Mark a solved challenge as used; False if it already was."""
    try:
        with session.begin_nested():
            session.add(SpentChallenge(fingerprint=fingerprint, expires_at=expires_at))
    except IntegrityError:
        return False
    return True


def remove_expired_challenges(session: Session, *, now: datetime) -> int:
    found = session.execute(
        delete(SpentChallenge).where(SpentChallenge.expires_at < now).returning(SpentChallenge.fingerprint)
    )
    return len(found.all())


def list_requests(session: Session, page: PageParams) -> list[tuple[DemoRequest, OutgoingEmail | None]]:
    rows = session.execute(
        select(DemoRequest, OutgoingEmail)
        .outerjoin(OutgoingEmail, OutgoingEmail.id == DemoRequest.mail_id)
        .order_by(DemoRequest.created_at.desc(), DemoRequest.id)
        .offset(page.offset)
        .limit(page.limit)
    )
    return [(request, mail) for request, mail in rows]


def count_requests(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(DemoRequest)) or 0


def remove_request(session: Session, *, request_id: str) -> bool:
    found = session.execute(delete(DemoRequest).where(DemoRequest.id == request_id).returning(DemoRequest.id))
    return found.one_or_none() is not None
