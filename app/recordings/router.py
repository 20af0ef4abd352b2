"""HTTP routes of recordings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Header
from fastapi.responses import StreamingResponse

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import StateDep
from app.recordings import service
from app.recordings.errors import RangeNotSatisfiable
from app.recordings.ranges import parse_range
from app.recordings.schemas import RecordingView
from app.recordings.tracks import TrackName, WaveTrack
from app.reviews.access import get_reviewable
from app.users.dependencies import CurrentClaims, CurrentUser

router = APIRouter(tags=["recordings"])


@router.get("/api/interviews/{interview_id}/recording", responses=refuses(409))
def read_recording(
    interview_id: str, user: CurrentUser, claims: CurrentClaims, session: SessionDep, state: StateDep
) -> Data[RecordingView | None]:
    """The audio tracks of an interview, for its owner and reviewers; null if it was not recorded."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    return Data(data=service.describe_recording(state, interview=interview, claims=claims))


@router.get(
    "/api/recordings/{recording_token}/{track}.wav",
    response_class=StreamingResponse,
    responses=refuses(403, 409, 416)
    | {
        200: {"content": {"audio/wav": {}}},
        206: {"content": {"audio/wav": {}}, "description": "The requested range"},
    },
)
def play_recording(
    recording_token: str,
    track: TrackName,
    state: StateDep,
    range_header: Annotated[str | None, Header(alias="Range", max_length=200)] = None,
) -> StreamingResponse:
    """A track as a WAV file, decrypted while it is sent. No sign-in: the token in the path is the permission.

    404 ``RECORDING_NOT_FOUND``, 416 ``RANGE_NOT_SATISFIABLE``.
    """
    opened = service.open_track(state, token=recording_token, name=track)
    try:
        span = parse_range(range_header, size_bytes=opened.size_bytes)
    except RangeNotSatisfiable:
        opened.close()
        raise
    start, end = span or (0, opened.size_bytes)
    headers = {
        "Accept-Ranges": "bytes",
        "Content-Length": str(end - start),
        "Cache-Control": "private, no-store",
    }
    if span is not None:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{opened.size_bytes}"
    return StreamingResponse(
        _stream(opened, start, end),
        status_code=200 if span is None else 206,
        media_type="audio/wav",
        headers=headers,
    )


def _stream(track: WaveTrack, start: int, end: int) -> Iterator[bytes]:
    with track:
        yield from track.read_pieces(start, end)
