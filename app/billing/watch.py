"""Socket event that notifies a user's open pages of a changed billing account."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Annotated

from pydantic import StringConstraints
from sqlalchemy.orm import Session

from app.billing.ledger import CHANGED_ACCOUNTS
from app.core.database import call_after_commit
from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.realtime.events import Acknowledgment, ClientEvent, ClientPayload, EventTable
from app.realtime.server import RealtimeServer
from app.realtime.sessions import SessionChecks, SignedInSocket, require_signed_in


class BillingChanged(ApiSchema):
    """Contains no data: the page reads the account again."""


class WatchBilling(ClientPayload):
    token: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    """The session token."""


BILLING_EVENTS = EventTable(
    client={"watch-billing": ClientEvent(WatchBilling, per_minute=20)},
    server={"billing-changed": BillingChanged},
)


class BillingWatch:
    """Sockets that watch the billing account of their user, by socket."""

    def __init__(self, state: AppState, server: RealtimeServer, checks: SessionChecks) -> None:
        self._state = state
        self._server = server
        self._by_sid: dict[str, SignedInSocket] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.announce_elsewhere: Callable[[set[str]], None] = lambda _user_ids: None
        """Notifies other server processes of a changed account. Callable from any thread."""
        self._emitting: set[asyncio.Task[None]] = set()
        server.register(BILLING_EVENTS, {"watch-billing": self._watch}, on_disconnect=self._remove)
        checks.sources.append(self.sockets)
        state.database.before_commit.append(self._announce_after_commit)

    def sockets(self) -> list[SignedInSocket]:
        return list(self._by_sid.values())

    async def _watch(self, sid: str, payload: WatchBilling) -> Acknowledgment:
        user_id = await self._state.database.read(require_signed_in, state=self._state, token=payload.token)
        # The loop that serves this socket; changes are announced from other threads.
        self._loop = asyncio.get_running_loop()
        self._by_sid[sid] = SignedInSocket(sid=sid, user_id=user_id, session_token=payload.token)
        return Acknowledgment()

    async def _remove(self, sid: str) -> None:
        self._by_sid.pop(sid, None)

    def _announce_after_commit(self, session: Session) -> None:
        """Called in the thread of every write transaction."""
        changed: set[str] = session.info.pop(CHANGED_ACCOUNTS, set())
        if not changed:
            return

        def announce() -> None:
            self.announce_elsewhere(changed)
            loop = self._loop
            if loop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(self._emit, changed)

        call_after_commit(session, announce)

    async def announce(self, user_ids: Collection[str]) -> None:
        """Notify the pages of these users that another server process has changed their account."""
        self._emit(user_ids)

    def _emit(self, user_ids: Collection[str]) -> None:
        for socket in self.sockets():
            if socket.user_id in user_ids:
                task = asyncio.create_task(
                    self._server.emit("billing-changed", BillingChanged(), to=socket.sid)
                )
                self._emitting.add(task)
                task.add_done_callback(self._emitting.discard)
