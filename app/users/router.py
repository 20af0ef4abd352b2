"""Routes of sign-in, first setup, registration, account invitations and sessions."""

from __future__ import annotations

import anyio
from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.errors import NotFound
from app.core.schemas import Data, Success
from app.core.security import read_challenge, sign_challenge
from app.core.state import StateDep
from app.core.throttle import get_client_address
from app.users import account_invitations, accounts, first_admin, repository, second_factor, sign_in
from app.users.dependencies import AdminUser, CallerDep
from app.users.errors import (
    ChallengeExpired,
    InvalidCode,
    InvalidCredentials,
    RegistrationClosed,
    SecondFactorRequired,
    SetupCodeInvalid,
)
from app.users.schemas import (
    InvitationAcceptance,
    InvitationView,
    LoginRequest,
    RegistrationRequest,
    SecondFactorRequest,
    SessionView,
    SetupRequest,
    SetupStatus,
    SignedIn,
    UserView,
)
from app.users.tables import Role, SignInMethod

router = APIRouter(tags=["users"])


@router.post("/api/admin/login")
async def login(request: Request, body: LoginRequest, state: StateDep) -> SignedIn:
    """Sign in with username and password, in any role.

    401 ``SECOND_FACTOR_REQUIRED`` with a ``challenge`` when a code is needed as well.
    """
    throttle = sign_in.get_failure_throttle(request)
    name, address = f"password of {body.username}", get_client_address(request)
    throttle.begin(name=name, address=address)

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
        await anyio.sleep(throttle.record_failure(name=name, address=address))
        raise
    throttle.forget(name=name)
    return await state.database.run(work)


@router.post("/api/auth/second-factor")
async def answer_second_factor(request: Request, body: SecondFactorRequest, state: StateDep) -> SignedIn:
    """Second step of a sign-in: a code from the app, or a recovery code."""
    claims = read_challenge(body.challenge, secret=state.session_secret)
    if claims is None:
        raise ChallengeExpired
    throttle = sign_in.get_failure_throttle(request)
    address = get_client_address(request)
    name = f"second factor of {claims.user_id}"
    throttle.begin(name=name, address=address)

    def work(session: Session) -> SignedIn | None:
        user = repository.find_by_id(session, claims.user_id)
        if user is None or not user.is_active or not claims.matches(user.password_hash):
            raise ChallengeExpired
        if not second_factor.accept_either(
            session, user_id=user.id, code=body.code, sealer=state.sealer, now=state.now()
        ):
            return None
        visit = sign_in.read_visit(request, SignInMethod(claims.method))
        return sign_in.finish(session, state=state, user=user, visit=visit)

    signed_in = await state.database.run(work)
    if signed_in is None:
        await anyio.sleep(throttle.record_failure(name=name, address=address))
        raise InvalidCode
    throttle.forget(name=name)
    return signed_in


# --- first setup, registration, account invitations ---------------------------------------------


@router.get("/api/setup")
def setup_status(session: SessionDep) -> Data[SetupStatus]:
    """Whether the first admin must still be created."""
    return Data(data=SetupStatus(required=not repository.has_admin(session)))


@router.post("/api/setup")
async def set_up(request: Request, body: SetupRequest, state: StateDep) -> SignedIn:
    """Create the first admin, with the one-time setup code that the server printed."""
    throttle = sign_in.get_failure_throttle(request)
    address = get_client_address(request)
    throttle.begin(name="first setup", address=address)

    def work(session: Session) -> SignedIn:
        user = first_admin.set_up_first_admin(
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
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

    try:
        signed_in = await state.database.run(work)
    except SetupCodeInvalid:
        await anyio.sleep(throttle.record_failure(name="first setup", address=address))
        raise
    state.setup_code = None
    return signed_in


@router.post("/api/auth/register")
async def register(request: Request, body: RegistrationRequest, state: StateDep) -> SignedIn:
    """Create a recruiter account, if the settings allow self-registration."""
    if not state.settings.self_registration:
        raise RegistrationClosed
    sign_in.get_registration_throttle(request).count(address=get_client_address(request))

    def work(session: Session) -> SignedIn:
        user = accounts.create_user(
            session,
            username=body.username,
            password=body.password.get_secret_value(),
            role=Role.RECRUITER,
            name=body.name,
            email=body.email,
            is_email_unchecked=True,
        )
        for hook in state.hooks.user_created:
            hook(session, user.id)
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

    return await state.database.run(work)


@router.get("/api/auth/invitations/{token}")
def read_invitation(token: str, session: SessionDep, state: StateDep) -> Data[InvitationView]:
    """The user an invitation is for. No sign-in. 410 ``INVITATION_UNAVAILABLE`` once used or expired."""
    invitation, user = account_invitations.read_invitation(session, token=token, now=state.now())
    return Data(data=InvitationView(username=user.username, name=user.name, purpose=invitation.purpose))


@router.post("/api/auth/invitations/{token}")
async def accept_invitation(
    token: str, request: Request, body: InvitationAcceptance, state: StateDep
) -> SignedIn:
    """Set a password with the invitation and sign in. Ends the user's other sessions."""

    def work(session: Session) -> tuple[SignedIn | None, SecondFactorRequired | None, str]:
        user = account_invitations.accept_invitation(
            session, token=token, password=body.password.get_secret_value(), now=state.now()
        )
        if repository.has_second_factor(session, user.id):
            challenge = sign_challenge(
                secret=state.session_secret,
                user_id=user.id,
                method=SignInMethod.INVITATION,
                password_hash=user.password_hash,
                issued_at=state.now(),
            )
            return None, SecondFactorRequired(challenge), user.id
        visit = sign_in.read_visit(request, SignInMethod.INVITATION)
        return sign_in.finish(session, state=state, user=user, visit=visit), None, user.id

    signed_in, refusal, user_id = await state.database.run(work)
    await sign_in.notify_access_ended(state, user_id)
    if signed_in is None:
        assert refusal is not None
        raise refusal
    return signed_in


# --- sessions -----------------------------------------------------------------------------------


@router.get("/api/auth/me")
def read_me(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[UserView]:
    return Data(data=sign_in.describe_user(session, state=state, user=caller.user))


@router.post("/api/auth/logout")
async def log_out(caller: CallerDep, state: StateDep) -> Success:
    """Revoke the session token of this request."""
    await state.database.run(
        repository.end_session, session_token_id=caller.session_token.id, now=state.now()
    )
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.post("/api/auth/logout-everywhere")
async def log_out_everywhere(caller: CallerDep, state: StateDep) -> Success:
    """End every session of the caller, including this one."""
    await state.database.run(repository.end_sessions, user_id=caller.user.id, now=state.now())
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.get("/api/auth/sessions")
def list_sessions(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[list[SessionView]]:
    """Sessions of the caller, the last used first."""
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
async def end_session(session_token_id: str, caller: CallerDep, state: StateDep) -> Success:
    def work(session: Session) -> None:
        own = repository.list_sessions(session, user_id=caller.user.id, now=state.now())
        if session_token_id not in {one.id for one in own}:
            raise NotFound("This session was not found. It may already be signed out.")
        repository.end_session(session, session_token_id=session_token_id, now=state.now())

    await state.database.run(work)
    await sign_in.notify_access_ended(state, caller.user.id)
    return Success()


@router.get("/api/admin/verify")
def verify_admin(_admin: AdminUser) -> Success:
    return Success()
