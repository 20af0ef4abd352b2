from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.billing.port import Billing
from app.candidates import repository as candidates
from app.candidates.tables import Candidate
from app.core.errors import InvalidState, NotFound
from app.core.hooks import Hooks
from app.interviews import access, repository, rules
from app.interviews.errors import ConsentRequired, TimeHasPassed
from app.interviews.schemas import CreateInterview
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.tables import JobDescription

UNNAMED = frozenset({"", "New Interview", "Unnamed Candidate"})


def create_interview(session: Session, *, owner_id: str, wanted: CreateInterview, now: datetime) -> Interview:
    """A new interview; the one that exists when this owner has sent the same session id before.

    Raises TimeHasPassed, and InvalidState where another owner's interview has the session id.
    """
    if wanted.session_id is not None:
        existing = repository.find_by_session_id(session, wanted.session_id)
        if existing is not None:
            if existing.owner_id != owner_id:
                raise InvalidState("This session id is taken.")
            return existing
    if wanted.scheduled_date is not None and rules.has_passed(wanted.scheduled_date, now=now):
        raise TimeHasPassed
    interview = Interview(
        owner_id=owner_id,
        title=wanted.title,
        position=wanted.position,
        candidate_name=wanted.candidate_name,
        candidate_email=wanted.candidate_email,
        status=wanted.status,
        scheduled_at=wanted.scheduled_date,
        scheduled_duration_minutes=wanted.scheduled_duration,
        scheduled_timezone=wanted.scheduled_timezone,
        language=wanted.language,
    )
    if wanted.session_id is not None:
        interview.session_id = wanted.session_id
    session.add(interview)
    session.flush()
    return interview


_PLAIN_FIELDS = {
    "title": "title",
    "position": "position",
    "candidate_name": "candidate_name",
    "candidate_email": "candidate_email",
    "scheduled_date": "scheduled_at",
    "scheduled_duration": "scheduled_duration_minutes",
    "scheduled_timezone": "scheduled_timezone",
    "language": "language",
}
_NOT_NULL = frozenset({"title", "position", "candidate_name", "language"})


def change_interview(
    session: Session, *, interview: Interview, changes: dict[str, Any], now: datetime
) -> None:
    """Apply the fields that were sent.

    Raises InvalidState, NotFound and, where the time is a new one, TimeHasPassed (nothing is then
    changed). An interview whose time is over stays as it is scheduled, whatever else is changed.
    """
    starts_at = changes.get("scheduled_date")
    if starts_at is not None and starts_at != interview.scheduled_at and rules.has_passed(starts_at, now=now):
        raise TimeHasPassed
    if (status := changes.get("status")) is not None:
        if not rules.can_change_by_hand(interview.status, status):
            raise InvalidState(
                f"An interview that is {_words(interview.status)} cannot become {_words(status)}."
            )
        interview.status = status
    if "candidate_profile_id" in changes:
        _link_candidate(session, interview=interview, candidate_id=changes["candidate_profile_id"])
    if "job_description_id" in changes:
        _link_job_description(session, interview=interview, job_description_id=changes["job_description_id"])
    for field, column in _PLAIN_FIELDS.items():
        if field in changes and not (changes[field] is None and field in _NOT_NULL):
            setattr(interview, column, changes[field])
    session.flush()


def _words(status: InterviewStatus) -> str:
    return status.replace("_", " ")


def _link_candidate(session: Session, *, interview: Interview, candidate_id: str | None) -> None:
    if candidate_id is None:
        interview.candidate_id = None
        return
    candidate = candidates.get_owned(session, owner_id=interview.owner_id, candidate_id=candidate_id)
    attach_candidate(session, interview=interview, candidate=candidate)


def _link_job_description(session: Session, *, interview: Interview, job_description_id: str | None) -> None:
    if job_description_id is None:
        interview.job_description_id = None
        return
    job_description = job_descriptions.get_owned(
        session, owner_id=interview.owner_id, job_description_id=job_description_id
    )
    attach_job_description(session, interview=interview, job_description=job_description)


def attach_candidate(session: Session, *, interview: Interview, candidate: Candidate) -> None:
    """Link a profile and take over its name and e-mail address."""
    if interview.owner_id != candidate.owner_id:
        raise NotFound("There is no such candidate.")
    interview.candidate_id = candidate.id
    if candidate.name:
        interview.candidate_name = candidate.name
    if candidate.email:
        interview.candidate_email = candidate.email
    session.flush()


def attach_job_description(
    session: Session, *, interview: Interview, job_description: JobDescription
) -> None:
    """Link a job description; its title becomes the position, and the title where none was given."""
    if interview.owner_id != job_description.owner_id:
        raise NotFound("There is no such job description.")
    interview.job_description_id = job_description.id
    title = str((job_description.parsed or {}).get("title") or "")[:300]
    if title:
        interview.position = title
        if interview.title in UNNAMED:
            interview.title = title
    session.flush()


def save_live_notes(session: Session, *, interview: Interview, live_notes: str) -> None:
    """Store the notes that the recruiter takes during the interview."""
    interview.live_notes = live_notes
    session.flush()


def require_deletable(interview: Interview) -> None:
    """Raises InvalidState for a running one."""
    if interview.status == InterviewStatus.IN_PROGRESS:
        raise InvalidState("This interview is running. End it before you delete it.")


def delete_interview(session: Session, *, interview: Interview) -> None:
    """Remove an interview that is not running. Raises InvalidState for a running one."""
    require_deletable(interview)
    session.delete(interview)
    session.flush()


def record_consent(session: Session, *, interview: Interview, now: datetime) -> None:
    """Keep the instant of the first consent."""
    if interview.consented_at is None:
        interview.consented_at = now
        session.flush()


def start_interview(session: Session, *, interview: Interview, billing: Billing, now: datetime) -> None:
    """Begin; does nothing when it is running already.

    Raises InvalidState (completed, cancelled), NoCredits, ConsentRequired.
    """
    if interview.status == InterviewStatus.IN_PROGRESS:
        return
    if interview.status not in rules.STARTABLE:
        raise InvalidState(f"This interview is {_words(interview.status)} and cannot be started.")
    access.require_startable(session, interview=interview, billing=billing)
    if interview.consented_at is None:
        raise ConsentRequired
    if not repository.claim_start(session, interview_id=interview.id, now=now):
        raise InvalidState("This interview was changed meanwhile.")
    session.refresh(interview)


def complete_interview(
    session: Session,
    *,
    interview: Interview,
    billing: Billing,
    now: datetime,
    hooks: Hooks,
    final_notes: str | None = None,
) -> None:
    """End and charge in this transaction; does nothing but keep the notes when it has ended already.

    ``now`` is the instant of the end. Raises InvalidState when it never began.
    """
    if final_notes is not None:
        interview.final_notes = final_notes
        session.flush()
    if interview.status == InterviewStatus.COMPLETED:
        return
    if not repository.claim_completion(session, interview_id=interview.id, now=now):
        raise InvalidState(f"This interview is {_words(interview.status)} and cannot be completed.")
    session.refresh(interview)
    seconds = rules.elapsed_seconds(
        started_at=interview.started_at, completed_at=interview.completed_at, now=now
    )
    interview.billed_seconds = seconds
    interview.billed_credits = billing.charge_interview(
        session, user_id=interview.owner_id, interview_id=interview.id, seconds=seconds
    )
    session.flush()
    for hook in hooks.interview_completed:
        hook(session, interview.id)


def has_overdue(session: Session, *, now: datetime, maximum_minutes: int) -> bool:
    limit = timedelta(minutes=maximum_minutes)
    return bool(repository.list_running_since_before(session, started_before=now - limit))


def complete_overdue(
    session: Session, *, billing: Billing, now: datetime, maximum_minutes: int, hooks: Hooks
) -> list[str]:
    """End every interview that has run its maximum time; returns their ids.

    Each ends at its own latest instant, so that time in which the server was down is not billed.
    """
    limit = timedelta(minutes=maximum_minutes)
    overdue = repository.list_running_since_before(session, started_before=now - limit)
    for interview in overdue:
        assert interview.started_at is not None
        complete_interview(
            session,
            interview=interview,
            billing=billing,
            now=rules.latest_end(interview.started_at, maximum_minutes=maximum_minutes),
            hooks=hooks,
        )
    return [interview.id for interview in overdue]
