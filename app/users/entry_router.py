"""Routes of first setup, registration and account invitations."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.security import sign_challenge
from app.core.state import StateDep
from app.core.throttle import get_client_network
from app.security_events.tables import EventType
from app.users import account_invitations, accounts, audit, first_admin, repository, sign_in
from app.users.errors import RegistrationClosed, SecondFactorRequired
from app.users.password_rules import require_uncommon
from app.users.schemas import (
    InvitationAcceptance,
    InvitationView,
    RegistrationRequest,
    SetupRequest,
    SetupStatus,
    SignedIn,
)
from app.users.setup_code import watch_guesses
from app.users.tables import Role, SignInMethod

router = APIRouter(tags=["users"])


@router.get("/api/setup")
def setup_status(session: SessionDep) -> Data[SetupStatus]:
    """Whether the first admin must still be created."""
    return Data(data=SetupStatus(required=not repository.has_admin(session)))


@router.post("/api/setup", responses=refuses(403, 409, 429))
async def set_up(request: Request, body: SetupRequest, state: StateDep) -> SignedIn:
    """Create the first admin, with the one-time setup code that the server printed."""
    require_uncommon(
        body.password.get_secret_value(),
        field="password",
        names=(body.username, body.name, body.email, state.settings.product_name),
    )

    async def hash_password() -> str:
        # Only for the right code: hashing is expensive.
        await state.database.read(
            first_admin.require_setup_code, expected_code=state.setup_code, code=body.code
        )
        return await sign_in.hash_new_password(body.password.get_secret_value())

    def work(session: Session, password_hash: str) -> SignedIn:
        user = first_admin.set_up_first_admin(
            session,
            expected_code=state.setup_code,
            code=body.code,
            username=body.username,
            password_hash=password_hash,
            name=body.name,
            email=body.email,
        )
        for hook in state.hooks.user_created:
            hook(session, user.id)
        for begin in state.hooks.first_admin_created:
            begin(session)
        audit.record_own(session, request, EventType.FIRST_SETUP, state=state, user_id=user.id)
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

    async with watch_guesses(request, state):
        signed_in = await state.database.run(work, await hash_password())
    state.setup_code = None
    return signed_in


@router.post("/api/auth/register", responses=refuses(403, 409, 429))
async def register(request: Request, body: RegistrationRequest, state: StateDep) -> SignedIn:
    """Create a recruiter account, if the settings allow self-registration."""
    if not state.settings.self_registration:
        raise RegistrationClosed
    require_uncommon(
        body.password.get_secret_value(),
        field="password",
        names=(body.username, body.name, body.email, state.settings.product_name),
    )
    sign_in.get_registration_throttle(request).count(network=get_client_network(request))
    password_hash = await sign_in.hash_new_password(body.password.get_secret_value())

    def work(session: Session) -> SignedIn:
        user = accounts.create_user(
            session,
            username=body.username,
            password_hash=password_hash,
            role=Role.RECRUITER,
            name=body.name,
            email=body.email,
            is_email_unchecked=True,
        )
        for hook in state.hooks.user_created:
            hook(session, user.id)
        audit.record_own(session, request, EventType.REGISTRATION, state=state, user_id=user.id)
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

    return await state.database.run(work)


@router.get("/api/auth/invitations/{token}", responses=refuses(410))
def read_invitation(token: str, session: SessionDep, state: StateDep) -> Data[InvitationView]:
    """The user an invitation is for. No sign-in. 410 ``INVITATION_UNAVAILABLE`` once used or expired."""
    invitation, user = account_invitations.read_invitation(session, token=token, now=state.now())
    return Data(data=InvitationView(username=user.username, name=user.name, purpose=invitation.purpose))


@router.post("/api/auth/invitations/{token}", responses=refuses(401, 410))
async def accept_invitation(
    token: str, request: Request, body: InvitationAcceptance, state: StateDep
) -> SignedIn:
    """Set a password with the invitation and sign in. Ends the user's other sessions."""

    password = body.password.get_secret_value()
    _, invited = await state.database.read(account_invitations.read_invitation, token=token, now=state.now())
    names = (invited.username, invited.name, invited.email, state.settings.product_name)
    require_uncommon(password, field="password", names=names)
    password_hash = await sign_in.hash_new_password(password)

    def work(session: Session) -> tuple[SignedIn | None, SecondFactorRequired | None, str]:
        user = account_invitations.accept_invitation(
            session, token=token, password_hash=password_hash, now=state.now()
        )
        audit.record(
            session,
            request,
            EventType.PASSWORD_CHANGED,
            state=state,
            actor_id=user.id,
            subject=audit.describe_user(user.id),
            details={"method": SignInMethod.INVITATION},
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
