"""Sign-in through the identity provider: pending sign-ins, and the account an identity opens."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.core.outbound import make_outbound_policy
from app.core.sealing import Sealer, Unsealable
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.oidc import Departure, Identity, Provider
from app.users import repository
from app.users.accounts import create_user
from app.users.codes import hash_token
from app.users.tables import ExternalIdentity, ProviderSignIn, Role, User

MAX_SIGN_IN_DURATION = timedelta(minutes=10)
_LOCAL_PATH = re.compile(r"/(?![/\\])[^\x00-\x1f\x7f\\]*")


class SignInRefused(Exception):
    """The sign-in is refused; ``code`` is passed to the sign-in page in its URL."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """Values that the response of the identity provider is checked against."""

    nonce: str
    verifier: str
    next_path: str | None


def make_provider(settings: Settings, *, base: Settings) -> Provider | None:
    """The provider of the settings, if there is one; ``base`` are the settings of the environment."""
    if not settings.oidc_issuer or not settings.oidc_client_id:
        return None
    return Provider(
        issuer=settings.oidc_issuer,
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret,
        acr_values=settings.oidc_acr_values,
        policy=make_outbound_policy(settings, base=base, key="oidc_issuer"),
    )


def to_local_path(path: str | None) -> str | None:
    """``path`` if it is on this site, else None: redirecting to another site would help phishing."""
    if path is None or len(path) > 2000 or not _LOCAL_PATH.fullmatch(path):
        return None
    return path


def save_pending(
    session: Session,
    *,
    departure: Departure,
    browser: str,
    next_path: str | None,
    sealer: Sealer,
    now: datetime,
) -> None:
    """Store what the provider's response will be checked against, with the cookie of this browser.

    Sign-ins that were never finished are removed.
    """
    session.execute(delete(ProviderSignIn).where(ProviderSignIn.expires_at <= now))
    session.add(
        ProviderSignIn(
            state_hash=hash_token(departure.state),
            browser_hash=hash_token(browser),
            nonce=departure.nonce,
            sealed_verifier=sealer.seal(departure.verifier),
            next_path=next_path,
            expires_at=now + MAX_SIGN_IN_DURATION,
        )
    )


def take_pending(
    session: Session, *, state: str, browser: str, sealer: Sealer, now: datetime
) -> PendingSignIn:
    """Read and delete the pending sign-in with this ``state``, so that it can be used only once.

    Raises SignInRefused for an unknown, used or expired state, and for another browser.
    """
    row = session.execute(
        delete(ProviderSignIn)
        .where(ProviderSignIn.state_hash == hash_token(state))
        .returning(
            ProviderSignIn.browser_hash,
            ProviderSignIn.nonce,
            ProviderSignIn.sealed_verifier,
            ProviderSignIn.next_path,
            ProviderSignIn.expires_at,
        )
    ).one_or_none()
    if row is None or row.expires_at <= now:
        raise SignInRefused("state")
    if not secrets.compare_digest(row.browser_hash, hash_token(browser)):
        raise SignInRefused("state")
    try:
        verifier = sealer.open(row.sealed_verifier)
    except Unsealable:
        raise SignInRefused("state") from None
    return PendingSignIn(nonce=row.nonce, verifier=verifier, next_path=row.next_path)


def find_or_create_user(session: Session, *, state: AppState, identity: Identity) -> User:
    """The user with this identity, else the one with the same verified email address, else a new recruiter.

    Raises SignInRefused: ``weak`` (the provider checked less than the settings require), ``inactive``,
    ``unverified`` (address not verified by the provider), ``unchecked`` (the account's user entered the
    address) or ``unknown`` (no accounts for new users).
    """
    required = state.settings.oidc_acr_values
    if required is not None and identity.acr not in required.split():
        raise SignInRefused("weak")
    user = repository.find_by_identity(session, issuer=identity.issuer, subject=identity.subject)
    if user is None:
        user = _find_by_email(session, identity) or _create(session, state=state, identity=identity)
        session.add(ExternalIdentity(user_id=user.id, issuer=identity.issuer, subject=identity.subject))
        session.flush()
    if not user.is_active:
        raise SignInRefused("inactive")
    return user


def _find_by_email(session: Session, identity: Identity) -> User | None:
    if identity.email is None:
        return None
    user = repository.find_by_email(session, identity.email)
    if user is not None and not identity.is_email_verified:
        # Otherwise, anyone could open another user's account by entering their address at the provider.
        raise SignInRefused("unverified")
    if user is not None and user.is_email_unchecked:
        # The reverse: a user may have entered a colleague's address here to capture their first sign-in.
        raise SignInRefused("unchecked")
    return user


def _create(session: Session, *, state: AppState, identity: Identity) -> User:
    if not state.settings.oidc_create_users or identity.email is None:
        raise SignInRefused("unknown")
    user = create_user(
        session,
        username=_free_username(session, identity.email),
        role=Role.RECRUITER,
        name=identity.name[:200],
        # Do not store an unverified address: its real owner would later be signed in to this account.
        email=identity.email if identity.is_email_verified else None,
    )
    for hook in state.hooks.user_created:
        hook(session, user.id)
    return user


def _free_username(session: Session, email: str) -> str:
    username = email[:140]
    if repository.find_by_username(session, username) is None:
        return username
    return f"{username}-{secrets.token_hex(4)}"
