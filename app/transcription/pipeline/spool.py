"""Audio that waits for the speech engine: in memory up to a limit, beyond it in an encrypted temporary file.

While the engine is slow or unavailable, no speech is dropped, so hours of audio may be waiting. The file has
no name, its key exists only in this process, and both are gone when the process ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

log = logging.getLogger("greenroom.transcription")

MAX_MEMORY_BYTES = 64 * 1024 * 1024
"""About half an hour of speech, of all interviews together."""
_NONCE_BYTES = 12


class KeptAudio:
    """The PCM of one utterance, in memory or in the file."""

    def __init__(self, read: Callable[[], bytes], release: Callable[[], None], *, is_spilled: bool) -> None:
        self._read = read
        self._release = release
        self.is_spilled = is_spilled

    async def read(self) -> bytes:
        """The PCM. Raises OSError if the file cannot be read."""
        return await asyncio.to_thread(self._read) if self.is_spilled else self._read()

    def release(self) -> None:
        """Release the space. Call once."""
        self._release()


class AudioSpool:
    """Keeps the audio of ended utterances until their lines are stored."""

    def __init__(self, *, folder: Path | None = None, max_memory_bytes: int = MAX_MEMORY_BYTES) -> None:
        """``folder`` of the temporary file; None for the system's own."""
        self._folder = folder
        self._max_memory_bytes = max_memory_bytes
        self.memory_bytes = 0
        self._file: BinaryIO | None = None
        self._cipher = AESGCM(AESGCM.generate_key(bit_length=256))
        self._nonces = 0
        self.spilled_count = 0
        """Utterances in the file."""
        self._lock = threading.Lock()

    async def keep(self, pcm: bytes) -> KeptAudio:
        if self.memory_bytes + len(pcm) <= self._max_memory_bytes:
            return self._keep_in_memory(pcm)
        try:
            return await asyncio.to_thread(self._spill, pcm)
        except OSError as error:
            log.warning("audio_not_spilled error=%s", error.strerror)
            return self._keep_in_memory(pcm)

    def _keep_in_memory(self, pcm: bytes) -> KeptAudio:
        self.memory_bytes += len(pcm)

        def release() -> None:
            self.memory_bytes -= len(pcm)

        return KeptAudio(lambda: pcm, release, is_spilled=False)

    def _spill(self, pcm: bytes) -> KeptAudio:
        with self._lock:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            self._nonces += 1
            nonce = self._nonces.to_bytes(_NONCE_BYTES, "big")
            sealed = self._cipher.encrypt(nonce, pcm, None)
            offset = self._file.seek(0, os.SEEK_END)
            try:
                self._write_all(self._file, sealed)
            except OSError:
                self._file.truncate(offset)
                raise
            self.spilled_count += 1
        return KeptAudio(
            lambda: self._unspill(nonce, offset, len(sealed)), self._release_spilled, is_spilled=True
        )

    @staticmethod
    def _write_all(file: BinaryIO, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]

    def _unspill(self, nonce: bytes, offset: int, length: int) -> bytes:
        with self._lock:
            assert self._file is not None
            sealed = os.pread(self._file.fileno(), length, offset)
        return self._cipher.decrypt(nonce, sealed, None)

    def _release_spilled(self) -> None:
        with self._lock:
            self.spilled_count -= 1
            if self.spilled_count == 0 and self._file is not None:
                # Closing frees the disk space, because the file has no name.
                self._file.close()
                self._file = None
