"""Session tokens of connected sockets: checked on entry, re-checked while connected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.core.errors import Forbidden, Unauthorized
from app.core.state import AppState
from app.realtime.server import RealtimeServer
from app.users.dependencies import find_user_of_token

_SIGNED_OUT = "Authentication failed. Please sign in again."


@dataclass(frozen=True, slots=True)
class SignedInSocket:
    """A socket that was admitted with a session token."""

    sid: str
    user_id: str
    session_token: str


def require_signed_in(session: Session, *, state: AppState, token: str) -> str:
    """The id of the user a session token belongs to. Raises Unauthorized and Forbidden."""
    user = find_user_of_token(session, state=state, token=token)
    if user is None:
        raise Unauthorized(_SIGNED_OUT)
    return user.id


def is_signed_in(session: Session, *, state: AppState, token: str) -> bool:
    """Whether a session token is still valid."""
    try:
        return find_user_of_token(session, state=state, token=token) is not None
    except Forbidden:
        return False


class SessionChecks:
    """Disconnects sockets whose session has ended.

    Runs at once when a session is ended on this server, and periodically, because sessions also expire.
    """

    def __init__(self, state: AppState, server: RealtimeServer) -> None:
        self._state = state
        self._server = server
        self.sources: list[Callable[[], Iterable[SignedInSocket]]] = []
        """Each feature lists the signed-in sockets that it serves."""
        state.hooks.after_access_ended.append(self.check)

    async def check(self, user_id: str | None = None) -> None:
        """Check the sockets of one user, or of all."""
        sockets = {socket.sid: socket for source in self.sources for socket in source()}
        for socket in sockets.values():
            if user_id not in {None, socket.user_id}:
                continue
            token = socket.session_token
            if await self._state.database.read(is_signed_in, state=self._state, token=token):
                continue
            await self._server.emit_error(_SIGNED_OUT, "UNAUTHORIZED", to=socket.sid)
            await self._server.disconnect(socket.sid)
