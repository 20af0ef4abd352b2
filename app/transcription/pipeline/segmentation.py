"""Segmentation of an audio stream into utterances: a pure state machine over voice activity windows.

Audio is cut at pauses, and long speech at its quietest place. Fixed chunks cut words in two and tripled
the error rate when measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.transcription.pipeline.settings import WINDOW_SAMPLES, WINDOW_SECONDS, PipelineSettings
from models.ports import SAMPLE_RATE

_SMOOTHING_WINDOWS = 2
"""The level is averaged over this many windows on either side to find quiet places."""
STRETCH_GAP_SECONDS = 0.2
"""Silence that ends a stretch of voice."""
_CUT_EDGE_SECONDS = 0.3
"""No cut this close to the end, because a quiet place there may be the onset of a word."""


MAX_PIECE_SECONDS = 28.0
"""Adjacent utterances are decoded together up to this length: whisper sees 30 s at once."""
MAX_GAP_SECONDS = 3.0
"""Longest pause between two of them."""


@dataclass(frozen=True, slots=True)
class Window:
    index: int
    probability: float
    level: float
    """Root mean square of its samples, in 16-bit units."""

    @property
    def start_sample(self) -> int:
        return self.index * WINDOW_SAMPLES

    @property
    def end_sample(self) -> int:
        return (self.index + 1) * WINDOW_SAMPLES


@dataclass(frozen=True, slots=True)
class Voice:
    """Statistics of the voiced windows of an utterance."""

    probability: float
    """Mean of the windows."""
    seconds: float
    level: float
    start_sample: int

    @classmethod
    def measure(cls, voiced: list[Window], *, start_sample: int) -> Voice:
        """``start_sample`` is where the utterance starts, in case no window is voiced."""
        if not voiced:
            return cls(0.0, 0.0, 0.0, start_sample)
        return cls(
            probability=sum(window.probability for window in voiced) / len(voiced),
            seconds=len(voiced) * WINDOW_SECONDS,
            level=(sum(window.level**2 for window in voiced) / len(voiced)) ** 0.5,
            start_sample=voiced[0].start_sample,
        )


@dataclass(frozen=True, slots=True)
class Stretch:
    """Voice without a pause, in samples of the stream."""

    start_sample: int
    end_sample: int
    voice: Voice


def find_stretches(voiced: Sequence[Window]) -> tuple[Stretch, ...]:
    """The stretches of some voiced windows; a gap of ``STRETCH_GAP_SECONDS`` separates two."""
    groups: list[list[Window]] = []
    for window in voiced:
        if groups and window.start_sample - groups[-1][-1].end_sample < _to_samples(STRETCH_GAP_SECONDS):
            groups[-1].append(window)
        else:
            groups.append([window])
    return tuple(
        Stretch(
            start_sample=group[0].start_sample,
            end_sample=group[-1].end_sample,
            voice=Voice.measure(group, start_sample=group[0].start_sample),
        )
        for group in groups
    )


@dataclass(slots=True)
class Span:
    """Place of an utterance in its stream, in samples since the first frame taken. Grows until it ends."""

    number: int
    start_sample: int
    """Including the pre-roll; never before the end of the previous utterance."""
    windows: list[Window] = field(default_factory=list)
    voiced_end_sample: int = 0
    end_sample: int | None = None
    """Including the post-roll; None while it is spoken."""
    end_silence_seconds: float | None = None
    """Silence that ends it at its current pause, derived from its text; None for the default."""
    stretches: tuple[Stretch, ...] = ()
    """The stretches of voice of an ended utterance."""
    _voice: Voice | None = None

    def measure_voice(self, threshold: float) -> Voice:
        if self._voice is not None:
            return self._voice
        return Voice.measure(self.voiced(threshold), start_sample=self.start_sample)

    def compact(self, threshold: float) -> None:
        """Keep only the statistics of an ended utterance, because it may be queued for hours."""
        self._voice = self.measure_voice(threshold)
        self.stretches = find_stretches(self.voiced(threshold))
        self.windows = []

    def voiced(self, threshold: float) -> list[Window]:
        return [window for window in self.windows if window.probability >= threshold]


def are_adjacent(first: Span, last: Span, span: Span) -> bool:
    """Whether an ended span may be decoded together with those before it, from ``first`` to ``last``."""
    assert span.end_sample is not None
    assert last.end_sample is not None
    is_short = span.end_sample - first.start_sample <= _to_samples(MAX_PIECE_SECONDS)
    return is_short and span.start_sample - last.end_sample <= _to_samples(MAX_GAP_SECONDS)


class Change(StrEnum):
    STARTED = "started"
    PAUSED = "paused"
    """Enough silence to start the decode speculatively."""
    RESUMED = "resumed"
    """Speech after a pause: the speculation was wrong."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SpanChange:
    change: Change
    span: Span


def _to_samples(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE)


class Segmenter:
    """Takes windows in order with ``push`` and returns what changed."""

    def __init__(self, settings: PipelineSettings) -> None:
        self._settings = settings
        self._onset: list[Window] = []
        self._span: Span | None = None
        self._paused = False
        self._floor_sample = 0
        self._count = 0

    def needed_from(self, position_sample: int) -> int:
        """The first sample that the current utterance, or one yet to begin, may still need."""
        if self._span is not None:
            return self._span.start_sample
        speech = self._onset[0].start_sample if self._onset else position_sample
        return max(self._floor_sample, speech - _to_samples(self._settings.pre_roll_seconds), 0)

    def push(self, window: Window) -> list[SpanChange]:
        if self._span is None:
            return self._look_for_onset(window)
        return self._follow(self._span, window)

    def flush(self, end_sample: int) -> list[SpanChange]:
        """End the current utterance where the audio ends (stream stopped, or no frames for long)."""
        self._onset.clear()
        if self._span is None:
            self._floor_sample = max(self._floor_sample, end_sample)
            return []
        changes = self._end(self._span, end_sample)
        self._floor_sample = max(self._floor_sample, end_sample)
        return changes

    def _look_for_onset(self, window: Window) -> list[SpanChange]:
        if window.probability < self._settings.onset_probability:
            self._onset.clear()
            return []
        self._onset.append(window)
        if len(self._onset) < self._settings.onset_windows:
            return []
        first = self._onset[0].start_sample
        start = max(self._floor_sample, first - _to_samples(self._settings.pre_roll_seconds), 0)
        span = self._open(start, self._onset)
        self._onset = []
        return [SpanChange(Change.STARTED, span)]

    def _open(self, start_sample: int, windows: list[Window]) -> Span:
        span = Span(number=self._count, start_sample=start_sample, windows=list(windows))
        voiced = span.voiced(self._settings.voiced_probability)
        span.voiced_end_sample = voiced[-1].end_sample if voiced else start_sample
        self._count += 1
        self._span = span
        self._paused = False
        return span

    def _follow(self, span: Span, window: Window) -> list[SpanChange]:
        settings = self._settings
        span.windows.append(window)
        changes: list[SpanChange] = []
        if window.probability >= settings.voiced_probability:
            span.voiced_end_sample = window.end_sample
            if self._paused:
                self._paused = False
                span.end_silence_seconds = None
                changes.append(SpanChange(Change.RESUMED, span))
        silence_samples = window.end_sample - span.voiced_end_sample
        length_seconds = (window.end_sample - span.start_sample) / SAMPLE_RATE
        if silence_samples >= _to_samples(self._choose_end_silence(span, length_seconds)):
            return changes + self._end(span, window.end_sample)
        if not self._paused and silence_samples >= _to_samples(settings.pause_seconds):
            self._paused = True
            changes.append(SpanChange(Change.PAUSED, span))
        if length_seconds >= settings.cut_limit_seconds:
            changes += self._cut(span, window, forced=length_seconds >= settings.hard_limit_seconds)
        return changes

    def _choose_end_silence(self, span: Span, length_seconds: float) -> float:
        settings = self._settings
        silence = span.end_silence_seconds or settings.end_silence_seconds
        if length_seconds >= settings.late_limit_seconds:
            return min(silence, settings.pause_seconds)
        if length_seconds >= settings.soft_limit_seconds:
            return min(silence, settings.soft_pause_seconds)
        return silence

    def _end(self, span: Span, position_sample: int) -> list[SpanChange]:
        span.end_sample = min(
            span.voiced_end_sample + _to_samples(self._settings.post_roll_seconds), position_sample
        )
        self._floor_sample = span.end_sample
        self._span = None
        self._paused = False
        return [SpanChange(Change.ENDED, span)]

    def _cut(self, span: Span, window: Window, *, forced: bool) -> list[SpanChange]:
        place = self._quietest(span, window, forced=forced)
        if place is None:
            return []
        head = [w for w in span.windows if w.index <= place.index]
        tail = [w for w in span.windows if w.index > place.index]
        span.windows = head
        voiced = span.voiced(self._settings.voiced_probability)
        span.voiced_end_sample = voiced[-1].end_sample if voiced else place.end_sample
        span.end_sample = place.end_sample
        self._floor_sample = place.end_sample
        changes = [SpanChange(Change.ENDED, span)]
        rest = self._open(place.end_sample, tail)
        changes.append(SpanChange(Change.STARTED, rest))
        return changes

    def _quietest(self, span: Span, window: Window, *, forced: bool) -> Window | None:
        """The window to cut after, or None if speech has no gap and may still grow."""
        settings = self._settings
        edge = round(_CUT_EDGE_SECONDS / WINDOW_SECONDS)
        reach_seconds = settings.cut_window_seconds if not forced else settings.hard_limit_seconds / 2
        first = window.index - round(reach_seconds / WINDOW_SECONDS)
        levels = [w.level for w in span.windows]

        def smooth_level(position: int) -> float:
            near = levels[max(0, position - _SMOOTHING_WINDOWS) : position + _SMOOTHING_WINDOWS + 1]
            return sum(near) / len(near)

        places = [
            (smooth_level(position), position)
            for position, w in enumerate(span.windows)
            if first <= w.index <= window.index - edge
        ]
        if not places:
            return None
        level, position = min(places)
        mean_level = sum(levels) / len(levels)
        if not forced and level > settings.quiet_ratio * mean_level:
            return None
        return span.windows[position]
