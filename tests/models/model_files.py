"""Small model files, and what happens to them."""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path

GGUF = b"GGUF" + bytes(range(256)) * 40


def whisper(mels: int = 80, audio_context: int = 1500) -> bytes:
    sizes = (51865, audio_context, 512, 8, 6, 448, 512, 8, 6, mels, 1)
    return struct.pack("<I11i", 0x67676D6C, *sizes) + bytes(1000)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def flip_a_byte(path: Path) -> None:
    """Change the content, but neither the size nor the time of a file."""
    status = path.stat()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
