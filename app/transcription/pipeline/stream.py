"""One participant's audio: frames in sequence, a rolling buffer, and the utterances found in it."""

from __future__ import annotations

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


class InvalidFrame(Exception):
    """A frame that is not 100 ms of 16-bit mono PCM at 16 kHz."""


class FrameGap(Exception):
    """A frame came before its turn; ``next_sequence`` is the one that is wanted."""

    def __init__(self, next_sequence: int) -> None:
        super().__init__(f"frame {next_sequence} is wanted next")
        self.next_sequence = next_sequence


def root_mean_square(pcm: bytes) -> float:
    """Level of 16-bit samples, in the units of the samples (0 to 32,768)."""
    if not pcm:
        return 0.0
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float64)
    return float(np.sqrt(np.mean(samples * samples)))


class ParticipantStream:
    """Frames of one stream id. Samples count from frame 0, also where the stream is taken up later.

    What was not yet stored as a final stays in memory here and in the browser, and nowhere else:
    no audio is written to disk (ADR 0004).
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
        self.anchor_seconds = anchor_seconds
        self.next_sequence = first_sequence
        self._first_sample = first_sequence * FRAME_SAMPLES
        self._detector = detector
        self._segmenter = Segmenter(settings)
        self._settings = settings
        self._audio = bytearray()
        self._audio_start = self._first_sample
        self._analysed = 0
        self._unfinished: list[Span] = []

    @property
    def position_sample(self) -> int:
        """Samples received, counted from frame 0."""
        return self.next_sequence * FRAME_SAMPLES

    @property
    def _analysed_sample(self) -> int:
        """Where the next window begins, from the first frame taken: up to a window behind the frames."""
        return self._analysed * WINDOW_SAMPLES

    @property
    def open_span(self) -> Span | None:
        return self._segmenter.open_span

    @property
    def safe_sequence(self) -> int:
        """Frames below this one are needed no more, whatever happens."""
        return self.safe_sequence_without(None)

    def safe_sequence_without(self, finished: Span | None) -> int:
        """The safe sequence as it will be when ``finished`` is stored."""
        wanted = self._segmenter.needed_from(self._analysed_sample) + self._first_sample
        for span in self._unfinished:
            if span is not finished:
                wanted = min(wanted, span.start_sample + self._first_sample)
        return wanted // FRAME_SAMPLES

    def push(self, sequence: int, pcm: bytes) -> list[SpanChange]:
        """Take the frame with this sequence. A frame that was had before changes nothing.

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
        received = self.position_sample - self._first_sample
        while (self._analysed + 1) * WINDOW_SAMPLES <= received:
            start = self._analysed * WINDOW_SAMPLES
            window_pcm = self._slice(start, start + WINDOW_SAMPLES)
            assert len(window_pcm) == WINDOW_BYTES
            window = Window(
                index=self._analysed,
                probability=self._detector.probability(window_pcm),
                level=root_mean_square(window_pcm),
            )
            self._analysed += 1
            changes += self._note(self._segmenter.push(window))
        self._forget()
        return changes

    def flush(self) -> list[SpanChange]:
        """End the utterance that is being spoken, as no more audio is expected for now."""
        return self._note(self._segmenter.flush(self.position_sample - self._first_sample))

    def finish(self, span: Span) -> None:
        """The utterance is stored: its audio may be forgotten."""
        self._unfinished.remove(span)
        self._forget()

    def audio(self, span: Span) -> bytes:
        """PCM of an utterance; of an open one up to a post-roll after its last voiced window."""
        end = span.end_sample
        if end is None:
            post_roll = round(self._settings.post_roll * SAMPLE_RATE)
            end = span.voiced_end_sample + post_roll
        return self._slice(span.start_sample, min(end, self.position_sample - self._first_sample))

    def times(self, span: Span) -> tuple[float, float]:
        """Start and end of the voice in an utterance, in seconds since the interview's start."""
        voiced = span.voiced(self._settings.voiced_probability)
        start = voiced[0].start_sample if voiced else span.start_sample
        origin = self.anchor_seconds + self._first_sample / SAMPLE_RATE
        return (
            round(max(0.0, origin + start / SAMPLE_RATE), 3),
            round(max(0.0, origin + span.voiced_end_sample / SAMPLE_RATE), 3),
        )

    def _note(self, changes: list[SpanChange]) -> list[SpanChange]:
        for change in changes:
            if change.change is Change.STARTED:
                self._unfinished.append(change.span)
        return changes

    def _slice(self, start: int, end: int) -> bytes:
        """PCM from sample to sample, both relative to the first frame taken."""
        offset = self._audio_start - self._first_sample
        return bytes(self._audio[(start - offset) * 2 : (end - offset) * 2])

    def _forget(self) -> None:
        relative = self._segmenter.needed_from(self._analysed_sample)
        for span in self._unfinished:
            relative = min(relative, span.start_sample)
        drop = relative + self._first_sample - self._audio_start
        # Freed in pieces of some seconds: moving the buffer at every frame would be wasteful.
        if drop >= 2 * SAMPLE_RATE:
            del self._audio[: drop * 2]
            self._audio_start += drop


def anchor_of(*, elapsed_seconds: float, sequence: int) -> float:
    """Time of frame 0, when the frame with ``sequence`` arrives at ``elapsed_seconds``.

    A frame is complete one frame's length after its first sample was spoken. Never negative: a
    stream cannot begin before the interview does.
    """
    return max(0.0, elapsed_seconds - (sequence + 1) * FRAME_SECONDS)
