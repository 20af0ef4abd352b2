"""HTTP routes of stored transcripts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.limits import limit_body
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import AppState, StateDep
from app.interviews.duration import read_clock
from app.interviews.repository import get_owned
from app.reviews.access import get_reviewable
from app.transcription import appending, client_data, corrections, repository, rules, service
from app.transcription.announcement import announce_lines
from app.transcription.schemas import (
    AppendResult,
    AppendTranscript,
    CorrectSegment,
    GapView,
    SegmentView,
    TranscriptStatsView,
    TranscriptView,
)
from app.transcription.tables import SegmentOrigin
from app.users.dependencies import CurrentUser
from models.languages import list_languages

router = APIRouter(tags=["transcription"])


@router.get("/api/interview/{interview_id}/transcript")
def read_transcript(
    interview_id: str,
    user: CurrentUser,
    session: SessionDep,
    include_segments: Annotated[bool, Query(alias="includeSegments")] = True,
) -> Data[TranscriptView]:
    """The shown lines, in the order they were spoken. For the owner and the named reviewers."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    segments = service.list_spoken_segments(session, interview_id=interview.id)
    return Data(
        data=TranscriptView(
            segments=[SegmentView.of(segment) for segment in segments] if include_segments else [],
            raw_text=rules.write_raw_text(segments),
            stats=TranscriptStatsView.model_validate(rules.count_stats(segments)),
            gaps=[GapView.of(gap) for gap in service.list_gaps(session, interview_id=interview.id)],
        )
    )


@router.put("/api/interview/{interview_id}/transcript/{segment_id}", responses=refuses(409))
def correct_segment(
    interview_id: str,
    segment_id: str,
    body: CorrectSegment,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> Data[SegmentView]:
    """Correct a line of a completed interview. Only the owner may do this; the original is kept.

    404 ``SEGMENT_NOT_FOUND``, 409 ``TRANSCRIPT_NOT_FINAL``.
    """
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    segment = corrections.correct_segment(
        session,
        interview=interview,
        segment_id=segment_id,
        text=body.text,
        actor_id=user.id,
        now=state.now(),
    )
    return Data(data=SegmentView.of(segment))


@router.post("/api/interview/{interview_id}/transcript/append", responses=refuses(409))
@limit_body(4_000_000)
async def append_transcript(
    interview_id: str, body: AppendTranscript, user: CurrentUser, state: StateDep
) -> Data[AppendResult]:
    """Store lines that the server did not transcribe, and show them in the room. Idempotent by segment id.

    409 ``TRANSCRIPT_CLOSED`` before the start and later than ten minutes after the end, ``TRANSCRIBED_HERE``
    for words of a candidate whose audio the server transcribes, ``TRANSCRIPT_FULL``. Then nothing is stored.
    """
    found_id, last_sequence, stored = await state.database.run(
        _append_transcript, state=state, owner_id=user.id, interview_id=interview_id, request=body
    )
    if stored:
        await announce_lines(state, found_id, after_sequence=last_sequence)
    return Data(data=AppendResult(stored=stored))


def _append_transcript(
    session: Session, *, state: AppState, owner_id: str, interview_id: str, request: AppendTranscript
) -> tuple[str, int, int]:
    """The interview's id, the last sequence before the new lines, and how many were new."""
    interview = get_owned(session, owner_id=owner_id, interview_id=interview_id)
    speakers = {segment.speaker for segment in request.segments}
    appending.require_appendable(session, interview=interview, speakers=speakers, now=state.now())
    now = read_clock(state, interview)
    lines = []
    for segment in request.segments:
        spoken_at, start, end = appending.place_in_time(
            interview,
            spoken_at=segment.timestamp,
            start_seconds=segment.start_seconds,
            end_seconds=segment.end_seconds,
            now=now,
        )
        lines.append(
            appending.AppendedSegment(
                id=segment.id,
                speaker=segment.speaker,
                text=segment.text,
                spoken_at=spoken_at,
                started_seconds=start,
                ended_seconds=end,
                source=segment.source,
            )
        )
    last_sequence = repository.next_sequence(session, interview_id=interview.id) - 1
    stored = appending.append_segments(
        session, interview_id=interview.id, segments=lines, origin=SegmentOrigin.CLIENT
    )
    if request.raw_text is not None:
        client_data.keep_raw_text(session, interview_id=interview.id, raw_text=request.raw_text)
    return interview.id, last_sequence, stored


@router.get("/api/transcription/languages")
def list_spoken_languages(user: CurrentUser, state: StateDep) -> Data[list[str]]:
    """Codes of the languages that the installed speech model transcribes."""
    del user
    return Data(data=sorted(list_languages(state.engines.speech.identity)))
