"""Sound files, and recordings that a test cuts."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator

import numpy as np
import soundfile

from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_pieces import Piece, PieceCutter
from app.transcription.recording_reader import OpenRecording
from models.ports import SAMPLE_RATE
from tests.transcription.conftest import LevelDetector


def sound_file(
    seconds: float, *, rate: int = SAMPLE_RATE, channels: int = 1, kind: str = "WAV", level: float = 0.2
) -> bytes:
    times = np.arange(round(seconds * rate)) / rate
    tone = level * np.sin(2 * np.pi * 300 * times)
    buffer = io.BytesIO()
    soundfile.write(buffer, np.stack([tone] * channels, axis=1), rate, format=kind)
    return buffer.getvalue()


def cut(pcm: bytes, settings: PipelineSettings, *, block_bytes: int = 1_000_000) -> list[Piece]:
    cutter = PieceCutter(settings, LevelDetector())
    blocks = [pcm[start : start + block_bytes] for start in range(0, len(pcm), block_bytes)]
    return [*(piece for block in blocks for piece in cutter.push(block)), *cutter.finish()]


class CutRecording(OpenRecording):
    """A recording whose pieces are known."""

    def __init__(self, pieces: list[Piece]) -> None:
        self._pieces = pieces
        self.seconds, self.share = 50.0, 1.0

    async def pieces(self) -> AsyncGenerator[Piece, None]:
        for piece in self._pieces:
            yield piece
