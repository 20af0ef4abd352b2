"""A quote of the transcript on the wire."""

from __future__ import annotations

from app.analysis.findings import Speaker
from app.core.schemas import ApiSchema


class EvidenceView(ApiSchema):
    segment_id: str
    quote: str
    """Verbatim from the segment."""
    speaker: Speaker
    start_seconds: float
