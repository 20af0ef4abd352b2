"""The live rooms of this server: who is in, what is said, and what both sides are told."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import socketio

from app.core.errors import Forbidden, InvalidState
from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.rooms import service
from app.rooms.audio import RoomAudio
from app.rooms.dispatcher import Dispatcher
from app.rooms.events import (
    SERVER_EVENTS,
    Answer,
    AudioFrame,
    AudioStop,
    ErrorEvent,
    ExistingParticipants,
    IceCandidate,
    JoinRoom,
    Nothing,
    Offer,
    ParticipantEvent,
    RelayedDescription,
    RelayedIceCandidate,
    RoomState,
    Transcript,
    WatchDocuments,
)
from app.rooms.seats import Seat, Seats
from app.rooms.watchers import Watcher, Watchers
from models.ports import EngineKind, EngineState

log = logging.getLogger("greenroom.rooms")

MAX_MESSAGE_BYTES = 1_000_000
_PING_SECONDS = 10


class Rooms:
    """All rooms. One object per server, made at start-up."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._seats = Seats()
        self._watchers = Watchers()
        self._locks: dict[str, asyncio.Lock] = {}
        self._is_speech_up = True
        self.sio = socketio.AsyncServer(
            async_mode="asgi",
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            ping_interval=_PING_SECONDS,
            ping_timeout=_PING_SECONDS,
        )
        self.audio = RoomAudio(state, announce=self._announce_line)
        self._dispatcher = Dispatcher(self.sio)
        self._dispatcher.register(
            {
                "join-room": self._join,
                "leave-room": self._leave,
                "offer": self._offer,
                "answer": self._answer,
                "ice-candidate": self._ice_candidate,
                "audio-frame": self._audio_frame,
                "audio-stop": self._audio_stop,
                "start-recording": self._start_recording,
                "stop-recording": self._stop_recording,
                "transcript": self._transcript,
                "watch-documents": self._watch_documents,
            }
        )
        self.sio.on("disconnect", handler=self._on_disconnect)
        state.hooks.after_interview_changed.append(self.refresh)
        state.hooks.after_access_ended.append(self.check_access)
        state.hooks.document_progressed.append(self._tell_of_document)

    async def stop(self) -> None:
        await self.audio.stop()

    # --- coming and going ---------------------------------------------------------------------

    async def _join(self, sid: str, wanted: JoinRoom) -> dict[str, Any]:
        admission = await self._state.database.read(service.admit, state=self._state, wanted=wanted)
        seat = Seat(
            sid=sid,
            interview_id=admission.interview_id,
            role=admission.role,
            user_id=admission.user_id,
            session_token=wanted.token if admission.user_id is not None else None,
        )
        older = self._seats.take(seat)
        if older is not None:
            await self._emit(
                "error",
                ErrorEvent(
                    message="This room was opened in another tab or on another device.", code="SEAT_TAKEN"
                ),
                to=older.sid,
            )
        snapshot = await self._snapshot(seat.interview_id)
        await self._sync_audio(snapshot)
        other = self._seats.other(seat)
        if other is not None:
            await self._emit("existing-participants", ExistingParticipants(participants=[other.role]), to=sid)
            await self._emit("participant-joined", ParticipantEvent(role=seat.role), to=other.sid)
        await self._broadcast_state(snapshot)
        next_sequence = 0
        if wanted.audio_stream_id and snapshot.is_running:
            next_sequence = await self.audio.resume(seat, stream_id=wanted.audio_stream_id)
        for line in await self.audio.lines_after(seat.interview_id, sequence=wanted.last_sequence):
            await self._emit("transcript-update", line, to=sid)
        return {
            "role": seat.role,
            "participants": [one.role for one in self._seats.in_room(seat.interview_id)],
            "state": self._room_state(snapshot).to_wire(),
            "iceServers": self._state.settings.ice_servers,
            "nextAudioSequence": next_sequence,
        }

    async def _leave(self, sid: str, _payload: Nothing) -> dict[str, Any]:
        await self._get_up(sid)
        return {}

    async def _on_disconnect(self, sid: str, *_reason: object) -> None:
        self._dispatcher.forget(sid)
        self._watchers.remove(sid)
        await self._get_up(sid)

    async def _get_up(self, sid: str) -> None:
        seat = self._seats.leave(sid)
        if seat is None:
            return
        other = self._seats.other(seat)
        if other is not None:
            await self._emit("participant-left", ParticipantEvent(role=seat.role), to=other.sid)
            await self._broadcast_state(await self._snapshot(seat.interview_id))

    async def check_access(self, user_id: str | None = None) -> None:
        """Show out the recruiters and watchers (of ``user_id``, or all) whose session no longer holds.

        Told at once when a session is ended here, and asked now and then, because sessions also run out.
        """
        tokens = {seat.sid: (seat.user_id, seat.session_token) for seat in self._seats.recruiters()}
        tokens |= {watcher.sid: (watcher.user_id, watcher.session_token) for watcher in self._watchers.all()}
        for sid, (holder_id, token) in tokens.items():
            if token is None or user_id not in {None, holder_id}:
                continue
            if await self._state.database.read(service.is_signed_in, state=self._state, token=token):
                continue
            await self._emit(
                "error",
                ErrorEvent(message="Authentication failed. Please sign in again.", code="UNAUTHORIZED"),
                to=sid,
            )
            self._watchers.remove(sid)
            await self._get_up(sid)
            await self.sio.disconnect(sid)

    # --- documents ----------------------------------------------------------------------------

    async def _watch_documents(self, sid: str, wanted: WatchDocuments) -> dict[str, Any]:
        user_id = await self._state.database.read(
            service.require_signed_in, state=self._state, token=wanted.token
        )
        self._watchers.add(Watcher(sid=sid, user_id=user_id, session_token=wanted.token))
        return {}

    async def _tell_of_document(self, owner_id: str, progress: ApiSchema) -> None:
        for sid in self._watchers.of_user(owner_id):
            await self._emit("document-progress", progress, to=sid)

    # --- signalling ---------------------------------------------------------------------------

    async def _offer(self, sid: str, payload: Offer) -> dict[str, Any]:
        seat = self._seat(sid)
        description = payload.offer.model_dump()
        await self._relay(seat, "offer", RelayedDescription(role=seat.role, offer=description))
        return {}

    async def _answer(self, sid: str, payload: Answer) -> dict[str, Any]:
        seat = self._seat(sid)
        description = payload.answer.model_dump()
        await self._relay(seat, "answer", RelayedDescription(role=seat.role, answer=description))
        return {}

    async def _ice_candidate(self, sid: str, payload: IceCandidate) -> dict[str, Any]:
        seat = self._seat(sid)
        await self._relay(
            seat, "ice-candidate", RelayedIceCandidate(role=seat.role, candidate=payload.candidate)
        )
        return {}

    async def _relay(self, seat: Seat, event: str, payload: ApiSchema) -> None:
        other = self._seats.other(seat)
        if other is not None:
            await self._emit(event, payload, to=other.sid)

    # --- audio and text -----------------------------------------------------------------------

    async def _audio_frame(self, sid: str, frame: AudioFrame) -> dict[str, Any]:
        return await self.audio.push(self._seat(sid), frame)

    async def _audio_stop(self, sid: str, payload: AudioStop) -> dict[str, Any]:
        await self.audio.stop_stream(self._seat(sid), stream_id=payload.stream_id)
        return {}

    async def _transcript(self, sid: str, payload: Transcript) -> dict[str, Any]:
        seat = self._seat(sid)
        if seat.role != "recruiter":
            raise Forbidden("The candidate's words come from the candidate's microphone only.")
        if payload.is_final and payload.text.strip():
            await self.audio.add_line(seat, text=payload.text)
        return {}

    async def _announce_line(self, interview_id: str, line: ApiSchema) -> None:
        for seat in self._seats.in_room(interview_id):
            await self._emit("transcript-update", line, to=seat.sid)

    # --- start, end and state -----------------------------------------------------------------

    async def _start_recording(self, sid: str, _payload: Nothing) -> dict[str, Any]:
        seat = self._recruiter_seat(sid)
        await self._state.database.run(
            service.start_recording, state=self._state, interview_id=seat.interview_id
        )
        await self.refresh(seat.interview_id)
        return {}

    async def _stop_recording(self, sid: str, _payload: Nothing) -> dict[str, Any]:
        seat = self._recruiter_seat(sid)
        await self._state.database.run(
            service.stop_recording, state=self._state, interview_id=seat.interview_id
        )
        await self.refresh(seat.interview_id)
        return {}

    async def refresh(self, interview_id: str) -> None:
        """Tell a room how its interview stands now; begin or end the transcription accordingly."""
        snapshot = await self._snapshot(interview_id)
        await self._sync_audio(snapshot)
        await self._broadcast_state(snapshot)

    async def watch_speech(self) -> None:
        """Tell every room when the speech engine is lost for good, and when it is back."""
        is_up = all(
            engine.state != EngineState.FAILED
            for engine in self._state.engines.health()
            if engine.kind == EngineKind.SPEECH
        )
        if is_up == self._is_speech_up:
            return
        self._is_speech_up = is_up
        log.warning("speech_engine is_up=%s", is_up)
        for interview_id in self._seats.interviews():
            await self._broadcast_state(await self._snapshot(interview_id))

    async def _sync_audio(self, snapshot: service.InterviewSnapshot) -> None:
        """Begin or end the transcription with the interview; both calls may come twice."""
        async with self._locks.setdefault(snapshot.interview_id, asyncio.Lock()):
            if snapshot.is_running:
                if self._seats.in_room(snapshot.interview_id):
                    await self.audio.open(snapshot)
            else:
                self.audio.close_soon(snapshot.interview_id)

    async def _broadcast_state(self, snapshot: service.InterviewSnapshot) -> None:
        room_state = self._room_state(snapshot)
        for seat in self._seats.in_room(snapshot.interview_id):
            await self._emit("interview-state-changed", room_state, to=seat.sid)

    def _room_state(self, snapshot: service.InterviewSnapshot) -> RoomState:
        return RoomState(
            status=snapshot.status,
            recording=snapshot.is_running,
            transcribing=snapshot.is_running and self._is_speech_up,
            participants=[seat.role for seat in self._seats.in_room(snapshot.interview_id)],
            start_time=snapshot.started_at,
            elapsed_seconds=snapshot.elapsed_seconds,
            consent_given=snapshot.consent_given,
        )

    async def _snapshot(self, interview_id: str) -> service.InterviewSnapshot:
        return await self._state.database.read(
            service.read_snapshot, interview_id=interview_id, now=self._state.now()
        )

    # --- seats --------------------------------------------------------------------------------

    def _seat(self, sid: str) -> Seat:
        seat = self._seats.of(sid)
        if seat is None:
            raise InvalidState("Join the room first.", code="NOT_IN_ROOM")
        return seat

    def _recruiter_seat(self, sid: str) -> Seat:
        seat = self._seat(sid)
        if seat.role != "recruiter":
            raise Forbidden("Only the interviewer starts and ends the interview.")
        return seat

    async def _emit(self, event: str, payload: ApiSchema, *, to: str) -> None:
        assert isinstance(payload, SERVER_EVENTS[event])
        await self.sio.emit(event, payload.to_wire(), to=to)
