from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from app.core.errors import Forbidden, Unauthorized
from app.core.security import SessionClaims, read_session_token
from app.core.state import AppState, StateDep
from app.users import repository
from app.users.tables import Role, User


def find_user_of_token(session: Session, *, state: AppState, token: str) -> User | None:
    """The signed-in user of a session token (HTTP and socket alike), or None."""
    claims = read_session_token(token, secret=state.session_secret)
    if claims is None:
        return None
    return repository.find_signed_in(
        session,
        session_token_id=claims.session_token_id,
        user_id=claims.user_id,
        now=state.now(),
    )


def bearer_token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def get_claims(request: Request, state: StateDep) -> SessionClaims:
    claims = read_session_token(bearer_token(request), secret=state.session_secret)
    if claims is None:
        raise Unauthorized("Please sign in.")
    return claims


def get_current_user(request: Request, state: StateDep) -> User:
    """The user as a detached row.

    Read in a transaction of its own, so that a route that works for minutes (and opens short
    transactions itself) holds none meanwhile.
    """
    with state.database.reading() as session:
        user = find_user_of_token(session, state=state, token=bearer_token(request))
    if user is None:
        raise Unauthorized("Please sign in.")
    return user


CurrentUser = Annotated[User, Depends(get_current_user)]
CurrentClaims = Annotated[SessionClaims, Depends(get_claims)]


def get_admin(user: CurrentUser) -> User:
    if user.role != Role.ADMIN:
        raise Forbidden("This is for administrators.")
    return user


AdminUser = Annotated[User, Depends(get_admin)]
