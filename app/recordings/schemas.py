"""Responses about recordings."""

from __future__ import annotations

from app.core.schemas import ApiSchema, UtcTime
from app.recordings.tracks import TrackName


class TrackView(ApiSchema):
    name: TrackName
    url: str
    """A WAV file, for an audio element: needs no header and answers range requests. Valid for an hour."""
    seconds: float


class RecordingView(ApiSchema):
    tracks: list[TrackView]
    """``both`` first, then each voice."""
    size_bytes: int
    """On the disk of the server."""
    kept_until: UtcTime | None
    """When the recording is deleted; null while the interview runs."""
