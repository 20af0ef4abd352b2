from __future__ import annotations

import anyio
from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.schemas import Data, Success
from app.core.state import AppState, StateDep
from app.users import repository, service
from app.users.dependencies import AdminUser, CurrentClaims, CurrentUser
from app.users.errors import InvalidCredentials, SetupCodeInvalid
from app.users.schemas import LoginRequest, ProfilePatch, SetupRequest, SetupStatus, SignedIn, UserView
from app.users.tables import User
from app.users.throttle import FailureThrottle

router = APIRouter(tags=["users"])


def _throttle(request: Request) -> FailureThrottle:
    throttle = request.app.state.failure_throttle
    assert isinstance(throttle, FailureThrottle)
    return throttle


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def _sign_in(session: Session, user: User, state: AppState) -> SignedIn:
    token = service.open_session(
        session,
        user=user,
        secret=state.session_secret,
        now=state.now(),
        hours=state.settings.session_hours,
    )
    return SignedIn(token=token, admin=UserView.of(user))


@router.post("/api/admin/login")
async def login(request: Request, body: LoginRequest, state: StateDep) -> SignedIn:
    """Sign in with username and password, whatever the role."""
    throttle = _throttle(request)
    address = _address(request)
    throttle.check(name=body.username, address=address)

    def work(session: Session) -> SignedIn:
        user = service.check_password(
            session, username=body.username, password=body.password.get_secret_value()
        )
        return _sign_in(session, user, state)

    try:
        signed_in = await state.database.run(work)
    except InvalidCredentials:
        await anyio.sleep(throttle.record_failure(name=body.username, address=address))
        raise
    throttle.forget(name=body.username)
    return signed_in


@router.get("/api/setup")
def setup_status(session: SessionDep) -> Data[SetupStatus]:
    """Whether the first admin is still to be made."""
    return Data(data=SetupStatus(required=not repository.has_admin(session)))


@router.post("/api/setup")
async def set_up(request: Request, body: SetupRequest, state: StateDep) -> SignedIn:
    """Make the first admin, by the one-time code that the server printed."""
    throttle = _throttle(request)
    address = _address(request)
    throttle.check(name="first set-up", address=address)

    def work(session: Session) -> SignedIn:
        user = service.set_up_first_admin(
            session,
            expected_code=state.setup_code,
            code=body.code,
            username=body.username,
            password=body.password.get_secret_value(),
            name=body.name,
            email=body.email,
        )
        for hook in state.hooks.user_created:
            hook(session, user.id)
        return _sign_in(session, user, state)

    try:
        signed_in = await state.database.run(work)
    except SetupCodeInvalid:
        await anyio.sleep(throttle.record_failure(name="first set-up", address=address))
        raise
    state.setup_code = None
    return signed_in


@router.get("/api/auth/me")
def read_me(user: CurrentUser) -> Data[UserView]:
    return Data(data=UserView.of(user))


@router.post("/api/auth/logout")
def log_out(claims: CurrentClaims, session: SessionDep, state: StateDep) -> Success:
    """Revoke the session token of this call."""
    repository.revoke(session, session_token_id=claims.session_token_id, now=state.now())
    return Success()


@router.get("/api/admin/verify")
def verify_admin(_admin: AdminUser) -> Success:
    return Success()


@router.get("/api/profile")
def read_profile(user: CurrentUser) -> Data[UserView]:
    return Data(data=UserView.of(user))


@router.patch("/api/profile")
def change_profile(body: ProfilePatch, user: CurrentUser, session: SessionDep) -> Data[UserView]:
    stored = session.merge(user, load=True)
    for field, value in body.model_dump(exclude_unset=True).items():
        if field != "name" or value is not None:
            setattr(stored, field, value)
    session.flush()
    return Data(data=UserView.of(stored))
