"""Capture times of audio: positions of a stream's samples on the interview's clock, and missing audio."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

from models.ports import SAMPLE_RATE

JUMP_SECONDS = 0.5
"""A frame this late follows missing audio. With less delay, the audio thread may still catch up."""
MIN_CORRECTION_SECONDS = 0.2
"""Smaller deviations are the jitter of scheduling."""
MAX_BACKWARD_SECONDS = 2.0
"""A time further back than this is wrong: the computer's clock was set, or the client has a bug."""
_WATCHED_FRAMES = 5


class CaptureClock:
    """Compares the capture times of a stream's frames with the count of its samples.

    A computer that is overloaded or asleep records less than what was said, so the times run ahead of the
    count. The clocks of sound cards also drift by some seconds a day.
    """

    def __init__(self) -> None:
        self._drifts: deque[float] = deque(maxlen=_WATCHED_FRAMES)

    def find_correction(self, drift_seconds: float) -> float:
        """Seconds by which the timeline moves before the next frame: 0 for most frames, negative to go back.

        ``drift_seconds`` is the capture time of the frame minus its time by the count.
        """
        if drift_seconds < -MAX_BACKWARD_SECONDS:
            return 0.0
        if drift_seconds >= JUMP_SECONDS:
            return self._correct(drift_seconds)
        self._drifts.append(drift_seconds)
        if len(self._drifts) < _WATCHED_FRAMES:
            return 0.0
        if min(self._drifts) >= MIN_CORRECTION_SECONDS:
            return self._correct(min(self._drifts))
        if max(self._drifts) <= -MIN_CORRECTION_SECONDS:
            return self._correct(max(self._drifts))
        return 0.0

    def _correct(self, seconds: float) -> float:
        self._drifts.clear()
        return seconds


class Timeline:
    """Maps positions of a stream, in samples, to seconds since the interview's start."""

    def __init__(self, *, first_seconds: float) -> None:
        """``first_seconds`` is the time of sample 0."""
        self._samples = [0]
        self._seconds = [first_seconds]

    def seconds_at(self, sample: int) -> float:
        index = max(0, bisect_right(self._samples, sample) - 1)
        return self._seconds[index] + (sample - self._samples[index]) / SAMPLE_RATE

    def move(self, sample: int, *, by_seconds: float) -> None:
        """Move everything from ``sample`` on. Positions before it keep their times."""
        seconds = self.seconds_at(sample) + by_seconds
        if self._samples[-1] == sample:
            self._seconds[-1] = seconds
            return
        self._samples.append(sample)
        self._seconds.append(seconds)
