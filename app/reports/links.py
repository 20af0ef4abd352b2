"""Use cases of report links: create, list, revoke, open."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.core.ids import new_link_token
from app.interviews.tables import Interview
from app.reports.errors import (
    ReportLinkExpired,
    ReportLinkNotFound,
    ReportLinkRevoked,
    TooManyReportLinks,
)
from app.reports.material import ReportMaterial
from app.reports.tables import ReportLink
from app.users.codes import hash_token
from app.users.tables import User

MAX_ACTIVE_LINKS = 20
"""Per interview."""
RETENTION = timedelta(days=90)
"""Keep ended links for a while, so that we can answer 'expired' or 'withdrawn' rather than 'not found'."""


def create_link(
    session: Session, *, interview: Interview, material: ReportMaterial, label: str, days: int, now: datetime
) -> tuple[ReportLink, str]:
    """A new link to the interview's report, and its token, which is not stored.

    Raises ReportConcealed, NoReport and TooManyReportLinks.
    """
    material.require_analysis()
    active = session.scalar(
        select(func.count())
        .select_from(ReportLink)
        .where(
            ReportLink.interview_id == interview.id,
            ReportLink.revoked_at.is_(None),
            ReportLink.expires_at > now,
        )
    )
    if (active or 0) >= MAX_ACTIVE_LINKS:
        raise TooManyReportLinks(MAX_ACTIVE_LINKS)
    token = new_link_token()
    link = ReportLink(
        interview_id=interview.id,
        token_hash=hash_token(token),
        label=label,
        expires_at=now + timedelta(days=days),
        created_at=now,
    )
    session.add(link)
    session.flush()
    return link, token


def list_links(session: Session, *, interview_id: str) -> list[ReportLink]:
    """The links of an interview, newest first, with those that have ended."""
    return list(
        session.scalars(
            select(ReportLink)
            .where(ReportLink.interview_id == interview_id)
            .order_by(ReportLink.created_at.desc(), ReportLink.id)
        )
    )


def revoke_link(session: Session, *, interview_id: str, link_id: str, now: datetime) -> None:
    """End a link now. Idempotent. Raises ReportLinkNotFound."""
    link = session.scalar(
        select(ReportLink).where(ReportLink.id == link_id, ReportLink.interview_id == interview_id)
    )
    if link is None:
        raise ReportLinkNotFound
    session.execute(
        update(ReportLink)
        .where(ReportLink.id == link_id, ReportLink.revoked_at.is_(None))
        .values(revoked_at=now)
        .execution_options(synchronize_session=False)
    )


def find_open_link(session: Session, *, token: str, now: datetime) -> tuple[ReportLink, Interview]:
    """The link with this token, and the interview whose report it shows to anyone who has it.

    A link of a deactivated account counts as revoked. Raises ReportLinkNotFound, ReportLinkRevoked and
    ReportLinkExpired.
    """
    found = session.execute(
        select(ReportLink, Interview, User.is_active)
        .join(Interview, Interview.id == ReportLink.interview_id)
        .join(User, User.id == Interview.owner_id)
        .where(ReportLink.token_hash == hash_token(token))
    ).one_or_none()
    if found is None:
        raise ReportLinkNotFound
    link, interview, is_owner_active = found
    if link.revoked_at is not None or not is_owner_active:
        raise ReportLinkRevoked
    if link.expires_at <= now:
        raise ReportLinkExpired
    return link, interview


def remove_old_links(session: Session, now: datetime) -> int:
    """Delete links that ended long ago; returns their number."""
    removed = session.execute(
        delete(ReportLink).where(ReportLink.expires_at < now - RETENTION).returning(ReportLink.id)
    )
    return len(removed.all())
