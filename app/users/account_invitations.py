"""Account invitations: single-use links with which a user sets a password."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.core.errors import NotFound
from app.core.ids import new_link_token
from app.users import repository
from app.users.accounts import set_password
from app.users.codes import hash_token
from app.users.errors import InvitationUnavailable
from app.users.tables import AccountInvitation, InvitationPurpose, User

INVITATION_LIFE = timedelta(days=7)


def invite(session: Session, *, user: User, purpose: InvitationPurpose, now: datetime) -> str:
    """Issue an invitation and return its token. Earlier unused ones become void."""
    repository.void_invitations(session, user_id=user.id, now=now)
    token = new_link_token()
    session.add(
        AccountInvitation(
            user_id=user.id,
            token_hash=hash_token(token),
            purpose=purpose,
            expires_at=now + INVITATION_LIFE,
            created_at=now,
        )
    )
    session.flush()
    return token


def read_invitation(session: Session, *, token: str, now: datetime) -> tuple[AccountInvitation, User]:
    """The invitation of a token. Raises NotFound, or InvitationUnavailable if it is used or expired."""
    found = repository.find_invitation(session, hash_token(token))
    if found is None:
        raise NotFound("This invitation was not found. Please check the link.")
    invitation, user = found
    if invitation.used_at is not None or invitation.expires_at <= now or not user.is_active:
        raise InvitationUnavailable
    return invitation, user


def accept_invitation(session: Session, *, token: str, password_hash: str, now: datetime) -> User:
    """Use the invitation to set a password. Raises NotFound, InvitationUnavailable."""
    invitation, user = read_invitation(session, token=token, now=now)
    claimed = session.execute(
        update(AccountInvitation)
        .where(AccountInvitation.id == invitation.id, AccountInvitation.used_at.is_(None))
        .values(used_at=now)
        .returning(AccountInvitation.id)
    )
    if claimed.one_or_none() is None:
        raise InvitationUnavailable
    return set_password(session, user_id=user.id, password_hash=password_hash, now=now)
