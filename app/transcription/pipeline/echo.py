"""Echoes: the voice of one participant in the microphone of the other, from a loudspeaker or in one room.

The voiced windows of an utterance are compared with what the other microphone recorded up to 0.6 s before or
after: an echo has the same spectra over time and is quieter. A person who speaks at the same time has spectra
that the echo does not explain, so their words stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from app.transcription.pipeline.events import Speaker
from app.transcription.pipeline.segmentation import Window
from models.ports import SAMPLE_RATE

_SLOT_SAMPLES = 160
_SLOTS_PER_SECOND = SAMPLE_RATE // _SLOT_SAMPLES
_KEPT_SLOTS = 60 * _SLOTS_PER_SECOND
"""More than the longest utterance, because one side's frames may arrive late."""
_BAND_EDGES = (3, 4, 5, 7, 9, 11, 14, 19, 24, 31, 40, 53, 69, 89, 116)
"""Of 50 Hz each: 150 Hz to 5.8 kHz."""
_LAGS = np.arange(-60, 61, 2)
_SEARCHED_SLOTS = 600
_SLOTS_PER_WINDOW = 3

_MIN_CORRELATION = 0.6
"""Of the spectra over time. Other words spoken at the same time reach 0.5, echoes 0.65 to 0.9."""
_KNOWN_CORRELATION = 0.4
"""The same at the lag of an echo that was found a moment ago."""
_MIN_SLOTS, _MIN_KNOWN_SLOTS = 40, 12
_KNOWN_SECONDS = 60.0
_MIN_LOSS_DB = 4.0
"""An echo is at least this much quieter than its source."""
_LOUD_DB = 25.0
"""Below the loudest sound of the source, its echo says nothing."""
_DECAY_DB = 1.0
"""Per slot: how fast an echo fades in a room."""
_MAX_EXCESS_DB = 3.0
"""Mean over the bands of what the echo does not explain."""
_OWN_WINDOWS = 7
_MARGIN_WINDOWS = 8
"""Kept on either side of the speaker's own voice."""

Array = npt.NDArray[np.float32]


class _Track:
    """Band levels of one participant in dB, one row per 10 ms of the interview's clock."""

    def __init__(self) -> None:
        self._rows = np.zeros((_KEPT_SLOTS, len(_BAND_EDGES) - 1), np.float32)
        self._slots = np.full(_KEPT_SLOTS, -1)
        self._tail = np.zeros(_SLOT_SAMPLES, np.float32)
        self._shape = np.hanning(2 * _SLOT_SAMPLES).astype(np.float32)

    def push(self, pcm: bytes, *, end_seconds: float) -> None:
        sound = np.concatenate([self._tail, np.frombuffer(pcm, "<i2").astype(np.float32)])
        self._tail = sound[-_SLOT_SAMPLES:]
        pieces = np.lib.stride_tricks.sliding_window_view(sound, 2 * _SLOT_SAMPLES)[::_SLOT_SAMPLES]
        power = np.abs(np.fft.rfft(pieces * self._shape)) ** 2 / (2 * _SLOT_SAMPLES)
        bands = np.add.reduceat(power[:, : _BAND_EDGES[-1]], _BAND_EDGES[:-1], axis=1)
        last = round(end_seconds * _SLOTS_PER_SECOND)
        slots = np.arange(last - len(pieces), last)
        self._rows[slots % _KEPT_SLOTS] = 10 * np.log10(bands + 1)
        self._slots[slots % _KEPT_SLOTS] = slots

    def read(self, slots: npt.NDArray[np.int64]) -> Array:
        """The rows of some slots; zeros where nothing was recorded."""
        places = slots % _KEPT_SLOTS
        return np.where((self._slots[places] == slots)[..., None], self._rows[places], 0)


@dataclass(frozen=True, slots=True)
class _Path:
    """How the other side's voice arrives."""

    lag: int
    found_seconds: float


class Echoes:
    """Finds echoes between the two participants of one interview."""

    def __init__(self) -> None:
        self._tracks = {speaker: _Track() for speaker in Speaker}
        self._paths: dict[Speaker, _Path] = {}

    def push(self, speaker: Speaker, pcm: bytes, *, end_seconds: float) -> None:
        """Take a frame that ends at ``end_seconds`` of the interview."""
        self._tracks[speaker].push(pcm, end_seconds=end_seconds)

    def find(
        self, speaker: Speaker, voiced: Sequence[Window], seconds_at: Callable[[int], float]
    ) -> frozenset[int]:
        """Indexes of those windows whose voice is only the other participant's.

        ``seconds_at`` converts a position in the speaker's stream to interview time.
        """
        if not voiced:
            return frozenset()
        starts = [seconds_at(window.start_sample) for window in voiced]
        slots = np.round(np.array(starts) * _SLOTS_PER_SECOND).astype(np.int64)[:, None]
        slots = slots + np.arange(_SLOTS_PER_WINDOW)
        source = self._tracks[next(one for one in Speaker if one is not speaker)]
        around = np.arange(slots.min() + _LAGS[0] - 30, slots.max() - _LAGS[0])
        loudest = _sum_bands(source.read(around)).max()
        track = self._tracks[speaker]
        if loudest < _sum_bands(track.read(slots)).min() + _MIN_LOSS_DB:
            return frozenset()
        # The level of the room without a voice.
        floor = np.percentile(track.read(np.arange(slots.min() - 300, slots.max())), 10, axis=0) + 3
        lag = self._find_lag(speaker, track, source, slots.ravel(), floor, loudest, starts[-1])
        if lag is None:
            return frozenset()
        excess = _measure_excess(track, source, slots, lag, floor, loudest)
        is_own = _widen(excess > _MAX_EXCESS_DB, [window.index for window in voiced])
        return frozenset(window.index for window, own in zip(voiced, is_own, strict=True) if not own)

    def _find_lag(
        self,
        speaker: Speaker,
        track: _Track,
        source: _Track,
        slots: npt.NDArray[np.int64],
        floor: Array,
        loudest: float,
        now_seconds: float,
    ) -> int | None:
        """How many slots after its source the echo arrives; None if there is none."""
        slots = slots[:: -(-len(slots) // _SEARCHED_SLOTS)]
        own = np.maximum(track.read(slots), floor)
        other = source.read(slots - _LAGS[:, None])
        counts = _is_heard(own, other, loudest)
        number = counts.sum(axis=1)
        correlation = _correlate(own, other, counts)
        known = self._paths.get(speaker)
        best = int(np.argmax(np.where(number >= min(_MIN_SLOTS, len(slots)), correlation, -1)))
        if number[best] >= _MIN_SLOTS and correlation[best] >= _MIN_CORRELATION:
            self._paths[speaker] = _Path(int(_LAGS[best]), now_seconds)
            return int(_LAGS[best])
        if known is None or now_seconds - known.found_seconds > _KNOWN_SECONDS:
            return None
        at = int(np.searchsorted(_LAGS, known.lag))
        is_same = number[at] >= _MIN_KNOWN_SLOTS and correlation[at] >= _KNOWN_CORRELATION
        return known.lag if is_same else None


def _sum_bands(rows: Array) -> Array:
    level: Array = 10 * np.log10((10 ** (rows / 10)).sum(axis=-1))
    return level


def _is_heard(own: Array, other: Array, loudest: float) -> npt.NDArray[np.bool_]:
    """In which slots the source is loud enough for an echo, and the own sound quiet enough to be one."""
    levels = _sum_bands(other)
    heard: npt.NDArray[np.bool_] = (levels > loudest - _LOUD_DB) & (_sum_bands(own) < levels - _MIN_LOSS_DB)
    return heard


def _correlate(own: Array, other: Array, counts: npt.NDArray[np.bool_]) -> Array:
    """For each lag, how alike the changes of the spectra are, in the slots that count."""
    weight = counts[..., None] / np.maximum(counts.sum(axis=1), 1)[:, None, None]
    own_change = own - (weight * own).sum(axis=1, keepdims=True)
    other_change = other - (weight * other).sum(axis=1, keepdims=True)
    together = (weight * own_change * other_change).sum(axis=(1, 2))
    powers = (weight * own_change**2).sum(axis=(1, 2)) * (weight * other_change**2).sum(axis=(1, 2))
    correlation: Array = together / np.sqrt(powers + 1e-9)
    return correlation


def _measure_excess(
    track: _Track, source: _Track, slots: npt.NDArray[np.int64], lag: int, floor: Array, loudest: float
) -> Array:
    """For each window, what the echo and the room do not explain: mean over the bands in dB."""
    own, other = track.read(slots), source.read(slots - lag)
    loss = np.median((own - other)[_is_heard(own, other, loudest)], axis=0)
    before = np.arange(30)
    fading = source.read(slots[..., None] - lag - before) - _DECAY_DB * before[:, None]
    explained = np.maximum(fading.max(axis=2) + loss, floor)
    excess: Array = np.clip(own - explained, 0, 20).mean(axis=(1, 2))
    return excess


def _widen(is_own: npt.NDArray[np.bool_], indexes: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Own voice with a margin, without single windows."""
    places = np.array(indexes) - indexes[0]
    line = np.zeros(places[-1] + 1)
    line[places] = is_own
    steady = (_sum_near(line, _OWN_WINDOWS // 2) > _OWN_WINDOWS / 2) & (line > 0)
    widened: npt.NDArray[np.bool_] = (_sum_near(steady, _MARGIN_WINDOWS) > 0)[places]
    return widened


def _sum_near(line: npt.NDArray[Any], reach: int) -> npt.NDArray[np.float64]:
    sums: npt.NDArray[np.float64] = np.convolve(line, np.ones(2 * reach + 1))[reach : reach + len(line)]
    return sums
