"""User accounts: create, change role, activate and deactivate, set passwords."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from app.core.clock import utc_now
from app.core.errors import NotFound
from app.core.security import hash_password
from app.users import repository
from app.users.codes import new_readable_code
from app.users.errors import EmailTaken, InvalidCredentials, LastAdmin, UsernameTaken
from app.users.tables import ExternalIdentity, Role, User


def create_user(
    session: Session,
    *,
    username: str,
    password_hash: str | None = None,
    role: Role,
    name: str = "",
    email: str | None = None,
    must_change_password: bool = False,
    is_email_unchecked: bool = False,
) -> User:
    """Add a user. Without a password, they sign in by an invitation or the identity provider.

    Pass ``password_hash`` if other writers may be waiting: hashing takes longer than the transaction.

    Raises UsernameTaken and, for a checked address, EmailTaken (both compared without case).
    """
    if repository.find_by_username(session, username) is not None:
        raise UsernameTaken
    if not is_email_unchecked:
        require_free_email(session, email=email)
    user = User(
        username=username,
        username_key=username.casefold(),
        name=name or username,
        email=email,
        is_email_unchecked=is_email_unchecked,
        role=role,
        password_hash=password_hash,
        must_change_password=must_change_password,
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError:
        raise UsernameTaken from None
    return user


def require_free_email(session: Session, *, email: str | None, user_id: str | None = None) -> None:
    """Raise EmailTaken if another user's checked address is this one. Only for addresses that admins enter.

    Checked addresses must be unique because sign-in through the identity provider finds users by them. An
    address that users enter themselves is never used to find an account, and refusing it would reveal which
    accounts exist.
    """
    if email is None:
        return
    other = repository.find_by_email(session, email)
    if other is not None and other.id != user_id and not other.is_email_unchecked:
        raise EmailTaken


def require_credentials_still_valid(session: Session, *, checked: User) -> User:
    """The stored user, unless their password changed or they were deactivated since ``checked`` was read.

    Raises InvalidCredentials.
    """
    user = repository.find_by_id(session, checked.id)
    if user is None or not user.is_active or user.password_hash != checked.password_hash:
        raise InvalidCredentials
    return user


def set_password(session: Session, *, user_id: str, password_hash: str, now: datetime) -> User:
    """Set a password that the user chose. Ends every session and voids every unused invitation."""
    user = session.get_one(User, user_id)
    user.password_hash = password_hash
    user.must_change_password = False
    repository.void_invitations(session, user_id=user_id, now=now)
    repository.end_sessions(session, user_id=user_id, now=now)
    session.flush()
    return user


@dataclass(frozen=True, slots=True)
class OneTimePassword:
    """Create a one-time password.

    Call it before the transaction that sets the password: hashing takes long.
    """

    text: str
    hash: str

    @classmethod
    def make(cls) -> OneTimePassword:
        text = new_readable_code(groups=4)
        return cls(text, hash_password(text))


def set_one_time_password(session: Session, *, user: User, password: OneTimePassword) -> None:
    """Set a one-time password; after signing in with it, the user must choose another."""
    user.password_hash = password.hash
    user.must_change_password = True
    session.flush()


def set_active(session: Session, *, user_id: str, active: bool) -> User:
    """Activate or deactivate a user. Raises LastAdmin, NotFound.

    Deactivation revokes the user's sessions; reactivation restores none of them.
    """
    user = _change_unless_last_admin(session, user_id=user_id, is_safe=active, values={"is_active": active})
    if not active:
        repository.end_sessions(session, user_id=user_id, now=utc_now())
    return user


def set_role(session: Session, *, user_id: str, role: Role) -> User:
    """Change a user's role. Raises LastAdmin, NotFound."""
    return _change_unless_last_admin(
        session, user_id=user_id, is_safe=role == Role.ADMIN, values={"role": role}
    )


def _change_unless_last_admin(
    session: Session, *, user_id: str, is_safe: bool, values: dict[str, object]
) -> User:
    """One conditional UPDATE, so that two admins who demote each other at once cannot both succeed."""
    user = repository.find_by_id(session, user_id)
    if user is None:
        raise NotFound("This user was not found. The account may have been deleted.")
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
                # An invited admin does not count: the link may expire before they use it.
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
