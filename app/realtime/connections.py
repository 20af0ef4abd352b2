"""Open sockets: how many a caller may open, how much each may send, and which user each belongs to.

The limits hold before any sign-in. A socket sends a session token or a candidate token when it connects. It
is closed at its first malformed packet, above its packet limit, or if it does not read its messages.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import socketio
from socketio.exceptions import ConnectionRefusedError as SocketRefused
from sqlalchemy.exc import OperationalError

from app.core.throttle import find_network
from app.core.token_bucket import TokenBucket
from app.realtime.packets import PacketOrder

log = logging.getLogger("greenroom.realtime")

Identify = Callable[[str], Awaitable[str | None]]
"""(token) → a key of the person it belongs to, or None if the token is not valid"""

SCOPE_KEY = "greenroom.connection"
"""Key in the ASGI scope under which the gate hands over its connection."""

_NAMESPACE = "/"
_PACKETS_PER_SECOND = 200
"""An audio frame is two packets: the event and its attachment."""
_PACKET_BURST = 2_000
"""Enough to resend five minutes of unacknowledged audio within half a minute."""
_BYTES_PER_PACKET = 10_000
"""A longer packet counts as several."""
MAX_UNSENT_PACKETS = 500
"""A socket that does not read is closed once this many packets wait for it."""

_SIGN_IN_SECONDS = 10.0
_MAX_UNKNOWN_PER_NETWORK = 50
"""Maximum number of open sockets per network without a token."""
_MAX_UNKNOWN = 1_000
_MAX_PER_OWNER = 40
"""Maximum number of open sockets per user or candidate link: tabs, and sockets not yet known to be dead."""
_OPENINGS_PER_SECOND = 20.0
_OPENING_BURST = 200.0
_MAX_OPENING_BUCKETS = 10_000
_TOKEN_LOOK_UPS = 4
"""Maximum number of concurrent token lookups, so that guesses cannot occupy every thread of the server."""
_MAX_TOKEN_LENGTH = 4_096

_PARSE_ERRORS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""Exceptions that the library may raise for a packet that only looks well-formed."""


@dataclass(slots=True, eq=False)
class Connection:
    """One open socket."""

    network: str
    packets: TokenBucket
    order: PacketOrder = field(default_factory=PacketOrder)
    events: dict[str, TokenBucket] = field(default_factory=dict)
    owner: str | None = None
    """Key of the person; None until the socket has shown a valid token."""
    is_closed: bool = False
    deadline: asyncio.TimerHandle | None = None


class Connections:
    """All open sockets of the server, by Engine.IO session id."""

    def __init__(self, sio: socketio.AsyncServer) -> None:
        self._sio = sio
        self.now: Callable[[], float] = time.monotonic
        self.identifiers: list[Identify] = []
        """Each feature that issues tokens adds one."""
        self._open: dict[str, Connection] = {}
        self._unknown: Counter[str] = Counter()
        self._owners: Counter[str] = Counter()
        self._openings: dict[str, TokenBucket] = {}
        self._look_ups = asyncio.Semaphore(_TOKEN_LOOK_UPS)
        self._closing: set[asyncio.Task[None]] = set()
        # Socket.IO's own handlers of the transport events, called behind the checks.
        self._pass_on: Mapping[str, Callable[..., Awaitable[Any]]] = dict(sio.eio.handlers)
        sio.eio.on("connect", handler=self._on_open)
        sio.eio.on("message", handler=self._on_packet)
        sio.eio.on("disconnect", handler=self._on_close)
        sio.on("connect", handler=self._on_sign_in)

    def make_connection(self, scope: Mapping[str, Any]) -> Connection:
        packets = TokenBucket(per_second=_PACKETS_PER_SECOND, burst=_PACKET_BURST, now=self.now())
        address, _ = scope.get("client") or ("unknown", 0)
        return Connection(network=find_network(address), packets=packets)

    def find(self, sid: str) -> Connection | None:
        """The connection of a signed-in socket, or None once it is closed."""
        if not self._sio.manager.is_connected(sid, _NAMESPACE):
            return None
        connection = self._open.get(self._sio.manager.eio_sid_from_sid(sid, _NAMESPACE))
        return None if connection is None or connection.is_closed else connection

    async def close_socket(self, sid: str) -> None:
        """Close the connection of a socket, even if the browser does not."""
        eio_sid = self._sio.manager.eio_sid_from_sid(sid, _NAMESPACE)
        await self._sio.disconnect(sid)
        await self.close(eio_sid)

    async def close(self, eio_sid: str) -> None:
        """Close a connection without waiting until the client has read what was sent."""
        connection = self._open.get(eio_sid)
        if connection is not None:
            connection.is_closed = True
        # Removed first: a polling request to a socket that is closed but still listed raises KeyError.
        socket = self._sio.eio.sockets.pop(eio_sid, None)
        if socket is not None:
            await socket.close(wait=False)

    async def close_if_not_reading(self, sid: str) -> bool:
        """Close a socket for which too many packets wait. True if it was closed."""
        eio_sid = self._sio.manager.eio_sid_from_sid(sid, _NAMESPACE)
        return await self._close_if_not_reading(eio_sid)

    async def _close_if_not_reading(self, eio_sid: str) -> bool:
        socket = self._sio.eio.sockets.get(eio_sid)
        if socket is None or socket.queue.qsize() < MAX_UNSENT_PACKETS:
            return False
        log.warning("socket_not_reading")
        await self.close(eio_sid)
        return True

    async def _on_open(self, eio_sid: str, environ: dict[str, Any]) -> str | None:
        scope = environ["asgi.scope"]
        connection = scope.get(SCOPE_KEY) or self.make_connection(scope)
        if not self._may_open(connection.network):
            log.warning("too_many_sockets")
            return "Too many connections. Try again later."
        self._open[eio_sid] = connection
        self._unknown[connection.network] += 1
        connection.deadline = asyncio.get_running_loop().call_later(
            _SIGN_IN_SECONDS, self._close_unknown, eio_sid
        )
        await self._pass_on["connect"](eio_sid, environ)
        return None

    def _may_open(self, network: str) -> bool:
        now = self.now()
        bucket = self._openings.get(network)
        if bucket is None:
            if len(self._openings) >= _MAX_OPENING_BUCKETS:
                self._openings = {key: one for key, one in self._openings.items() if not one.is_full(now)}
            bucket = TokenBucket(per_second=_OPENINGS_PER_SECOND, burst=_OPENING_BURST, now=now)
            self._openings[network] = bucket
        return (
            bucket.take(now)
            and self._unknown[network] < _MAX_UNKNOWN_PER_NETWORK
            and self._unknown.total() < _MAX_UNKNOWN
        )

    def _close_unknown(self, eio_sid: str) -> None:
        task = asyncio.create_task(self.close(eio_sid))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _on_sign_in(
        self, sid: str, _environ: dict[str, Any], auth: Mapping[str, Any] | None = None
    ) -> None:
        connection = self._open.get(self._sio.manager.eio_sid_from_sid(sid, _NAMESPACE))
        token = auth.get("token") if isinstance(auth, dict) else None
        owner = None
        if isinstance(token, str) and 0 < len(token) <= _MAX_TOKEN_LENGTH:
            owner = await self._identify(token)
        if connection is None or connection.is_closed or owner is None:
            raise SocketRefused("This session or link is no longer valid.", {"code": "UNAUTHORIZED"})
        if self._owners[owner] >= _MAX_PER_OWNER:
            raise SocketRefused("Too many connections. Close other tabs.", {"code": "TOO_MANY_CONNECTIONS"})
        if connection.deadline is not None:
            connection.deadline.cancel()
        connection.owner = owner
        self._owners[owner] += 1
        self._forget_unknown(connection.network)

    async def _identify(self, token: str) -> str | None:
        async with self._look_ups:
            for identify in self.identifiers:
                try:
                    owner = await identify(token)
                except OperationalError:
                    raise SocketRefused(
                        "The database is busy. Try again in a moment.", {"code": "DATABASE_BUSY"}
                    ) from None
                if owner is not None:
                    return owner
        return None

    async def _on_packet(self, eio_sid: str, data: str | bytes) -> None:
        connection = self._open.get(eio_sid)
        if connection is None or connection.is_closed:
            return
        if not connection.packets.take(self.now(), cost=1 + len(data) // _BYTES_PER_PACKET):
            log.warning("socket_rate_limited")
            await self.close(eio_sid)
            return
        if await self._close_if_not_reading(eio_sid):
            return
        try:
            connection.order.check(data, is_signed_in=connection.owner is not None)
            await self._pass_on["message"](eio_sid, data)
        except _PARSE_ERRORS as error:
            log.warning("malformed_packet error=%s", type(error).__name__)
            await self.close(eio_sid)

    async def _on_close(self, eio_sid: str, reason: str = "") -> None:
        connection = self._open.pop(eio_sid, None)
        try:
            await self._pass_on["disconnect"](eio_sid, reason)
        finally:
            if connection is not None:
                self._forget(connection)

    def _forget(self, connection: Connection) -> None:
        connection.is_closed = True
        if connection.deadline is not None:
            connection.deadline.cancel()
        if connection.owner is None:
            self._forget_unknown(connection.network)
            return
        self._owners[connection.owner] -= 1
        if not self._owners[connection.owner]:
            del self._owners[connection.owner]

    def _forget_unknown(self, network: str) -> None:
        self._unknown[network] -= 1
        if not self._unknown[network]:
            del self._unknown[network]
