"""Corrections of transcript lines by a person: the original is kept, and the change is recorded."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.interviews.tables import Interview, InterviewStatus
from app.reviews.service import record_change
from app.reviews.tables import ReviewChangeKind
from app.transcription import repository
from app.transcription.errors import SegmentNotFound, TranscriptNotFinal
from app.transcription.tables import TranscriptSegment


def correct_segment(
    session: Session, *, interview: Interview, segment_id: str, text: str, actor_id: str, now: datetime
) -> TranscriptSegment:
    """Replace the text of a shown line; the original text restores it.

    Raises SegmentNotFound, and TranscriptNotFinal before the interview is completed.
    """
    segment = repository.find_segment(session, segment_id=segment_id)
    if segment is None or segment.interview_id != interview.id or segment.suppressed:
        raise SegmentNotFound
    if interview.status != InterviewStatus.COMPLETED:
        raise TranscriptNotFinal
    before = segment.text
    if text == before:
        return segment
    original = before if segment.original_text is None else segment.original_text
    segment.text = text
    segment.original_text = None if text == original else original
    segment.corrected_at = now
    record_change(
        session,
        interview_id=interview.id,
        actor_id=actor_id,
        kind=ReviewChangeKind.TRANSCRIPT,
        before={"text": before},
        after={"text": text},
        now=now,
    )
    return segment
