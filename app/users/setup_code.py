"""Guesses at the one-time setup code: slowed, then refused, and recorded."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio
from fastapi import Request

from app.core.state import AppState
from app.security_events.tables import EventType
from app.users import audit, sign_in
from app.users.errors import SetupCodeInvalid, TooManyAttempts
from app.users.throttle import FailureThrottle, Guess


@dataclass(frozen=True, slots=True)
class Guesses:
    """The attempts of one caller."""

    throttle: FailureThrottle
    guess: Guess

    def forget(self) -> None:
        """Clear the caller's attempts after the right code."""
        self.throttle.forget(self.guess)


@asynccontextmanager
async def watch_guesses(request: Request, state: AppState) -> AsyncIterator[Guesses]:
    """Count an attempt at the setup code; SetupCodeInvalid within the block counts as a failure.

    Raises TooManyAttempts.
    """
    throttle = sign_in.get_failure_throttle(request)
    # Only by network: the code has 79 bits, and with a global count a stranger could lock out the owner.
    guess = sign_in.make_guess(request, state, target="first setup")
    try:
        throttle.begin(guess)
    except TooManyAttempts as refusal:
        await audit.record_throttled(request, EventType.FIRST_SETUP, refusal, state=state, subject_id=None)
        raise
    try:
        yield Guesses(throttle, guess)
    except SetupCodeInvalid:
        await audit.record_refusal(request, EventType.FIRST_SETUP, state=state, subject_id=None)
        await anyio.sleep(throttle.record_failure(guess))
        raise
