"""Audio stream of one participant: frames in sequence, a rolling buffer, the utterances found in it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.transcription.pipeline.capture_time import MAX_BACKWARD_SECONDS, CaptureClock, Timeline
from app.transcription.pipeline.segmentation import Change, Segmenter, Span, SpanChange, Window
from app.transcription.pipeline.settings import (
    FRAME_BYTES,
    FRAME_SAMPLES,
    FRAME_SECONDS,
    WINDOW_BYTES,
    WINDOW_SAMPLES,
    PipelineSettings,
)
from models.ports import SAMPLE_RATE

_SILENT_FRAME = bytes(FRAME_BYTES)
_MIN_DISCARD_SAMPLES = 2 * SAMPLE_RATE
"""Audio is discarded in pieces of some seconds: moving the buffer at every frame would be wasteful."""


class InvalidFrame(Exception):
    """A frame that is not 100 ms of 16-bit mono PCM at 16 kHz."""


class FrameGap(Exception):
    """A frame arrived out of order; ``next_sequence`` is the expected one."""

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
    ``first_sequence`` (not 0 if the server was restarted), and includes the silence put in for missing audio.
    Only ``safe_sequence`` and ``seconds_at`` convert positions, to frame sequences and to interview time.

    Holds the audio of the current utterance and what the next one may need. ``take`` hands over the audio of
    an ended utterance.
    """

    def __init__(
        self,
        *,
        stream_id: str,
        anchor_seconds: float,
        first_sequence: int,
        settings: PipelineSettings,
    ) -> None:
        self.stream_id = stream_id
        self.next_sequence = first_sequence
        self._first_sequence = first_sequence
        self._timeline = Timeline(first_seconds=anchor_seconds + first_sequence * FRAME_SECONDS)
        self._clock = CaptureClock()
        self._has_times = False
        self.received_samples = 0
        self._silences: list[int] = []
        """Positions at which a frame of silence was put in."""
        self._segmenter = Segmenter(settings)
        self._audio = bytearray()
        self._audio_start_sample = 0
        self._analyzed_windows = 0
        self._unreleased: list[Span] = []
        """Utterances whose lines are not stored."""
        self._untaken: list[Span] = []
        """Utterances whose audio is still here."""

    @property
    def end_seconds(self) -> float:
        """Interview time up to which audio was received."""
        return self.seconds_at(self.received_samples)

    @property
    def safe_sequence(self) -> int:
        """Frames before this one are never needed again."""
        return self.safe_sequence_without(None)

    def safe_sequence_without(self, released: Span | None) -> int:
        """The safe sequence as it will be once ``released`` is stored."""
        spans = (span for span in self._unreleased if span is not released)
        needed = self._find_needed_sample(spans)
        silent = sum(min(FRAME_SAMPLES, needed - start) for start in self._silences if start < needed)
        return self._first_sequence + (needed - silent) // FRAME_SAMPLES

    def is_new(self, sequence: int, pcm: bytes) -> bool:
        """Whether this frame is the next one; False if it was received before.

        Raises InvalidFrame and FrameGap.
        """
        if len(pcm) != FRAME_BYTES:
            raise InvalidFrame(f"a frame has {FRAME_BYTES} bytes, not {len(pcm)}")
        if sequence > self.next_sequence:
            raise FrameGap(self.next_sequence)
        return sequence == self.next_sequence

    def cut_windows(self, pcm: bytes) -> bytes:
        """The PCM of the windows that are complete with the next frame, to be rated before ``push``."""
        rest = self.read(self._analyzed_windows * WINDOW_SAMPLES, self.received_samples) + pcm
        return rest[: len(rest) // WINDOW_BYTES * WINDOW_BYTES]

    def push(self, pcm: bytes, *, windows: bytes, probabilities: list[float]) -> list[SpanChange]:
        """Take the next frame, whose windows have been rated."""
        self.next_sequence += 1
        return self._append(pcm, windows=windows, probabilities=probabilities)

    def align(self, *, captured_seconds: float) -> float:
        """Move the timeline so that the next frame ends at its capture time.

        Returns the seconds of audio that are missing before it, 0 for most frames; negative if less is
        missing than was thought.
        """
        drift_seconds = captured_seconds - (self.end_seconds + FRAME_SECONDS)
        if not self._has_times:
            # The first time of a stream only positions it: a difference from the estimate is not missing
            # audio.
            self._has_times = True
            if drift_seconds >= -MAX_BACKWARD_SECONDS:
                self._timeline.move(self.received_samples, by_seconds=drift_seconds)
            return 0.0
        correction = self._clock.find_correction(drift_seconds)
        if correction:
            self._timeline.move(self.received_samples, by_seconds=correction)
        return correction

    def push_silence(self, *, seconds: float) -> list[SpanChange]:
        """Insert silence for missing audio, so that speech before and after it stays separate.

        Call after ``align``, with at most the seconds that it returned: the timeline has passed them already.
        """
        changes: list[SpanChange] = []
        frames = round(seconds / FRAME_SECONDS)
        self._timeline.move(self.received_samples, by_seconds=-frames * FRAME_SECONDS)
        for _ in range(frames):
            windows = self.cut_windows(_SILENT_FRAME)
            self._silences.append(self.received_samples)
            silent = [0.0] * (len(windows) // WINDOW_BYTES)
            changes += self._append(_SILENT_FRAME, windows=windows, probabilities=silent)
        return changes

    def _append(self, pcm: bytes, *, windows: bytes, probabilities: list[float]) -> list[SpanChange]:
        self._audio += pcm
        self.received_samples += FRAME_SAMPLES
        changes: list[SpanChange] = []
        for number, probability in enumerate(probabilities):
            level = root_mean_square(windows[number * WINDOW_BYTES : (number + 1) * WINDOW_BYTES])
            window = Window(index=self._analyzed_windows, probability=probability, level=level)
            self._analyzed_windows += 1
            changes += self._track(self._segmenter.push(window))
        self._discard()
        return changes

    def flush(self) -> list[SpanChange]:
        """End the current utterance, because no more audio is expected for now."""
        return self._track(self._segmenter.flush(self.received_samples))

    def take(self, span: Span) -> bytes:
        """Hand over the PCM of an ended utterance. The stream does not keep it any longer."""
        assert span.end_sample is not None
        pcm = self.read(span.start_sample, span.end_sample)
        self._untaken.remove(span)
        self._discard()
        return pcm

    def release(self, span: Span) -> None:
        """The line of this utterance is stored, so its frames are safe."""
        self._unreleased.remove(span)

    def read(self, start_sample: int, end_sample: int) -> bytes:
        """PCM between two positions, as far as it was received."""
        offset = self._audio_start_sample
        end_sample = min(end_sample, self.received_samples)
        return bytes(self._audio[(start_sample - offset) * 2 : (end_sample - offset) * 2])

    def seconds_at(self, sample: int) -> float:
        """Time of a position since the interview's start."""
        return round(max(0.0, self._timeline.seconds_at(sample)), 3)

    def _track(self, changes: list[SpanChange]) -> list[SpanChange]:
        for change in changes:
            if change.change is Change.STARTED:
                self._unreleased.append(change.span)
                self._untaken.append(change.span)
        return changes

    def _find_needed_sample(self, spans: Iterable[Span]) -> int:
        """The first sample that these utterances, or one yet to begin, may still need."""
        needed = self._segmenter.needed_from(self._analyzed_windows * WINDOW_SAMPLES)
        return min([needed, *(span.start_sample for span in spans)])

    def _discard(self) -> None:
        needed = self._find_needed_sample(self._untaken)
        if needed - self._audio_start_sample >= _MIN_DISCARD_SAMPLES:
            del self._audio[: (needed - self._audio_start_sample) * 2]
            self._audio_start_sample = needed


def find_anchor_seconds(*, elapsed_seconds: float, sequence: int) -> float:
    """Time of frame 0, if the frame with ``sequence`` arrives at ``elapsed_seconds``.

    A frame is complete one frame length after its first sample was spoken. Never negative: a stream
    cannot begin before its interview does.
    """
    return max(0.0, elapsed_seconds - (sequence + 1) * FRAME_SECONDS)
