"""Use cases of recordings: describe, open by link, delete with the interview or after their time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.core.hooks import Hooks
from app.core.security import ScopedClaims, SessionClaims, TokenScope, read_scoped_token, sign_scoped_token
from app.core.state import AppState
from app.files.deletion import delete_files
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview
from app.recordings.blocks import DamagedRecording
from app.recordings.errors import RecordingDamaged, RecordingNotFound
from app.recordings.schemas import RecordingView, TrackView
from app.recordings.store import RecordingStore, name_folder
from app.recordings.tracks import TrackName, WaveTrack
from app.reviews.access import get_reviewable
from app.transcription.pipeline.events import Speaker
from app.users.dependencies import find_caller, require_ready
from models.ports import SAMPLE_RATE

LINK_SECONDS = 3_600


def describe_recording(
    state: AppState, *, interview: Interview, claims: SessionClaims
) -> RecordingView | None:
    """The tracks of an interview with links for this session; None without a recording."""
    store = RecordingStore.of(state)
    speakers = store.list_speakers(interview.id)
    if not speakers:
        return None
    names = [TrackName(speaker.value) for speaker in speakers]
    if len(names) > 1:
        names.insert(0, TrackName.BOTH)
    token = sign_scoped_token(
        secret=state.session_secret,
        scope=TokenScope.RECORDING,
        claims=ScopedClaims(claims.session_token_id, claims.user_id, interview.id),
        issued_at=state.now(),
        seconds=LINK_SECONDS,
    )
    return RecordingView(
        tracks=[
            TrackView(
                name=name,
                url=f"/api/recordings/{token}/{name}.wav",
                seconds=round(_measure_samples(store, interview.id, name) / SAMPLE_RATE, 3),
            )
            for name in names
        ],
        size_bytes=store.measure_bytes(interview.id),
        kept_until=_find_end(interview, days=state.settings.recording_retention_days),
    )


def measure_tracks(store: RecordingStore, interview_id: str) -> dict[Speaker, float]:
    """Seconds of each recorded voice. Raises RecordingDamaged."""
    return {
        speaker: round(_measure_samples(store, interview_id, TrackName(speaker.value)) / SAMPLE_RATE, 3)
        for speaker in store.list_speakers(interview_id)
    }


def _measure_samples(store: RecordingStore, interview_id: str, name: TrackName) -> int:
    try:
        with WaveTrack(store, interview_id, name) as track:
            return track.samples
    except (DamagedRecording, ValueError, OSError):
        raise RecordingDamaged from None


def open_track(state: AppState, *, token: str, name: TrackName) -> WaveTrack:
    """The track of a link, as long as the session that requested the link is valid and may read the
    interview.

    Raises RecordingNotFound, RecordingDamaged.
    """
    claims = read_scoped_token(
        token, secret=state.session_secret, scope=TokenScope.RECORDING, now=state.now()
    )
    if claims is None:
        raise RecordingNotFound
    with state.database.reading() as session:
        caller = find_caller(session, state=state, claims=claims)
        if caller is None:
            raise RecordingNotFound
        try:
            get_reviewable(session, user_id=require_ready(caller).id, interview_id=claims.record_id)
        except InterviewNotFound:
            raise RecordingNotFound from None
    try:
        track = WaveTrack(RecordingStore.of(state), claims.record_id, name)
    except (DamagedRecording, ValueError, OSError):
        raise RecordingDamaged from None
    if not track.samples:
        track.close()
        raise RecordingNotFound
    return track


def install_deletion(state: AppState, hooks: Hooks) -> None:
    """Delete the recording together with its interview, after the commit."""

    def of_interview(session: Session, interview_id: str) -> None:
        delete_files(session, state=state, names=[name_folder(interview_id)])

    hooks.interview_deleted.append(of_interview)


def list_expired(
    session: Session, *, interview_ids: Mapping[str, bool], days: int | None, now: datetime
) -> list[str]:
    """The recordings that are past their retention, or whose interview no longer exists.

    The latter only if all of their files are in the data folder, as the mapping says: a store may belong to
    another database (``app.files.work``).
    """
    known = {
        interview.id: interview
        for interview in session.scalars(select(Interview).where(Interview.id.in_(interview_ids)))
    }
    return [
        interview_id
        for interview_id in interview_ids
        if (
            _is_over(known[interview_id], days=days, now=now)
            if interview_id in known
            else interview_ids[interview_id]
        )
    ]


def _is_over(interview: Interview, *, days: int | None, now: datetime) -> bool:
    end = _find_end(interview, days=days)
    return end is not None and end <= now


def _find_end(interview: Interview, *, days: int | None) -> datetime | None:
    if days is None or interview.completed_at is None:
        return None
    return interview.completed_at + timedelta(days=days)
