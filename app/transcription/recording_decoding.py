"""Decoding of audio files of any container, sample rate and number of channels.

For the process that opens untrusted recordings, and for benchmarks: the server itself never decodes untrusted
audio.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from models.ports import SAMPLE_RATE

MAX_RECORDING_MINUTES = 120
_BLOCK_SECONDS = 10
_MAX_RATE = 768_000
_MAX_CHANNELS = 64
_ALIKE_SHARE = 0.01
"""Two channels hold the same sound if their difference has at most this share of their energy."""


class Undecodable(Exception):
    """The file is not audio (``unreadable``), has no samples (``empty``) or is too long (``too_long``)."""

    def __init__(self, reason: Literal["unreadable", "empty", "too_long"]) -> None:
        super().__init__(reason)
        self.reason = reason


def read_recording(data: bytes) -> bytes:
    """All 16-bit mono samples at SAMPLE_RATE. Raises Undecodable."""
    return b"".join(block.pcm for block in decode(data))


class Block(NamedTuple):
    """Decoded audio of some seconds."""

    pcm: bytes
    """16-bit mono samples at SAMPLE_RATE."""
    share: float
    """Share of the file decoded so far, assuming that its header is correct."""


class Inspection(NamedTuple):
    """Properties of an audio file."""

    seconds: float
    channels: int
    are_alike: bool
    """Whether the first two channels hold the same sound; False for a file with one channel."""


def decode(audio: bytes | BinaryIO, *, channel: int | None = None) -> Iterator[Block]:
    """Decode and resample a WAV, FLAC, OGG, Opus or MP3 file; channels are mixed unless one is chosen.

    Works block by block, so that a small file that unpacks to days of silence is refused early.
    Raises Undecodable.
    """
    has_samples = False
    with _open(audio) as file:
        if channel is not None and channel >= file.channels:
            raise Undecodable("unreadable")
        for block in _resample(file, channel):
            has_samples = has_samples or bool(block.pcm)
            yield block
    if not has_samples:
        raise Undecodable("empty")


def inspect(audio: bytes | BinaryIO) -> Inspection:
    """Decode a file to its end and measure it. Raises Undecodable."""
    frames, total, difference = 0, 0.0, 0.0
    with _open(audio) as file:
        rate, channels = file.samplerate, file.channels
        for block in _read_blocks(file):
            frames += len(block)
            if channels > 1:
                pair = np.nan_to_num(block[:, :2].astype(np.float64))
                total += float(np.sum(np.square(pair)))
                difference += float(np.sum(np.square(pair[:, 0] - pair[:, 1])))
    if not frames:
        raise Undecodable("empty")
    return Inspection(frames / rate, channels, channels > 1 and difference <= _ALIKE_SHARE * total)


@contextmanager
def _open(audio: bytes | BinaryIO) -> Iterator[soundfile.SoundFile]:
    source = io.BytesIO(audio) if isinstance(audio, bytes) else audio
    if not source.read(1):
        raise Undecodable("empty")
    source.seek(0)
    try:
        with soundfile.SoundFile(source) as file:
            if not 1 <= file.samplerate <= _MAX_RATE or file.channels > _MAX_CHANNELS:
                raise Undecodable("unreadable")
            yield file
    except (soundfile.SoundFileError, ValueError, RuntimeError) as error:
        raise Undecodable("unreadable") from error


def _read_blocks(file: soundfile.SoundFile) -> Iterator[npt.NDArray[np.float32]]:
    """Samples by channel, _BLOCK_SECONDS at a time; only the last block is shorter, and it may be empty."""
    size = _BLOCK_SECONDS * file.samplerate
    max_frames, frames = MAX_RECORDING_MINUTES * 60 * file.samplerate, 0
    if file.frames > max_frames:
        raise Undecodable("too_long")
    while True:
        block = file.read(size, dtype="float32", always_2d=True)
        frames += len(block)
        if frames > max_frames:
            # The header may state any length.
            raise Undecodable("too_long")
        yield block
        if len(block) < size:
            return


def _resample(file: soundfile.SoundFile, channel: int | None) -> Iterator[Block]:
    rate = file.samplerate
    resampler = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32") if rate != SAMPLE_RATE else None
    frames = 0
    for block in _read_blocks(file):
        frames += len(block)
        mono = np.nan_to_num(block.mean(axis=1) if channel is None else block[:, channel])
        if resampler is not None:
            mono = resampler.resample_chunk(mono, last=len(block) < _BLOCK_SECONDS * rate)
        pcm = (np.clip(mono, -1.0, 1.0) * 32_767).astype("<i2").tobytes()
        yield Block(pcm, min(1.0, frames / max(1, file.frames)))
