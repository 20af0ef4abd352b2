"""`greenroom bench writes`: every line is stored, in order, whatever the number of writers."""

from __future__ import annotations

from sqlalchemy import select

from app.bench.writes import fill, measure
from app.core.database import Database
from app.transcription.tables import TranscriptSegment


def test_writers_at_the_same_time_number_the_lines_without_gaps(database: Database) -> None:
    interview_ids = fill(database, interviews=2)
    measure(database, interview_ids, lines=40, writers=8)
    with database.reading() as session:
        for interview_id in interview_ids:
            numbers = session.scalars(
                select(TranscriptSegment.sequence)
                .where(TranscriptSegment.interview_id == interview_id)
                .order_by(TranscriptSegment.sequence)
            )
            assert list(numbers) == list(range(1, 21))
