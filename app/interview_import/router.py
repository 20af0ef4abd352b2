"""HTTP routes of imported interviews: preview of a transcript file, and the import itself."""

from __future__ import annotations

import io
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Form, UploadFile
from pydantic import ValidationError
from sqlalchemy.orm import Session

from app.core.errors import ValidationFailed
from app.core.invalid_values import explain_problem
from app.core.limits import accept_upload
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.spoken_languages import require_known_language
from app.core.state import AppState, StateDep
from app.documents.conversion import convert_upload
from app.interview_import import service
from app.interview_import.formats.lines import TimedLine
from app.interview_import.reading import decode_text, is_zip, read_transcript
from app.interview_import.schemas import ImportDetails, TranscriptPreview
from app.interviews.announcement import announce_change
from app.interviews.schemas import InterviewResponse, InterviewView
from app.users.dependencies import CurrentUser
from app.users.tables import User

router = APIRouter(prefix="/api/interview-imports", tags=["interview imports"])


@router.post("/preview", responses=refuses(415, 429))
@accept_upload
async def preview_transcript(
    transcript: UploadFile, user: CurrentUser, state: StateDep
) -> Data[TranscriptPreview]:
    """The speakers and first lines of a transcript (TXT, VTT, SRT, DOCX, JSON). Nothing is stored.

    422 ``UNREADABLE_TRANSCRIPT``, ``NO_SPEAKERS``, ``ONE_SPEAKER``, ``INVALID_TIMES``,
    ``TRANSCRIPT_LINE_TOO_LONG``, ``TOO_MANY_TRANSCRIPT_LINES``.
    """
    lines = await _read_upload(transcript, user=user, state=state)
    return Data(data=service.preview_transcript(lines))


@router.post("", responses=refuses(404, 415, 429))
@accept_upload
async def import_interview(
    transcript: UploadFile,
    details: Annotated[str, Form(max_length=100_000)],
    user: CurrentUser,
    state: StateDep,
) -> InterviewResponse:
    """Turn a transcript into a completed interview; its report follows. Idempotent by ``importId``.

    ``details`` is an ``ImportDetails`` object as JSON. Errors are those of the preview, and 422
    ``ROLES_INCOMPLETE`` and ``TIME_HAS_NOT_PASSED``.
    """
    parsed = _parse_details(details)
    require_known_language(parsed.language, model=state.engines.speech.identity)
    lines = await _read_upload(transcript, user=user, state=state)

    def work(session: Session) -> InterviewView:
        interview = service.import_interview(
            session, owner_id=user.id, lines=lines, details=parsed, now=state.now(), hooks=state.hooks
        )
        return InterviewView.of(interview, owner=user, now=state.now())

    view = await state.database.run(work)
    await announce_change(state, view.id)
    return InterviewResponse(interview=view)


def _parse_details(details: str) -> ImportDetails:
    try:
        return ImportDetails.model_validate_json(details)
    except ValidationError as error:
        raise ValidationFailed(
            [
                (".".join(["details", *map(str, problem["loc"])]), explain_problem(problem))
                for problem in error.errors()
            ]
        ) from None


async def _read_upload(transcript: UploadFile, *, user: User, state: AppState) -> list[TimedLine]:
    """One file at a time for each user, so that one user's files do not occupy all threads."""
    async with state.turns.take("interview-import", user.id):
        content = await transcript.read()
        if is_zip(content):
            converted = await convert_upload(
                state.settings, io.BytesIO(content), name=transcript.filename or ""
            )
            return await anyio.to_thread.run_sync(read_transcript, converted.text)
        return await anyio.to_thread.run_sync(lambda: read_transcript(decode_text(content)))
