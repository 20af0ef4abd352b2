"""Who sits in which room right now: one seat per role and interview."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.rooms.events import ParticipantRole


@dataclass(slots=True)
class Seat:
    """One connected participant; ``sid`` is the Socket.IO session."""

    sid: str
    interview_id: str
    role: ParticipantRole
    user_id: str | None
    """The recruiter's; None for the candidate."""
    session_token: str | None = None
    """What the recruiter was let in by: when it no longer holds, he has to leave."""


@dataclass(slots=True)
class Seats:
    _by_sid: dict[str, Seat] = field(default_factory=dict)
    _by_interview: dict[str, dict[ParticipantRole, Seat]] = field(default_factory=dict)

    def of(self, sid: str) -> Seat | None:
        return self._by_sid.get(sid)

    def take(self, seat: Seat) -> Seat | None:
        """Sit down; returns the seat that was taken over (newest wins), if there was one."""
        self.leave(seat.sid)
        room = self._by_interview.setdefault(seat.interview_id, {})
        older = room.get(seat.role)
        if older is not None:
            self._by_sid.pop(older.sid, None)
        room[seat.role] = seat
        self._by_sid[seat.sid] = seat
        return older

    def leave(self, sid: str) -> Seat | None:
        """Get up; returns the seat that was held."""
        seat = self._by_sid.pop(sid, None)
        if seat is None:
            return None
        room = self._by_interview.get(seat.interview_id, {})
        if room.get(seat.role) is seat:
            del room[seat.role]
        if not room:
            self._by_interview.pop(seat.interview_id, None)
        return seat

    def in_room(self, interview_id: str) -> list[Seat]:
        return list(self._by_interview.get(interview_id, {}).values())

    def recruiters(self) -> list[Seat]:
        return [seat for seat in self._by_sid.values() if seat.role == "recruiter"]

    def interviews(self) -> list[str]:
        """The interviews in whose rooms somebody sits."""
        return list(self._by_interview)

    def other(self, seat: Seat) -> Seat | None:
        room = self._by_interview.get(seat.interview_id, {})
        return next((one for role, one in room.items() if role != seat.role), None)
