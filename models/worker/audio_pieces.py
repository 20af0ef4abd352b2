"""Pieces of long audio, for speech models that decode a few seconds at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from models.ports import SAMPLE_RATE

MAX_PIECE_SECONDS = 25.0
"""Longer audio is cut. An encoder's time grows with the square of the length."""
CUT_SECONDS = 6.0
"""A piece ends at the quietest place in its last seconds."""
QUIET_SECONDS = 0.1

Samples = npt.NDArray[np.float32]


def cut_pieces(pcm: bytes) -> Iterator[tuple[float, Samples]]:
    """The start of each piece of 16-bit PCM in seconds, and its samples from -1 to 1."""
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / 32768.0
    position = 0
    while position < samples.size:
        end = position + find_piece_end(samples[position:])
        yield position / SAMPLE_RATE, samples[position:end]
        position = end


def pad_samples(samples: Samples, minimum: int) -> Samples:
    """The samples, with silence up to a minimum number."""
    return np.pad(samples, (0, max(0, minimum - samples.size)))


def find_piece_end(samples: Samples) -> int:
    """The number of samples to decode at once: all of them, or up to the quietest place near the limit."""
    limit = round(MAX_PIECE_SECONDS * SAMPLE_RATE)
    if samples.size <= limit:
        return samples.size
    quiet = round(QUIET_SECONDS * SAMPLE_RATE)
    first = limit - round(CUT_SECONDS * SAMPLE_RATE)
    levels = np.square(samples[first:limit]).reshape(-1, quiet).sum(axis=1)
    return first + int(levels.argmin()) * quiet + quiet // 2
