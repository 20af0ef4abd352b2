"""Routes with which users change their own profile, password and second factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import segno
from fastapi import APIRouter, Request
from pydantic import SecretStr
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.errors import InvalidState, ValidationFailed
from app.core.schemas import Data, Success
from app.core.state import AppState, StateDep
from app.core.throttle import get_client_address
from app.users import accounts, repository, second_factor, sign_in
from app.users.dependencies import CallerDep, CurrentUser, is_second_factor_required
from app.users.errors import InvalidCode, WrongPassword
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


@router.patch("")
def change_profile(
    body: ProfilePatch, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[UserView]:
    stored = session.merge(user, load=True)
    changes = body.model_dump(exclude_unset=True)
    if "email" in changes:
        accounts.require_free_email(session, email=changes["email"], user_id=user.id)
        if changes["email"] != stored.email:
            stored.is_email_unchecked = True
    for field, value in changes.items():
        if field != "name" or value is not None:
            setattr(stored, field, value)
    session.flush()
    return Data(data=sign_in.describe_user(session, state=state, user=stored))


@router.post("/password")
async def change_password(
    request: Request, body: PasswordChange, caller: CallerDep, state: StateDep
) -> SignedIn:
    """Change the password. Ends every session; the response opens a new one for this browser."""
    await _check_own_password(request, caller.user, body.current_password)
    new = body.new_password.get_secret_value()
    if await sign_in.matches_hash(new, caller.user.password_hash):
        raise ValidationFailed([("newPassword", "The new password must differ from the current one.")])

    def work(session: Session) -> SignedIn:
        user = accounts.set_password(session, user_id=caller.user.id, password=new, now=state.now())
        visit = sign_in.read_visit(request, SignInMethod.PASSWORD)
        return sign_in.finish(session, state=state, user=user, visit=visit)

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


@router.post("/second-factor/begin")
async def begin_second_factor(
    request: Request, body: SecondFactorBegin, caller: CallerDep, state: StateDep
) -> Data[SecondFactorOffer]:
    """Issue a secret for the app, after checking the password again. In force after ``confirm``."""
    await _check_own_password(request, caller.user, body.password)

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


@router.post("/second-factor/confirm")
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
        return second_factor.confirm(session, user_id=caller.user.id, now=state.now())

    codes = await _with_code(request, state, caller.user, work)
    return Data(data=RecoveryCodes(recovery_codes=codes))


@router.post("/second-factor/recovery-codes")
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
        return second_factor.renew_recovery_codes(session, user_id=caller.user.id)

    codes = await _with_code(request, state, caller.user, work)
    return Data(data=RecoveryCodes(recovery_codes=codes))


@router.post("/second-factor/disable")
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
        return Success()

    return await _with_code(request, state, caller.user, work)


async def _check_own_password(request: Request, user: User, password: SecretStr | None) -> None:
    """Raise WrongPassword unless it is the user's; throttled like a sign-in.

    Users without a password pass.
    """
    if user.password_hash is None:
        return
    throttle = sign_in.get_failure_throttle(request)
    name, address = f"password of {user.id}", get_client_address(request)
    throttle.begin(name=name, address=address)
    plain = "" if password is None else password.get_secret_value()
    if not await sign_in.matches_hash(plain, user.password_hash):
        await anyio.sleep(throttle.record_failure(name=name, address=address))
        raise WrongPassword
    throttle.forget(name=name)


async def _with_code(request: Request, state: AppState, user: User, work: Callable[[Session], T | None]) -> T:
    """Run ``work`` in one transaction, throttled like a sign-in.

    Raises InvalidCode (422) if ``work`` returns None.
    """
    throttle = sign_in.get_failure_throttle(request)
    name, address = f"second factor of {user.id}", get_client_address(request)
    throttle.begin(name=name, address=address)
    result = await state.database.run(work)
    if result is None:
        await anyio.sleep(throttle.record_failure(name=name, address=address))
        raise InvalidCode(status=422)
    throttle.forget(name=name)
    return result
