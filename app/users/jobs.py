"""Daily removal of unfinished provider sign-ins, expired sessions and expired invitations."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.users.tables import AccountInvitation, ProviderSignIn, SessionToken

RETENTION = timedelta(days=30)
"""Keep expired links for a while, so that we can answer 'expired' rather than 'not found'."""


def remove_expired(session: Session, now: datetime) -> int:
    sign_ins = session.execute(
        delete(ProviderSignIn).where(ProviderSignIn.expires_at < now).returning(ProviderSignIn.state_hash)
    )
    tokens = session.execute(
        delete(SessionToken).where(SessionToken.expires_at < now - RETENTION).returning(SessionToken.id)
    )
    invitations = session.execute(
        delete(AccountInvitation)
        .where(AccountInvitation.expires_at < now - RETENTION)
        .returning(AccountInvitation.id)
    )
    return sum(len(found.all()) for found in (sign_ins, tokens, invitations))
