"""Keeps secrets of the database unreadable without the key file beside it.

A copy of the database alone (a backup, a support case) then opens neither the mail server nor
anybody's second factor. Fernet (AES-128-CBC with HMAC-SHA256) of the ``cryptography`` package.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken


class Unsealable(Exception):
    """The text was sealed with another key: secrets/storage.key was replaced or lost."""


class Sealer:
    """Seals and opens short texts with the 32-byte ``key`` of this installation."""

    def __init__(self, key: bytes) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(key[:32]))

    def seal(self, plain: str) -> str:
        return self._fernet.encrypt(plain.encode()).decode()

    def open(self, sealed: str) -> str:
        """The plain text. Raises Unsealable when it was sealed with another key or altered."""
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise Unsealable from None
