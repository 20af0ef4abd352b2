"""Data that a client stores with an interview: its own transcript text and its own assessment."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from app.transcription.tables import InterviewData


def find_data(session: Session, *, interview_id: str) -> InterviewData | None:
    return session.get(InterviewData, interview_id)


def get_or_create_data(session: Session, *, interview_id: str) -> InterviewData:
    data = find_data(session, interview_id=interview_id)
    if data is None:
        data = InterviewData(interview_id=interview_id)
        session.add(data)
        session.flush()
    return data


def keep_raw_text(session: Session, *, interview_id: str, raw_text: str) -> None:
    """Replace the client's text of the transcript."""
    get_or_create_data(session, interview_id=interview_id).raw_text = raw_text
    session.flush()


def keep_assessment(session: Session, *, interview_id: str, assessment: dict[str, Any]) -> InterviewData:
    """Replace the client's assessment."""
    data = get_or_create_data(session, interview_id=interview_id)
    data.assessment = assessment
    session.flush()
    return data
