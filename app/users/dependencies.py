from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import BackgroundTasks, Depends, Request
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.errors import Forbidden, Unauthorized
from app.core.security import SessionClaims, read_session_token
from app.core.settings import Settings
from app.core.state import AppState, StateDep
from app.users import repository
from app.users.errors import PasswordChangeRequired, SecondFactorEnrolmentRequired
from app.users.tables import Role, SessionToken, User

log = logging.getLogger("greenroom.sign_in")

USE_RECORDED_EVERY = timedelta(minutes=1)
"""So that reading a page does not become writing to the database."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as detached rows, and what he must do before anything else."""

    user: User
    session_token: SessionToken
    must_enrol_second_factor: bool


def is_second_factor_required(settings: Settings, role: Role) -> bool:
    """Whether the admin demands a second factor of this role."""
    match settings.require_second_factor:
        case "everybody":
            return True
        case "admins":
            return role == Role.ADMIN
        case "nobody":
            return False


def find_signed_in(session: Session, *, state: AppState, token: str) -> Caller | None:
    """Who is signed in by a session token (HTTP and socket alike), or None."""
    claims = read_session_token(token, secret=state.session_secret)
    if claims is None:
        return None
    found = repository.find_signed_in(
        session, session_token_id=claims.session_token_id, user_id=claims.user_id, now=state.now()
    )
    if found is None:
        return None
    user, session_token = found
    must_enrol = is_second_factor_required(state.settings, user.role) and not repository.has_second_factor(
        session, user.id
    )
    return Caller(user=user, session_token=session_token, must_enrol_second_factor=must_enrol)


def require_ready(signed_in: Caller) -> User:
    """The user, once he has a password of his own and the second factor that is asked of him.

    Raises PasswordChangeRequired, SecondFactorEnrolmentRequired.
    """
    if signed_in.user.must_change_password:
        raise PasswordChangeRequired
    if signed_in.must_enrol_second_factor:
        raise SecondFactorEnrolmentRequired
    return signed_in.user


def find_user_of_token(session: Session, *, state: AppState, token: str) -> User | None:
    """The user of a session token, or None. Raises what ``require_ready`` raises."""
    signed_in = find_signed_in(session, state=state, token=token)
    return None if signed_in is None else require_ready(signed_in)


def bearer_token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def get_claims(request: Request, state: StateDep) -> SessionClaims:
    claims = read_session_token(bearer_token(request), secret=state.session_secret)
    if claims is None:
        raise Unauthorized("Please sign in.")
    return claims


def get_signed_in(request: Request, state: StateDep, after_answer: BackgroundTasks) -> Caller:
    """Who calls, also one who has yet to set a password or a second factor.

    Read in a transaction of its own, so that a route that works for minutes (and opens short
    transactions itself) holds none meanwhile.
    """
    with state.database.reading() as session:
        signed_in = find_signed_in(session, state=state, token=bearer_token(request))
    if signed_in is None:
        raise Unauthorized("Please sign in.")
    last, now = signed_in.session_token.last_used_at, state.now()
    if last is None or now - last >= USE_RECORDED_EVERY:
        after_answer.add_task(_record_use, state, signed_in.session_token.id, last=last, now=now)
    return signed_in


def _record_use(state: AppState, session_token_id: str, *, last: datetime | None, now: datetime) -> None:
    """After the answer: reading goes on while the disk is full or somebody else holds the database."""
    try:
        with state.database.transaction() as session:
            session.execute(
                update(SessionToken)
                .where(
                    SessionToken.id == session_token_id, SessionToken.last_used_at.is_not_distinct_from(last)
                )
                .values(last_used_at=now)
            )
    except OperationalError:
        log.warning("session_use_not_recorded")


CallerDep = Annotated[Caller, Depends(get_signed_in)]
"""For the few calls by which one sets a password or a second factor; all others take CurrentUser."""


def get_current_user(signed_in: CallerDep) -> User:
    return require_ready(signed_in)


CurrentUser = Annotated[User, Depends(get_current_user)]
CurrentClaims = Annotated[SessionClaims, Depends(get_claims)]


def get_admin(user: CurrentUser) -> User:
    if user.role != Role.ADMIN:
        raise Forbidden("This is for administrators.")
    return user


AdminUser = Annotated[User, Depends(get_admin)]
