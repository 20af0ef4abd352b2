"""HTTP routes of the interview data service: everything about one interview, under ``/api/interview/{id}``.

``transcript`` and ``transcript/append`` are routes of the transcription slice.
"""

from __future__ import annotations

from fastapi import APIRouter

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import StateDep
from app.interview_data import service
from app.interview_data.schemas import InterviewDataView, InterviewStats, KeepAssessment, KeepQuestions
from app.interviews.duration import read_clock
from app.interviews.repository import get_owned
from app.questions.schemas import QuestionView
from app.transcription.client_data import get_or_create_data, keep_assessment
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["interview data"])

INTERVIEW = "/api/interview/{interview_id}"


@router.post(INTERVIEW + "/init")
def init_interview(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[InterviewDataView]:
    """Prepare an interview for a client's data. Idempotent; candidates have no part in it."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    get_or_create_data(session, interview_id=interview.id)
    return Data(
        data=service.describe_interview(
            session, interview=interview, owner=user, now=read_clock(state, interview)
        )
    )


@router.get(INTERVIEW)
def read_interview_data(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[InterviewDataView]:
    """The interview with its questions, statistics and a client's data."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    return Data(
        data=service.describe_interview(
            session, interview=interview, owner=user, now=read_clock(state, interview)
        )
    )


@router.get(INTERVIEW + "/stats")
def read_interview_stats(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[InterviewStats]:
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    return Data(data=service.read_stats(session, interview=interview, now=read_clock(state, interview)))


@router.post(INTERVIEW + "/questions", responses=refuses(409))
def keep_interview_questions(
    interview_id: str, body: KeepQuestions, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[list[QuestionView]]:
    """Add questions and change those named by ``_id``. Idempotent: a question with the same words is kept.

    409 ``QUESTION_LIMIT`` above 20 questions; then nothing is stored.
    """
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    rows = service.keep_questions(session, interview=interview, drafts=body.questions, now=state.now())
    return Data(data=[QuestionView.of(row) for row in rows])


@router.put(INTERVIEW + "/assessment")
def keep_interview_assessment(
    interview_id: str, body: KeepAssessment, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[InterviewDataView]:
    """Replace a client's own assessment of the interview. Report and scorecards stay as they are."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    keep_assessment(session, interview_id=interview.id, assessment=body.assessment.to_wire())
    return Data(
        data=service.describe_interview(
            session, interview=interview, owner=user, now=read_clock(state, interview)
        )
    )
