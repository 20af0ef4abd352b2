"""Use cases of the interview data service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from app.interview_data.schemas import (
    Assessment,
    DataQuestion,
    InterviewDataView,
    InterviewStats,
    QuestionCounts,
)
from app.interviews.rules import elapsed_seconds
from app.interviews.schemas import InterviewView
from app.interviews.tables import Interview
from app.questions import service as questions_service
from app.questions.repository import list_questions
from app.questions.schemas import PatchQuestion, QuestionView
from app.questions.tables import Question, TrackingStatus
from app.transcription.client_data import find_data
from app.transcription.repository import list_spoken
from app.transcription.rules import count_stats
from app.transcription.schemas import TranscriptStatsView
from app.users.tables import User


def describe_interview(
    session: Session, *, interview: Interview, owner: User, now: datetime
) -> InterviewDataView:
    data = find_data(session, interview_id=interview.id)
    questions = list_questions(session, interview_id=interview.id)
    assessment = data.assessment if data is not None else None
    return InterviewDataView(
        interview=InterviewView.of(interview, owner=owner, now=now),
        questions=[QuestionView.of(row) for row in questions],
        stats=_build_stats(session, interview=interview, questions=questions, now=now),
        raw_text=data.raw_text if data is not None else "",
        assessment=None if assessment is None else Assessment.model_validate(assessment),
        initialized_at=data.created_at if data is not None else None,
    )


def read_stats(session: Session, *, interview: Interview, now: datetime) -> InterviewStats:
    questions = list_questions(session, interview_id=interview.id)
    return _build_stats(session, interview=interview, questions=questions, now=now)


def _build_stats(
    session: Session, *, interview: Interview, questions: Sequence[Question], now: datetime
) -> InterviewStats:
    counts = Counter(TrackingStatus(row.tracking_status) for row in questions)
    lines = list_spoken(session, interview_id=interview.id)
    return InterviewStats(
        transcript=TranscriptStatsView.model_validate(count_stats(lines)),
        questions=QuestionCounts(
            total=len(questions),
            pending=counts[TrackingStatus.PENDING],
            asked=counts[TrackingStatus.ASKED],
            answered=counts[TrackingStatus.ANSWERED],
            skipped=counts[TrackingStatus.SKIPPED],
        ),
        elapsed_seconds=elapsed_seconds(
            started_at=interview.started_at, completed_at=interview.completed_at, now=now
        ),
    )


def keep_questions(
    session: Session, *, interview: Interview, drafts: Sequence[DataQuestion], now: datetime
) -> list[Question]:
    """Add the questions that the interview does not have yet, and change those that are named by their id.

    Sending the same list again changes nothing. Raises QuestionNotFound and QuestionLimit; then nothing is
    stored.
    """
    known = {_normalize(row.question) for row in list_questions(session, interview_id=interview.id)}
    for draft in drafts:
        if draft.id is not None:
            question = questions_service.find_question(
                session, owner_id=interview.owner_id, interview_id=interview.id, question_id=draft.id
            )
            sent = {name: getattr(draft, name) for name in draft.model_fields_set - {"id"}}
            questions_service.change_question(
                session, question=question, changes=PatchQuestion.model_validate(sent)
            )
        elif _normalize(draft.question) not in known:
            questions_service.add_question(
                session, owner_id=interview.owner_id, interview_id=interview.id, draft=draft, now=now
            )
        known.add(_normalize(draft.question))
    return list_questions(session, interview_id=interview.id)


def _normalize(text: str) -> str:
    return " ".join(text.split()).casefold()
