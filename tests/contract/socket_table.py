"""Who may send each socket event. An event without a line here fails test_socket_access.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class SocketAccess(Enum):
    JOIN = auto()
    """Admits the owner with a session token, and the candidate with the link of this interview."""
    SIGNED_IN = auto()
    """Every user with a valid session; shows only the user's own data."""
    IN_ROOM = auto()
    """Both participants, once they have joined."""
    RECRUITER_IN_ROOM = auto()
    """The recruiter, once they have joined; refused to the candidate."""
    ANYONE = auto()
    """Does nothing for a socket that has not joined."""


@dataclass(frozen=True)
class SocketEvent:
    """The access to an event, and a valid payload; ``{names}`` are placeholders."""

    access: SocketAccess
    payload: Any = None


EVENTS: dict[str, SocketEvent] = {
    "join-room": SocketEvent(
        SocketAccess.JOIN, {"roomId": "{room_id}", "role": "{role}", "token": "{token}"}
    ),
    "leave-room": SocketEvent(SocketAccess.ANYONE, {}),
    "offer": SocketEvent(SocketAccess.IN_ROOM, {"offer": {"type": "offer", "sdp": "v=0"}}),
    "answer": SocketEvent(SocketAccess.IN_ROOM, {"answer": {"type": "answer", "sdp": "v=0"}}),
    "ice-candidate": SocketEvent(SocketAccess.IN_ROOM, {"candidate": None}),
    "audio-frame": SocketEvent(SocketAccess.IN_ROOM, {"streamId": "s", "sequence": 0, "pcm": b"\0" * 3200}),
    "audio-stop": SocketEvent(SocketAccess.IN_ROOM, {"streamId": "s"}),
    "start-recording": SocketEvent(SocketAccess.RECRUITER_IN_ROOM, {}),
    "stop-recording": SocketEvent(SocketAccess.RECRUITER_IN_ROOM, {}),
    "transcript": SocketEvent(SocketAccess.RECRUITER_IN_ROOM, {"text": "Mine?", "isFinal": False}),
    "watch-documents": SocketEvent(SocketAccess.SIGNED_IN, {"token": "{token}"}),
    "watch-billing": SocketEvent(SocketAccess.SIGNED_IN, {"token": "{token}"}),
}
