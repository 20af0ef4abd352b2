"""Socket handlers for joining and leaving a room."""

from __future__ import annotations

import logging
from functools import partial

from app.core.errors import InvalidState
from app.core.state import AppState
from app.realtime.events import Acknowledgment, Empty
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SignedInSocket
from app.rooms import service
from app.rooms.events import (
    ExistingParticipants,
    JoinRoom,
    ParticipantEvent,
    RoomJoined,
)
from app.rooms.ice_servers import list_ice_servers
from app.rooms.lines import list_replays, read_gaps, read_updates_after, select_lines
from app.rooms.participants import Participant, Participants
from app.rooms.room_state import RoomStates

log = logging.getLogger("greenroom.rooms")


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
            token=request.token,
        )
        async with self._states.claims.room(participant.interview_id):
            if not self._server.is_connected(sid):
                # The socket disconnected during the check, before there was a participant to remove.
                raise InvalidState("This connection is closed.", code="NOT_CONNECTED")
            replaced = self._participants.add(participant)
        if replaced is not None:
            await self._server.emit_error(
                "This room was opened in another tab or on another device.", "SEAT_TAKEN", to=replaced.sid
            )
        snapshot = await self._states.read_snapshot(participant.interview_id)
        if self._participants.find(sid) is not participant:
            raise InvalidState("This connection is closed.", code="NOT_CONNECTED")
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
            ice_servers=list_ice_servers(
                self._state, interview_id=participant.interview_id, role=participant.role
            ),
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
            await self._states.broadcast_current(participant.interview_id)

    async def show_out(self, interview_id: str) -> None:
        """Remove those whose right to be in this room has ended."""
        for participant in self._participants.list_room(interview_id):
            await self._check_participant(participant)

    async def check_participants(self) -> None:
        """Remove everyone, in all rooms, whose right to be there has ended."""
        for participant in self._participants.list_all():
            await self._check_participant(participant)

    async def _check_participant(self, participant: Participant) -> None:
        refusal = await self._state.database.read(service.find_refusal, participant=participant)
        if refusal is None or self._participants.find(participant.sid) is not participant:
            return
        log.info("participant_shown_out role=%s code=%s", participant.role, refusal.code)
        await self._server.emit_error(refusal.message, refusal.code, to=participant.sid)
        await self._server.disconnect(participant.sid)

    def list_signed_in(self) -> list[SignedInSocket]:
        """The recruiters in rooms, for the session checks."""
        return [
            SignedInSocket(
                sid=one.sid,
                user_id=one.user_id,
                session_token=one.token,
                on_renewed=partial(setattr, one, "token")
                if self._states.transcriptions.is_running(one.interview_id)
                else None,
            )
            for one in self._participants.list_recruiters()
            if one.user_id is not None
        ]

    async def identify_candidate(self, token: str) -> str | None:
        """A key of the interview that a candidate token opens, for the socket's admission."""
        interview_id = await self._state.database.read(service.find_interview_of_candidate, token=token)
        return None if interview_id is None else f"candidate:{interview_id}"

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
        lines = select_lines(lines, role=participant.role)
        gaps = await self._state.database.read(read_gaps, interview_id=participant.interview_id)
        for replay in list_replays(lines, gaps):
            await self._server.emit("transcript-replay", replay, to=participant.sid)
