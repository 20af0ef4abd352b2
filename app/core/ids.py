"""Identifiers and link tokens."""

from __future__ import annotations

import hashlib
import secrets
import uuid


def new_id() -> str:
    """A new random identifier of 32 hexadecimal characters."""
    return uuid.uuid4().hex


def new_link_token() -> str:
    """A new token for a link: 256 random bits, URL-safe."""
    return secrets.token_urlsafe(32)


def derive_id(requested_id: str, *, scope: str) -> str:
    """The id of a record in ``scope`` whose requested id is used in another one.

    Refusing it would reveal that another user's record exists. The same request derives the same id again.
    """
    return hashlib.sha256(f"{scope}:{requested_id}".encode()).hexdigest()[:32]
