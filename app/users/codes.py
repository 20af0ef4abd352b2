"""Codes that people type, and hashes of secret tokens for storage."""

from __future__ import annotations

import hashlib
import secrets

_READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits without those that are easily confused."""


def new_readable_code(*, groups: int) -> str:
    """Random groups of four characters, joined by hyphens."""
    return "-".join("".join(secrets.choice(_READABLE) for _ in range(4)) for _ in range(groups))


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
