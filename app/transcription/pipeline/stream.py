"""Audio stream of one participant: frames in sequence, a rolling buffer, the utterances found in it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.transcription.pipeline.segmentation import Change, Segmenter, Span, SpanChange, Window
from app.transcription.pipeline.settings import (
    FRAME_BYTES,
    FRAME_SAMPLES,
    FRAME_SECONDS,
    WINDOW_BYTES,
    WINDOW_SAMPLES,
    PipelineSettings,
)
from app.transcription.pipeline.voice_activity import VoiceActivityDetector
from models.ports import SAMPLE_RATE

_MIN_DISCARD_SAMPLES = 2 * SAMPLE_RATE
"""Audio is discarded in pieces of some seconds: moving the buffer at every frame would be wasteful."""


class InvalidFrame(Exception):
    """A frame that is not 100 ms of 16-bit mono PCM at 16 kHz."""


class FrameGap(Exception):
    """A frame came before its turn; ``next_sequence`` is the expected one."""

    def __init__(self, next_sequence: int) -> None:
        super().__init__(f"frame {next_sequence} is expected next")
        self.next_sequence = next_sequence


def root_mean_square(pcm: bytes) -> float:
    """Level of 16-bit samples, in units of the samples (0 to 32,768)."""
    if not pcm:
        return 0.0
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float64)
    return float(np.sqrt(np.mean(samples * samples)))


class ParticipantStream:
    """Frames of one stream id.

    Every sample position here and in ``segmentation`` counts from the first frame taken, which is
    ``first_sequence`` (not 0 if the server was restarted). Only ``safe_sequence`` and ``seconds_at``
    convert positions, to frame sequences and to interview time.

    Audio that is not stored as text yet stays in memory, here and in the browser. It is never written
    to disk (ADR 0004).
    """

    def __init__(
        self,
        *,
        stream_id: str,
        anchor_seconds: float,
        first_sequence: int,
        detector: VoiceActivityDetector,
        settings: PipelineSettings,
    ) -> None:
        self.stream_id = stream_id
        self.next_sequence = first_sequence
        self._first_sequence = first_sequence
        self._first_seconds = anchor_seconds + first_sequence * FRAME_SECONDS
        self._detector = detector
        self._segmenter = Segmenter(settings)
        self._audio = bytearray()
        self._audio_start_sample = 0
        self._analyzed_windows = 0
        self._unreleased: list[Span] = []

    @property
    def received_samples(self) -> int:
        return (self.next_sequence - self._first_sequence) * FRAME_SAMPLES

    @property
    def safe_sequence(self) -> int:
        """Frames before this one are never needed again."""
        return self.safe_sequence_without(None)

    def safe_sequence_without(self, released: Span | None) -> int:
        """The safe sequence as it will be once ``released`` is stored."""
        spans = (span for span in self._unreleased if span is not released)
        return self._first_sequence + self._find_needed_sample(spans) // FRAME_SAMPLES

    def push(self, sequence: int, pcm: bytes) -> list[SpanChange]:
        """Take the frame with this sequence. A frame that was received before changes nothing.

        Raises InvalidFrame and FrameGap.
        """
        if len(pcm) != FRAME_BYTES:
            raise InvalidFrame(f"a frame has {FRAME_BYTES} bytes, not {len(pcm)}")
        if sequence < self.next_sequence:
            return []
        if sequence > self.next_sequence:
            raise FrameGap(self.next_sequence)
        self._audio += pcm
        self.next_sequence += 1
        changes: list[SpanChange] = []
        while (self._analyzed_windows + 1) * WINDOW_SAMPLES <= self.received_samples:
            changes += self._analyze_window()
        self._discard()
        return changes

    def flush(self) -> list[SpanChange]:
        """End the current utterance, because no more audio is expected for now."""
        return self._track(self._segmenter.flush(self.received_samples))

    def release(self, span: Span) -> None:
        """Allow the audio of a stored utterance to be discarded."""
        self._unreleased.remove(span)
        self._discard()

    def read(self, start_sample: int, end_sample: int) -> bytes:
        """PCM between two positions, as far as it was received."""
        offset = self._audio_start_sample
        end_sample = min(end_sample, self.received_samples)
        return bytes(self._audio[(start_sample - offset) * 2 : (end_sample - offset) * 2])

    def seconds_at(self, sample: int) -> float:
        """Time of a position since the interview's start."""
        return round(max(0.0, self._first_seconds + sample / SAMPLE_RATE), 3)

    def _analyze_window(self) -> list[SpanChange]:
        start_sample = self._analyzed_windows * WINDOW_SAMPLES
        pcm = self.read(start_sample, start_sample + WINDOW_SAMPLES)
        assert len(pcm) == WINDOW_BYTES
        window = Window(
            index=self._analyzed_windows,
            probability=self._detector.probability(pcm),
            level=root_mean_square(pcm),
        )
        self._analyzed_windows += 1
        return self._track(self._segmenter.push(window))

    def _track(self, changes: list[SpanChange]) -> list[SpanChange]:
        for change in changes:
            if change.change is Change.STARTED:
                self._unreleased.append(change.span)
        return changes

    def _find_needed_sample(self, spans: Iterable[Span]) -> int:
        """The first sample that these utterances, or one yet to begin, may still need."""
        needed = self._segmenter.needed_from(self._analyzed_windows * WINDOW_SAMPLES)
        return min([needed, *(span.start_sample for span in spans)])

    def _discard(self) -> None:
        needed = self._find_needed_sample(self._unreleased)
        if needed - self._audio_start_sample >= _MIN_DISCARD_SAMPLES:
            del self._audio[: (needed - self._audio_start_sample) * 2]
            self._audio_start_sample = needed


def find_anchor_seconds(*, elapsed_seconds: float, sequence: int) -> float:
    """Time of frame 0, if the frame with ``sequence`` arrives at ``elapsed_seconds``.

    A frame is complete one frame length after its first sample was spoken. Never negative: a stream
    cannot begin before its interview does.
    """
    return max(0.0, elapsed_seconds - (sequence + 1) * FRAME_SECONDS)
