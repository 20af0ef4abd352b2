"""Encryption of secrets in the database with a key file that lies outside it.

A copy of the database alone (a backup, a support case) does not reveal the mail server's password
or any user's second factor. Uses Fernet (AES-128-CBC with HMAC-SHA256) from ``cryptography``.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken


class Unsealable(Exception):
    """The text was encrypted with another key: secrets/storage.key was replaced or lost."""


class Sealer:
    """Encrypts and decrypts short texts with the 32-byte ``key`` of this installation."""

    def __init__(self, key: bytes) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(key[:32]))

    def seal(self, plain: str) -> str:
        return self._fernet.encrypt(plain.encode()).decode()

    def open(self, sealed: str) -> str:
        """The plain text. Raises Unsealable if it was encrypted with another key or altered."""
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise Unsealable from None
