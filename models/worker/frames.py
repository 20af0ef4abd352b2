"""Frames exchanged by a worker process and its supervisor.

A frame is u32 header length, u32 blob length (big-endian), the header as UTF-8 JSON, and the raw blob.
"""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any, BinaryIO

_LENGTHS = struct.Struct(">II")
MAX_FRAME_BYTES = 512 * 1024 * 1024

Header = dict[str, Any]


class FrameError(Exception):
    """The other side sent an invalid frame."""


def pack(header: Header, blob: bytes = b"") -> bytes:
    """Encode one frame."""
    encoded = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return _LENGTHS.pack(len(encoded), len(blob)) + encoded + blob


def _lengths(prefix: bytes, max_bytes: int = MAX_FRAME_BYTES) -> tuple[int, int]:
    header_bytes, blob_bytes = _LENGTHS.unpack(prefix)
    if header_bytes + blob_bytes > max_bytes:
        raise FrameError("A frame is too long.")
    return header_bytes, blob_bytes


def _parse(encoded: bytes) -> Header:
    header = json.loads(encoded.decode("utf-8", "surrogatepass"))
    if not isinstance(header, dict):
        raise FrameError("A frame's header is not an object.")
    return header


def read(stream: BinaryIO) -> tuple[Header, bytes] | None:
    """The next frame, or None at the end of the stream."""
    prefix = stream.read(_LENGTHS.size)
    if len(prefix) < _LENGTHS.size:
        return None
    header_bytes, blob_bytes = _lengths(prefix)
    body = stream.read(header_bytes + blob_bytes)
    if len(body) < header_bytes + blob_bytes:
        return None
    return _parse(body[:header_bytes]), body[header_bytes:]


async def read_async(
    stream: asyncio.StreamReader, *, max_bytes: int = MAX_FRAME_BYTES
) -> tuple[Header, bytes] | None:
    """The next frame, or None at the end of the stream. Raises FrameError."""
    try:
        header_bytes, blob_bytes = _lengths(await stream.readexactly(_LENGTHS.size), max_bytes)
        body = await stream.readexactly(header_bytes + blob_bytes)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return _parse(body[:header_bytes]), body[header_bytes:]
