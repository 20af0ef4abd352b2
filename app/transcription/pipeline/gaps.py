"""Audio gaps: stretches of a participant's speech that the computer never recorded or the browser lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.core.ids import new_id
from app.transcription.pipeline.events import AudioGap, Speaker

MIN_LOST_SECONDS = 0.5
"""A shorter gap is not worth a notice: not even a word is missing."""
MERGE_SECONDS = 10.0
"""Losses this close together count as one gap."""
_REPORT_STEP_SECONDS = 0.5


@dataclass(slots=True)
class GapLog:
    """Collects the losses of one speaker and says when one is worth reporting."""

    speaker: Speaker
    lost_seconds: float = 0.0
    """In the whole interview, as far as this server process knows."""
    _current: AudioGap | None = None
    _reported_seconds: float = field(default=0.0)

    def add(self, *, at_seconds: float, lost_seconds: float) -> AudioGap | None:
        """Record a loss that begins at ``at_seconds``; the gap to store and announce, or None.

        A negative loss cancels one that was recorded too early, because the audio arrived after all.
        """
        current = self._current
        if current is None or at_seconds - current.end_seconds > MERGE_SECONDS:
            if lost_seconds <= 0:
                return None
            current = AudioGap(new_id(), self.speaker, at_seconds, at_seconds, 0.0)
            self._reported_seconds = 0.0
        lost_seconds = max(lost_seconds, -current.lost_seconds)
        self.lost_seconds += lost_seconds
        self._current = current = replace(
            current,
            end_seconds=max(current.end_seconds, at_seconds + max(0.0, lost_seconds)),
            lost_seconds=current.lost_seconds + lost_seconds,
        )
        is_due = current.lost_seconds - self._reported_seconds >= _REPORT_STEP_SECONDS - 1e-6
        if current.lost_seconds < MIN_LOST_SECONDS - 1e-6 or not is_due:
            return None
        self._reported_seconds = current.lost_seconds
        return current
