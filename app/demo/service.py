"""Use cases of demo transcripts: generate and clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from app.analysis.repository import remove_report
from app.core.ids import new_id
from app.demo.errors import InterviewCancelled, LiveInterview, RealTranscript
from app.demo.generator import DemoBrief, DemoLine, compose_transcript
from app.demo.material import ROLES, load_material
from app.demo.schemas import GenerateTranscript
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions.tables import JobDescription
from app.questions.repository import list_questions
from app.transcription import repository
from app.transcription.appending import AppendedSegment, append_segments
from app.transcription.tables import SegmentOrigin, TranscriptSegment

_MAX_SKILLS = 12


def generate_transcript(
    session: Session, *, interview: Interview, request: GenerateTranscript, now: datetime, random: Random
) -> tuple[list[TranscriptSegment], int]:
    """Replace the demo transcript of an interview; the new lines, and how many prepared questions they ask.

    Raises InterviewCancelled, LiveInterview and RealTranscript; then nothing changes.
    """
    _require_demo(session, interview=interview)
    clear_transcript(session, interview=interview)
    brief = _build_brief(session, interview=interview, request=request)
    lines = compose_transcript(
        brief, line_count=request.segment_count, material=load_material(), random=random
    )
    store_lines(session, interview=interview, lines=lines, now=now)
    asked = {line.text for line in lines}
    covered = sum(question in asked for question, _ in brief.questions)
    return repository.list_spoken(session, interview_id=interview.id), covered


def store_lines(session: Session, *, interview: Interview, lines: Sequence[DemoLine], now: datetime) -> None:
    """Append lines to the transcript, marked as demo lines."""
    began_at = interview.started_at or now
    append_segments(
        session,
        interview_id=interview.id,
        segments=[
            AppendedSegment(
                id=new_id(),
                speaker=line.speaker,
                text=line.text,
                spoken_at=began_at + timedelta(seconds=line.started_seconds),
                started_seconds=line.started_seconds,
                ended_seconds=line.ended_seconds,
                source="demo",
            )
            for line in lines
        ],
        origin=SegmentOrigin.DEMO,
    )


def clear_transcript(session: Session, *, interview: Interview) -> int:
    """Remove the demo lines, and the report that quotes them. Returns how many lines were removed.

    Without demo lines nothing changes: a report of real lines stays.
    """
    removed = repository.remove_of_origin(session, interview_id=interview.id, origin=SegmentOrigin.DEMO)
    if removed:
        # It would show invented words without the mark that their lines had.
        remove_report(session, interview_id=interview.id)
    return removed


def _require_demo(session: Session, *, interview: Interview) -> None:
    if interview.status == InterviewStatus.CANCELLED:
        raise InterviewCancelled
    has_audio = repository.has_live_audio(session, interview_id=interview.id)
    if interview.status == InterviewStatus.IN_PROGRESS and has_audio:
        raise LiveInterview
    if has_audio or repository.list_origins(session, interview_id=interview.id) - {SegmentOrigin.DEMO}:
        raise RealTranscript


def _build_brief(session: Session, *, interview: Interview, request: GenerateTranscript) -> DemoBrief:
    job = session.get(JobDescription, interview.job_description_id) if interview.job_description_id else None
    parsed: Mapping[str, Any] = (job.parsed if job else None) or {}
    company = parsed.get("company")
    questions = list_questions(session, interview_id=interview.id) if request.cover_questions else []
    return DemoBrief(
        scenario=request.scenario,
        role=ROLES.get(request.scenario) or request.custom_role,
        company=str(company.get("name") or "").strip() if isinstance(company, dict) else "",
        skills=_list_skills(parsed),
        questions=tuple((row.question, row.category) for row in questions[: request.question_count]),
    )


def _list_skills(parsed: Mapping[str, Any]) -> tuple[str, ...]:
    values = [*(parsed.get("requiredSkills") or ()), *(parsed.get("preferredSkills") or ())]
    return tuple(value.strip() for value in values if isinstance(value, str) and value.strip())[:_MAX_SKILLS]
