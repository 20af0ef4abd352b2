"""ASGI application in front of Socket.IO: lets only well-formed packets of bounded size reach it."""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import parse_qs

import socketio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.realtime.connections import SCOPE_KEY, Connection, Connections
from app.realtime.packets import (
    MAX_MESSAGE_BYTES,
    is_control_packet,
    is_message_packet,
    is_polling_payload,
)

log = logging.getLogger("greenroom.realtime")

SOCKET_PATH = "/socket.io/"
_SEND_SECONDS = 20.0
"""A client that does not accept a message for this long is gone, or pretends to be."""
_POLICY_VIOLATION = 1008


class SocketGate:
    """Serves the socket path and passes all other requests to ``other_app``."""

    def __init__(self, sio: socketio.AsyncServer, connections: Connections, *, other_app: ASGIApp) -> None:
        self.other_app = other_app
        self._connections = connections
        self._socket_app: ASGIApp = socketio.ASGIApp(sio)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not f"{scope['path']}/".startswith(SOCKET_PATH):
            await self.other_app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_websocket(scope, receive, send)
        elif scope["method"] == "POST":
            await self._serve_post(scope, receive, send)
        else:
            await self._socket_app(scope, receive, send)

    async def _serve_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _find_session(scope) is not None:
            # An upgrade from polling, which is not offered.
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        connection = self._connections.make_connection(scope)

        async def receive_checked() -> Message:
            if connection.is_closed:
                return _end()
            message = await receive()
            if message["type"] != "websocket.receive" or self._may_pass(connection, message):
                return message
            connection.is_closed = True
            return _end()

        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(_SEND_SECONDS):
                await send(message)

        await self._socket_app({**scope, SCOPE_KEY: connection}, receive_checked, send_in_time)

    def _may_pass(self, connection: Connection, message: Message) -> bool:
        text = message.get("text")
        size = len(message.get("bytes") or b"") if text is None else len(text)
        if connection.is_closed or size > MAX_MESSAGE_BYTES:
            return False
        if text is None or is_message_packet(text):
            return True  # counted and checked where Socket.IO receives it
        if not is_control_packet(text):
            log.warning("malformed_packet")
            return False
        return connection.packets.take(self._connections.now())

    async def _serve_post(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read_body(receive)
        if body is None or not is_polling_payload(body):
            log.warning("malformed_packet")
            session = _find_session(scope)
            if session is not None:
                await self._connections.close(session)
            await Response(status_code=400 if body is not None else 413)(scope, receive, send)
            return

        async def replay() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        await self._socket_app(scope, replay, send)


async def _read_body(receive: Receive) -> bytes | None:
    """The body of a request; None if it is too long or the client has gone."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > MAX_MESSAGE_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _find_session(scope: Scope) -> str | None:
    """The Engine.IO session id in the query."""
    found = parse_qs(scope["query_string"].decode("latin-1")).get("sid")
    return found[0] if found else None


def _end() -> Message:
    return {"type": "websocket.disconnect", "code": _POLICY_VIOLATION}
