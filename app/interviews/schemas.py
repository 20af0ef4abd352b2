"""Requests and responses of interviews."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from app.core.schemas import ApiSchema, Email, Identified, Instant, RecordId, Success, Timezone, UtcTime
from app.interviews.rules import (
    MAX_DURATION_MINUTES,
    MIN_DURATION_MINUTES,
    elapsed_seconds,
    planned_minutes,
)
from app.interviews.tables import Interview, InterviewOrigin, InterviewStatus
from app.users.tables import User

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
OptionalText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
Notes = Annotated[str, StringConstraints(max_length=100_000)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
WrittenLanguage = Literal["en", "de", "fr"]
"""Languages in which reports are written."""


def _accept_hyphen(value: Any) -> Any:
    return "in_progress" if value == "in-progress" else value


Status = Annotated[InterviewStatus, BeforeValidator(_accept_hyphen)]
Duration = Annotated[int, Field(ge=MIN_DURATION_MINUTES, le=MAX_DURATION_MINUTES)]


class InterviewView(Identified):
    session_id: str
    room_id: str
    title: str
    position: str
    candidate_name: str
    candidate_email: str | None
    recruiter_email: str | None
    recruiter_name: str
    status: InterviewStatus
    origin: InterviewOrigin
    """``imported`` for an interview that was held elsewhere, ``demo`` for an invented one."""
    scheduled_date: UtcTime | None
    scheduled_duration: int | None
    scheduled_timezone: str | None
    duration: float | None
    """Seconds from start to completion; None before."""
    candidate_profile_id: str | None
    job_description_id: str | None
    recruiter_token: str
    candidate_token: str
    live_notes: str
    final_notes: str
    consent_given: bool
    is_recorded: bool
    """Whether the recruiter wants the audio recorded."""
    consented_to_recording: bool
    started_at: UtcTime | None
    completed_at: UtcTime | None
    elapsed_seconds: float
    billed_minutes: float | None
    billed_credits: int | None
    finalized_at: UtcTime | None
    language: str
    report_language: WrittenLanguage | None
    """Language of the report's own words; null for the owner's language, else the spoken one."""
    created_at: UtcTime
    updated_at: UtcTime

    @classmethod
    def of(cls, interview: Interview, *, owner: User, now: datetime) -> InterviewView:
        billed = interview.billed_seconds
        return cls(
            id=interview.id,
            session_id=interview.session_id,
            room_id=interview.room_id,
            title=interview.title,
            position=interview.position,
            candidate_name=interview.candidate_name,
            candidate_email=interview.candidate_email,
            recruiter_email=owner.email,
            recruiter_name=owner.name,
            status=interview.status,
            origin=interview.origin,
            scheduled_date=interview.scheduled_at,
            scheduled_duration=interview.scheduled_duration_minutes,
            scheduled_timezone=interview.scheduled_timezone,
            duration=billed,
            candidate_profile_id=interview.candidate_id,
            job_description_id=interview.job_description_id,
            recruiter_token=interview.recruiter_token,
            candidate_token=interview.candidate_token,
            live_notes=interview.live_notes,
            final_notes=interview.final_notes,
            consent_given=interview.consented_at is not None,
            is_recorded=interview.is_recorded,
            consented_to_recording=interview.consented_to_recording,
            started_at=interview.started_at,
            completed_at=interview.completed_at,
            elapsed_seconds=elapsed_seconds(
                started_at=interview.started_at, completed_at=interview.completed_at, now=now
            ),
            billed_minutes=None if billed is None else round(billed / 60, 2),
            billed_credits=interview.billed_credits,
            finalized_at=interview.completed_at,
            language=interview.language,
            report_language=interview.report_language,
            created_at=interview.created_at,
            updated_at=interview.updated_at,
        )


class RecordInterview(Identified):
    """An interview in the list of a candidate or a job description."""

    title: str
    candidate_name: str
    position: str
    status: InterviewStatus
    scheduled_date: UtcTime | None
    updated_at: UtcTime

    @classmethod
    def of(cls, interview: Interview) -> RecordInterview:
        return cls(
            id=interview.id,
            title=interview.title,
            candidate_name=interview.candidate_name,
            position=interview.position,
            status=interview.status,
            scheduled_date=interview.scheduled_at,
            updated_at=interview.updated_at,
        )


class ClashingInterview(Identified):
    """An interview that overlaps one being scheduled."""

    title: str
    candidate_name: str
    scheduled_date: UtcTime
    scheduled_duration: int

    @classmethod
    def of(cls, interview: Interview) -> ClashingInterview:
        assert interview.scheduled_at is not None
        return cls(
            id=interview.id,
            title=interview.title,
            candidate_name=interview.candidate_name,
            scheduled_date=interview.scheduled_at,
            scheduled_duration=planned_minutes(interview.scheduled_duration_minutes),
        )


class CandidateInterviewView(Identified):
    """The interview as shown to the candidate, without questions, notes or other people's data."""

    room_id: str
    candidate_token: str
    candidate_name: str
    interviewer_name: str
    title: str
    status: InterviewStatus
    started_at: UtcTime | None
    elapsed_seconds: float
    consent_given: bool
    consent_text_version: str
    """Version of the consent texts, to be sent with the consent."""
    is_recorded: bool
    """Whether audio is recorded, and not only a transcript kept."""
    max_interview_time_minutes: int

    @classmethod
    def of(
        cls,
        interview: Interview,
        *,
        owner: User,
        now: datetime,
        max_interview_minutes: int,
        consent_text_version: str,
        is_recorded: bool,
    ) -> CandidateInterviewView:
        return cls(
            id=interview.id,
            room_id=interview.room_id,
            candidate_token=interview.candidate_token,
            candidate_name=interview.candidate_name,
            interviewer_name=owner.name,
            title=interview.title,
            status=interview.status,
            started_at=interview.started_at,
            elapsed_seconds=elapsed_seconds(
                started_at=interview.started_at, completed_at=interview.completed_at, now=now
            ),
            consent_given=interview.consented_at is not None,
            consent_text_version=consent_text_version,
            is_recorded=is_recorded,
            max_interview_time_minutes=max_interview_minutes,
        )


class CreateInterview(ApiSchema):
    session_id: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    title: Title = "New Interview"
    position: OptionalText = ""
    candidate_name: Title = "Unnamed Candidate"
    candidate_email: Email | None = None
    status: Annotated[
        Literal[InterviewStatus.DRAFT, InterviewStatus.SCHEDULED], BeforeValidator(_accept_hyphen)
    ] = InterviewStatus.SCHEDULED
    scheduled_date: Instant | None = None
    scheduled_duration: Duration | None = None
    scheduled_timezone: Timezone | None = None
    language: Language = "en"
    report_language: WrittenLanguage | None = None
    candidate_profile_id: RecordId | None = None
    """Candidate to begin with. Name and email address of the profile take precedence."""
    job_description_id: RecordId | None = None
    """Job description to begin with. Its title becomes the position."""


class PatchInterview(ApiSchema):
    title: Title | None = None
    position: OptionalText | None = None
    candidate_name: Title | None = None
    candidate_email: Email | None = None
    candidate_profile_id: RecordId | None = None
    job_description_id: RecordId | None = None
    status: Status | None = None
    scheduled_date: Instant | None = None
    scheduled_duration: Duration | None = None
    scheduled_timezone: Timezone | None = None
    language: Language | None = None
    report_language: WrittenLanguage | None = None
    """Null for the owner's language, else the spoken one."""
    is_recorded: bool | None = None
    """Whether audio is recorded, if the candidate agrees. Can be changed until the interview starts."""


class CompleteRequest(ApiSchema):
    final_notes: Notes | None = None


class StatusRequest(ApiSchema):
    status: Status


class NotesRequest(ApiSchema):
    live_notes: Notes


class InterviewResponse(Success):
    interview: InterviewView


class InterviewStatusResponse(InterviewResponse):
    status: InterviewStatus


class CandidateInterviewResponse(Success):
    interview: CandidateInterviewView


class RunningCapacity(ApiSchema):
    """Whether another interview can start on this server now."""

    max_running: int | None
    """How many can run at once; null without a limit."""
    is_full: bool


class RecruiterRoomResponse(InterviewResponse):
    can_start: bool
