"""Socket events that report the progress of a signed-in user's own documents."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.documents.schemas import DocumentProgress
from app.realtime.events import Acknowledgment, ClientEvent, ClientPayload, EventTable
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SessionChecks, SignedInSocket, require_signed_in


class WatchDocuments(ClientPayload):
    token: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    """The session token."""


DOCUMENT_EVENTS = EventTable(
    client={"watch-documents": ClientEvent(WatchDocuments, per_minute=20)},
    server={"document-progress": DocumentProgress},
)


class DocumentWatch:
    """Sockets that watch documents, by socket and by user."""

    def __init__(self, state: AppState, server: RealtimeServer, checks: SessionChecks) -> None:
        self._state = state
        self._server = server
        self._by_sid: dict[str, SignedInSocket] = {}
        self._by_user: dict[str, set[str]] = {}
        server.register(DOCUMENT_EVENTS, {"watch-documents": self._watch}, on_disconnect=self._remove)
        checks.sources.append(self.sockets)
        state.hooks.document_progressed.append(self._emit_progress)

    def sockets(self) -> list[SignedInSocket]:
        return list(self._by_sid.values())

    async def _watch(self, sid: str, payload: WatchDocuments) -> Acknowledgment:
        user_id = await self._state.database.read(require_signed_in, state=self._state, token=payload.token)
        await self._remove(sid)
        self._by_sid[sid] = SignedInSocket(sid=sid, user_id=user_id, session_token=payload.token)
        self._by_user.setdefault(user_id, set()).add(sid)
        return Acknowledgment()

    async def _remove(self, sid: str) -> None:
        socket = self._by_sid.pop(sid, None)
        if socket is None:
            return
        sids = self._by_user[socket.user_id]
        sids.discard(sid)
        if not sids:
            del self._by_user[socket.user_id]

    async def _emit_progress(self, owner_id: str, progress: ApiSchema) -> None:
        for sid in list(self._by_user.get(owner_id, ())):
            await self._server.emit("document-progress", progress, to=sid)
