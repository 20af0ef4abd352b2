"""State of a room as both sides see it: interview status, transcription, participants."""

from __future__ import annotations

import asyncio
import logging

from app.core.state import AppState
from app.realtime.server import RealtimeServer
from app.rooms import service
from app.rooms.events import RoomState, TranscriptUpdate
from app.rooms.participants import Participants
from app.rooms.service import InterviewSnapshot
from app.rooms.transcriptions import RoomTranscriptions
from models.ports import EngineKind, EngineState

log = logging.getLogger("greenroom.rooms")


class RoomStates:
    """Reads interviews, starts and ends their transcription, and broadcasts changes to the rooms."""

    def __init__(self, state: AppState, server: RealtimeServer, participants: Participants) -> None:
        self._state = state
        self._server = server
        self._participants = participants
        self._locks: dict[str, asyncio.Lock] = {}
        self._is_speech_available = True
        self.transcriptions = RoomTranscriptions(state, announce=self.broadcast_line)

    async def read_snapshot(self, interview_id: str) -> InterviewSnapshot:
        return await self._state.database.read(
            service.read_snapshot, interview_id=interview_id, now=self._state.now()
        )

    async def refresh(self, interview_id: str) -> None:
        """Start or end the transcription after a change of the interview, and inform the room."""
        snapshot = await self.read_snapshot(interview_id)
        await self.sync_transcription(snapshot)
        await self.broadcast(snapshot)

    async def sync_transcription(self, snapshot: InterviewSnapshot) -> None:
        """Transcribe while the interview runs and its room is not empty. Safe to repeat."""
        async with self._locks.setdefault(snapshot.interview_id, asyncio.Lock()):
            if not snapshot.is_running:
                self.transcriptions.close_soon(snapshot.interview_id)
            elif self._participants.list_room(snapshot.interview_id):
                await self.transcriptions.open(snapshot)

    async def broadcast(self, snapshot: InterviewSnapshot) -> None:
        room_state = self.describe(snapshot)
        for participant in self._participants.list_room(snapshot.interview_id):
            await self._server.emit("interview-state-changed", room_state, to=participant.sid)

    async def broadcast_line(self, interview_id: str, line: TranscriptUpdate) -> None:
        for participant in self._participants.list_room(interview_id):
            await self._server.emit("transcript-update", line, to=participant.sid)

    def describe(self, snapshot: InterviewSnapshot) -> RoomState:
        participants = self._participants.list_room(snapshot.interview_id)
        return RoomState(
            status=snapshot.status,
            recording=snapshot.is_running,
            transcribing=snapshot.is_running and self._is_speech_available,
            participants=[participant.role for participant in participants],
            start_time=snapshot.started_at,
            elapsed_seconds=snapshot.elapsed_seconds,
            consent_given=snapshot.consent_given,
        )

    async def check_speech_engine(self) -> None:
        """Inform every room when the speech engine fails for good, and when it is back."""
        is_available = all(
            engine.state != EngineState.FAILED
            for engine in self._state.engines.health()
            if engine.kind == EngineKind.SPEECH
        )
        if is_available == self._is_speech_available:
            return
        self._is_speech_available = is_available
        log.warning("speech_engine_changed is_available=%s", is_available)
        for interview_id in self._participants.list_interviews():
            await self.broadcast(await self.read_snapshot(interview_id))
