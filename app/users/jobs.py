from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.users.tables import Invitation, ProviderSignIn, SessionToken

KEEP = timedelta(days=30)
"""What is over stays for a while: so a link of last week is told from one that never was."""


def remove_expired(session: Session, now: datetime) -> int:
    """Forget sign-ins that were never finished, sessions and invitations that ended a month ago."""
    sign_ins = session.execute(
        delete(ProviderSignIn).where(ProviderSignIn.expires_at < now).returning(ProviderSignIn.state_hash)
    )
    tokens = session.execute(
        delete(SessionToken).where(SessionToken.expires_at < now - KEEP).returning(SessionToken.id)
    )
    invitations = session.execute(
        delete(Invitation).where(Invitation.expires_at < now - KEEP).returning(Invitation.id)
    )
    return sum(len(found.all()) for found in (sign_ins, tokens, invitations))
