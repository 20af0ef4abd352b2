"""All live rooms of the server: connects socket handlers, participants and transcriptions."""

from __future__ import annotations

from app.core.state import AppState
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SessionChecks
from app.rooms.events import ROOM_EVENTS
from app.rooms.membership import Membership
from app.rooms.participants import Participants
from app.rooms.recording import Recording
from app.rooms.relay import Relay
from app.rooms.room_state import RoomStates
from app.rooms.transcriptions import RoomTranscriptions


class Rooms:
    """The rooms of one server, created at start-up."""

    def __init__(self, state: AppState, server: RealtimeServer, checks: SessionChecks) -> None:
        participants = Participants()
        self._states = RoomStates(state, server, participants)
        membership = Membership(state, server, participants, self._states)
        relay = Relay(server, participants)
        recording = Recording(state, participants, self._states)
        server.register(
            ROOM_EVENTS,
            {
                "join-room": membership.join,
                "leave-room": membership.leave,
                "offer": relay.offer,
                "answer": relay.answer,
                "ice-candidate": relay.ice_candidate,
                "audio-frame": recording.audio_frame,
                "audio-stop": recording.audio_stop,
                "start-recording": recording.start,
                "stop-recording": recording.stop,
                "transcript": recording.transcript,
            },
            on_disconnect=membership.remove,
        )
        checks.sources.append(membership.list_signed_in)
        state.hooks.after_interview_changed.append(self._states.refresh)

    @property
    def transcriptions(self) -> RoomTranscriptions:
        return self._states.transcriptions

    async def check_speech_engine(self) -> None:
        await self._states.check_speech_engine()

    async def stop(self) -> None:
        await self.transcriptions.stop()
