"""HTTP routes of transcripts and of single-file transcription."""

from __future__ import annotations

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Form, Query, Request, UploadFile

from app.core.database import SessionDep
from app.core.operations import OperationDep, run_cancellable
from app.core.schemas import Data
from app.core.state import StateDep
from app.interviews.repository import get_owned
from app.transcription import recordings, rules, service
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.schemas import (
    AppendResult,
    AppendTranscript,
    RecordingText,
    SegmentView,
    TokenRequest,
    TranscriptionTokenResponse,
    TranscriptStatsView,
    TranscriptView,
)
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["transcription"])


@router.get("/api/interview/{interview_id}/transcript")
def read_transcript(
    interview_id: str,
    user: CurrentUser,
    session: SessionDep,
    include_segments: Annotated[bool, Query(alias="includeSegments")] = True,
) -> Data[TranscriptView]:
    """The shown lines, in the order they were spoken."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    segments = service.list_spoken_segments(session, interview_id=interview.id)
    return Data(
        data=TranscriptView(
            segments=[SegmentView.of(segment) for segment in segments] if include_segments else [],
            raw_text=rules.write_raw_text(segments),
            stats=TranscriptStatsView.model_validate(rules.count_stats(segments)),
        )
    )


@router.post("/api/interview/{interview_id}/transcript/append")
def append_transcript(
    interview_id: str, body: AppendTranscript, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[AppendResult]:
    """Store lines that the server did not transcribe. Idempotent by segment id."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    lines = []
    for segment in body.segments:
        spoken_at, start, end = service.place_in_time(
            interview,
            spoken_at=segment.timestamp,
            start_seconds=segment.start_seconds,
            end_seconds=segment.end_seconds,
            now=state.now(),
        )
        lines.append(
            service.AppendedSegment(
                id=segment.id,
                speaker=segment.speaker,
                text=segment.text,
                spoken_at=spoken_at,
                started_seconds=start,
                ended_seconds=end,
                source=segment.source,
            )
        )
    stored = service.append_segments(session, interview_id=interview.id, segments=lines)
    return Data(data=AppendResult(stored=stored))


@router.post("/api/transcription/token")
def issue_token(body: TokenRequest, user: CurrentUser, state: StateDep) -> TranscriptionTokenResponse:
    """The speech provider, and where to send single files: always to this server."""
    del user
    provider = "openai" if state.settings.speech_provider == "openai" else "local"
    return TranscriptionTokenResponse(
        provider=provider, whisper_url="/api/transcription/whisper", expires_in=body.expires_in
    )


@router.post("/api/transcription/whisper")
async def transcribe_file(
    *,
    request: Request,
    file: UploadFile,
    user: CurrentUser,
    state: StateDep,
    operation: OperationDep,
    model: Annotated[str, Form(max_length=200)] = "",
    language: Annotated[str, Form(pattern=r"^([a-z]{2,3}|auto)$")] = "en",
) -> RecordingText:
    """Transcribe one recording; the text is empty without speech.

    ``model`` is accepted for compatibility. The installed model is used and named in the response.
    """
    del user, model
    settings = PipelineSettings()
    data = await file.read()
    recording, pieces = await anyio.to_thread.run_sync(
        lambda: recordings.read_and_cut(data, settings=settings)
    )
    transcript = await run_cancellable(
        request,
        recordings.transcribe_pieces(
            state.engines.speech,
            recording,
            pieces,
            language=language,
            settings=settings,
            report=lambda share: operation.report(stage="transcribing", share=share),
        ),
    )
    return RecordingText(
        text=transcript.text,
        language=transcript.language,
        duration_seconds=round(transcript.seconds, 3),
        model=transcript.model,
    )
