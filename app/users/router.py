"""Routes of sign-in with a password and second factor, and of sessions."""

from __future__ import annotations

import anyio
from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from app.core.access_attempts import note_not_found
from app.core.database import SessionDep
from app.core.errors import NotFound
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.security import read_challenge, sign_challenge
from app.core.state import StateDep
from app.security_events.tables import EventType
from app.users import (
    accounts,
    audit,
    devices,
    repository,
    second_factor,
    sign_in,
)
from app.users.dependencies import AdminUser, CallerDep, require_recent_sign_in
from app.users.errors import (
    ChallengeExpired,
    InvalidCode,
    InvalidCredentials,
    ReauthenticationRequired,
    SecondFactorRequired,
    TooManyAttempts,
)
from app.users.proof import require_password
from app.users.schemas import (
    Confirmation,
    LoginRequest,
    SecondFactorRequest,
    SessionView,
    SignedIn,
    UserView,
)
from app.users.tables import SignInMethod

router = APIRouter(tags=["users"])


@router.post("/api/admin/login", responses=refuses(401, 428, 429))
async def login(request: Request, response: Response, body: LoginRequest, state: StateDep) -> SignedIn:
    """Sign in with username and password, in any role.

    401 ``SECOND_FACTOR_REQUIRED`` with a ``challenge`` when a code is needed as well. 428
    ``PROOF_OF_WORK_REQUIRED`` with a task in ``proofOfWork`` while many networks guess at the account, or at
    accounts in general.
    """
    throttle = sign_in.get_failure_throttle(request)
    guess = sign_in.make_guess(
        request, state, target=f"password of {body.username.casefold()}", username=body.username
    )
    if throttle.is_proof_due(guess):
        await sign_in.require_proof(state, body.proof_of_work)

    async def find_user_id() -> str | None:
        user = await state.database.read(repository.find_by_username, body.username)
        return None if user is None else user.id

    try:
        throttle.begin(guess)
    except TooManyAttempts as refusal:
        subject_id = await find_user_id()
        await audit.record_throttled(request, EventType.SIGN_IN, refusal, state=state, subject_id=subject_id)
        raise

    def work(session: Session) -> SignedIn:
        user = accounts.require_credentials_still_valid(session, checked=checked)
        if repository.has_second_factor(session, user.id):
            raise SecondFactorRequired(
                sign_challenge(
                    secret=state.session_secret,
                    user_id=user.id,
                    method=SignInMethod.PASSWORD,
                    password_hash=user.password_hash,
                    issued_at=state.now(),
                )
            )
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

    try:
        checked = await sign_in.check_password(
            state, username=body.username, password=body.password.get_secret_value()
        )
    except InvalidCredentials:
        await audit.record_refusal(request, EventType.SIGN_IN, state=state, subject_id=await find_user_id())
        await anyio.sleep(throttle.record_failure(guess))
        raise
    throttle.forget(guess)
    signed_in = await state.database.run(work)
    devices.remember(response, request=request, state=state, username=signed_in.admin.username)
    return signed_in


@router.post("/api/auth/second-factor", responses=refuses(401, 429))
async def answer_second_factor(
    request: Request, response: Response, body: SecondFactorRequest, state: StateDep
) -> SignedIn:
    """Second step of a sign-in: a code from the app, or a recovery code."""
    claims = read_challenge(body.challenge, secret=state.session_secret, now=state.now())
    if claims is None:
        raise ChallengeExpired
    throttle = sign_in.get_failure_throttle(request)
    owner = await state.database.read(repository.find_by_id, claims.user_id)
    guess = sign_in.make_guess(
        request,
        state,
        target=f"second factor of {claims.user_id}",
        username=None if owner is None else owner.username,
        is_shared=True,
    )
    try:
        throttle.begin(guess)
    except TooManyAttempts as refusal:
        await audit.record_throttled(
            request, EventType.SECOND_FACTOR_CHECK, refusal, state=state, subject_id=claims.user_id
        )
        raise

    def work(session: Session) -> SignedIn | None:
        user = repository.find_by_id(session, claims.user_id)
        if user is None or not user.is_active or not claims.matches(user.password_hash):
            raise ChallengeExpired
        if not second_factor.accept_either(
            session, user_id=user.id, code=body.code, sealer=state.sealer, now=state.now()
        ):
            return None
        audit.record_own(session, request, EventType.SECOND_FACTOR_CHECK, state=state, user_id=user.id)
        visit = sign_in.read_visit(request, SignInMethod(claims.method))
        return sign_in.finish(session, state=state, user=user, visit=visit)

    signed_in = await state.database.run(work)
    if signed_in is None:
        await audit.record_refusal(
            request, EventType.SECOND_FACTOR_CHECK, state=state, subject_id=claims.user_id
        )
        await anyio.sleep(throttle.record_failure(guess))
        raise InvalidCode
    throttle.forget(guess)
    devices.remember(response, request=request, state=state, username=signed_in.admin.username)
    return signed_in


# --- sessions -----------------------------------------------------------------------------------


@router.get("/api/auth/me")
def read_me(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[UserView]:
    return Data(data=sign_in.describe_user(session, state=state, user=caller.user))


@router.post("/api/auth/logout")
async def log_out(request: Request, caller: CallerDep, state: StateDep) -> Success:
    """Revoke the session token of this request."""

    def work(session: Session) -> None:
        repository.end_session(session, session_token_id=caller.session_token.id, now=state.now())
        audit.record_own(session, request, EventType.SIGN_OUT, state=state, user_id=caller.user.id)

    await state.database.run(work)
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.post("/api/auth/confirm", responses=refuses(429))
async def confirm_sign_in(
    request: Request, body: Confirmation, caller: CallerDep, state: StateDep
) -> Success:
    """Confirm the password, for actions that need a recent sign-in (403 ``REAUTHENTICATION_REQUIRED``).

    Refused with the same code for users without a password, who sign in at the identity provider again.
    """
    if caller.user.password_hash is None:
        raise ReauthenticationRequired
    await require_password(request, state, caller.user, body.password)

    def work(session: Session) -> None:
        repository.confirm_session(session, session_token_id=caller.session_token.id, now=state.now())
        audit.record_own(session, request, EventType.PASSWORD_CHECK, state=state, user_id=caller.user.id)

    await state.database.run(work)
    return Success()


@router.post("/api/auth/logout-everywhere")
async def log_out_everywhere(request: Request, caller: CallerDep, state: StateDep) -> Success:
    """End every session of the caller, including this one. Needs a recent sign-in."""
    require_recent_sign_in(caller, now=state.now())

    def work(session: Session) -> None:
        repository.end_sessions(session, user_id=caller.user.id, now=state.now())
        audit.record_own(session, request, EventType.SESSIONS_ENDED, state=state, user_id=caller.user.id)

    await state.database.run(work)
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.get("/api/auth/sessions")
def list_sessions(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[list[SessionView]]:
    """Sessions of the caller, most recently used first."""
    sessions = repository.list_sessions(session, user_id=caller.user.id, now=state.now())
    return Data(
        data=[
            SessionView(
                id=one.id,
                device=one.device,
                method=one.method,
                created_at=one.created_at,
                last_used_at=one.last_used_at,
                expires_at=one.expires_at,
                is_current=one.id == caller.session_token.id,
            )
            for one in sessions
        ]
    )


@router.delete("/api/auth/sessions/{session_token_id}")
async def end_session(session_token_id: str, request: Request, caller: CallerDep, state: StateDep) -> Success:
    """End a session of the caller. Needs a recent sign-in, unless it is this one."""

    def work(session: Session) -> None:
        own = repository.list_sessions(session, user_id=caller.user.id, now=state.now())
        if session_token_id not in {one.id for one in own}:
            note_not_found(session_token_id)
            raise NotFound("This session was not found. It may already be signed out.")
        if session_token_id != caller.session_token.id:
            require_recent_sign_in(caller, now=state.now())
        repository.end_session(session, session_token_id=session_token_id, now=state.now())
        audit.record_own(session, request, EventType.SESSIONS_ENDED, state=state, user_id=caller.user.id)

    await state.database.run(work)
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.get("/api/admin/verify")
def verify_admin(_admin: AdminUser) -> Success:
    return Success()
