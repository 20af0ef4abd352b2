"""Encryption of secrets in the database with a key file that lies outside it.

A copy of the database alone (a backup, a support case) does not reveal the mail server's password
or any user's second factor. Uses Fernet (AES-128-CBC with HMAC-SHA256) from ``cryptography``.
"""

from __future__ import annotations

import base64
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from app.core.security import load_or_create_secret

KEY_NAME = "secrets/storage.key"
"""Relative to the data folder."""
NEXT_KEY_NAME = "secrets/storage.key.next"
"""The replacement key. It exists only while ``greenroom rotate-key`` runs, or after it was killed."""


class Unsealable(Exception):
    """The text was encrypted with a different key: secrets/storage.key was replaced or lost."""


class Sealer:
    """Encrypts and decrypts short texts with the 32-byte ``key`` of this installation.

    It also decrypts texts that were encrypted with ``other_key``.
    """

    def __init__(self, key: bytes, *, other_key: bytes | None = None) -> None:
        keys = [key] if other_key is None else [key, other_key]
        self._fernet = MultiFernet([Fernet(base64.urlsafe_b64encode(one[:32])) for one in keys])

    def seal(self, plain: str) -> str:
        return self._fernet.encrypt(plain.encode()).decode()

    def open(self, sealed: str) -> str:
        """The plain text. Raises Unsealable if it was encrypted with another key or altered."""
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise Unsealable from None


def load_sealer(data_dir: Path) -> Sealer:
    """The sealer of this installation. Its key is created at the first start.

    While a replacement of the key is unfinished, values may be encrypted with either key.
    """
    next_key = data_dir / NEXT_KEY_NAME
    return Sealer(
        load_or_create_secret(data_dir / KEY_NAME),
        other_key=load_or_create_secret(next_key) if next_key.exists() else None,
    )
