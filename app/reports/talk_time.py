"""Talk-time split between candidate and interviewer."""

from __future__ import annotations

from collections.abc import Sequence

from app.transcription.pipeline.events import Speaker
from app.transcription.schemas import SegmentView


def measure_candidate_share(segments: Sequence[SegmentView]) -> float | None:
    """The candidate's share of the talk time, 0 to 1: by seconds, or by characters if no times are known.

    None if nothing was said.
    """
    for amounts in (
        [(line.speaker, max(0.0, line.end_seconds - line.start_seconds)) for line in segments],
        [(line.speaker, float(len(line.text.strip()))) for line in segments],
    ):
        total = sum(amount for _, amount in amounts)
        if total > 0:
            return sum(amount for speaker, amount in amounts if speaker == Speaker.CANDIDATE) / total
    return None
