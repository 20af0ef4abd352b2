"""The Socket.IO server: registers features, emits checked payloads, reports lost connections."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import socketio
from starlette.types import ASGIApp

from app.core.schemas import ApiSchema
from app.realtime.connections import Connections, Identify
from app.realtime.dispatcher import Dispatcher, Handler
from app.realtime.events import COMMON_EVENTS, ErrorEvent, EventTable
from app.realtime.gate import SocketGate
from app.realtime.packets import MAX_MESSAGE_BYTES

_PING_SECONDS = 10

DisconnectListener = Callable[[str], Awaitable[None]]
"""(sid); may be called twice for one socket"""


class RealtimeServer:
    """One per server process, created at start-up."""

    def __init__(self) -> None:
        self.sio = socketio.AsyncServer(
            async_mode="asgi",
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            ping_interval=_PING_SECONDS,
            ping_timeout=_PING_SECONDS,
            allow_upgrades=False,
        )
        self.connections = Connections(self.sio)
        self.dispatcher = Dispatcher(self.sio, self.connections)
        self._server_events: dict[str, type[ApiSchema]] = dict(COMMON_EVENTS.server)
        self._disconnect_listeners: list[DisconnectListener] = []
        self.sio.on("disconnect", handler=self._on_disconnect)

    def register(
        self, events: EventTable, handlers: Mapping[str, Handler], *, on_disconnect: DisconnectListener
    ) -> None:
        """Add the events of one feature. Raises ValueError unless each client event has a handler."""
        self.dispatcher.register(events.client, handlers)
        self._server_events.update(events.server)
        self._disconnect_listeners.append(on_disconnect)

    def make_application(self, other_app: ASGIApp) -> SocketGate:
        """One ASGI application that serves the sockets and forwards everything else to ``other_app``."""
        return SocketGate(self.sio, self.connections, other_app=other_app)

    def add_identifier(self, identify: Identify) -> None:
        """Let sockets connect with the tokens that ``identify`` knows."""
        self.connections.identifiers.append(identify)

    def is_connected(self, sid: str) -> bool:
        return self.connections.find(sid) is not None

    async def emit(self, event: str, payload: ApiSchema, *, to: str) -> None:
        assert isinstance(payload, self._server_events[event])
        if await self.connections.close_if_not_reading(to):
            return
        await self.sio.emit(event, payload.to_wire(), to=to)

    async def emit_error(self, message: str, code: str, *, to: str) -> None:
        await self.emit("error", ErrorEvent(message=message, code=code), to=to)

    async def disconnect(self, sid: str) -> None:
        """Close a socket, after every feature has released it."""
        await self._notify_disconnected(sid)
        await self.connections.close_socket(sid)

    async def _on_disconnect(self, sid: str, *_reason: object) -> None:
        await self._notify_disconnected(sid)

    async def _notify_disconnected(self, sid: str) -> None:
        for listener in self._disconnect_listeners:
            await listener(sid)
