"""Tracks of a recording as PCM and as a virtual WAV file: decrypted and decoded block by block, on demand."""

from __future__ import annotations

import bisect
import struct
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from enum import StrEnum
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from app.recordings.blocks import BlockPlace, BlockReader
from app.recordings.store import RecordingStore
from app.transcription.pipeline.events import Speaker
from models.ports import SAMPLE_RATE

WAVE_HEADER_BYTES = 44
_PIECE_SAMPLES = 2 * SAMPLE_RATE
"""Samples decoded for one piece of a response: 64 kB."""


class TrackName(StrEnum):
    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"
    BOTH = "both"

    @property
    def speakers(self) -> tuple[Speaker, ...]:
        return tuple(Speaker) if self is TrackName.BOTH else (Speaker(self.value),)


class SpeakerTrack:
    """One voice from the start of the interview on, with silence where nothing was recorded."""

    def __init__(self, readers: Sequence[BlockReader]) -> None:
        placed = [(place, reader) for reader in readers for place in reader.places]
        self._blocks = sorted(placed, key=lambda one: one[0].start_sample)
        self._starts = [place.start_sample for place, _ in self._blocks]
        self.samples = max((place.end_sample for place, _ in self._blocks), default=0)
        self._cached: tuple[BlockPlace, bytes] | None = None

    def read(self, start: int, end: int) -> npt.NDArray[np.int16]:
        """Samples ``start`` to ``end`` as int16. Raises DamagedRecording."""
        result = np.zeros(end - start, dtype=np.int16)
        first = max(0, bisect.bisect_right(self._starts, start) - 1)
        for place, reader in self._blocks[first:]:
            if place.start_sample >= end:
                break
            begin, finish = max(start, place.start_sample), min(end, place.end_sample)
            if begin < finish:
                samples = np.frombuffer(self._decode(place, reader), dtype="<i2")
                result[begin - start : finish - start] = samples[
                    begin - place.start_sample : finish - place.start_sample
                ]
        return result

    def _decode(self, place: BlockPlace, reader: BlockReader) -> bytes:
        if self._cached is None or self._cached[0] is not place:
            self._cached = (place, reader.read(place))
        return self._cached[1]


class WaveTrack:
    """A track as a WAV file that exists only while it is read. Use as a context manager, in a thread."""

    def __init__(self, store: RecordingStore, interview_id: str, name: TrackName) -> None:
        self._stack = ExitStack()
        try:
            self._tracks = [self._open(store, interview_id, speaker) for speaker in name.speakers]
        except BaseException:
            self._stack.close()
            raise
        self.samples = max(track.samples for track in self._tracks)

    def _open(self, store: RecordingStore, interview_id: str, speaker: Speaker) -> SpeakerTrack:
        readers = []
        for reader in store.open(interview_id, speaker):
            self._stack.callback(reader.close)
            readers.append(reader)
        return SpeakerTrack(readers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    @property
    def size_bytes(self) -> int:
        return WAVE_HEADER_BYTES + self.samples * 2

    def read_pieces(self, start: int, end: int) -> Iterator[bytes]:
        """Bytes ``start`` to ``end`` (exclusive) of the WAV file. Raises DamagedRecording."""
        if start < WAVE_HEADER_BYTES:
            yield _make_header(self.samples)[start:end]
            start = WAVE_HEADER_BYTES
        while start < end:
            offset = start - WAVE_HEADER_BYTES
            sample = offset // 2
            piece_end = min(sample + _PIECE_SAMPLES, self.samples)
            pcm = self._mix(sample, piece_end)
            piece = pcm[offset % 2 : offset % 2 + end - start]
            yield piece
            start += len(piece)

    def _mix(self, start: int, end: int) -> bytes:
        mixed = np.zeros(end - start, dtype=np.int32)
        for track in self._tracks:
            mixed += track.read(start, end)
        return bytes(np.clip(mixed, -32_768, 32_767).astype("<i2").tobytes())


def _make_header(samples: int) -> bytes:
    data_bytes = samples * 2
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", 36 + data_bytes, b"WAVE", b"fmt ", 16, 1, 1),
        *(SAMPLE_RATE, SAMPLE_RATE * 2, 2, 16, b"data", data_bytes),
    )
