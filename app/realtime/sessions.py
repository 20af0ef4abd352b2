"""Session tokens of connected sockets: checked on entry, re-checked and renewed while connected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

import anyio.to_thread
from sqlalchemy.orm import Session

from app.core.errors import Forbidden, Unauthorized
from app.core.state import AppState
from app.realtime.events import SessionRenewed
from app.realtime.server import RealtimeServer
from app.users.dependencies import find_signed_in, find_user_of_token, is_use_due, record_use, require_ready
from app.users.sessions import extend_session
from app.users.tables import SessionToken

_SIGNED_OUT = "Authentication failed. Please sign in again."
_RENEW_BEFORE = timedelta(minutes=15)
_RENEW_FOR = timedelta(minutes=30)
"""Lifetime of a renewed token: short, so that a session does not outlive the interview by much."""


@dataclass(frozen=True, slots=True)
class SignedInSocket:
    """A socket that was admitted with a session token."""

    sid: str
    user_id: str
    session_token: str
    on_renewed: Callable[[str], None] | None = None
    """Receives the new token. Set while the session must not expire, as in a running interview."""


def require_signed_in(session: Session, *, state: AppState, token: str) -> str:
    """The id of the user a session token belongs to. Raises Unauthorized and Forbidden."""
    user = find_user_of_token(session, state=state, token=token)
    if user is None:
        raise Unauthorized(_SIGNED_OUT)
    return user.id


def find_session(session: Session, *, state: AppState, token: str) -> SessionToken | None:
    """The session of a token that is still valid."""
    caller = find_signed_in(session, state=state, token=token)
    if caller is None:
        return None
    try:
        require_ready(caller)
    except Forbidden:
        return None
    return caller.session_token


def record_socket_use(state: AppState, session_token: SessionToken) -> None:
    """Count an open socket as use of its session: a recruiter in a long interview sends no requests."""
    if is_use_due(session_token, now=state.now()):
        record_use(state, session_token)


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
        server.add_identifier(self._identify)

    async def check(self, user_id: str | None = None) -> None:
        """Check the sockets of one user, or of all."""
        sockets = {socket.sid: socket for source in self.sources for socket in source()}
        for socket in sockets.values():
            if user_id not in {None, socket.user_id}:
                continue
            token = socket.session_token
            found = await self._state.database.read(find_session, state=self._state, token=token)
            if found is None:
                await self._server.emit_error(_SIGNED_OUT, "UNAUTHORIZED", to=socket.sid)
                await self._server.disconnect(socket.sid)
                continue
            await anyio.to_thread.run_sync(record_socket_use, self._state, found)
            if socket.on_renewed is not None and found.expires_at - self._state.now() < _RENEW_BEFORE:
                await self._renew(socket, session_token_id=found.id, renewed=socket.on_renewed)

    async def _identify(self, token: str) -> str | None:
        found = await self._state.database.read(find_session, state=self._state, token=token)
        return None if found is None else f"user:{found.user_id}"

    async def _renew(
        self, socket: SignedInSocket, *, session_token_id: str, renewed: Callable[[str], None]
    ) -> None:
        now = self._state.now()
        token = await self._state.database.run(
            extend_session,
            session_token_id=session_token_id,
            secret=self._state.session_secret,
            now=now,
            until=now + _RENEW_FOR,
        )
        if token is not None:
            renewed(token)
            await self._server.emit("session-renewed", SessionRenewed(token=token), to=socket.sid)
