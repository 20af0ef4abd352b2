"""Rules of the decoding queue: deadlines, admission of speculations, the budget of interims, overload.

Callers pass the time. A decode that has started cannot be stopped, so everything is decided before it starts.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from enum import IntEnum

from models.ports import SAMPLE_RATE, Effort, SpeechRequest

TARGET_SECONDS = 1.0
"""When a final is due after the end of its utterance."""
_FIRST_DECODE_SECONDS = 0.5
_NEWEST_SHARE = 0.2
_FIRST_END_LIKELIHOOD = 0.6
"""Share of the pauses of 0.2 s that end an utterance, before a speaker has shown their own."""
_MIN_END_LIKELIHOOD = 0.5
_MAX_SPEAKERS = 1_000
_ASKED_RECENTLY_SECONDS = 0.3

INTERIMS_OFF_SECONDS = 1.0
NARROW_AFTER_SECONDS = 2.0
SMALL_AFTER_SECONDS = 3.0
"""How late a final is going to be when interims stop, windows become narrower, and the model smaller."""
_FULL_TO_LOW_EFFORT = 3.0
"""A decode takes at most this many times as long as one with less effort."""
_NARROW_MIN_POSITIONS = 768
_NARROW_SPARE_POSITIONS = 256
_POSITIONS_PER_SECOND = 50
_FULL_POSITIONS = 1_500


class Overload(IntEnum):
    """Measures with which the queue catches up, in this order. A final is never dropped."""

    NONE = 0
    NO_INTERIMS = 1
    NARROW_WINDOWS = 2
    SMALLER_MODEL = 3


def measure_overload(late_seconds: float) -> Overload:
    """``late_seconds``: how long after its deadline a final is going to be decoded."""
    if late_seconds >= SMALL_AFTER_SECONDS:
        return Overload.SMALLER_MODEL
    if late_seconds >= NARROW_AFTER_SECONDS:
        return Overload.NARROW_WINDOWS
    return Overload.NO_INTERIMS if late_seconds >= INTERIMS_OFF_SECONDS else Overload.NONE


def predict_lateness(deadlines: Sequence[float], *, now: float, decode_seconds: float) -> float:
    """How late the latest of some decodes will be if they are done in this order, from now on."""
    ends = (now + number * decode_seconds for number in range(1, len(deadlines) + 1))
    return max((end - due for end, due in zip(ends, deadlines, strict=True)), default=0.0)


def lower_effort(request: SpeechRequest, overload: Overload) -> SpeechRequest:
    """The same decode with less effort: faster, but a word may be lost.

    ``audio_context`` is for whisper.cpp, which has no floor of its own.
    """
    if overload < Overload.NARROW_WINDOWS or request.audio_context is not None:
        return request
    seconds = len(request.pcm) / 2 / SAMPLE_RATE
    positions = max(_NARROW_MIN_POSITIONS, int(seconds * _POSITIONS_PER_SECOND) + _NARROW_SPARE_POSITIONS)
    return replace(
        request,
        audio_context=positions if positions < _FULL_POSITIONS else None,
        effort=Effort.NARROW if overload is Overload.NARROW_WINDOWS else Effort.SMALL,
    )


class Deadlines:
    """Deadlines over all rooms.

    The decodes of one room are due at least one decode apart. So a room that submits ten minutes at once,
    after a network outage, takes turns with the others.
    """

    def __init__(self) -> None:
        self._latest: dict[Hashable, float] = {}
        self.decode_seconds = _FIRST_DECODE_SECONDS
        """Average of a decode with full effort."""

    def assign(self, room: Hashable, now: float) -> float:
        """The deadline of a decode that a room submits now; later than those of its earlier decodes."""
        due = max(now + TARGET_SECONDS, self._latest.get(room, 0.0) + self.decode_seconds)
        self._latest[room] = due
        return due

    def record_decode(self, seconds: float, effort: Effort = Effort.FULL) -> None:
        if effort is Effort.FULL:
            self.decode_seconds += _NEWEST_SHARE * (seconds - self.decode_seconds)
        else:
            # So that a machine that has become fast again is noticed.
            self.decode_seconds = min(self.decode_seconds, _FULL_TO_LOW_EFFORT * seconds)

    def forget(self, now: float) -> None:
        """Drop rooms whose deadlines have passed, because they are no longer relevant."""
        self._latest = {room: due for room, due in self._latest.items() if due > now}


class EndLikelihood:
    """How often a pause of a speaker ended the utterance, as speculations have shown."""

    def __init__(self) -> None:
        self._shares: dict[Hashable, float] = {}

    def record(self, source: Hashable, *, ended: bool) -> None:
        share = self._shares.pop(source, _FIRST_END_LIKELIHOOD)
        self._shares[source] = share + _NEWEST_SHARE * (float(ended) - share)
        if len(self._shares) > _MAX_SPEAKERS:
            del self._shares[next(iter(self._shares))]

    def is_likely(self, source: Hashable) -> bool:
        return self._shares.get(source, _FIRST_END_LIKELIHOOD) >= _MIN_END_LIKELIHOOD


class InterimBudget:
    """Limits interims to a share of the server's time, and lets speakers take turns."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._free_at = 0.0
        self._asked: dict[Hashable, float] = {}
        self._served: dict[Hashable, float] = {}

    def admit(self, source: Hashable, now: float, *, is_hurried: bool = False) -> bool:
        """Whether this speaker may have an interim now. Among several, the one that waited longest.

        A hurried one need not wait for the budget: the first of an utterance, which are the shortest.
        """
        self._asked = {s: at for s, at in self._asked.items() if now - at <= _ASKED_RECENTLY_SECONDS}
        self._asked[source] = now
        if now < self._free_at and not is_hurried:
            return False
        own = self._served.get(source, -1.0)
        if any(self._served.get(other, -1.0) < own for other in self._asked):
            return False
        self._served = {s: at for s, at in self._served.items() if s in self._asked}
        self._served[source] = now
        del self._asked[source]
        return True

    def record(self, now: float, seconds: float) -> None:
        """An interim that took ``seconds`` ended now."""
        self._free_at = now - seconds + seconds / self._share
