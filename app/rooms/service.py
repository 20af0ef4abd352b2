"""Database access of rooms: admission, interview snapshots, start and end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.state import AppState
from app.interviews import access, repository, rules
from app.interviews import service as interviews
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview, InterviewStatus
from app.realtime.sessions import require_signed_in
from app.rooms.events import JoinRoom, ParticipantRole


@dataclass(frozen=True, slots=True)
class Admission:
    interview_id: str
    role: ParticipantRole
    user_id: str | None


@dataclass(frozen=True, slots=True)
class InterviewSnapshot:
    """State of an interview, as its room needs it."""

    interview_id: str
    status: InterviewStatus
    started_at: datetime | None
    elapsed_seconds: float
    consent_given: bool
    language: str

    @property
    def is_running(self) -> bool:
        return self.status == InterviewStatus.IN_PROGRESS

    @classmethod
    def of(cls, interview: Interview, *, now: datetime) -> InterviewSnapshot:
        return cls(
            interview_id=interview.id,
            status=interview.status,
            started_at=interview.started_at,
            elapsed_seconds=rules.elapsed_seconds(
                started_at=interview.started_at, completed_at=interview.completed_at, now=now
            ),
            consent_given=interview.consented_at is not None,
            language=interview.language,
        )


def admit(session: Session, *, state: AppState, request: JoinRoom) -> Admission:
    """Check a join request. The role is admitted only if the token opens the room in that role.

    Raises Unauthorized, Forbidden, InterviewNotFound, InterviewTerminated (recruiter),
    InterviewUnavailable (candidate), ConsentRequired, NoCredits.
    """
    billing = choose_billing(state.settings)
    if request.role == "recruiter":
        user_id = require_signed_in(session, state=state, token=request.token)
        interview = access.enter_as_recruiter(
            session, user_id=user_id, room_id=request.room_id, billing=billing
        )
        return Admission(interview_id=interview.id, role="recruiter", user_id=user_id)
    interview = access.enter_as_candidate(
        session, token=request.token, room_id=request.room_id, billing=billing
    )
    return Admission(interview_id=interview.id, role="candidate", user_id=None)


def read_snapshot(session: Session, *, interview_id: str, now: datetime) -> InterviewSnapshot:
    return InterviewSnapshot.of(_get(session, interview_id), now=now)


def start_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interviews.start_interview(
        session,
        interview=_get(session, interview_id),
        billing=choose_billing(state.settings),
        now=state.now(),
    )


def stop_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interviews.complete_interview(
        session,
        interview=_get(session, interview_id),
        billing=choose_billing(state.settings),
        now=state.now(),
        hooks=state.hooks,
    )


def _get(session: Session, interview_id: str) -> Interview:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    return interview
