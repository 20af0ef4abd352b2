"""What every way to sign in has in common: the session at its end, and the throttle before it."""

from __future__ import annotations

import anyio
from fastapi import Request
from sqlalchemy.orm import Session

from app.core.security import is_password
from app.core.state import AppState
from app.users import repository, service
from app.users.dependencies import is_second_factor_required
from app.users.errors import InvalidCredentials
from app.users.schemas import SignedIn, UserView
from app.users.service import Visit
from app.users.tables import SignInMethod, User
from app.users.throttle import FailureThrottle, RegistrationThrottle

_CHECKS_AT_ONCE = anyio.CapacityLimiter(4)
"""Argon2 takes 64 MiB for each: a flood of sign-ins waits in line instead of filling the memory."""


async def check_password(state: AppState, *, username: str, password: str) -> User:
    """The active user of this name and password, as a detached row.

    Raises InvalidCredentials, the same for all causes. No transaction is open while the password is
    checked, because that takes longer than everything else together.
    """
    user = await state.database.read(repository.find_by_username, username)
    known = None if user is None else user.password_hash
    is_right = await is_password_of(password, known)
    if user is None or not is_right or not user.is_active:
        raise InvalidCredentials
    return user


async def is_password_of(password: str, password_hash: str | None) -> bool:
    """Whether ``password`` matches, found out in a worker thread; False without a hash."""
    return await anyio.to_thread.run_sync(is_password, password, password_hash, limiter=_CHECKS_AT_ONCE)


def throttle_of(request: Request) -> FailureThrottle:
    throttle = request.app.state.failure_throttle
    assert isinstance(throttle, FailureThrottle)
    return throttle


def registration_throttle_of(request: Request) -> RegistrationThrottle:
    throttle = request.app.state.registration_throttle
    assert isinstance(throttle, RegistrationThrottle)
    return throttle


def visit_of(request: Request, method: SignInMethod) -> Visit:
    return Visit(method=method, device=request.headers.get("user-agent", ""))


def describe(session: Session, *, state: AppState, user: User) -> UserView:
    """The user as he is shown to himself."""
    has_factor = repository.has_second_factor(session, user.id)
    return UserView.of(
        user,
        has_second_factor=has_factor,
        must_enrol_second_factor=not has_factor and is_second_factor_required(state.settings, user.role),
    )


def finish(session: Session, *, state: AppState, user: User, visit: Visit) -> SignedIn:
    """Open a session for a user who has shown all that is asked of him."""
    token = service.open_session(
        session,
        user=user,
        visit=visit,
        secret=state.session_secret,
        now=state.now(),
        hours=state.settings.session_hours,
    )
    session.refresh(user)
    return SignedIn(token=token, admin=describe(session, state=state, user=user))


async def tell_access_ended(state: AppState, user_id: str) -> None:
    """After the commit: whoever holds a connection of this user looks whether it still may."""
    for hook in state.hooks.after_access_ended:
        await hook(user_id)
