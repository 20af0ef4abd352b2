"""What an administrator does with the accounts of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from app.admin.users import repository
from app.admin.users.schemas import AdminUserView, Delivery, IssuedAccess, NewUser, UserPatch
from app.core.errors import InvalidState, NotFound
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.mail import outbox
from app.users import service as users
from app.users.repository import find_by_id
from app.users.tables import InvitationPurpose, User


class OwnPassword(InvalidState):
    def __init__(self) -> None:
        super().__init__("Change your own password under Profile.")


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the admin sits: what the server holds, and the address under which it was reached."""

    state: AppState
    base_url: str


def describe(session: Session, *, state: AppState, found: Sequence[User]) -> list[AdminUserView]:
    """``found`` as admins see them, in two queries whatever their number."""
    ids = [user.id for user in found]
    sessions = repository.count_sessions(session, ids, now=state.now())
    secured = repository.with_second_factor(session, ids)
    return [
        AdminUserView(
            id=user.id,
            username=user.username,
            name=user.name,
            email=user.email,
            role=user.role,
            is_active=user.is_active,
            is_basic_auth=user.password_hash is not None,
            has_second_factor=user.id in secured,
            must_change_password=user.must_change_password,
            is_invited=repository.is_invited(user),
            created_at=user.created_at,
            last_signed_in_at=user.last_signed_in_at,
            active_sessions=sessions.get(user.id, 0),
        )
        for user in found
    ]


def describe_one(session: Session, *, state: AppState, user: User) -> AdminUserView:
    return describe(session, state=state, found=[user])[0]


def get_user(session: Session, *, user_id: str) -> User:
    """Raises NotFound."""
    user = find_by_id(session, user_id)
    if user is None:
        raise NotFound("There is no such user.")
    return user


def create(session: Session, *, desk: Desk, wanted: NewUser) -> IssuedAccess:
    """A new account and its way in. Raises UsernameTaken, EmailTaken."""
    user = users.create_user(
        session, username=wanted.username, role=wanted.role, name=wanted.name, email=wanted.email
    )
    for hook in desk.state.hooks.user_created:
        hook(session, user.id)
    return _issue(session, desk=desk, user=user, delivery=wanted.delivery, purpose=InvitationPurpose.INVITE)


def change(session: Session, *, user_id: str, wanted: UserPatch) -> User:
    """Apply what was sent; a deactivated user's sessions end for good.

    Raises NotFound, EmailTaken, LastAdmin (nothing is then changed).
    """
    user = get_user(session, user_id=user_id)
    if wanted.name is not None:
        user.name = wanted.name
    if "email" in wanted.model_fields_set:
        users.check_email_is_free(session, email=wanted.email, user_id=user_id)
        if user.email != wanted.email:
            user.email = wanted.email
            # An admin vouches for what he types, not for what he leaves as the user typed it.
            user.is_email_unchecked = False
    session.flush()
    if wanted.role is not None:
        users.set_role(session, user_id=user_id, role=wanted.role)
    if wanted.is_active is not None:
        users.set_active(session, user_id=user_id, active=wanted.is_active)
    return user


def reset_password(
    session: Session, *, desk: Desk, admin_id: str, user_id: str, delivery: Delivery
) -> IssuedAccess:
    """A new way in; the old password and every session end. Raises NotFound, InvalidState, OwnPassword.

    Not for oneself: one's session would end before the new password was seen.
    """
    user = get_user(session, user_id=user_id)
    if user.id == admin_id:
        raise OwnPassword
    if not user.is_active:
        raise InvalidState("This user is deactivated. Activate the account first.")
    has_come_in = not repository.is_invited(user)
    users.end_sessions(session, user_id=user_id, now=desk.state.now())
    user.password_hash = None
    user.must_change_password = False
    session.flush()
    purpose = InvitationPurpose.RESET if has_come_in else InvitationPurpose.INVITE
    return _issue(session, desk=desk, user=user, delivery=delivery, purpose=purpose)


def end_sessions(session: Session, *, state: AppState, user_id: str) -> User:
    """Raises NotFound."""
    user = get_user(session, user_id=user_id)
    users.end_sessions(session, user_id=user_id, now=state.now())
    return user


def reset_second_factor(session: Session, *, user_id: str) -> User:
    """For who has lost it, recovery codes and all. Raises NotFound."""
    user = get_user(session, user_id=user_id)
    users.remove_second_factor(session, user_id=user_id)
    return user


def _issue(
    session: Session, *, desk: Desk, user: User, delivery: Delivery, purpose: InvitationPurpose
) -> IssuedAccess:
    password = link = None
    is_mailed = False
    now = desk.state.now()
    if delivery == Delivery.ONE_TIME_PASSWORD:
        # A link that was sent before must not set another one.
        users.void_invitations(session, user_id=user.id, now=now)
        password = users.set_one_time_password(session, user=user)
    else:
        token = users.invite(session, user=user, purpose=purpose, now=now)
        link = f"{desk.base_url}/invite/{token}"
        is_mailed = _mail_link(session, desk=desk, user=user, link=link, purpose=purpose)
    return IssuedAccess(
        user=describe_one(session, state=desk.state, user=user),
        one_time_password=password,
        invite_link=link,
        is_mailed=is_mailed,
    )


def _mail_link(session: Session, *, desk: Desk, user: User, link: str, purpose: InvitationPurpose) -> bool:
    """Whether a mail was written: only where mail is set up and the user has an address."""
    settings = desk.state.settings
    if not settings.has_mail or user.email is None:
        return False
    subject, opening = _words(settings, user=user, purpose=purpose)
    days = users.INVITATION_LIFE // timedelta(days=1)
    outbox.post(
        session,
        recipient=user.email,
        subject=subject,
        text=(
            f"Hello {user.name or user.username},\n\n{opening}\n\n{link}\n\n"
            f"The link works once and for {days} days. If you did not expect this mail, ignore it.\n"
        ),
        now=desk.state.now(),
    )
    return True


def _words(settings: Settings, *, user: User, purpose: InvitationPurpose) -> tuple[str, str]:
    """Subject and first sentence."""
    product = settings.product_name
    if purpose == InvitationPurpose.RESET:
        return (
            f"{product}: set a new password",
            f"your password for {product} was reset. Open this link and choose a new one"
            f" (your username is {user.username}):",
        )
    return (
        f"{product}: your account",
        f"an account on {product} was made for you. Open this link and choose a password"
        f" (your username is {user.username}):",
    )
