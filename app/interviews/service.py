"""Use cases of interviews: create, change, schedule, start, complete, delete."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.billing.port import Billing
from app.candidates import repository as candidates
from app.candidates.tables import Candidate
from app.core.capacity import find_max_running
from app.core.errors import InvalidState, NotFound
from app.core.hooks import Hooks
from app.core.ids import derive_id, new_link_token
from app.core.state import AppState
from app.interviews import access, repository, rules
from app.interviews.errors import CapacityReached, ConsentRequired, TimeHasPassed
from app.interviews.invitations.changes import confirm_address
from app.interviews.schemas import CreateInterview
from app.interviews.tables import Interview, InterviewOrigin, InterviewStatus
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions.tables import JobDescription

UNNAMED = frozenset({"", "New Interview", "Unnamed Candidate"})


def create_interview(
    session: Session, *, owner_id: str, request: CreateInterview, now: datetime
) -> Interview:
    """Create an interview, or return the one this owner created with the same session id.

    Raises TimeHasPassed, and NotFound for a candidate or a job description that is not the owner's.
    """
    session_id = request.session_id
    if session_id is not None:
        existing = repository.find_by_session_id(session, session_id)
        if existing is not None and existing.owner_id != owner_id:
            session_id = derive_id(session_id, scope=owner_id)
            existing = repository.find_by_session_id(session, session_id)
        if existing is not None:
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
        report_language=request.report_language,
    )
    if session_id is not None:
        interview.session_id = session_id
    session.add(interview)
    session.flush()
    if request.candidate_profile_id is not None:
        _link_candidate(session, interview=interview, candidate_id=request.candidate_profile_id)
    if request.job_description_id is not None:
        _link_job_description(session, interview=interview, job_description_id=request.job_description_id)
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
    "report_language": "report_language",
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
    before = rules.Person.of(interview)
    if (status := changes.get("status")) is not None:
        if not rules.can_change_manually(interview.status, status):
            raise InvalidState(
                f"An interview that is {_words(interview.status)} cannot become {_words(status)}."
            )
        if status == InterviewStatus.CANCELLED and interview.status != status:
            _renew_link(interview)
        interview.status = status
    if "candidate_profile_id" in changes:
        _link_candidate(session, interview=interview, candidate_id=changes["candidate_profile_id"])
    if "job_description_id" in changes:
        _link_job_description(session, interview=interview, job_description_id=changes["job_description_id"])
    for field, column in _PLAIN_FIELDS.items():
        if field in changes and not (changes[field] is None and field in _NOT_NULL):
            setattr(interview, column, changes[field])
    if "candidate_email" in changes:
        confirm_address(session, interview)
    if changes.get("is_recorded") is not None:
        _set_recording(interview, is_recorded=changes["is_recorded"])
    _renew_link_if_replaced(interview, before=before)
    session.flush()


def _set_recording(interview: Interview, *, is_recorded: bool) -> None:
    """Consent that did not cover a recording must be given again."""
    if is_recorded == interview.is_recorded:
        return
    if interview.status not in rules.LINK_FOLLOWS_PERSON:
        raise InvalidState("Whether an interview is recorded can be changed until it starts.")
    interview.is_recorded = is_recorded
    if is_recorded and not interview.consented_to_recording:
        interview.consented_at = None


def replace_link(session: Session, *, interview: Interview) -> None:
    """Make the candidate's link invalid and issue a new one, for which consent is given again.

    Raises InvalidState once the interview is completed or cancelled.
    """
    if interview.status in rules.ENDED:
        raise InvalidState(f"This interview is {_words(interview.status)}, so its link is closed.")
    _renew_link(interview)
    session.flush()


def _renew_link_if_replaced(interview: Interview, *, before: rules.Person) -> None:
    if interview.status in rules.LINK_FOLLOWS_PERSON and before.is_replaced_by(rules.Person.of(interview)):
        _renew_link(interview)


def _renew_link(interview: Interview) -> None:
    """Consent belongs to the person who held the link, so it goes with it."""
    interview.candidate_token = new_link_token()
    interview.consented_at = None
    interview.consented_to_recording = False


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
    """Link the candidate profile that a recruiter chose, and copy its name and email address."""
    before = rules.Person.of(interview)
    _link_profile(interview, candidate)
    if candidate.email:
        interview.candidate_email = candidate.email
    _renew_link_if_replaced(interview, before=before)
    session.flush()


def attach_uploaded_candidate(session: Session, *, interview: Interview, candidate: Candidate) -> None:
    """Link the profile that an uploaded document describes.

    An address that the interview already has is kept: nobody has checked the one in the document, which may
    be a referee's, and the invitation with the room link would be sent to it.
    """
    before = rules.Person.of(interview)
    _link_profile(interview, candidate)
    if candidate.email and not interview.candidate_email:
        interview.candidate_email = candidate.email
    _renew_link_if_replaced(interview, before=before)
    session.flush()


def _link_profile(interview: Interview, candidate: Candidate) -> None:
    if interview.owner_id != candidate.owner_id:
        raise NotFound("This candidate was not found. The profile may have been deleted.")
    interview.candidate_id = candidate.id
    if candidate.name:
        interview.candidate_name = candidate.name


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


def record_consent(
    session: Session, *, interview: Interview, now: datetime, covers_recording: bool = False
) -> None:
    """Store the time of the first consent, and whether it covers the recording of audio."""
    if interview.consented_at is None:
        interview.consented_at = now
        interview.consented_to_recording = covers_recording
        session.flush()


def read_max_running(state: AppState) -> int | None:
    """The number of interviews that this server may run at once; None if it was neither set nor measured."""
    return find_max_running(state.settings, speech_model=state.engines.speech.identity.name)


def is_full(session: Session, max_running: int) -> bool:
    return repository.count_all_running(session) >= max_running


def start_interview(
    session: Session,
    *,
    interview: Interview,
    billing: Billing,
    now: datetime,
    max_running: int | None = None,
) -> None:
    """Start an interview. Does nothing if it is running already.

    ``max_running``: how many the server can run at once. Raises InvalidState (completed, cancelled),
    NoCredits, ConsentRequired, CapacityReached.
    """
    if interview.status == InterviewStatus.IN_PROGRESS:
        return
    if interview.status not in rules.STARTABLE:
        raise InvalidState(f"This interview is {_words(interview.status)} and cannot be started.")
    access.require_startable(session, interview=interview, billing=billing)
    if interview.consented_at is None:
        raise ConsentRequired
    if max_running is not None and is_full(session, max_running):
        raise CapacityReached(max_running)
    if not repository.claim_start(session, interview_id=interview.id, now=now):
        raise InvalidState(
            "This interview has changed in the meantime. Nothing was saved. Reload it and try again."
        )
    session.refresh(interview)


def set_status(
    session: Session,
    *,
    interview: Interview,
    status: InterviewStatus,
    billing: Billing,
    now: datetime,
    hooks: Hooks,
) -> None:
    """Move an interview one step along ``rules.ADMIN_CYCLE``, without the candidate's consent.

    Without consent no candidate enters the room, so only the recruiter is heard. An interview that is
    scheduled again gets a new link. Its charge remains, and it is never charged twice. Raises InvalidState
    for any other step and for imported and demo interviews, and NoCredits.
    """
    if status == interview.status:
        return
    if rules.ADMIN_CYCLE.get(interview.status) != status or interview.origin != InterviewOrigin.HELD:
        raise InvalidState(
            f"An interview that is {_words(interview.status)} cannot be set to {_words(status)}."
        )
    if status == InterviewStatus.COMPLETED:
        complete_interview(session, interview=interview, billing=billing, now=now, hooks=hooks)
        return
    if status == InterviewStatus.IN_PROGRESS:
        access.require_startable(session, interview=interview, billing=billing)
        interview.started_at = now
    else:
        _renew_link(interview)
        interview.started_at = interview.completed_at = None
        interview.billed_seconds = interview.billed_credits = None
    interview.status = status
    session.flush()


def complete_interview(
    session: Session,
    *,
    interview: Interview,
    billing: Billing,
    now: datetime,
    hooks: Hooks,
    final_notes: str | None = None,
) -> None:
    """End and charge an interview in this transaction. If it has already ended, only store the notes.

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
