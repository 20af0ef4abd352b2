"""Dependencies that authenticate a request: caller, current user, admin."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.access_attempts import note_caller, note_needs_admin
from app.core.errors import Forbidden, Unauthorized
from app.core.security import SessionClaims, read_session_token
from app.core.settings import Settings
from app.core.state import AppState, StateDep
from app.users import repository
from app.users.errors import (
    PasswordChangeRequired,
    ReauthenticationRequired,
    SecondFactorEnrolmentRequired,
)
from app.users.tables import Role, SessionToken, User

log = logging.getLogger("greenroom.sign_in")

USE_RECORDING_INTERVAL = timedelta(minutes=1)
"""Recording each use would turn every page view into a database write."""
RECENT_SIGN_IN = timedelta(minutes=15)
"""How long after signing in, or re-entering the password, a user may do things that a session thief must not.

The text of ReauthenticationRequired names it.
"""


@dataclass(frozen=True, slots=True)
class Caller:
    """The signed-in user of a request, as detached rows, and the steps they must complete first."""

    user: User
    session_token: SessionToken
    must_enrol_second_factor: bool


def is_second_factor_required(settings: Settings, role: Role) -> bool:
    """Whether the settings require a second factor for this role."""
    match settings.require_second_factor:
        case "everybody":
            return True
        case "admins":
            return role == Role.ADMIN
        case "nobody":
            return False


def find_signed_in(session: Session, *, state: AppState, token: str) -> Caller | None:
    """The caller with this session token (HTTP and socket alike), or None."""
    claims = read_session_token(token, secret=state.session_secret, now=state.now())
    return None if claims is None else find_caller(session, state=state, claims=claims)


def find_caller(session: Session, *, state: AppState, claims: SessionClaims) -> Caller | None:
    """The caller whose session these claims name, while that session lasts."""
    now = state.now()
    found = repository.find_signed_in(
        session,
        session_token_id=claims.session_token_id,
        user_id=claims.user_id,
        now=now,
        used_after=now - _read_idle_limit(state.settings),
    )
    if found is None:
        return None
    user, session_token = found
    note_caller(user.id)
    # Whoever is signed in may soon need the models: they load while that person reads a page.
    state.engines.wake()
    must_enrol = is_second_factor_required(state.settings, user.role) and not repository.has_second_factor(
        session, user.id
    )
    return Caller(user=user, session_token=session_token, must_enrol_second_factor=must_enrol)


def _read_idle_limit(settings: Settings) -> timedelta:
    """How long a session may stay unused. Its last use is recorded once a minute only."""
    if settings.session_idle_minutes == 0:
        return timedelta(hours=settings.session_hours)
    return timedelta(minutes=settings.session_idle_minutes) + USE_RECORDING_INTERVAL


def require_ready(caller: Caller) -> User:
    """The user, once they have chosen a password and set up the required second factor.

    Raises PasswordChangeRequired, SecondFactorEnrolmentRequired.
    """
    if caller.user.must_change_password:
        raise PasswordChangeRequired
    if caller.must_enrol_second_factor:
        raise SecondFactorEnrolmentRequired
    return caller.user


def require_recent_sign_in(caller: Caller, *, now: datetime) -> None:
    """Raise ReauthenticationRequired unless the caller has recently signed in or entered the password."""
    last = caller.session_token.authenticated_at or caller.session_token.created_at
    # If the clock was set back, no sign-in counts as recent.
    if abs(now - last) > RECENT_SIGN_IN:
        raise ReauthenticationRequired


def find_user_of_token(session: Session, *, state: AppState, token: str) -> User | None:
    """The user of a session token, or None. Raises what ``require_ready`` raises."""
    caller = find_signed_in(session, state=state, token=token)
    return None if caller is None else require_ready(caller)


def bearer_token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def get_claims(request: Request, state: StateDep) -> SessionClaims:
    claims = read_session_token(bearer_token(request), secret=state.session_secret, now=state.now())
    if claims is None:
        raise Unauthorized("Please sign in.")
    return claims


def get_signed_in(request: Request, state: StateDep, background: BackgroundTasks) -> Caller:
    """The caller, even before they set a password or second factor.

    Read in a separate transaction, so that a route that runs for minutes (with short transactions
    of its own) does not hold one open.
    """
    with state.database.reading() as session:
        caller = find_signed_in(session, state=state, token=bearer_token(request))
    if caller is None:
        raise Unauthorized("Please sign in.")
    if is_use_due(caller.session_token, now=state.now()):
        background.add_task(record_use, state, caller.session_token)
    return caller


def is_use_due(session_token: SessionToken, *, now: datetime) -> bool:
    """Whether the use of a session should be recorded."""
    last = session_token.last_used_at
    return last is None or now - last >= USE_RECORDING_INTERVAL


def record_use(state: AppState, session_token: SessionToken) -> None:
    """Runs after the response, so that reads succeed while the disk is full or the database is locked."""
    last, now = session_token.last_used_at, state.now()
    try:
        with state.database.transaction() as session:
            session.execute(
                update(SessionToken)
                .where(
                    SessionToken.id == session_token.id, SessionToken.last_used_at.is_not_distinct_from(last)
                )
                .values(last_used_at=now)
            )
    except OperationalError:
        log.warning("session_use_not_recorded")


CallerDep = Annotated[Caller, Depends(get_signed_in)]
"""For the calls that set a password or second factor; all others use CurrentUser."""


def get_current_user(caller: CallerDep) -> User:
    return require_ready(caller)


CurrentUser = Annotated[User, Depends(get_current_user)]
CurrentClaims = Annotated[SessionClaims, Depends(get_claims)]


def get_admin(user: CurrentUser) -> User:
    if user.role != Role.ADMIN:
        note_needs_admin()
        raise Forbidden("Only administrators can do this.")
    return user


AdminUser = Annotated[User, Depends(get_admin)]


def get_confirmed_admin(admin: AdminUser, caller: CallerDep, state: StateDep) -> User:
    require_recent_sign_in(caller, now=state.now())
    return admin


ConfirmedAdmin = Annotated[User, Depends(get_confirmed_admin)]
"""An admin who has recently signed in or entered the password.

For actions with which a session thief could keep access or obtain more data.
"""
