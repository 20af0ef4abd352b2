"""Socket handlers for audio, typed lines, and the start and end of an interview."""

from __future__ import annotations

from app.core.state import AppState
from app.realtime.events import Acknowledgment, Empty
from app.rooms import service
from app.rooms.events import AudioFrame, AudioStop, FrameReceived, Transcript
from app.rooms.lines import store_typed_line
from app.rooms.participants import Participants
from app.rooms.room_state import RoomStates

_RECRUITER_ONLY = "Only the recruiter can start or end the interview."
_NO_TYPING = "A candidate cannot add transcript lines."


class Recording:
    """Receives audio and typed lines, and starts and ends the interview."""

    def __init__(self, state: AppState, participants: Participants, states: RoomStates) -> None:
        self._state = state
        self._participants = participants
        self._states = states

    async def audio_frame(self, sid: str, frame: AudioFrame) -> FrameReceived:
        return await self._states.transcriptions.push(self._participants.require(sid), frame)

    async def audio_stop(self, sid: str, _payload: AudioStop) -> Acknowledgment:
        await self._states.transcriptions.stop_stream(self._participants.require(sid))
        return Acknowledgment()

    async def transcript(self, sid: str, payload: Transcript) -> Acknowledgment:
        """Store and announce a line that the recruiter's browser wrote itself."""
        participant = self._participants.require_recruiter(sid, refusal=_NO_TYPING)
        if payload.is_final and payload.text.strip():
            started_at = self._states.transcriptions.require_start(participant)
            line = await self._state.database.run(
                store_typed_line,
                interview_id=participant.interview_id,
                text=payload.text,
                started_at=started_at,
                now=self._state.steady.now(participant.interview_id, since=started_at),
            )
            if line is not None:
                await self._states.broadcast_line(participant.interview_id, line)
        return Acknowledgment()

    async def start(self, sid: str, _payload: Empty) -> Acknowledgment:
        participant = self._participants.require_recruiter(sid, refusal=_RECRUITER_ONLY)
        await self._state.database.run(
            service.start_recording, state=self._state, interview_id=participant.interview_id
        )
        await self._states.refresh(participant.interview_id)
        return Acknowledgment()

    async def stop(self, sid: str, _payload: Empty) -> Acknowledgment:
        participant = self._participants.require_recruiter(sid, refusal=_RECRUITER_ONLY)
        await self._state.database.run(
            service.stop_recording, state=self._state, interview_id=participant.interview_id
        )
        await self._states.refresh(participant.interview_id)
        return Acknowledgment()
