"""Identifiers and link tokens."""

from __future__ import annotations

import secrets
import uuid


def new_id() -> str:
    """A new random identifier of 32 hexadecimal characters."""
    return uuid.uuid4().hex


def new_link_token() -> str:
    """A new token for a link: 256 random bits, URL-safe."""
    return secrets.token_urlsafe(32)
