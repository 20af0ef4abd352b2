"""Administration of user accounts: create, change, reset access, end sessions."""

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
from app.integrations.email import outbox
from app.security_events.service import Origin, describe_user, record
from app.security_events.tables import EventType
from app.users import account_invitations, accounts, second_factor
from app.users import repository as users
from app.users.accounts import OneTimePassword
from app.users.tables import InvitationPurpose, User


class OwnPassword(InvalidState):
    def __init__(self) -> None:
        super().__init__("Change your own password under Profile.")


@dataclass(frozen=True, slots=True)
class AdminContext:
    """App state, the public base URL and the origin of one admin request."""

    state: AppState
    base_url: str
    origin: Origin

    def record(
        self,
        session: Session,
        event: EventType,
        *,
        user_id: str,
        **details: str,
    ) -> None:
        """Record what the admin did to an account."""
        record(
            session,
            event,
            origin=self.origin,
            at=self.state.now(),
            subject=describe_user(user_id),
            details=details,
        )


def describe(session: Session, *, state: AppState, found: Sequence[User]) -> list[AdminUserView]:
    """Users as admins see them, in two queries for any number of users."""
    ids = [user.id for user in found]
    sessions = repository.count_sessions(session, ids, now=state.now())
    secured = repository.find_with_second_factor(session, ids)
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
    """Find a user by id. Raises NotFound."""
    user = users.find_by_id(session, user_id)
    if user is None:
        raise NotFound("This user was not found. The account may have been deleted.")
    return user


def make_password(delivery: Delivery) -> OneTimePassword | None:
    """The password to hand over, if that is how access is issued. Call it before the transaction."""
    return OneTimePassword.make() if delivery == Delivery.ONE_TIME_PASSWORD else None


def create(
    session: Session, *, context: AdminContext, new_user: NewUser, password: OneTimePassword | None
) -> IssuedAccess:
    """Create an account and issue access to it, by ``password`` or else by a link.

    Raises UsernameTaken, EmailTaken.
    """
    user = accounts.create_user(
        session, username=new_user.username, role=new_user.role, name=new_user.name, email=new_user.email
    )
    for hook in context.state.hooks.user_created:
        hook(session, user.id)
    context.record(
        session, EventType.USER_CREATED, user_id=user.id, role=user.role, delivery=new_user.delivery
    )
    return _issue_access(
        session, context=context, user=user, password=password, purpose=InvitationPurpose.INVITE
    )


def change(session: Session, *, context: AdminContext, user_id: str, changes: UserPatch) -> User:
    """Apply the fields that were sent; deactivation ends the user's sessions permanently.

    Raises NotFound, EmailTaken, LastAdmin (and then changes nothing).
    """
    user = get_user(session, user_id=user_id)
    if changes.name is not None and changes.name != user.name:
        user.name = changes.name
        context.record(session, EventType.NAME_CHANGED, user_id=user_id)
    if "email" in changes.model_fields_set:
        accounts.require_free_email(session, email=changes.email, user_id=user_id)
        if user.email != changes.email:
            user.email = changes.email
            # An admin vouches for an address they enter, not for one the user entered before.
            user.is_email_unchecked = False
            context.record(session, EventType.EMAIL_CHANGED, user_id=user_id)
    session.flush()
    old_role, was_active = user.role, user.is_active
    if changes.role is not None:
        accounts.set_role(session, user_id=user_id, role=changes.role)
        if changes.role != old_role:
            context.record(
                session, EventType.ROLE_CHANGED, user_id=user_id, before=old_role, after=changes.role
            )
    if changes.is_active is not None:
        accounts.set_active(session, user_id=user_id, active=changes.is_active)
        if changes.is_active != was_active:
            change_of_state = EventType.USER_ACTIVATED if changes.is_active else EventType.USER_DEACTIVATED
            context.record(session, change_of_state, user_id=user_id)
    return user


def reset_password(
    session: Session, *, context: AdminContext, admin_id: str, user_id: str, password: OneTimePassword | None
) -> IssuedAccess:
    """Issue new access; the old password and every session end. Raises NotFound, InvalidState, OwnPassword.

    Admins cannot reset their own: the session would end before they saw the new password.
    """
    user = get_user(session, user_id=user_id)
    if user.id == admin_id:
        raise OwnPassword
    if not user.is_active:
        raise InvalidState("This user is deactivated. Activate the account first.")
    has_signed_in = not repository.is_invited(user)
    users.end_sessions(session, user_id=user_id, now=context.state.now())
    user.password_hash = None
    user.must_change_password = False
    session.flush()
    delivery = Delivery.INVITE_LINK if password is None else Delivery.ONE_TIME_PASSWORD
    context.record(session, EventType.PASSWORD_RESET, user_id=user_id, delivery=delivery)
    purpose = InvitationPurpose.RESET if has_signed_in else InvitationPurpose.INVITE
    return _issue_access(session, context=context, user=user, password=password, purpose=purpose)


def end_sessions(session: Session, *, context: AdminContext, user_id: str) -> User:
    """Sign a user out everywhere. Raises NotFound."""
    user = get_user(session, user_id=user_id)
    users.end_sessions(session, user_id=user_id, now=context.state.now())
    context.record(session, EventType.SESSIONS_ENDED, user_id=user_id)
    return user


def reset_second_factor(session: Session, *, context: AdminContext, user_id: str) -> User:
    """Remove a lost second factor with its recovery codes. Raises NotFound."""
    user = get_user(session, user_id=user_id)
    second_factor.remove(session, user_id=user_id)
    context.record(session, EventType.SECOND_FACTOR_RESET, user_id=user_id)
    return user


def _issue_access(
    session: Session,
    *,
    context: AdminContext,
    user: User,
    password: OneTimePassword | None,
    purpose: InvitationPurpose,
) -> IssuedAccess:
    link = None
    is_mailed = False
    now = context.state.now()
    if password is not None:
        # Earlier links must be void: one of them could replace this password.
        users.void_invitations(session, user_id=user.id, now=now)
        accounts.set_one_time_password(session, user=user, password=password)
    else:
        token = account_invitations.invite(session, user=user, purpose=purpose, now=now)
        link = f"{context.base_url}/invite/{token}"
        is_mailed = _email_link(session, context=context, user=user, link=link, purpose=purpose)
    return IssuedAccess(
        user=describe_one(session, state=context.state, user=user),
        one_time_password=None if password is None else password.text,
        invite_link=link,
        is_mailed=is_mailed,
    )


def _email_link(
    session: Session, *, context: AdminContext, user: User, link: str, purpose: InvitationPurpose
) -> bool:
    """Queue the email with the link. False if email is not set up or the user has no address."""
    settings = context.state.settings
    if not settings.has_email or user.email is None:
        return False
    subject, opening = _compose_email(settings, user=user, purpose=purpose)
    days = account_invitations.INVITATION_LIFE // timedelta(days=1)
    outbox.add_email(
        session,
        recipient=user.email,
        subject=subject,
        text=(
            f"Hello {user.name or user.username},\n\n{opening}\n\n{link}\n\n"
            f"The link works once and expires after {days} days."
            " If you did not expect this email, you can ignore it.\n"
        ),
        now=context.state.now(),
    )
    return True


def _compose_email(settings: Settings, *, user: User, purpose: InvitationPurpose) -> tuple[str, str]:
    """Subject and opening sentence."""
    product = settings.product_name
    if purpose == InvitationPurpose.RESET:
        return (
            f"{product}: set a new password",
            f"Your password for {product} was reset. Open this link to choose a new one"
            f" (your username is {user.username}):",
        )
    return (
        f"{product}: your account",
        f"An account on {product} was created for you. Open this link to choose a password"
        f" (your username is {user.username}):",
    )
