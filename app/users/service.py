"""Users, their sessions, and what an administrator does with both."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from app.core.clock import utc_now
from app.core.errors import InvalidState, NotFound
from app.core.ids import new_link_token
from app.core.security import hash_password, sign_session_token
from app.users import repository
from app.users.errors import (
    EmailTaken,
    InvalidCredentials,
    InvitationUnavailable,
    LastAdmin,
    SetupCodeInvalid,
    UsernameTaken,
)
from app.users.tables import (
    ExternalIdentity,
    Invitation,
    InvitationPurpose,
    RecoveryCode,
    Role,
    SecondFactor,
    SessionToken,
    SignInMethod,
    User,
)

INVITATION_LIFE = timedelta(days=7)
DEVICE_LENGTH = 300

_READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those letters and digits that are easily mistaken for another."""


def create_user(
    session: Session,
    *,
    username: str,
    password: str | None = None,
    role: Role,
    name: str = "",
    email: str | None = None,
    must_change_password: bool = False,
    is_email_unchecked: bool = False,
) -> User:
    """Add a user; without a password he signs in by an invitation or the identity provider.

    Raises UsernameTaken and EmailTaken (both compared without case).
    """
    if repository.find_by_username(session, username) is not None:
        raise UsernameTaken
    check_email_is_free(session, email=email)
    user = User(
        username=username,
        username_key=username.casefold(),
        name=name or username,
        email=email,
        is_email_unchecked=is_email_unchecked,
        role=role,
        password_hash=None if password is None else hash_password(password),
        must_change_password=must_change_password,
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError:
        raise UsernameTaken from None
    return user


def check_email_is_free(session: Session, *, email: str | None, user_id: str | None = None) -> None:
    """Raise EmailTaken when another user has this address: a provider's sign-in finds users by it."""
    if email is None:
        return
    other = repository.find_by_email(session, email)
    if other is not None and other.id != user_id:
        raise EmailTaken


def require_unchanged(session: Session, *, checked: User) -> User:
    """The user whose password was checked a moment ago, unless it was changed or he was put out since.

    Raises InvalidCredentials.
    """
    user = repository.find_by_id(session, checked.id)
    if user is None or not user.is_active or user.password_hash != checked.password_hash:
        raise InvalidCredentials
    return user


@dataclass(frozen=True, slots=True)
class Visit:
    """How and from where somebody signs in."""

    method: SignInMethod
    device: str
    """The User-Agent, as it was sent."""


def open_session(
    session: Session, *, user: User, visit: Visit, secret: bytes, now: datetime, hours: int
) -> str:
    """A new session token for ``user``, valid for ``hours``."""
    record = SessionToken(
        user_id=user.id,
        created_at=now,
        expires_at=now + timedelta(hours=hours),
        last_used_at=now,
        device=visit.device[:DEVICE_LENGTH],
        method=visit.method,
    )
    session.add(record)
    session.execute(update(User).where(User.id == user.id).values(last_signed_in_at=now))
    session.flush()
    return sign_session_token(
        secret=secret,
        session_token_id=record.id,
        user_id=user.id,
        role=user.role,
        issued_at=now,
        expires_at=record.expires_at,
    )


def end_sessions(session: Session, *, user_id: str, now: datetime, except_id: str | None = None) -> int:
    """End every session of a user but ``except_id``; how many there were."""
    return repository.revoke_all(session, user_id=user_id, now=now, except_id=except_id)


def set_password(session: Session, *, user_id: str, password: str, now: datetime) -> User:
    """The user's own new password. Ends every session and every unused invitation."""
    user = session.get_one(User, user_id)
    user.password_hash = hash_password(password)
    user.must_change_password = False
    void_invitations(session, user_id=user_id, now=now)
    end_sessions(session, user_id=user_id, now=now)
    session.flush()
    return user


def set_one_time_password(session: Session, *, user: User) -> str:
    """A password to hand over: it is good for a sign-in that sets another."""
    password = _readable_code(groups=4)
    user.password_hash = hash_password(password)
    user.must_change_password = True
    session.flush()
    return password


def set_active(session: Session, *, user_id: str, active: bool) -> User:
    """Let a user in or keep him out. Raises LastAdmin, NotFound.

    Keeping him out ends his sessions for good: letting him in again brings none of them back.
    """
    user = _change_unless_last_admin(session, user_id=user_id, is_safe=active, values={"is_active": active})
    if not active:
        end_sessions(session, user_id=user_id, now=utc_now())
    return user


def set_role(session: Session, *, user_id: str, role: Role) -> User:
    """Raises LastAdmin, NotFound."""
    return _change_unless_last_admin(
        session, user_id=user_id, is_safe=role == Role.ADMIN, values={"role": role}
    )


def _change_unless_last_admin(
    session: Session, *, user_id: str, is_safe: bool, values: dict[str, object]
) -> User:
    """One conditional UPDATE: two admins who demote each other at once cannot both succeed."""
    user = repository.find_by_id(session, user_id)
    if user is None:
        raise NotFound("There is no such user.")
    statement = update(User).where(User.id == user_id)
    if not is_safe:
        other = aliased(User)
        others = (
            select(func.count())
            .select_from(other)
            .where(
                other.role == Role.ADMIN,
                other.is_active,
                other.id != user_id,
                # Invited is not arrived: nobody could sign in once such a link is over.
                other.password_hash.is_not(None) | exists().where(ExternalIdentity.user_id == other.id),
            )
            .scalar_subquery()
        )
        statement = statement.where((User.role != Role.ADMIN) | User.is_active.is_(False) | (others > 0))
    changed = session.execute(
        statement.values(**values).returning(User.id), execution_options={"synchronize_session": False}
    )
    if changed.one_or_none() is None:
        raise LastAdmin
    session.refresh(user)
    return user


def remove_second_factor(session: Session, *, user_id: str) -> None:
    """Forget a user's second factor and its recovery codes."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    session.execute(delete(SecondFactor).where(SecondFactor.user_id == user_id))


# --- invitations ------------------------------------------------------------------------------


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(session: Session, *, user: User, purpose: InvitationPurpose, now: datetime) -> str:
    """The token of a link by which the user sets a password, once, within a week.

    Earlier ones that were not used are void.
    """
    void_invitations(session, user_id=user.id, now=now)
    token = new_link_token()
    session.add(
        Invitation(
            user_id=user.id,
            token_hash=token_hash(token),
            purpose=purpose,
            expires_at=now + INVITATION_LIFE,
            created_at=now,
        )
    )
    session.flush()
    return token


def read_invitation(session: Session, *, token: str, now: datetime) -> tuple[Invitation, User]:
    """Raises NotFound for an unknown token, InvitationUnavailable for one that was used or is over."""
    found = repository.find_invitation(session, token_hash(token))
    if found is None:
        raise NotFound("There is no such invitation. Please check the link.")
    invitation, user = found
    if invitation.used_at is not None or invitation.expires_at <= now or not user.is_active:
        raise InvitationUnavailable
    return invitation, user


def accept_invitation(session: Session, *, token: str, password: str, now: datetime) -> User:
    """Set the password by a link. Raises NotFound, InvitationUnavailable."""
    invitation, user = read_invitation(session, token=token, now=now)
    claimed = session.execute(
        update(Invitation)
        .where(Invitation.id == invitation.id, Invitation.used_at.is_(None))
        .values(used_at=now)
        .returning(Invitation.id)
    )
    if claimed.one_or_none() is None:
        raise InvitationUnavailable
    return set_password(session, user_id=user.id, password=password, now=now)


def void_invitations(session: Session, *, user_id: str, now: datetime) -> None:
    """Let no link of this user be used any more."""
    session.execute(
        update(Invitation)
        .where(Invitation.user_id == user_id, Invitation.used_at.is_(None))
        .values(used_at=now)
    )


# --- the first admin --------------------------------------------------------------------------


def set_up_first_admin(
    session: Session,
    *,
    expected_code: str | None,
    code: str,
    username: str,
    password: str,
    name: str,
    email: str | None,
) -> User:
    """The first admin, by the code that the server printed.

    Raises InvalidState when there is an admin already, SetupCodeInvalid for a wrong code.
    """
    if repository.has_admin(session):
        raise InvalidState("Greenroom is set up already. Please sign in.")
    if expected_code is None or not secrets.compare_digest(
        _normalise_code(expected_code), _normalise_code(code)
    ):
        raise SetupCodeInvalid
    return create_user(session, username=username, password=password, role=Role.ADMIN, name=name, email=email)


def _normalise_code(code: str) -> bytes:
    return code.replace("-", "").replace(" ", "").upper().encode()


def new_setup_code() -> str:
    """Sixteen characters in four groups."""
    return _readable_code(groups=4)


def _readable_code(*, groups: int) -> str:
    return "-".join("".join(secrets.choice(_READABLE) for _ in range(4)) for _ in range(groups))
