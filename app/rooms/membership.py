"""Socket handlers for joining and leaving a room."""

from __future__ import annotations

from app.core.state import AppState
from app.realtime.events import Acknowledgment, Empty
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SignedInSocket
from app.rooms import service
from app.rooms.events import ExistingParticipants, JoinRoom, ParticipantEvent, RoomJoined
from app.rooms.ice_servers import read_ice_servers
from app.rooms.lines import read_updates_after
from app.rooms.participants import Participant, Participants
from app.rooms.room_state import RoomStates


class Membership:
    """Admits participants, replays what they missed, and notifies the other side."""

    def __init__(
        self, state: AppState, server: RealtimeServer, participants: Participants, states: RoomStates
    ) -> None:
        self._state = state
        self._server = server
        self._participants = participants
        self._states = states

    async def join(self, sid: str, request: JoinRoom) -> RoomJoined:
        admission = await self._state.database.read(service.admit, state=self._state, request=request)
        participant = Participant(
            sid=sid,
            interview_id=admission.interview_id,
            role=admission.role,
            user_id=admission.user_id,
            session_token=request.token if admission.user_id is not None else None,
        )
        replaced = self._participants.add(participant)
        if replaced is not None:
            await self._server.emit_error(
                "This room was opened in another tab or on another device.", "SEAT_TAKEN", to=replaced.sid
            )
        snapshot = await self._states.read_snapshot(participant.interview_id)
        await self._states.sync_transcription(snapshot)
        await self._introduce(participant)
        await self._states.broadcast(snapshot)
        next_sequence = 0
        if request.audio_stream_id and snapshot.is_running:
            next_sequence = await self._states.transcriptions.resume(
                participant, stream_id=request.audio_stream_id
            )
        await self._replay(participant, after=request.last_sequence)
        in_room = self._participants.list_room(participant.interview_id)
        return RoomJoined(
            role=participant.role,
            participants=[one.role for one in in_room],
            state=self._states.describe(snapshot),
            ice_servers=read_ice_servers(self._state.settings.ice_servers),
            next_audio_sequence=next_sequence,
        )

    async def leave(self, sid: str, _payload: Empty) -> Acknowledgment:
        await self.remove(sid)
        return Acknowledgment()

    async def remove(self, sid: str) -> None:
        """Remove the participant of a socket, if any, and notify the other side."""
        participant = self._participants.remove(sid)
        if participant is None:
            return
        other = self._participants.find_other(participant)
        if other is not None:
            await self._server.emit("participant-left", ParticipantEvent(role=participant.role), to=other.sid)
            await self._states.broadcast(await self._states.read_snapshot(participant.interview_id))

    def list_signed_in(self) -> list[SignedInSocket]:
        """The recruiters in rooms, for the session checks."""
        return [
            SignedInSocket(sid=one.sid, user_id=one.user_id, session_token=one.session_token)
            for one in self._participants.list_recruiters()
            if one.user_id is not None and one.session_token is not None
        ]

    async def _introduce(self, participant: Participant) -> None:
        other = self._participants.find_other(participant)
        if other is None:
            return
        existing = ExistingParticipants(participants=[other.role])
        await self._server.emit("existing-participants", existing, to=participant.sid)
        joined = ParticipantEvent(role=participant.role)
        await self._server.emit("participant-joined", joined, to=other.sid)

    async def _replay(self, participant: Participant, *, after: int) -> None:
        lines = await self._state.database.read(
            read_updates_after, interview_id=participant.interview_id, sequence=after
        )
        for line in lines:
            await self._server.emit("transcript-update", line, to=participant.sid)
