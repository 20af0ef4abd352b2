"""Steps shared by every way to sign in: password check, throttles, and opening the session."""

from __future__ import annotations

import anyio
from fastapi import Request
from sqlalchemy.orm import Session

from app.contact.repository import spend_challenge
from app.core.security import hash_password, is_password
from app.core.state import AppState
from app.core.throttle import get_client_address, get_client_network
from app.integrations.captcha.port import CaptchaFailed
from app.integrations.captcha.proof_of_work import LIFETIME, ProofOfWork
from app.integrations.captcha.schemas import Challenge
from app.security_events import service as security_events
from app.security_events.service import Origin
from app.security_events.service import describe_user as describe_user_subject
from app.security_events.tables import EventType
from app.users import devices, repository
from app.users.dependencies import is_second_factor_required
from app.users.errors import InvalidCredentials, ProofOfWorkRequired
from app.users.schemas import SignedIn, UserView
from app.users.sessions import Visit, open_session
from app.users.tables import SignInMethod, User
from app.users.throttle import FailureThrottle, Guess, NetworkThrottle

_PASSWORD_CHECKS = anyio.CapacityLimiter(4)
"""Argon2 takes 64 MiB per check, so a flood of sign-ins must queue instead of exhausting memory."""


async def check_password(state: AppState, *, username: str, password: str) -> User:
    """The active user with this name and password, as a detached row.

    Raises InvalidCredentials, the same for all causes. No transaction is open during the check, because
    hashing takes longer than everything else combined.
    """
    user = await state.database.read(repository.find_by_username, username)
    known = None if user is None else user.password_hash
    is_right = await matches_hash(password, known)
    if user is None or not is_right or not user.is_active:
        raise InvalidCredentials
    return user


async def matches_hash(password: str, password_hash: str | None) -> bool:
    """Whether ``password`` matches the hash, checked in a worker thread; False without a hash."""
    return await anyio.to_thread.run_sync(is_password, password, password_hash, limiter=_PASSWORD_CHECKS)


async def hash_new_password(password: str) -> str:
    """Hash a password in a worker thread. Do so before the transaction that stores it: no writer may wait."""
    return await anyio.to_thread.run_sync(hash_password, password, limiter=_PASSWORD_CHECKS)


def get_failure_throttle(request: Request) -> FailureThrottle:
    throttle = request.app.state.failure_throttle
    assert isinstance(throttle, FailureThrottle)
    return throttle


def get_registration_throttle(request: Request) -> NetworkThrottle:
    throttle = request.app.state.registration_throttle
    assert isinstance(throttle, NetworkThrottle)
    return throttle


def get_provider_throttle(request: Request) -> NetworkThrottle:
    throttle = request.app.state.provider_throttle
    assert isinstance(throttle, NetworkThrottle)
    return throttle


def make_guess(
    request: Request, state: AppState, *, target: str, username: str | None = None, is_shared: bool = False
) -> Guess:
    """The guess of a request at ``target``, with the known device of ``username`` that sent it, if any."""
    return Guess(
        target=target,
        network=get_client_network(request),
        device=None if username is None else devices.recognize(request, state, username=username),
        is_shared=is_shared,
    )


async def require_proof(state: AppState, solution: str | None) -> None:
    """Raise ProofOfWorkRequired with a new task, unless ``solution`` solves an unused one."""
    proof = ProofOfWork(state.session_secret)
    if solution is not None:
        try:
            fingerprint = await proof.verify(solution)
        except CaptchaFailed:
            pass
        else:
            expires_at = state.now() + LIFETIME
            if await state.database.run(spend_challenge, fingerprint=fingerprint, expires_at=expires_at):
                return
    raise ProofOfWorkRequired(Challenge.model_validate(proof.make_challenge(now=state.now())))


def read_visit(request: Request, method: SignInMethod) -> Visit:
    return Visit(
        method=method,
        device=request.headers.get("user-agent", ""),
        address=get_client_address(request),
    )


def describe_user(session: Session, *, state: AppState, user: User) -> UserView:
    """The user as shown to themselves."""
    has_factor = repository.has_second_factor(session, user.id)
    return UserView.of(
        user,
        has_second_factor=has_factor,
        must_enrol_second_factor=not has_factor and is_second_factor_required(state.settings, user.role),
    )


def finish(session: Session, *, state: AppState, user: User, visit: Visit) -> SignedIn:
    """Sign in a user who has passed every check."""
    security_events.record(
        session,
        EventType.SIGN_IN,
        origin=Origin(actor_id=user.id, address=visit.address),
        at=state.now(),
        subject=describe_user_subject(user.id),
        details={"method": visit.method},
    )
    return renew_session(session, state=state, user=user, visit=visit)


def renew_session(session: Session, *, state: AppState, user: User, visit: Visit) -> SignedIn:
    """Open a session for a user who is signed in, or has just passed every check."""
    token = open_session(
        session,
        user=user,
        visit=visit,
        secret=state.session_secret,
        now=state.now(),
        hours=state.settings.session_hours,
    )
    session.refresh(user)
    return SignedIn(token=token, admin=describe_user(session, state=state, user=user))


async def notify_access_ended(state: AppState, user_id: str) -> None:
    """After commit: have open connections of this user re-check their access."""
    for hook in state.hooks.after_access_ended:
        await hook(user_id)
