"""Participants connected to rooms: at most one per role and interview."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.errors import Forbidden, InvalidState
from app.rooms.events import ParticipantRole


@dataclass(slots=True)
class Participant:
    """One connected recruiter or candidate; ``sid`` is the Socket.IO session."""

    sid: str
    interview_id: str
    role: ParticipantRole
    user_id: str | None
    """The recruiter's user; None for a candidate."""
    token: str
    """The session token or candidate token that they joined with. When it is no longer valid, they are
    removed."""


@dataclass(slots=True)
class Participants:
    """All participants of this server, by socket and by interview."""

    _by_sid: dict[str, Participant] = field(default_factory=dict)
    _by_interview: dict[str, dict[ParticipantRole, Participant]] = field(default_factory=dict)

    def find(self, sid: str) -> Participant | None:
        return self._by_sid.get(sid)

    def require(self, sid: str) -> Participant:
        """The participant of a socket. Raises InvalidState if the socket is in no room."""
        participant = self.find(sid)
        if participant is None:
            raise InvalidState("Join the room first.", code="NOT_IN_ROOM")
        return participant

    def require_recruiter(self, sid: str, *, refusal: str) -> Participant:
        """Like ``require``. Raises Forbidden with the sentence ``refusal`` for a candidate."""
        participant = self.require(sid)
        if participant.role != "recruiter":
            raise Forbidden(refusal)
        return participant

    def add(self, participant: Participant) -> Participant | None:
        """Add a participant; returns the one with the same role that it replaces (the newest wins)."""
        self.remove(participant.sid)
        room = self._by_interview.setdefault(participant.interview_id, {})
        replaced = room.get(participant.role)
        if replaced is not None:
            self._by_sid.pop(replaced.sid, None)
        room[participant.role] = participant
        self._by_sid[participant.sid] = participant
        return replaced

    def remove(self, sid: str) -> Participant | None:
        """Remove and return the participant of a socket."""
        participant = self._by_sid.pop(sid, None)
        if participant is None:
            return None
        room = self._by_interview.get(participant.interview_id, {})
        if room.get(participant.role) is participant:
            del room[participant.role]
        if not room:
            self._by_interview.pop(participant.interview_id, None)
        return participant

    def list_room(self, interview_id: str) -> list[Participant]:
        return list(self._by_interview.get(interview_id, {}).values())

    def list_all(self) -> list[Participant]:
        return list(self._by_sid.values())

    def list_recruiters(self) -> list[Participant]:
        return [participant for participant in self._by_sid.values() if participant.role == "recruiter"]

    def list_interviews(self) -> list[str]:
        """Ids of the interviews whose rooms are not empty."""
        return list(self._by_interview)

    def find_other(self, participant: Participant) -> Participant | None:
        room = self._by_interview.get(participant.interview_id, {})
        return next((other for role, other in room.items() if role != participant.role), None)
