"""Ed25519 key that signs bundles, created at first use."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from installer.bundle.wheels import BundleFailed


def load_or_make_key(path: Path) -> Ed25519PrivateKey:
    """The key in ``path``, in PEM. Raises BundleFailed if the file holds another kind of key, and OSError."""
    if not path.exists():
        key = Ed25519PrivateKey.generate()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return key
    try:
        found = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, Ed25519PrivateKey):
        raise BundleFailed(f"{path} is not an Ed25519 key in PEM format without a passphrase.")
    return found


def export_public_key(key: Ed25519PrivateKey) -> bytes:
    """The public key in PEM, as `openssl pkeyutl -verify -pubin` reads it."""
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def fingerprint(key: Ed25519PrivateKey) -> str:
    """SHA-256 of the file with the public key, as `sha256sum signing-key.pem` prints it."""
    return hashlib.sha256(export_public_key(key)).hexdigest()
