"""Password hashes, session tokens, sign-in challenges, and the secret that signs them."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

import jwt
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

ALGORITHM = "HS256"
MAX_TOKEN_LENGTH = 4096
CHALLENGE_SECONDS = 300
_SESSION_AUDIENCE = "session"
_CHALLENGE_AUDIENCE = "second-factor"

_hasher = PasswordHasher()
# Verified if the username is unknown, so that both refusals take the same time. The hash of a random password
# that nobody knows; hashing one here would take a fifth of a second of each start.
_UNKNOWN_USER_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$T9aiXOsDDfsP+dGpGPOW9A$DEHHAtgi16w5UcupaopOGyqNM2o47/6bhJpFoCePr7Y"
)


def hash_password(password: str) -> str:
    """Hash a password with Argon2id at the library's recommended cost."""
    return _hasher.hash(password)


def is_password(password: str, password_hash: str | None) -> bool:
    """Whether ``password`` matches; takes as long for an unknown user (None) as for a known one."""
    try:
        _hasher.verify(password_hash or _UNKNOWN_USER_HASH, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return password_hash is not None


@dataclass(frozen=True, slots=True)
class SessionClaims:
    session_token_id: str
    user_id: str


def sign_session_token(
    *,
    secret: bytes,
    session_token_id: str,
    user_id: str,
    role: str,
    issued_at: datetime,
    expires_at: datetime,
) -> str:
    """Sign a session token (JWT). Its role is for menus; the server reads roles from the database."""
    return jwt.encode(
        {
            "sub": user_id,
            "aud": _SESSION_AUDIENCE,
            "jti": session_token_id,
            "role": role,
            "iat": issued_at,
            "exp": expires_at,
        },
        secret,
        algorithm=ALGORITHM,
    )


def read_session_token(token: str, *, secret: bytes, now: datetime) -> SessionClaims | None:
    """The claims of a token that this server signed and that is valid at ``now``, else None."""
    claims = _read(token, secret=secret, audience=_SESSION_AUDIENCE, required=["sub", "jti", "exp"], now=now)
    if claims is None:
        return None
    return SessionClaims(session_token_id=str(claims["jti"]), user_id=str(claims["sub"]))


class TokenScope(StrEnum):
    """The only thing that a scoped token gives access to."""

    TRANSCRIPTION = "transcription"
    """Transcription of single files."""
    RECORDING = "recording"
    """The recording of one interview."""


@dataclass(frozen=True, slots=True)
class ScopedClaims(SessionClaims):
    record_id: str = ""
    """The record that the token gives access to, if its scope is one record."""


def sign_scoped_token(
    *, secret: bytes, scope: TokenScope, claims: ScopedClaims, issued_at: datetime, seconds: int
) -> str:
    """Sign a token for one purpose. It ends with the session of its claims."""
    return jwt.encode(
        {
            "sub": claims.user_id,
            "aud": scope.value,
            "jti": claims.session_token_id,
            "record": claims.record_id,
            "exp": issued_at + timedelta(seconds=seconds),
        },
        secret,
        algorithm=ALGORITHM,
    )


def read_scoped_token(token: str, *, secret: bytes, scope: TokenScope, now: datetime) -> ScopedClaims | None:
    """Like ``read_session_token``, for a token of this scope."""
    claims = _read(
        token, secret=secret, audience=scope.value, required=["sub", "jti", "exp", "record"], now=now
    )
    if claims is None:
        return None
    return ScopedClaims(
        session_token_id=str(claims["jti"]), user_id=str(claims["sub"]), record_id=str(claims["record"])
    )


def sign_challenge(
    *, secret: bytes, user_id: str, method: str, password_hash: str | None, issued_at: datetime
) -> str:
    """Sign the token that a user holds between password and second factor, for five minutes.

    It has a different audience than a session token, so neither can be used as the other. It contains a
    fingerprint of the password hash, so that changing the password invalidates it.
    """
    return jwt.encode(
        {
            "sub": user_id,
            "aud": _CHALLENGE_AUDIENCE,
            "method": method,
            "mark": _fingerprint(password_hash),
            "exp": issued_at + timedelta(seconds=CHALLENGE_SECONDS),
        },
        secret,
        algorithm=ALGORITHM,
    )


@dataclass(frozen=True, slots=True)
class ChallengeClaims:
    user_id: str
    method: str
    fingerprint: str

    def matches(self, password_hash: str | None) -> bool:
        return hmac.compare_digest(self.fingerprint, _fingerprint(password_hash))


def read_challenge(token: str, *, secret: bytes, now: datetime) -> ChallengeClaims | None:
    """The claims of a challenge that this server signed and that is valid at ``now``, else None."""
    claims = _read(
        token, secret=secret, audience=_CHALLENGE_AUDIENCE, required=["sub", "exp", "mark"], now=now
    )
    if claims is None:
        return None
    return ChallengeClaims(
        user_id=str(claims["sub"]), method=str(claims.get("method", "")), fingerprint=str(claims["mark"])
    )


def _read(
    token: str, *, secret: bytes, audience: str, required: list[str], now: datetime
) -> dict[str, Any] | None:
    if len(token) > MAX_TOKEN_LENGTH:
        return None
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            audience=audience,
            # PyJWT would compare with the wall clock itself. ``iat`` says nothing about validity: after the
            # clock was set back, it lies in the future for a while.
            options={"require": required, "verify_exp": False, "verify_nbf": False, "verify_iat": False},
        )
        begins, ends = float(claims.get("nbf", 0)), float(claims["exp"])
    except (jwt.InvalidTokenError, TypeError, ValueError, OverflowError):
        return None
    return claims if begins <= now.timestamp() < ends else None


def _fingerprint(password_hash: str | None) -> str:
    return hashlib.sha256((password_hash or "").encode()).hexdigest()[:16]


def load_or_create_secret(path: Path) -> bytes:
    """The signing secret of this installation: 32 random bytes, created once, readable only by its owner."""
    try:
        return _read_secret(path)
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        # Linking fails if another process was faster; then that process's secret is used.
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
    return _read_secret(path)


def _read_secret(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) < 32:
        raise ValueError(
            f"{path} is damaged. Delete it to create a new one; everything that it protects is then lost."
        )
    return secret
