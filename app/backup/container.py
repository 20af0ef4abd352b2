"""File format of backups: a plain-text line, then a tar archive, encrypted if there is a passphrase.

The line is ``GREENROOM BACKUP`` and a JSON object: format, version, migration, time and encryption. Encrypted
content consists of chunks of CHUNK_BYTES, each sealed with AES-256-GCM. The nonce of a chunk contains its
number and whether it is the last one, so that chunks can be neither swapped nor cut off. The key comes from
the passphrase and the salt of this file by Argon2id, so no two files share one.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import BinaryIO, Protocol

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.backup.errors import BackupFailed, PassphraseNeeded

FORMAT = 1
CHUNK_BYTES = 1024 * 1024
_MAGIC = b"GREENROOM BACKUP "
_MAX_LINE_BYTES = 4096
_TAG_BYTES = 16
_SALT_BYTES = 16


def _cut_off() -> BackupFailed:
    return BackupFailed(
        "This backup is incomplete: the end of the file is missing or damaged. Copy the file again.",
        code="BACKUP_INCOMPLETE",
    )


def _damaged() -> BackupFailed:
    return BackupFailed(
        "This backup is damaged. Copy the file again, or use another backup.", code="BACKUP_DAMAGED"
    )


@dataclass(frozen=True, slots=True)
class Header:
    """The plain-text line. ``salt`` and ``check`` are hexadecimal, and empty without encryption."""

    format: int
    version: str
    """Version of Greenroom that made the backup."""
    revision: str
    """Newest migration of the database."""
    created_at: str
    salt: str = ""
    check: str = ""
    """Distinguishes a wrong passphrase from a damaged file."""

    @property
    def is_encrypted(self) -> bool:
        return bool(self.salt)

    def to_line(self) -> bytes:
        return _MAGIC + json.dumps(asdict(self), sort_keys=True).encode() + b"\n"


class ByteSource(Protocol):
    """A readable stream: returns up to ``size`` bytes, and none at the end."""

    def read(self, size: int, /) -> bytes: ...


class ByteSink(Protocol):
    """A writable stream. ``finish`` writes the remaining bytes; it does not close the file."""

    def write(self, content: bytes, /) -> int: ...

    def finish(self) -> None: ...


def read_header(file: BinaryIO) -> Header:
    """Read the plain-text line. Raises BackupFailed if it is missing or its format is newer."""
    line = file.readline(_MAX_LINE_BYTES)
    foreign = BackupFailed("This file is not a Greenroom backup.", code="BACKUP_FOREIGN")
    if not line.startswith(_MAGIC):
        raise foreign
    if not line.endswith(b"\n"):
        raise _cut_off()
    try:
        values = json.loads(line.removeprefix(_MAGIC))
        if values["format"] > FORMAT:
            raise BackupFailed(
                f"This backup was made by Greenroom {values['version']}. Install that version or a newer one "
                "to restore it.",
                code="BACKUP_NEWER",
            )
        header = Header(**values)
        bytes.fromhex(header.salt)
    except (ValueError, KeyError, TypeError):
        raise _damaged() from None
    return header


def open_sink(file: BinaryIO, header: Header, *, passphrase: str | None) -> tuple[ByteSink, Header]:
    """Write the plain-text line; returns the stream for the content, and the header as written."""
    if passphrase is None:
        file.write(header.to_line())
        return _PlainSink(file), header
    salt = secrets.token_bytes(_SALT_BYTES)
    key, check = _derive_key(passphrase, salt)
    sealed = Header(**{**asdict(header), "salt": salt.hex(), "check": check})
    file.write(sealed.to_line())
    return _SealingSink(file, key=key, context=sealed.to_line()), sealed


def open_source(file: BinaryIO, header: Header, *, passphrase: str | None) -> ContentSource:
    """The content behind ``header``, which was just read. Raises BackupFailed, PassphraseNeeded."""
    if not header.is_encrypted:
        return ContentSource(file)
    if passphrase is None:
        raise PassphraseNeeded
    key, check = _derive_key(passphrase, bytes.fromhex(header.salt))
    if check != header.check:
        raise BackupFailed("The passphrase is wrong.", code="BACKUP_PASSPHRASE_WRONG")
    return ContentSource(_OpeningSource(file, key=key, context=header.to_line()))


def _derive_key(passphrase: str, salt: bytes) -> tuple[bytes, str]:
    """The key and the check of the passphrase, from different bytes of Argon2id's output."""
    material = hash_secret_raw(
        passphrase.encode(), salt, time_cost=3, memory_cost=65_536, parallelism=4, hash_len=64, type=Type.ID
    )
    return material[:32], sha256(material[32:]).hexdigest()


def _make_nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


class _PlainSink:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, content: bytes) -> int:
        return self._file.write(content)

    def finish(self) -> None:
        """Nothing is buffered."""


class _SealingSink:
    def __init__(self, file: BinaryIO, *, key: bytes, context: bytes) -> None:
        self._file = file
        self._cipher = AESGCM(key)
        self._context = context
        self._number = 0
        self._buffer = bytearray()

    def write(self, content: bytes) -> int:
        self._buffer += content
        while len(self._buffer) > CHUNK_BYTES:
            self._seal(bytes(self._buffer[:CHUNK_BYTES]), is_last=False)
            del self._buffer[:CHUNK_BYTES]
        return len(content)

    def finish(self) -> None:
        self._seal(bytes(self._buffer), is_last=True)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        nonce = _make_nonce(self._number, is_last=is_last)
        self._file.write(self._cipher.encrypt(nonce, chunk, self._context))
        self._number += 1


class _OpeningSource:
    """Decrypts chunk by chunk. Raises BackupFailed for a chunk that does not belong to the file."""

    def __init__(self, file: BinaryIO, *, key: bytes, context: bytes) -> None:
        self._file = file
        self._cipher = AESGCM(key)
        self._context = context
        self._number = 0
        self._rest = b""
        self._next = file.read(CHUNK_BYTES + _TAG_BYTES)
        if not self._next:
            raise _cut_off()

    def read(self, size: int) -> bytes:
        while not self._rest and self._next:
            self._rest = self._open_next()
        content, self._rest = self._rest[:size], self._rest[size:]
        return content

    def _open_next(self) -> bytes:
        chunk, self._next = self._next, self._file.read(CHUNK_BYTES + _TAG_BYTES)
        is_last = not self._next
        try:
            opened = self._cipher.decrypt(_make_nonce(self._number, is_last=is_last), chunk, self._context)
        except (InvalidTag, ValueError):
            raise (_cut_off() if is_last else _damaged()) from None
        self._number += 1
        return opened


class ContentSource:
    """The tar archive of a backup. Knows whether its end was reached."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._has_ended = False

    def read(self, size: int) -> bytes:
        """Read exactly ``size`` bytes, or fewer at the end."""
        parts = []
        while size and (part := self._source.read(size)):
            parts.append(part)
            size -= len(part)
        self._has_ended = self._has_ended or size > 0
        return b"".join(parts)

    def make_error(self) -> BackupFailed:
        """The error for an invalid archive: cut off if its end was reached, else damaged."""
        return _cut_off() if self._has_ended else _damaged()
