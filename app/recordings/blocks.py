"""File format of a recording: encrypted blocks of FLAC, appended one by one.

A file starts with a magic number and a random salt. Each block has a plain header (first sample, number of
samples, length) and a ciphertext, which authenticates the header, its position in the file and whose voice it
is. A file that was cut off (SIGKILL, power loss) is readable up to its last whole block.

A file is written by one process from start to end and never reopened: the nonce of a block is its number, and
a block that was torn and written again would use one twice.

The audio library is imported with the first block. The server process decodes only blocks that it encrypted
itself; the sandbox decodes files of strangers.
"""

from __future__ import annotations

import fcntl
import io
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from models.ports import SAMPLE_RATE

_MAGIC = b"GRREC001"
_SALT_BYTES = 16
_HEADER = struct.Struct(">QII")
"""First sample, number of samples, bytes of ciphertext."""
_NONCE_BYTES = 12
_TAG_BYTES = 16
_TRIED_BLOCKS = 3
"""Number of blocks to try, because some may be damaged."""
_MAX_CIPHERTEXT_BYTES = 4 * 1024 * 1024


class DamagedRecording(Exception):
    """A block was altered, or belongs to another key, interview, speaker or position."""


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Position of a block in its file, and of its samples since the interview's start."""

    number: int
    offset: int
    """Length of the ciphertext."""
    size_bytes: int
    start_sample: int
    samples: int

    @property
    def end_sample(self) -> int:
        return self.start_sample + self.samples


def _make_cipher(key: bytes, salt: bytes, owner: str) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=f"recording:{owner}".encode()).derive(key)
    return AESGCM(derived)


class BlockWriter:
    """Writes a new file. ``owner`` names interview and speaker, and is part of its key."""

    def __init__(self, path: Path, *, key: bytes, owner: str) -> None:
        salt = os.urandom(_SALT_BYTES)
        self._cipher = _make_cipher(key, salt, owner)
        self._number = 0
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file: BinaryIO = os.fdopen(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0
        )
        # The lock keeps app.files.work from moving the file while it grows.
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._write(_MAGIC + salt)

    def append(self, start_sample: int, pcm: bytes) -> None:
        """Encode, encrypt and store 16-bit mono samples at SAMPLE_RATE. Raises OSError."""
        import soundfile

        buffer = io.BytesIO()
        soundfile.write(buffer, np.frombuffer(pcm, dtype="<i2"), SAMPLE_RATE, format="FLAC", subtype="PCM_16")
        self.append_encoded(start_sample, len(pcm) // 2, buffer.getvalue())
        self.flush()

    def append_encoded(self, start_sample: int, samples: int, encoded: bytes) -> None:
        """Encrypt and write samples that are encoded already. They are on the disk after ``flush``."""
        header = _HEADER.pack(start_sample, samples, len(encoded) + _TAG_BYTES)
        nonce = self._number.to_bytes(_NONCE_BYTES, "big")
        # Counted first: a nonce must not be reused, even after a failed write.
        self._number += 1
        self._write(header + self._cipher.encrypt(nonce, encoded, header))

    def append_damaged(self, place: BlockPlace, sealed: bytes) -> None:
        """Copy a block that no key can decrypt unchanged, so that later blocks keep their positions."""
        self._number += 1
        self._write(_HEADER.pack(place.start_sample, place.samples, len(sealed)) + sealed)

    def flush(self) -> None:
        os.fdatasync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]


class BlockReader:
    """Reads a file, even one that is being written, and closes it. Raises DamagedRecording if it is not a
    recording of ours.

    ``places``: what an earlier reader found in the same file, to save searching it. ``other_key`` is tried
    where ``key`` does not open the file.
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        key: bytes,
        owner: str,
        places: tuple[BlockPlace, ...] | None = None,
        other_key: bytes | None = None,
    ) -> None:
        self._file = file
        try:
            head = self._file.read(len(_MAGIC) + _SALT_BYTES)
            if len(head) < len(_MAGIC) + _SALT_BYTES:
                # Cut off within its header: it has no blocks.
                self.places = places or ()
                return
            if not head.startswith(_MAGIC):
                raise DamagedRecording
            salt = head[len(_MAGIC) :]
            self._cipher = _make_cipher(key, salt, owner)
            self.places = tuple(self._scan()) if places is None else places
            if other_key is not None and not self.is_open():
                self._cipher = _make_cipher(other_key, salt, owner)
        except BaseException:
            self._file.close()
            raise

    def _scan(self) -> Iterator[BlockPlace]:
        size = self._file.seek(0, os.SEEK_END)
        offset, number = len(_MAGIC) + _SALT_BYTES, 0
        while True:
            self._file.seek(offset)
            header = self._file.read(_HEADER.size)
            if len(header) < _HEADER.size:
                return
            start, samples, length = _HEADER.unpack(header)
            offset += _HEADER.size
            if length > _MAX_CIPHERTEXT_BYTES or offset + length > size:
                return
            yield BlockPlace(number, offset, length, start, samples)
            offset, number = offset + length, number + 1

    def read(self, place: BlockPlace) -> bytes:
        """The PCM of a block. Raises DamagedRecording."""
        import soundfile

        pcm, _ = soundfile.read(io.BytesIO(self.read_encoded(place)), dtype="int16")
        return bytes(np.asarray(pcm, dtype="<i2").tobytes())

    def read_encoded(self, place: BlockPlace) -> bytes:
        """The FLAC of a block. Raises DamagedRecording."""
        sealed = self.read_sealed(place)
        header = _HEADER.pack(place.start_sample, place.samples, place.size_bytes)
        try:
            return self._cipher.decrypt(place.number.to_bytes(_NONCE_BYTES, "big"), sealed, header)
        except InvalidTag:
            raise DamagedRecording from None

    def is_open(self) -> bool:
        """Whether the key decrypts one of the first blocks. True for a file without blocks."""
        for place in self.places[:_TRIED_BLOCKS]:
            try:
                self.read_encoded(place)
            except DamagedRecording:
                continue
            return True
        return not self.places

    def read_sealed(self, place: BlockPlace) -> bytes:
        """The ciphertext of a block."""
        self._file.seek(place.offset)
        return self._file.read(place.size_bytes)

    def close(self) -> None:
        self._file.close()
