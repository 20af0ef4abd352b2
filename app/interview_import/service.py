"""Use cases of imported interviews: preview a transcript, and make an interview of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.hooks import Hooks
from app.core.ids import derive_id, new_id
from app.interview_import.errors import RolesIncomplete
from app.interview_import.formats.lines import TimedLine
from app.interview_import.interviews import add_interview
from app.interview_import.schemas import (
    ImportDetails,
    LinePreview,
    SpeakerPreview,
    SpeakerRole,
    TranscriptPreview,
)
from app.interviews import repository
from app.interviews.tables import Interview
from app.text.words import count_words
from app.transcription.appending import AppendedSegment, append_segments
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import SegmentOrigin

_PREVIEW_LINES = 40
_SAMPLE_CHARACTERS = 160
_MAX_SPEAKERS = 50
_INTERVIEWERS = frozenset({"interviewer", "recruiter", "host"})
_CANDIDATES = frozenset({"candidate", "interviewee", "applicant"})


def preview_transcript(lines: Sequence[TimedLine]) -> TranscriptPreview:
    words: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    samples: dict[str, str] = {}
    for line in lines:
        counts[line.speaker] += 1
        words[line.speaker] += count_words(line.text)
        if counts[line.speaker] <= 3 and len(line.text) > len(samples.get(line.speaker, "")):
            samples[line.speaker] = line.text
    roles = suggest_roles(words)
    return TranscriptPreview(
        line_count=len(lines),
        duration_seconds=max(line.end_seconds for line in lines),
        speakers=[
            SpeakerPreview(
                name=name,
                line_count=counts[name],
                word_count=count,
                sample=samples[name][:_SAMPLE_CHARACTERS],
                suggested_role=roles[name],
            )
            for name, count in words.most_common(_MAX_SPEAKERS)
        ],
        lines=[
            LinePreview(speaker=line.speaker, text=line.text, start_seconds=line.start_seconds)
            for line in lines[:_PREVIEW_LINES]
        ],
    )


def suggest_roles(words: Counter[str]) -> dict[str, SpeakerRole]:
    """A role for each speaker, from their name, else from who speaks most."""
    roles: dict[str, SpeakerRole] = {}
    for name in words:
        first = name.casefold().split(" ")[0]
        if first in _INTERVIEWERS:
            roles[name] = SpeakerRole.INTERVIEWER
        elif first in _CANDIDATES:
            roles[name] = SpeakerRole.CANDIDATE
    for name, _ in words.most_common():
        if name not in roles:
            has_candidate = SpeakerRole.CANDIDATE in roles.values()
            roles[name] = SpeakerRole.INTERVIEWER if has_candidate else SpeakerRole.CANDIDATE
    return roles


def import_interview(
    session: Session,
    *,
    owner_id: str,
    lines: Sequence[TimedLine],
    details: ImportDetails,
    now: datetime,
    hooks: Hooks,
) -> Interview:
    """A completed interview with this transcript, whose report is queued. It costs no credit.

    Returns the one that was imported with the same ``import_id``. Raises RolesIncomplete, TimeHasNotPassed,
    and NotFound for another user's candidate or job description; then nothing is stored.
    """
    session_id = derive_id(details.import_id, scope=f"import:{owner_id}")
    existing = repository.find_by_session_id(session, session_id)
    if existing is not None:
        return existing
    spoken = [(line, role) for line in lines if (role := _find_speaker(line, details)) is not None]
    if {role for _, role in spoken} != set(Speaker):
        raise RolesIncomplete
    begins = min(line.start_seconds for line, _ in spoken)
    interview = add_interview(
        session,
        owner_id=owner_id,
        session_id=session_id,
        facts=details,
        seconds=max(line.end_seconds for line, _ in spoken) - begins,
        now=now,
    )
    append_segments(
        session,
        interview_id=interview.id,
        segments=[
            AppendedSegment(
                id=new_id(),
                speaker=role,
                text=line.text,
                spoken_at=details.held_at + timedelta(seconds=line.start_seconds - begins),
                started_seconds=line.start_seconds - begins,
                ended_seconds=line.end_seconds - begins,
                source="import",
            )
            for line, role in spoken
        ],
        origin=SegmentOrigin.IMPORT,
    )
    for hook in hooks.interview_completed:
        hook(session, interview.id)
    return interview


def _find_speaker(line: TimedLine, details: ImportDetails) -> Speaker | None:
    role = details.roles.get(line.speaker, SpeakerRole.LEFT_OUT)
    return None if role is SpeakerRole.LEFT_OUT else Speaker(role.value)
