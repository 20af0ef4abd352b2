"""PCM as a WAV file, which is what speech servers take."""

from __future__ import annotations

import io
import wave

from models.ports import SAMPLE_RATE


def to_wave(pcm: bytes) -> bytes:
    """Signed 16-bit little-endian mono samples at SAMPLE_RATE, with a RIFF header."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(pcm)
    return buffer.getvalue()
