"""Use cases of interviews: create, change, schedule, start, complete, delete."""

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


def create_interview(
    session: Session, *, owner_id: str, request: CreateInterview, now: datetime
) -> Interview:
    """Create an interview, or return the one this owner created with the same session id.

    Raises TimeHasPassed, and InvalidState if another owner's interview has the session id.
    """
    if request.session_id is not None:
        existing = repository.find_by_session_id(session, request.session_id)
        if existing is not None:
            if existing.owner_id != owner_id:
                raise InvalidState("This session id belongs to another interview. Create one with a new id.")
            return existing
    if request.scheduled_date is not None and rules.has_passed(request.scheduled_date, now=now):
        raise TimeHasPassed
    interview = Interview(
        owner_id=owner_id,
        title=request.title,
        position=request.position,
        candidate_name=request.candidate_name,
        candidate_email=request.candidate_email,
        status=request.status,
        scheduled_at=request.scheduled_date,
        scheduled_duration_minutes=request.scheduled_duration,
        scheduled_timezone=request.scheduled_timezone,
        language=request.language,
    )
    if request.session_id is not None:
        interview.session_id = request.session_id
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

    Raises InvalidState, NotFound and, for a new time in the past, TimeHasPassed; then nothing is
    changed. Other fields of an interview in the past can still be changed.
    """
    starts_at = changes.get("scheduled_date")
    if starts_at is not None and starts_at != interview.scheduled_at and rules.has_passed(starts_at, now=now):
        raise TimeHasPassed
    if (status := changes.get("status")) is not None:
        if not rules.can_change_manually(interview.status, status):
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
    """Link a candidate profile and copy its name and email address."""
    if interview.owner_id != candidate.owner_id:
        raise NotFound("This candidate was not found. The profile may have been deleted.")
    interview.candidate_id = candidate.id
    if candidate.name:
        interview.candidate_name = candidate.name
    if candidate.email:
        interview.candidate_email = candidate.email
    session.flush()


def attach_job_description(
    session: Session, *, interview: Interview, job_description: JobDescription
) -> None:
    """Link a job description. Its title becomes the position, and the title if none was given."""
    if interview.owner_id != job_description.owner_id:
        raise NotFound("This job description was not found. It may have been deleted.")
    interview.job_description_id = job_description.id
    title = str((job_description.parsed or {}).get("title") or "")[:300]
    if title:
        interview.position = title
        if interview.title in UNNAMED:
            interview.title = title
    session.flush()


def schedule_interview(
    session: Session, *, interview: Interview, starts_at: datetime, minutes: int, now: datetime
) -> None:
    """Set time and duration and mark as scheduled. Raises TimeHasPassed."""
    if rules.has_passed(starts_at, now=now):
        raise TimeHasPassed
    interview.scheduled_at = starts_at
    interview.scheduled_duration_minutes = minutes
    interview.status = InterviewStatus.SCHEDULED
    session.flush()


def save_live_notes(session: Session, *, interview: Interview, live_notes: str) -> None:
    """Store the notes that the recruiter takes during the interview."""
    interview.live_notes = live_notes
    session.flush()


def delete_interview(session: Session, *, interview: Interview, hooks: Hooks) -> None:
    """Delete an interview. Raises InvalidState for a running one."""
    if interview.status == InterviewStatus.IN_PROGRESS:
        raise InvalidState("This interview is running. End it before you delete it.")
    for hook in hooks.interview_deleted:
        hook(session, interview.id)
    session.delete(interview)
    session.flush()


def record_consent(session: Session, *, interview: Interview, now: datetime) -> None:
    """Store the time of the first consent."""
    if interview.consented_at is None:
        interview.consented_at = now
        session.flush()


def start_interview(session: Session, *, interview: Interview, billing: Billing, now: datetime) -> None:
    """Start an interview. Does nothing if it is running already.

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
        raise InvalidState(
            "This interview has changed in the meantime. Nothing was saved. Reload it and try again."
        )
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
    """End and charge an interview in this transaction. If it has ended already, only store the notes.

    ``now`` is the time of the end. Raises InvalidState if it never started.
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


def has_overdue(session: Session, *, now: datetime, max_minutes: int) -> bool:
    limit = timedelta(minutes=max_minutes)
    return bool(repository.list_running_since_before(session, started_before=now - limit))


def complete_overdue(
    session: Session, *, billing: Billing, now: datetime, max_minutes: int, hooks: Hooks
) -> list[str]:
    """End every interview that reached its maximum duration. Returns their ids.

    Each ends at its own latest time, so that server downtime is not billed.
    """
    limit = timedelta(minutes=max_minutes)
    overdue = repository.list_running_since_before(session, started_before=now - limit)
    for interview in overdue:
        assert interview.started_at is not None
        complete_interview(
            session,
            interview=interview,
            billing=billing,
            now=rules.latest_end(interview.started_at, max_minutes=max_minutes),
            hooks=hooks,
        )
    return [interview.id for interview in overdue]
