"""Passwords, session tokens and the secret they are signed with."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import jwt
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

ALGORITHM = "HS256"
MAX_TOKEN_LENGTH = 4096

_hasher = PasswordHasher()
# Verified when the name is unknown, so that both refusals take the same time.
_UNKNOWN_USER_HASH = _hasher.hash(secrets.token_hex(16))


def hash_password(password: str) -> str:
    """An Argon2id hash with the library's recommended cost."""
    return _hasher.hash(password)


def is_password(password: str, password_hash: str | None) -> bool:
    """Whether ``password`` matches; as slow for an unknown user (None) as for a known one."""
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
    """A JWT. The role in it is for the browser's menus; the server reads roles from the database."""
    return jwt.encode(
        {
            "sub": user_id,
            "jti": session_token_id,
            "role": role,
            "iat": issued_at,
            "nbf": issued_at,
            "exp": expires_at,
        },
        secret,
        algorithm=ALGORITHM,
    )


def read_session_token(token: str, *, secret: bytes) -> SessionClaims | None:
    """The claims of a token that this server signed and that has not expired, else None."""
    if len(token) > MAX_TOKEN_LENGTH:
        return None
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            options={"require": ["sub", "jti", "exp", "nbf"]},
            leeway=5,
        )
    except jwt.InvalidTokenError:
        return None
    return SessionClaims(session_token_id=str(claims["jti"]), user_id=str(claims["sub"]))


def load_or_create_secret(path: Path) -> bytes:
    """The signing secret of this installation: 32 random bytes, made once, readable by its owner."""
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
        # Linking fails when another process was first: then its secret counts.
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
    return _read_secret(path)


def _read_secret(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) < 32:
        raise ValueError(f"{path} is damaged: remove it to make a new one (what it protects is then lost).")
    return secret
