"""All live rooms of the server: connects socket handlers, participants and transcriptions."""

from __future__ import annotations

import logging

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

log = logging.getLogger("greenroom.rooms")


class Rooms:
    """The rooms of one server, created at start-up."""

    def __init__(self, state: AppState, server: RealtimeServer, checks: SessionChecks) -> None:
        self._server = server
        self._participants = participants = Participants()
        self._states = RoomStates(state, server, participants)
        self._shown: dict[str, int] = {}
        """Sequence of the last line shown by ``reread``, by interview."""
        self._membership = membership = Membership(state, server, participants, self._states)
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
        server.add_identifier(membership.identify_candidate)
        state.hooks.after_interview_changed += [membership.show_out, self._states.refresh]
        state.hooks.after_lines_appended.append(self._states.announce_lines)
        state.hooks.after_lines_removed.append(self._states.announce_removal)
        state.hooks.after_access_ended.append(self._check_after_access_ended)

    @property
    def transcriptions(self) -> RoomTranscriptions:
        return self._states.transcriptions

    async def is_settled(self, interview_id: str) -> bool:
        """Whether every word of an ended interview is stored, including those held by other processes."""
        return self.transcriptions.is_settled(
            interview_id
        ) and await self._states.claims.is_settled_elsewhere(interview_id)

    async def release_claims(self) -> None:
        """Release the rooms that this process no longer needs."""
        await self._states.claims.release(
            is_empty=lambda interview_id: not self._participants.list_room(interview_id),
            is_settled=self.transcriptions.is_settled,
        )

    async def give_up(self, interview_id: str) -> None:
        """Close a room that another process has claimed: the browsers reconnect and are sent there."""
        log.warning("room_given_up")
        await self.transcriptions.abandon(interview_id)
        for participant in self._participants.list_room(interview_id):
            await self._server.disconnect(participant.sid)

    async def reread(self) -> None:
        """Refresh all rooms, because other processes may have changed something."""
        shown, self._shown = self._shown, {}
        for interview_id in self._participants.list_interviews():
            await self._states.refresh(interview_id)
            self._shown[interview_id] = await self._states.replay_lines(
                interview_id, after=shown.get(interview_id, 0)
            )

    async def check_participants(self) -> None:
        await self._membership.check_participants()

    async def _check_after_access_ended(self, _user_id: str) -> None:
        # Deactivating a recruiter closes their rooms, so candidates may be affected too.
        await self._membership.check_participants()

    async def check_speech_engine(self) -> None:
        """Inform rooms whose transcription fails, returns, falls behind or catches up."""
        await self._states.check_speech_engine()
        await self._states.check_lags()

    async def stop(self) -> None:
        await self.transcriptions.stop()
        await self._states.sense.stop()
