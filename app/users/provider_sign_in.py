"""Sign-in through the identity provider: what is kept meanwhile, and whose account it opens."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.core.sealing import Sealer, Unsealable
from app.core.state import AppState
from app.integrations.oidc import Departure, Identity
from app.users import repository, service
from app.users.service import token_hash
from app.users.tables import ExternalIdentity, ProviderSignIn, Role, User

LIFE = timedelta(minutes=10)
_LOCAL_PATH = re.compile(r"/(?![/\\])[^\x00-\x1f\x7f\\]*")


class SignInRefused(Exception):
    """No sign-in; ``code`` goes into the address of the sign-in page."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Underway:
    nonce: str
    verifier: str
    next_path: str | None


def local_path(wanted: str | None) -> str | None:
    """``wanted`` if it is a path of this site, else None: a foreign address would be a trap."""
    if wanted is None or len(wanted) > 2000 or not _LOCAL_PATH.fullmatch(wanted):
        return None
    return wanted


def remember(
    session: Session,
    *,
    departure: Departure,
    browser: str,
    next_path: str | None,
    sealer: Sealer,
    now: datetime,
) -> None:
    """Keep what the return is checked against. ``browser`` is the cookie of the one that left."""
    session.add(
        ProviderSignIn(
            state_hash=token_hash(departure.state),
            browser_hash=token_hash(browser),
            nonce=departure.nonce,
            sealed_verifier=sealer.seal(departure.verifier),
            next_path=next_path,
            expires_at=now + LIFE,
        )
    )


def take_back(session: Session, *, state: str, browser: str, sealer: Sealer, now: datetime) -> Underway:
    """What was kept under ``state``; it is gone afterwards, so a return counts once.

    Raises SignInRefused for an unknown, used or expired state, and for the browser of somebody else.
    """
    row = session.execute(
        delete(ProviderSignIn)
        .where(ProviderSignIn.state_hash == token_hash(state))
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
    if not secrets.compare_digest(row.browser_hash, token_hash(browser)):
        raise SignInRefused("state")
    try:
        verifier = sealer.open(row.sealed_verifier)
    except Unsealable:
        raise SignInRefused("state") from None
    return Underway(nonce=row.nonce, verifier=verifier, next_path=row.next_path)


def find_or_create_user(session: Session, *, state: AppState, identity: Identity) -> User:
    """The user of an identity: a known one, else the one of the same verified address, else a new recruiter.

    Raises SignInRefused: ``inactive``, ``unverified`` (by the provider), ``unchecked`` (the account's
    address was entered by its user) or ``unknown`` (the admin does not let unknown people in).
    """
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
        # Whoever could enter this address at the provider would open somebody else's account.
        raise SignInRefused("unverified")
    if user is not None and user.is_email_unchecked:
        # The other way round: somebody entered a colleague's address here, to catch his first sign-in.
        raise SignInRefused("unchecked")
    return user


def _create(session: Session, *, state: AppState, identity: Identity) -> User:
    if not state.settings.oidc_create_users or identity.email is None:
        raise SignInRefused("unknown")
    user = service.create_user(
        session,
        username=_free_username(session, identity.email),
        role=Role.RECRUITER,
        name=identity.name[:200],
        # An address that the provider has not checked is not kept as his: whoever really has it would
        # later be led into this account.
        email=identity.email if identity.is_email_verified else None,
    )
    for hook in state.hooks.user_created:
        hook(session, user.id)
    return user


def _free_username(session: Session, email: str) -> str:
    wanted = email[:140]
    if repository.find_by_username(session, wanted) is None:
        return wanted
    return f"{wanted}-{secrets.token_hex(4)}"
