"""What the rooms ask of the database: who may come in, and how the interview stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.candidates.tables import Candidate
from app.core.errors import Forbidden, Unauthorized
from app.core.state import AppState
from app.interviews import repository, rules
from app.interviews import service as interviews
from app.interviews.errors import (
    ConsentRequired,
    InterviewNotFound,
    InterviewTerminated,
    InterviewUnavailable,
)
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions.tables import JobDescription
from app.rooms.events import JoinRoom, ParticipantRole
from app.rooms.rules import join_vocabulary
from app.users.dependencies import find_user_of_token
from app.users.repository import find_by_id


@dataclass(frozen=True, slots=True)
class Admission:
    interview_id: str
    role: ParticipantRole
    user_id: str | None


@dataclass(frozen=True, slots=True)
class InterviewSnapshot:
    """What a live room needs to know of its interview."""

    interview_id: str
    owner_id: str
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
            owner_id=interview.owner_id,
            status=interview.status,
            started_at=interview.started_at,
            elapsed_seconds=rules.elapsed_seconds(
                started_at=interview.started_at, completed_at=interview.completed_at, now=now
            ),
            consent_given=interview.consented_at is not None,
            language=interview.language,
        )


def admit(session: Session, *, state: AppState, wanted: JoinRoom) -> Admission:
    """Check the token of a join; the role comes from what the token opens, never from the payload.

    Raises Unauthorized, Forbidden, InterviewNotFound, InterviewTerminated (recruiter),
    InterviewUnavailable (candidate), ConsentRequired, NoCredits.
    """
    if wanted.role == "recruiter":
        return _admit_recruiter(session, state=state, wanted=wanted)
    return _admit_candidate(session, state=state, wanted=wanted)


def _admit_recruiter(session: Session, *, state: AppState, wanted: JoinRoom) -> Admission:
    user_id = require_signed_in(session, state=state, token=wanted.token)
    interview = repository.find_by_room_id(session, wanted.room_id)
    if interview is None or interview.owner_id != user_id:
        raise InterviewNotFound
    if interview.status in rules.ENDED:
        raise InterviewTerminated(interview.status)
    interviews.require_room(session, interview=interview, billing=choose_billing(state.settings))
    return Admission(interview_id=interview.id, role="recruiter", user_id=user_id)


def _admit_candidate(session: Session, *, state: AppState, wanted: JoinRoom) -> Admission:
    interview = repository.find_by_candidate_token(session, wanted.token)
    if interview is None:
        raise InterviewNotFound
    if interview.room_id != wanted.room_id:
        raise Forbidden("This link opens another room.")
    if interview.status in rules.ENDED:
        raise InterviewUnavailable
    interviews.require_room(session, interview=interview, billing=choose_billing(state.settings))
    if interview.consented_at is None:
        raise ConsentRequired
    return Admission(interview_id=interview.id, role="candidate", user_id=None)


def is_signed_in(session: Session, *, state: AppState, token: str) -> bool:
    """Whether a session token still opens a recruiter's calls."""
    try:
        return find_user_of_token(session, state=state, token=token) is not None
    except Forbidden:
        return False


def require_signed_in(session: Session, *, state: AppState, token: str) -> str:
    """Whose session token it is. Raises Unauthorized and Forbidden."""
    user = find_user_of_token(session, state=state, token=token)
    if user is None:
        raise Unauthorized("Authentication failed. Please sign in again.")
    return user.id


def read_snapshot(session: Session, *, interview_id: str, now: datetime) -> InterviewSnapshot:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    return InterviewSnapshot.of(interview, now=now)


def start_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    interviews.start_interview(
        session, interview=interview, billing=choose_billing(state.settings), now=state.now()
    )


def stop_recording(session: Session, *, state: AppState, interview_id: str) -> None:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    interviews.complete_interview(
        session,
        interview=interview,
        billing=choose_billing(state.settings),
        now=state.now(),
        hooks=state.hooks,
    )


def read_vocabulary(session: Session, *, interview_id: str) -> str:
    """Names and terms of this interview's CV and job description, for the speech model to expect."""
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    terms: list[str] = []
    owner = find_by_id(session, interview.owner_id)
    if owner is not None:
        terms.append(owner.name)
    if interview.candidate_name not in interviews.UNNAMED:
        terms.append(interview.candidate_name)
    if interview.candidate_id and (candidate := session.get(Candidate, interview.candidate_id)):
        parsed = candidate.cv_parsed or {}
        terms += [str(entry.get("company") or "") for entry in parsed.get("experience") or []]
        terms += [str(skill) for skill in parsed.get("skills") or []]
    if interview.job_description_id and (job := session.get(JobDescription, interview.job_description_id)):
        parsed = job.parsed or {}
        terms.append(str((parsed.get("company") or {}).get("name") or ""))
        terms += [str(skill) for skill in parsed.get("requiredSkills") or []]
    return join_vocabulary(terms)
