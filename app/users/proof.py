"""Confirmation of a user's identity before sensitive changes: their password, or a recent sign-in."""

from __future__ import annotations

import anyio
from fastapi import Request
from pydantic import SecretStr

from app.core.state import AppState
from app.security_events.tables import EventType
from app.users import audit, sign_in
from app.users.dependencies import Caller, require_recent_sign_in
from app.users.errors import TooManyAttempts, WrongPassword
from app.users.tables import User
from app.users.throttle import Guess


async def require_proof(
    request: Request, state: AppState, caller: Caller, password: SecretStr | None
) -> None:
    """Raise WrongPassword unless it is the user's.

    For users without a password, raise ReauthenticationRequired unless they have recently signed in at the
    identity provider. Otherwise a session thief could take over the account by setting a password.
    """
    if caller.user.password_hash is None:
        require_recent_sign_in(caller, now=state.now())
    else:
        await require_password(request, state, caller.user, password)


async def require_password(request: Request, state: AppState, user: User, password: SecretStr | None) -> None:
    """Raise WrongPassword unless it is the user's; throttled like a sign-in, and recorded if it is wrong."""
    throttle = sign_in.get_failure_throttle(request)
    guess = sign_in.make_guess(
        request, state, target=f"own password of {user.id}", username=user.username, is_shared=True
    )
    await begin_attempt(request, state, guess, event=EventType.PASSWORD_CHECK, user=user)
    plain = "" if password is None else password.get_secret_value()
    if not await sign_in.matches_hash(plain, user.password_hash):
        await audit.record_refusal(
            request, EventType.PASSWORD_CHECK, state=state, subject_id=user.id, actor_id=user.id
        )
        await anyio.sleep(throttle.record_failure(guess))
        raise WrongPassword
    throttle.forget(guess)


async def begin_attempt(
    request: Request, state: AppState, guess: Guess, *, event: EventType, user: User
) -> None:
    """Count an attempt of a signed-in user. Raises TooManyAttempts."""
    try:
        sign_in.get_failure_throttle(request).begin(guess)
    except TooManyAttempts as refusal:
        await audit.record_throttled(
            request, event, refusal, state=state, subject_id=user.id, actor_id=user.id
        )
        raise
