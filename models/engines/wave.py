"""Conversion of PCM to a WAV file, as speech servers expect it."""

from __future__ import annotations

import io
import wave

from models.ports import SAMPLE_RATE


def to_wave(pcm: bytes) -> bytes:
    """Add a RIFF header to signed 16-bit little-endian mono samples at SAMPLE_RATE."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(pcm)
    return buffer.getvalue()
