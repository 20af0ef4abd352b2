"""State of a room as both sides see it: interview status, transcription, participants."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

from sqlalchemy.exc import OperationalError

from app.core.state import AppState
from app.interviews.errors import InterviewNotFound
from app.question_tracking.live import LiveSense
from app.question_tracking.schemas import QuestionSuggestion, QuestionSuggestions
from app.realtime.server import RealtimeServer
from app.rooms import service
from app.rooms.claims import RoomClaims
from app.rooms.events import AudioGapUpdate, RoomState, TranscriptReplay, TranscriptUpdate
from app.rooms.lines import list_replays, read_updates_after, select_lines
from app.rooms.participants import Participants
from app.rooms.service import InterviewSnapshot
from app.rooms.transcriptions import RoomTranscriptions
from models.ports import EngineKind, EngineState

log = logging.getLogger("greenroom.rooms")

_SHOWN_LAG_SECONDS = 3
"""A shorter lag is the normal duration of a decode and not worth a notice."""
_LONG_LAG_SECONDS = 20
"""From here on, only a change by a quarter is announced."""


class RoomStates:
    """Reads interviews, starts and ends their transcription, and broadcasts changes to the rooms."""

    def __init__(self, state: AppState, server: RealtimeServer, participants: Participants) -> None:
        self._state = state
        self._server = server
        self._participants = participants
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_speech_available = True
        self._announced_lags: dict[str, int] = {}
        """Lag last announced to each room, by interview."""
        self._catching_up: set[str] = set()
        """Rooms whose lag was decreasing at the last announcement."""
        self.claims = RoomClaims(state)
        self.transcriptions = RoomTranscriptions(
            state, self.claims, announce=self.broadcast_line, announce_gap=self.broadcast_gap
        )
        self.sense = LiveSense(state, announce=self._announce_suggestions, gate=self.transcriptions.lag_gate)

    async def read_snapshot(self, interview_id: str) -> InterviewSnapshot:
        return await self._state.database.read(
            service.read_snapshot, state=self._state, interview_id=interview_id
        )

    async def find_snapshot(self, interview_id: str) -> InterviewSnapshot | None:
        """Like ``read_snapshot``; None if the interview was deleted."""
        try:
            return await self.read_snapshot(interview_id)
        except InterviewNotFound:
            return None

    async def refresh(self, interview_id: str) -> None:
        """Start or end the transcription after a change of the interview, and inform the room."""
        snapshot = await self.find_snapshot(interview_id)
        if snapshot is None:
            self.transcriptions.close_soon(interview_id)
            return
        await self.sync_transcription(snapshot)
        await self.broadcast(snapshot)

    async def sync_transcription(self, snapshot: InterviewSnapshot) -> None:
        """Transcribe while the interview runs and its room is not empty. Safe to repeat."""
        lock = self._locks.setdefault(snapshot.interview_id, asyncio.Lock())
        async with lock:
            if not snapshot.is_running:
                self.transcriptions.close_soon(snapshot.interview_id)
            elif self._participants.list_room(snapshot.interview_id):
                await self.transcriptions.open(snapshot)

    async def broadcast_current(self, interview_id: str) -> None:
        """Read the interview and inform its room. Does nothing if it was deleted."""
        snapshot = await self.find_snapshot(interview_id)
        if snapshot is not None:
            await self.broadcast(snapshot)

    async def broadcast(self, snapshot: InterviewSnapshot) -> None:
        room_state = self.describe(snapshot)
        for participant in self._participants.list_room(snapshot.interview_id):
            await self._server.emit("interview-state-changed", room_state, to=participant.sid)

    async def broadcast_line(self, interview_id: str, line: TranscriptUpdate) -> None:
        for participant in self._participants.list_room(interview_id):
            await self._server.emit("transcript-update", line, to=participant.sid)
        if line.final:
            self.sense.on_final_line(interview_id)

    async def _announce_suggestions(self, interview_id: str, changed: list[QuestionSuggestion]) -> None:
        """Inform the recruiter alone."""
        for participant in self._participants.list_room(interview_id):
            if participant.role == "recruiter":
                payload = QuestionSuggestions(suggestions=changed)
                await self._server.emit("question-suggestions", payload, to=participant.sid)

    async def announce_lines(self, interview_id: str, after_sequence: int) -> None:
        """Show the room the stored lines after a sequence. Lines that it already has are harmless."""
        if not self._participants.list_room(interview_id):
            return
        lines = await self._state.database.read(
            read_updates_after, interview_id=interview_id, sequence=after_sequence
        )
        for participant in self._participants.list_room(interview_id):
            for line in select_lines(lines, role=participant.role):
                await self._server.emit("transcript-update", line, to=participant.sid)

    async def replay_lines(self, interview_id: str, *, after: int) -> int:
        """Show the room all stored lines after a sequence, many at once. Returns the last sequence."""
        lines = await self._state.database.read(read_updates_after, interview_id=interview_id, sequence=after)
        for participant in self._participants.list_room(interview_id):
            for replay in list_replays(select_lines(lines, role=participant.role), []):
                await self._server.emit("transcript-replay", replay, to=participant.sid)
        return max((line.sequence or 0 for line in lines), default=after)

    async def announce_removal(self, interview_id: str) -> None:
        """Replace the transcript that the room shows, because lines were removed from it."""
        if not self._participants.list_room(interview_id):
            return
        lines = await self._state.database.read(read_updates_after, interview_id=interview_id, sequence=0)
        for participant in self._participants.list_room(interview_id):
            kept = TranscriptReplay(lines=select_lines(lines, role=participant.role))
            await self._server.emit("transcript-reset", kept, to=participant.sid)

    async def broadcast_gap(self, interview_id: str, gap: AudioGapUpdate) -> None:
        for participant in self._participants.list_room(interview_id):
            await self._server.emit("audio-gap", gap, to=participant.sid)

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
            audio_recorded=snapshot.is_running and snapshot.is_recorded,
            lag_seconds=self._find_lag(snapshot.interview_id),
            catching_up=snapshot.interview_id in self._catching_up,
        )

    def _find_lag(self, interview_id: str) -> int:
        """The lag as rooms see it, in whole seconds."""
        seconds = self.transcriptions.measure_lag_seconds(interview_id)
        return int(seconds) if seconds >= _SHOWN_LAG_SECONDS else 0

    async def check_lags(self) -> None:
        """Inform the rooms whose transcript falls behind or catches up."""
        lags = {room: self._find_lag(room) for room in self._participants.list_interviews()}
        announced, self._announced_lags = self._announced_lags, {}
        self._catching_up &= lags.keys()
        for interview_id, lag in lags.items():
            before = announced.get(interview_id, 0)
            step = max(1, lag // 4) if lag >= _LONG_LAG_SECONDS else 1
            has_changed = (lag == 0) != (before == 0) or abs(lag - before) >= step
            self._announced_lags[interview_id] = lag if has_changed else before
            if not has_changed:
                continue
            if 0 < lag < before:
                self._catching_up.add(interview_id)
            else:
                self._catching_up.discard(interview_id)
            await self._announce(interview_id)

    async def check_speech_engine(self) -> None:
        """Inform every room when the speech engine fails permanently, and when it has recovered."""
        is_available = self.transcriptions.is_voice_available and all(
            engine.state != EngineState.FAILED
            for engine in self._state.engines.health()
            if engine.kind == EngineKind.SPEECH
        )
        if is_available == self._is_speech_available:
            return
        self._is_speech_available = is_available
        log.warning("speech_engine_changed is_available=%s", is_available)
        for interview_id in self._participants.list_interviews():
            await self._announce(interview_id)

    async def _announce(self, interview_id: str) -> None:
        """Inform one room. A room that cannot be read must not block the notices to others."""
        try:
            await self.broadcast_current(interview_id)
        except OperationalError:
            log.warning("room_not_informed")
