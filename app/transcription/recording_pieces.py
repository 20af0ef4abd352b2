"""Pieces of a recording: its utterances, adjacent ones together, cut out while the audio is decoded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.transcription.pipeline.segmentation import (
    MAX_GAP_SECONDS,
    Change,
    Segmenter,
    Span,
    Window,
    are_adjacent,
)
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SAMPLES, PipelineSettings
from app.transcription.pipeline.stream import root_mean_square
from app.transcription.pipeline.voice_activity import VoiceActivityDetector
from models.ports import SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class Piece:
    """Speech of at most one window of the decoder."""

    span: Span
    """One span over all its utterances, with all their windows."""
    pcm: bytes
    """16-bit mono samples at SAMPLE_RATE."""


class PieceCutter:
    """Takes decoded audio in order with ``push`` and returns the pieces that are complete.

    Keeps only the audio that a piece may still need: hours of silence take no memory.
    """

    def __init__(
        self, settings: PipelineSettings, detector: VoiceActivityDetector, *, joins_utterances: bool = True
    ) -> None:
        self._segmenter = Segmenter(settings)
        self._detector = detector
        self._joins_utterances = joins_utterances
        self._audio = bytearray()
        self._audio_start = 0
        """Sample at which ``_audio`` begins."""
        self._windows = 0
        self._open: list[Span] = []
        """Utterances of the piece that the next one may belong to."""

    @property
    def _position(self) -> int:
        return self._windows * WINDOW_SAMPLES

    def push(self, pcm: bytes) -> Iterator[Piece]:
        self._audio += pcm
        while (offset := (self._position - self._audio_start) * 2) + WINDOW_BYTES <= len(self._audio):
            samples = bytes(self._audio[offset : offset + WINDOW_BYTES])
            level = root_mean_square(samples)
            # Digital silence needs no model: an hour of it would take two minutes.
            probability = self._detector.probability(samples) if level else 0.0
            for change in self._segmenter.push(Window(self._windows, probability, level)):
                if change.change is Change.ENDED:
                    yield from self._add(change.span)
            self._windows += 1
        yield from self._close_distant()
        self._forget_audio()

    def finish(self) -> Iterator[Piece]:
        """The last pieces, after the end of the audio."""
        for change in self._segmenter.flush(self._position):
            if change.change is Change.ENDED:
                yield from self._add(change.span)
        yield from self._close()

    def _add(self, span: Span) -> Iterator[Piece]:
        if self._open and not (self._joins_utterances and are_adjacent(self._open[0], self._open[-1], span)):
            yield from self._close()
        self._open.append(span)

    def _close_distant(self) -> Iterator[Piece]:
        """Complete the open piece once every later utterance is too far away from it."""
        if self._open:
            gap = self._segmenter.needed_from(self._position) - (self._open[-1].end_sample or 0)
            if gap > MAX_GAP_SECONDS * SAMPLE_RATE:
                yield from self._close()

    def _close(self) -> Iterator[Piece]:
        if self._open:
            span = merge_spans(self._open)
            self._open = []
            start, end = span.start_sample - self._audio_start, (span.end_sample or 0) - self._audio_start
            yield Piece(span, bytes(self._audio[start * 2 : end * 2]))

    def _forget_audio(self) -> None:
        needed = self._segmenter.needed_from(self._position)
        if self._open:
            needed = min(needed, self._open[0].start_sample)
        del self._audio[: (needed - self._audio_start) * 2]
        self._audio_start = needed


def merge_spans(spans: list[Span]) -> Span:
    """One span over adjacent ones, with all their windows."""
    return Span(
        number=spans[0].number,
        start_sample=spans[0].start_sample,
        windows=[window for span in spans for window in span.windows],
        voiced_end_sample=spans[-1].voiced_end_sample,
        end_sample=spans[-1].end_sample,
    )
