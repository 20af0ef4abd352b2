"""Pace of a speaker's audio: no faster than real time, apart from what a browser may have kept."""

from __future__ import annotations

from app.core.token_bucket import TokenBucket
from app.transcription.pipeline.settings import FRAME_SECONDS

_AHEAD_SECONDS = 60.0
"""Maximum lead of audio over the interview's clock: device clocks drift, and messages are delayed."""
_KEPT_FRAMES = 6_600
"""Frames that may arrive at once: a browser keeps ten minutes while it is cut off, and a little more."""
_FRAMES_PER_SECOND = 1.05 / FRAME_SECONDS
_STREAMS_PER_MINUTE = 10
"""A stream begins with each visit, microphone and start of the recording."""


class AudioTooFast(Exception):
    """Audio that cannot have been spoken yet, or more streams than a person would open."""


class Pace:
    """Admits the streams and frames of one speaker. All seconds count from the interview's start."""

    def __init__(self, *, elapsed_seconds: float) -> None:
        spoken_frames = (elapsed_seconds + _AHEAD_SECONDS) / FRAME_SECONDS
        self._frames = TokenBucket(
            per_second=_FRAMES_PER_SECOND, burst=_KEPT_FRAMES, now=elapsed_seconds, tokens=spoken_frames
        )
        self._streams = TokenBucket(
            per_second=_STREAMS_PER_MINUTE / 60, burst=_STREAMS_PER_MINUTE, now=elapsed_seconds
        )

    def admit_stream(self, *, elapsed_seconds: float) -> None:
        """Raise AudioTooFast if the speaker opens streams too often."""
        if not self._streams.take(elapsed_seconds):
            raise AudioTooFast

    def admit_frame(self, *, elapsed_seconds: float) -> None:
        """Raise AudioTooFast if more audio has come than can have been spoken."""
        if not self._frames.take(elapsed_seconds):
            raise AudioTooFast

    @staticmethod
    def check_time(*, elapsed_seconds: float, end_seconds: float) -> None:
        """Raise AudioTooFast if a frame that ends at ``end_seconds`` lies in the future."""
        if end_seconds > elapsed_seconds + _AHEAD_SECONDS:
            raise AudioTooFast
