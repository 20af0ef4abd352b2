"""Routes with which users change their own profile, password and second factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import segno
from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.errors import InvalidState, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.state import AppState, StateDep
from app.security_events.tables import EventType
from app.users import accounts, audit, repository, second_factor, sign_in
from app.users.dependencies import CallerDep, CurrentUser, is_second_factor_required
from app.users.errors import InvalidCode
from app.users.password_rules import require_uncommon
from app.users.proof import begin_attempt, require_proof
from app.users.schemas import (
    PasswordChange,
    ProfilePatch,
    RecoveryCodes,
    SecondFactorBegin,
    SecondFactorCode,
    SecondFactorOffer,
    SecondFactorState,
    SignedIn,
    UserView,
)
from app.users.tables import SecondFactor, SignInMethod, User

T = TypeVar("T")

router = APIRouter(prefix="/api/profile", tags=["profile"])


@router.get("")
def read_profile(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[UserView]:
    return Data(data=sign_in.describe_user(session, state=state, user=caller.user))


@router.patch("", responses=refuses(409, 429))
async def change_profile(
    request: Request, body: ProfilePatch, caller: CallerDep, user: CurrentUser, state: StateDep
) -> Data[UserView]:
    """Change the profile. A new email address needs the password, or a recent sign-in without one."""
    changes = body.model_dump(exclude_unset=True, exclude={"current_password"})
    if changes.get("email", user.email) != user.email:
        await require_proof(request, state, caller, body.current_password)
    return await state.database.run(_change_profile, request=request, state=state, user=user, changes=changes)


def _change_profile(
    session: Session, *, request: Request, state: AppState, user: User, changes: dict[str, Any]
) -> Data[UserView]:
    stored = session.merge(user, load=True)
    if changes.get("email", stored.email) != stored.email:
        stored.is_email_unchecked = True
        audit.record_own(session, request, EventType.EMAIL_CHANGED, state=state, user_id=user.id)
    for field, value in changes.items():
        if field != "name" or value is not None:
            setattr(stored, field, value)
    session.flush()
    return Data(data=sign_in.describe_user(session, state=state, user=stored))


@router.post("/password", responses=refuses(429))
async def change_password(
    request: Request, body: PasswordChange, caller: CallerDep, state: StateDep
) -> SignedIn:
    """Change the password. Ends every session; the response opens a new one for this browser."""
    await require_proof(request, state, caller, body.current_password)
    new = body.new_password.get_secret_value()
    own = caller.user
    names = (own.username, own.name, own.email, state.settings.product_name)
    require_uncommon(new, field="newPassword", names=names)
    if await sign_in.matches_hash(new, caller.user.password_hash):
        raise ValidationFailed(
            [
                (
                    "newPassword",
                    FieldSentence("The new password must differ from the current one.", code="SAME_PASSWORD"),
                )
            ]
        )

    password_hash = await sign_in.hash_new_password(new)

    def work(session: Session) -> SignedIn:
        user = accounts.set_password(
            session, user_id=caller.user.id, password_hash=password_hash, now=state.now()
        )
        audit.record_own(session, request, EventType.PASSWORD_CHANGED, state=state, user_id=user.id)
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.renew_session(session, state=state, user=user, visit=visit)

    signed_in = await state.database.run(work)
    await sign_in.notify_access_ended(state, caller.user.id)
    return signed_in


@router.get("/second-factor")
def read_second_factor(caller: CallerDep, session: SessionDep, state: StateDep) -> Data[SecondFactorState]:
    factor = session.get(SecondFactor, caller.user.id)
    enabled_at = None if factor is None else factor.confirmed_at
    return Data(
        data=SecondFactorState(
            enabled=enabled_at is not None,
            required=is_second_factor_required(state.settings, caller.user.role),
            recovery_codes_left=repository.count_recovery_codes(session, caller.user.id),
            enabled_at=enabled_at,
        )
    )


@router.post("/second-factor/begin", responses=refuses(409, 429))
async def begin_second_factor(
    request: Request, body: SecondFactorBegin, caller: CallerDep, state: StateDep
) -> Data[SecondFactorOffer]:
    """Issue a secret for the app, after checking the password again. It takes effect after ``confirm``."""
    await require_proof(request, state, caller, body.password)

    def work(session: Session) -> str:
        if repository.has_second_factor(session, caller.user.id):
            raise InvalidState("The second factor is already on. Turn it off first.")
        return second_factor.begin(session, user=caller.user, sealer=state.sealer, now=state.now())

    secret = await state.database.run(work)
    uri = second_factor.provisioning_uri(
        secret=secret, username=caller.user.username, issuer=state.settings.product_name
    )
    return Data(
        data=SecondFactorOffer(
            secret=secret, uri=uri, qr_svg=segno.make(uri, error="m").svg_data_uri(scale=4, border=2)
        )
    )


@router.post("/second-factor/confirm", responses=refuses(409, 429))
async def confirm_second_factor(
    request: Request, body: SecondFactorCode, caller: CallerDep, state: StateDep
) -> Data[RecoveryCodes]:
    """Turn the factor on with the app's first code. The recovery codes are shown only here."""

    def work(session: Session) -> list[str] | None:
        # Check the code and turn the factor on in one transaction: otherwise another tab could replace
        # the secret in between, and the factor would be on with a secret that was never proven.
        if not second_factor.accept_code(
            session, user_id=caller.user.id, code=body.code, sealer=state.sealer, now=state.now()
        ):
            return None
        audit.record_own(
            session, request, EventType.SECOND_FACTOR_ENABLED, state=state, user_id=caller.user.id
        )
        return second_factor.confirm(session, user_id=caller.user.id, now=state.now())

    codes = await _with_code(request, state, caller.user, work)
    return Data(data=RecoveryCodes(recovery_codes=codes))


@router.post("/second-factor/recovery-codes", responses=refuses(409, 429))
async def renew_recovery_codes(
    request: Request, body: SecondFactorCode, caller: CallerDep, state: StateDep
) -> Data[RecoveryCodes]:
    """Replace the recovery codes, with a code from the app or an old recovery code."""

    def work(session: Session) -> list[str] | None:
        if not repository.has_second_factor(session, caller.user.id):
            raise InvalidState("The second factor is not on.")
        if not second_factor.accept_either(
            session, user_id=caller.user.id, code=body.code, sealer=state.sealer, now=state.now()
        ):
            return None
        audit.record_own(
            session, request, EventType.RECOVERY_CODES_RENEWED, state=state, user_id=caller.user.id
        )
        return second_factor.renew_recovery_codes(session, user_id=caller.user.id)

    codes = await _with_code(request, state, caller.user, work)
    return Data(data=RecoveryCodes(recovery_codes=codes))


@router.post("/second-factor/disable", responses=refuses(409, 429))
async def disable_second_factor(
    request: Request, body: SecondFactorCode, caller: CallerDep, state: StateDep
) -> Success:
    """Turn the factor off, with a code from the app or, if the device is lost, a recovery code."""
    if is_second_factor_required(state.settings, caller.user.role):
        raise InvalidState("Your administrator requires a second factor.")

    def work(session: Session) -> Success | None:
        if not second_factor.accept_either(
            session, user_id=caller.user.id, code=body.code, sealer=state.sealer, now=state.now()
        ):
            return None
        second_factor.remove(session, user_id=caller.user.id)
        audit.record_own(
            session, request, EventType.SECOND_FACTOR_DISABLED, state=state, user_id=caller.user.id
        )
        return Success()

    return await _with_code(request, state, caller.user, work)


async def _with_code(request: Request, state: AppState, user: User, work: Callable[[Session], T | None]) -> T:
    """Run ``work`` in one transaction, throttled like a sign-in.

    Raises InvalidCode (422) if ``work`` returns None.
    """
    throttle = sign_in.get_failure_throttle(request)
    guess = sign_in.make_guess(
        request, state, target=f"second factor of {user.id}", username=user.username, is_shared=True
    )
    await begin_attempt(request, state, guess, event=EventType.SECOND_FACTOR_CHECK, user=user)
    result = await state.database.run(work)
    if result is None:
        await audit.record_refusal(
            request, EventType.SECOND_FACTOR_CHECK, state=state, subject_id=user.id, actor_id=user.id
        )
        await anyio.sleep(throttle.record_failure(guess))
        raise InvalidCode(status=422)
    throttle.forget(guess)
    return result
