"""Database access of rooms: admission, interview snapshots, start and end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.errors import AppError
from app.core.spoken_languages import require_known_language
from app.core.state import AppState
from app.interviews import access, repository, rules
from app.interviews import service as interviews
from app.interviews.duration import read_clock
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview, InterviewStatus
from app.realtime.sessions import require_signed_in
from app.rooms.events import JoinRoom, ParticipantRole
from app.rooms.participants import Participant


@dataclass(frozen=True, slots=True)
class Admission:
    interview_id: str
    role: ParticipantRole
    user_id: str | None


@dataclass(frozen=True, slots=True)
class InterviewSnapshot:
    """State of an interview, as its room needs it."""

    interview_id: str
    owner_id: str
    status: InterviewStatus
    started_at: datetime | None
    elapsed_seconds: float
    consent_given: bool
    language: str
    is_recorded: bool
    """Whether the audio is recorded: allowed by the administrator and agreed to by the candidate."""

    @property
    def is_running(self) -> bool:
        return self.status == InterviewStatus.IN_PROGRESS

    @classmethod
    def of(cls, interview: Interview, *, now: datetime, is_recorded: bool) -> InterviewSnapshot:
        return cls(
            interview_id=interview.id,
            owner_id=interview.owner_id,
            status=interview.status,
            started_at=interview.started_at,
            elapsed_seconds=rules.elapsed_seconds(
                started_at=interview.started_at, completed_at=interview.completed_at, now=now
            ),
            consent_given=interview.consented_at is not None,
            language=interview.language,
            is_recorded=is_recorded,
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
    state.engines.wake()
    return Admission(interview_id=interview.id, role="candidate", user_id=None)


def find_interview_of_candidate(session: Session, *, token: str) -> str | None:
    """The interview of a candidate token, in any status.

    A refusal to join its room then names the reason.
    """
    interview = repository.find_by_candidate_token(session, token)
    return None if interview is None else interview.id


def find_refusal(session: Session, *, participant: Participant) -> AppError | None:
    """Why a participant may no longer be in their room, or None."""
    try:
        if participant.user_id is not None:
            access.stay_as_recruiter(
                session, user_id=participant.user_id, interview_id=participant.interview_id
            )
        else:
            access.stay_as_candidate(session, token=participant.token, interview_id=participant.interview_id)
    except AppError as error:
        return error
    return None


def read_snapshot(session: Session, *, state: AppState, interview_id: str) -> InterviewSnapshot:
    interview = _get(session, interview_id)
    return InterviewSnapshot.of(
        interview,
        now=read_clock(state, interview),
        is_recorded=rules.is_recording_planned(interview, state.settings)
        and interview.consented_to_recording,
    )


def start_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interview = _get(session, interview_id)
    require_known_language(interview.language, model=state.engines.speech.identity)
    interviews.start_interview(
        session,
        interview=interview,
        billing=choose_billing(state.settings),
        now=state.now(),
        max_running=interviews.read_max_running(state),
    )


def stop_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interview = _get(session, interview_id)
    interviews.complete_interview(
        session,
        interview=interview,
        billing=choose_billing(state.settings),
        now=read_clock(state, interview),
        hooks=state.hooks,
    )


def _get(session: Session, interview_id: str) -> Interview:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    return interview
