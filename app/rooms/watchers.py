"""Who hears of his own documents: sockets that showed a session token and are in no room."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Watcher:
    """One socket of a signed-in user."""

    sid: str
    user_id: str
    session_token: str


class Watchers:
    """The watching sockets of this server, by socket and by user."""

    def __init__(self) -> None:
        self._by_sid: dict[str, Watcher] = {}
        self._by_user: dict[str, set[str]] = {}

    def add(self, watcher: Watcher) -> None:
        """A socket that watched with another token goes over to this one."""
        self.remove(watcher.sid)
        self._by_sid[watcher.sid] = watcher
        self._by_user.setdefault(watcher.user_id, set()).add(watcher.sid)

    def remove(self, sid: str) -> None:
        watcher = self._by_sid.pop(sid, None)
        if watcher is None:
            return
        sids = self._by_user[watcher.user_id]
        sids.discard(sid)
        if not sids:
            del self._by_user[watcher.user_id]

    def of_user(self, user_id: str) -> list[str]:
        """The sockets that hear of this user's documents."""
        return list(self._by_user.get(user_id, ()))

    def all(self) -> list[Watcher]:
        return list(self._by_sid.values())
