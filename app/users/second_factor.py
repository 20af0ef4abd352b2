"""Second factor: one-time codes from an authenticator app (TOTP, RFC 6238), and recovery codes.

A code is accepted up to 30 seconds early or late, because clocks differ, and never twice. A recovery
code replaces a lost device, once.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

import pyotp
from sqlalchemy import delete, or_, update
from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.sealing import Sealer, Unsealable
from app.users.tables import RecoveryCode, SecondFactor, User

STEP_SECONDS = 30
WINDOW_STEPS = 1
RECOVERY_CODE_COUNT = 10

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_CODE_LENGTH = 24
"""From 31 characters: 118 bits, so a hash without salt is enough (ASVS 6.5.2)."""
_GROUP_LENGTH = 4


def begin(session: Session, *, user: User, sealer: Sealer, now: datetime) -> str:
    """Store a new secret (base32) for the app; it takes effect after ``confirm``."""
    secret = pyotp.random_base32()
    factor = session.get(SecondFactor, user.id)
    if factor is None:
        session.add(SecondFactor(user_id=user.id, sealed_secret=sealer.seal(secret), created_at=now))
    else:
        factor.sealed_secret = sealer.seal(secret)
        factor.confirmed_at = None
        factor.last_step = None
    session.flush()
    return secret


def provisioning_uri(*, secret: str, username: str, issuer: str) -> str:
    """Content of the QR code, as authenticator apps expect it."""
    return pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name=issuer)


def accept_code(session: Session, *, user_id: str, code: str, sealer: Sealer, now: datetime) -> bool:
    """Whether ``code`` is the app's code at ``now`` and unused. Accepting it spends it."""
    factor = session.get(SecondFactor, user_id)
    digits = "".join(code.split())
    if factor is None or not (digits.isascii() and digits.isdigit() and len(digits) == 6):
        return False
    try:
        totp = pyotp.TOTP(sealer.open(factor.sealed_secret), interval=STEP_SECONDS)
    except Unsealable:
        return False
    current = int(now.timestamp()) // STEP_SECONDS
    for step in range(current - WINDOW_STEPS, current + WINDOW_STEPS + 1):
        if secrets.compare_digest(totp.generate_otp(step), digits):
            return _spend_step(session, user_id=user_id, step=step, latest=current + WINDOW_STEPS)
    return False


def _spend_step(session: Session, *, user_id: str, step: int, latest: int) -> bool:
    """Spend a code. A step after ``latest`` was spent before the clock was set back, and is ignored."""
    spent = session.execute(
        update(SecondFactor)
        .where(
            SecondFactor.user_id == user_id,
            or_(
                SecondFactor.last_step.is_(None),
                SecondFactor.last_step < step,
                SecondFactor.last_step > latest,
            ),
        )
        .values(last_step=step)
        .returning(SecondFactor.user_id)
    )
    return spent.one_or_none() is not None


def accept_recovery_code(session: Session, *, user_id: str, code: str, now: datetime) -> bool:
    """Whether ``code`` is an unused recovery code of the user. Accepting it spends it."""
    spent = session.execute(
        update(RecoveryCode)
        .where(
            RecoveryCode.user_id == user_id,
            RecoveryCode.code_hash == _hash(code),
            RecoveryCode.used_at.is_(None),
        )
        .values(used_at=now)
        .returning(RecoveryCode.id)
    )
    return spent.first() is not None


def accept_either(session: Session, *, user_id: str, code: str, sealer: Sealer, now: datetime) -> bool:
    """Whether ``code`` is a valid app or recovery code. Accepting it spends it."""
    return accept_code(session, user_id=user_id, code=code, sealer=sealer, now=now) or accept_recovery_code(
        session, user_id=user_id, code=code, now=now
    )


def confirm(session: Session, *, user_id: str, now: datetime) -> list[str]:
    """Activate the factor. Returns the recovery codes, to be shown once.

    Raises InvalidState if it is active already, so that two tabs that confirm at once end with one set of
    codes.
    """
    confirmed = session.execute(
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.confirmed_at.is_(None))
        .values(confirmed_at=now)
        .returning(SecondFactor.user_id)
    )
    if confirmed.one_or_none() is None:
        raise InvalidState("The second factor is already on.")
    return renew_recovery_codes(session, user_id=user_id)


def renew_recovery_codes(session: Session, *, user_id: str) -> list[str]:
    """Replace all recovery codes with new ones."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    codes = [_new_code() for _ in range(RECOVERY_CODE_COUNT)]
    session.add_all(RecoveryCode(user_id=user_id, code_hash=_hash(code)) for code in codes)
    session.flush()
    return codes


def remove(session: Session, *, user_id: str) -> None:
    """Delete a user's second factor and recovery codes."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    session.execute(delete(SecondFactor).where(SecondFactor.user_id == user_id))


def _new_code() -> str:
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return "-".join(letters[at : at + _GROUP_LENGTH] for at in range(0, _CODE_LENGTH, _GROUP_LENGTH))


def _hash(code: str) -> str:
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()
